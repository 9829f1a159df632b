"""Pure: no Django, no I/O. A US reporter citation against the case names of a source (R-9.3).

Names are compared after their abbreviations are written out, each party by itself; only when
neither party fits is the name wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from citations_app.befund import Einzelbefund, mangel
from citations_app.begriffe import Befundart, Mangel
from citations_app.grammar.types import UsFall
from citations_app.vergleich import Treffer, plain_reporter


def judge_us_case(cited: UsFall, treffer: Sequence[Treffer]) -> Einzelbefund:
    """Return what the hits say about a US case: reporter citation against case name."""
    ours = {plain_reporter(f) for f in cited.fundstellen}
    named = [t for t in treffer if ours & {plain_reporter(r) for r in t.reporter}]
    if not named:
        return Einzelbefund(art=Befundart.KEIN_TREFFER)
    if not cited.name:
        return Einzelbefund(art=Befundart.STIMMT if len(named) == 1 else Befundart.MEHRDEUTIG)
    if any(same_case(cited.name, n) for t in named for n in (t.name, *t.weitere_namen) if n):
        return Einzelbefund(art=Befundart.STIMMT, hinweise=tuple(_year_notes(cited, named)))
    if len(named) > 1:
        return Einzelbefund(art=Befundart.MEHRDEUTIG)
    return mangel(Mangel.NAME, hinweise=(f"Unter dieser Fundstelle steht {named[0].name}.",))


def _year_notes(cited: UsFall, named: Sequence[Treffer]) -> Iterable[str]:
    """The parenthesis may give the term, not the day: a year is only remarked upon."""
    years = {t.datum[:4] for t in named if t.datum}
    if cited.jahr and years and cited.jahr not in years:
        yield f"Die Quelle nennt das Jahr {', '.join(sorted(years))}."


_ABBREVIATIONS = {
    "co": "company", "corp": "corporation", "inc": "incorporated", "ltd": "limited",
    "assn": "association", "assoc": "association", "bd": "board", "commn": "commission",
    "comm": "commission", "commr": "commissioner", "dept": "department", "dist": "district",
    "educ": "education", "govt": "government", "hosp": "hospital", "ins": "insurance",
    "intl": "international", "mfg": "manufacturing", "natl": "national", "r": "railroad",
    "ry": "railway", "rr": "railroad", "univ": "university", "us": "united states",
    "sec": "secretary", "bros": "brothers", "cty": "county", "elec": "electric",
    "fed": "federal", "gen": "general", "sch": "school", "servs": "services",
    "sys": "systems", "tel": "telephone", "transp": "transportation",
}  # fmt: skip
_GENERIC = {"united", "states", "state", "people", "commonwealth", "of", "the", "in", "re", "ex",
            "parte", "matter", "et", "al", "and", "v", "vs"}  # fmt: skip


def same_case(cited: str, found: str) -> bool:
    """Tell whether two captions can name the same case: one distinctive party must fit.

    >>> same_case("In re Bieter Company", "In Re Bieter Co.")
    True
    >>> same_case("Miller v. Bergmann Airlines", "Obergefell v. Hodges")
    False
    """
    ours, theirs = _parties(cited), _parties(found)
    pairs = [(a, b) for a in ours for b in theirs if a and b]
    if not pairs:
        return bool(ours) and bool(theirs) and set().union(*ours) == set().union(*theirs)
    return any(_party_fits(a, b) for a, b in pairs)


def _parties(caption: str) -> list[frozenset[str]]:
    text = unicodedata.normalize("NFKD", caption).casefold()
    text = re.sub(r"(?<=\w)['’.](?=\w)|[̀-ͯ]", "", text)
    sides = re.split(r"\s+vs?\.?\s+", text)
    return [frozenset(_words(side)) for side in sides]


def _words(side: str) -> Iterable[str]:
    for word in re.findall(r"[a-z0-9]+", side):
        for full in _ABBREVIATIONS.get(word, word).split():
            if full not in _GENERIC:
                yield full


def _party_fits(a: frozenset[str], b: frozenset[str]) -> bool:
    smaller, larger = sorted((a, b), key=len)
    if smaller <= larger:
        return True
    return SequenceMatcher(None, " ".join(sorted(a)), " ".join(sorted(b))).ratio() >= 0.8
