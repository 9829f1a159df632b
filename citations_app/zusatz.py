"""Pure: no Django, no I/O. What an answer adds to a decision that the task itself names (R-9.7).

A task may build on an invented judgment. Repeating it costs nothing; but an ECLI, a date or a
reporter citation that the answer makes up for it is a Zitat of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from citations_app.grammar.types import Entscheidung, Fundstelle, UsFall, Zitatart


def keys_of_prompt(fundstellen: Iterable[Fundstelle]) -> dict[str, Fundstelle]:
    """Return the authorities of a prompt by key; decisions by their court and docket too."""
    found: dict[str, Fundstelle] = {}
    for f in fundstellen:
        found.setdefault(f.schluessel, f)
        if isinstance(f.teile, Entscheidung | UsFall):
            found.setdefault(f.abzugsschluessel, f)
    return found


def match_in_prompt(f: Fundstelle, prompt: dict[str, Fundstelle]) -> Fundstelle | None:
    """Return what a citation repeats from the prompt, None if it is the answer's own."""
    if f.schluessel in prompt:
        return prompt[f.schluessel]
    if isinstance(f.teile, Entscheidung | UsFall):
        return prompt.get(f.abzugsschluessel)
    return None


def additions(f: Fundstelle, vorbild: Fundstelle) -> Iterator[Fundstelle]:
    """Yield a Fundstelle for each ECLI, date or reporter that the prompt's decision lacks."""
    ours, theirs = f.teile, vorbild.teile
    if isinstance(ours, UsFall) and isinstance(theirs, UsFall):
        for stelle in sorted(set(ours.fundstellen) - set(theirs.fundstellen)):
            yield _addition(f, Zitatart.US_FALL, stelle, replace(ours, fundstellen=(stelle,)))
    if not isinstance(ours, Entscheidung) or not isinstance(theirs, Entscheidung):
        return
    if ours.ecli and ours.ecli != theirs.ecli:
        yield _addition(f, Zitatart.ECLI, ours.ecli, replace(ours, reporter=()))
    if ours.datum and ours.datum != theirs.datum:
        yield _addition(
            f, Zitatart.ENTSCHEIDUNG, f"Datum {ours.datum}", replace(ours, ecli="", reporter=())
        )
    for stelle in ours.reporter:
        if stelle not in theirs.reporter:
            yield _addition(
                f, Zitatart.REPORTER, stelle, replace(ours, ecli="", reporter=(stelle,))
            )


def _addition(f: Fundstelle, art: Zitatart, was: str, teile: Entscheidung | UsFall) -> Fundstelle:
    return replace(
        f,
        art=art,
        schluessel=f"{f.schluessel}:zusatz:{was}",
        abzugsschluessel=f"{f.abzugsschluessel}:zusatz:{was}",
        anzeige=f"{f.anzeige} [hinzugefügt: {was}]",
        teile=teile,
    )
