"""Pure: no Django, no I/O. A cited decision against the hits of a source (R-9.3).

Aktenzeichen are compared whole, never as part of a string.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from citations_app.befund import Einzelbefund, mangel
from citations_app.begriffe import Befundart, Mangel
from citations_app.grammar.types import Entscheidung


@dataclass(frozen=True, slots=True, kw_only=True)
class Treffer:
    """One decision that a source names for a look-up; empty fields were not stated."""

    gericht: str = ""
    datum: str = ""
    aktenzeichen: tuple[str, ...] = ()
    name: str = ""
    weitere_namen: tuple[str, ...] = ()
    reporter: tuple[str, ...] = ()
    ecli: str = ""
    link: str = ""


def read_treffer(row: dict[str, Any]) -> Treffer:
    """Build a hit from stored fields; a single Aktenzeichen or reporter may be a plain string."""
    return Treffer(
        gericht=str(row.get("gericht") or ""),
        datum=str(row.get("datum") or ""),
        aktenzeichen=_strings(row.get("aktenzeichen")),
        name=str(row.get("name") or ""),
        weitere_namen=_strings(row.get("weitere_namen")),
        reporter=_strings(row.get("reporter")) + _strings(row.get("fundstelle")),
        ecli=str(row.get("ecli") or ""),
        link=str(row.get("link") or ""),
    )


def _strings(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(str(item) for item in value or ())


def judge_decision(cited: Entscheidung, treffer: Sequence[Treffer]) -> Einzelbefund:
    """Return what the hits say about a German or European decision."""
    if not treffer:
        return Einzelbefund(art=Befundart.KEIN_TREFFER)
    faults = [decision_faults(cited, hit) for hit in treffer]
    fitting = [hit for hit, fault in zip(treffer, faults, strict=True) if not fault]
    if fitting:
        return Einzelbefund(art=Befundart.STIMMT)
    if len(treffer) > 1:
        hinweis = f"Die Quelle nennt {len(treffer)} Entscheidungen, keine passt ganz."
        return Einzelbefund(art=Befundart.MEHRDEUTIG, hinweise=(hinweis,))
    return mangel(*faults[0], hinweise=tuple(_describe(faults[0], treffer[0])))


def decision_faults(cited: Entscheidung, hit: Treffer) -> frozenset[Mangel]:
    """Return in which points the citation contradicts a hit; what either leaves out is no fault."""
    faults = set()
    if cited.datum and hit.datum and cited.datum != hit.datum:
        faults.add(Mangel.DATUM)
    if cited.gericht and hit.gericht and not same_court(cited.gericht, hit.gericht):
        faults.add(Mangel.GERICHT)
    ours = {plain_docket(a) for a in cited.aktenzeichen}
    theirs = {plain_docket(a) for a in hit.aktenzeichen}
    if ours and theirs and not ours & theirs:
        faults.add(Mangel.AKTENZEICHEN)
    return frozenset(faults)


def _describe(faults: Iterable[Mangel], hit: Treffer) -> Iterable[str]:
    found = {
        Mangel.DATUM: f"Die Quelle nennt als Datum {hit.datum}.",
        Mangel.GERICHT: f"Die Quelle nennt als Gericht {hit.gericht}.",
        Mangel.AKTENZEICHEN: f"Die Quelle nennt als Aktenzeichen {', '.join(hit.aktenzeichen)}.",
    }
    return [found[fault] for fault in sorted(faults) if fault in found]


def plain_docket(aktenzeichen: str) -> str:
    """Return a docket in comparable form: no spaces, slash for dot, without suffix and prefix.

    >>> plain_docket("8 C 8.19") == plain_docket("8 C 8/19")
    True
    >>> plain_docket("4 O 1181/25") == plain_docket("4 O 181/25")
    False
    """
    text = unicodedata.normalize("NFKC", aktenzeichen).casefold()
    text = re.sub(r"[‐-―−]", "-", text)
    text = re.sub(r"\s*\((?!brfg|pat)[^)]*\)\s*$", "", text)
    return re.sub(r"\s+", "", text).replace(".", "/")


_COURT_WORDS = (
    (r"\bbundesgerichtshof\b", "bgh"),
    (r"\bbundesverfassungsgericht\b", "bverfg"),
    (r"\bbundesverwaltungsgericht\b", "bverwg"),
    (r"\bbundesarbeitsgericht\b", "bag"),
    (r"\bbundesfinanzhof\b", "bfh"),
    (r"\bbundessozialgericht\b", "bsg"),
    (r"\boberlandesgericht\b", "olg"),
    (r"\bhanseatisches olg\b", "olg"),
    (r"\blandgericht\b", "lg"),
    (r"\bamtsgericht\b", "ag"),
    (r"\boberverwaltungsgericht\b", "ovg"),
    (r"\bverwaltungsgerichtshof\b", "vgh"),
    (r"\bverwaltungsgericht\b", "vg"),
    (r"\blandesarbeitsgericht\b", "lag"),
    (r"\barbeitsgericht\b", "arbg"),
    (r"\beuropäischer gerichtshof\b|\bgerichtshof der europäischen union\b", "eugh"),
)


def same_court(a: str, b: str) -> bool:
    """Tell whether two names mean the same court; a missing seat is no difference.

    >>> same_court("OLG Köln", "Oberlandesgericht Köln"), same_court("BGH", "BVerfG")
    (True, False)
    """
    first, second = _court_words(a), _court_words(b)
    return bool(first and second) and (first <= second or second <= first)


def _court_words(court: str) -> set[str]:
    text = unicodedata.normalize("NFKC", court).casefold()
    for pattern, short in _COURT_WORDS:
        text = re.sub(pattern, short, text)
    return set(re.findall(r"[\wäöüß]+", text)) - {"am", "der", "des", "in", "a", "m"}


def judge_reporter(cited: Entscheidung, treffer: Sequence[Treffer]) -> Einzelbefund:
    """Return what the hits say about a bare reporter citation: it exists, or nothing is known."""
    ours = {plain_reporter(r) for r in cited.reporter}
    fitting = [t for t in treffer if ours & {plain_reporter(r) for r in t.reporter}]
    if not fitting:
        return Einzelbefund(art=Befundart.KEIN_TREFFER)
    return judge_decision(cited, fitting)


def plain_reporter(reporter: str) -> str:
    """Return a reporter citation without its page inside and without punctuation.

    >>> plain_reporter("NJW 2019, 1234 (1236)") == plain_reporter("NJW 2019, 1234")
    True
    """
    text = re.sub(r"\s*\([^)]*\)", "", reporter)
    return " ".join(re.findall(r"[\w§-]+", text.casefold()))
