"""Pure: no Django, no I/O. What is wrong with a set of task texts (R-1.5)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

_WORT = re.compile(r"\w+")
SCHINDEL = 5
"""Words per shingle."""
AEHNLICH_AB = 0.8
"""Two prompts whose shingles overlap by this share (Jaccard) are near-duplicates."""
GEHEIM_FOLGE = 8
"""Words in a row of a secret text that may not stand in a public one (R-11.1)."""


def words(text: str) -> list[str]:
    """Return the casefolded words of a text."""
    return _WORT.findall(text.casefold())


def shingles(text: str, laenge: int = SCHINDEL) -> frozenset[tuple[str, ...]]:
    """Return the runs of ``laenge`` words; a shorter text is one run."""
    folge = words(text)
    if len(folge) < laenge:
        return frozenset([tuple(folge)]) if folge else frozenset()
    return frozenset(tuple(folge[i : i + laenge]) for i in range(len(folge) - laenge + 1))


def label_variants(sollwerte: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Return groups of gold labels that differ only in case, space or final punctuation.

    >>> label_variants({"a": "Ja", "b": "Ja.", "c": "Nein"})
    [('Ja', 'Ja.')]
    """
    gruppen: dict[str, set[str]] = defaultdict(set)
    for wert in sollwerte.values():
        if wert.strip():
            gruppen[wert.strip().casefold().rstrip(".!;,")].add(wert)
    return sorted(tuple(sorted(gruppe)) for gruppe in gruppen.values() if len(gruppe) > 1)


def deviating_labels(sollwerte: Iterable[str]) -> int:
    """Count the gold labels that are spelled otherwise than most of their group.

    >>> deviating_labels(["Ja", "Ja", "Ja.", "Nein", "nein", "Nein"])
    2
    """
    zahlen = Counter(wert for wert in sollwerte if wert.strip())
    gruppen = label_variants({wert: wert for wert in zahlen})
    return sum(
        sum(zahlen[w] for w in gruppe) - max(zahlen[w] for w in gruppe) for gruppe in gruppen
    )


def near_duplicates(texte: Mapping[str, str]) -> Iterator[tuple[str, str, int]]:
    """Yield pairs of names whose texts nearly agree, with the agreement in percent.

    Only texts that share a shingle are compared; shingles of more than a tenth of all texts (a
    common instruction) do not count.
    """
    mengen = {name: shingles(text) for name, text in texte.items()}
    haeufig = max(2, len(mengen) // 10)
    wo: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name in sorted(mengen):
        for teil in mengen[name]:
            wo[teil].append(name)
    selten = {teil for teil, namen in wo.items() if len(namen) <= haeufig}
    gemeinsam: Counter[tuple[str, str]] = Counter()
    for teil in selten:
        namen = wo[teil]
        gemeinsam.update((a, b) for i, a in enumerate(namen) for b in namen[i + 1 :])
    for (a, b), zahl in sorted(gemeinsam.items()):
        vereinigt = len((mengen[a] | mengen[b]) & selten)
        if zahl >= AEHNLICH_AB * vereinigt:
            yield a, b, round(100 * zahl / vereinigt)


def leaked_runs(geheim: Mapping[str, str], offen: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield (secret name, public name) where eight words in a row of the secret text are public."""
    wo: dict[tuple[str, ...], str] = {}
    for name, text in geheim.items():
        wo |= dict.fromkeys(shingles(text, GEHEIM_FOLGE), name)
    for name, text in sorted(offen.items()):
        for fund in sorted({wo[teil] for teil in shingles(text, GEHEIM_FOLGE) if teil in wo}):
            yield fund, name
