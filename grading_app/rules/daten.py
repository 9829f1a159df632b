"""Pure: no Django, no I/O. Dates in German, ISO and US spelling; what is ambiguous is reported.

Points separate day, month, year (German). Slashes are ambiguous (`03/02/2026`) unless the rule
states a notation or one of the numbers exceeds 12. Years have four digits.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from grading_app.rules.types import Regelfehler
from grading_app.rules.zahlen import Notation

_MONATE = {
    name: nummer
    for nummer, namen in enumerate(
        (
            "januar jänner january jan",
            "februar feber february feb",
            "märz maerz march mar mär mrz",
            "april apr",
            "mai may",
            "juni june jun",
            "juli july jul",
            "august aug",
            "september sept sep",
            "oktober october okt oct",
            "november nov",
            "dezember december dez dec",
        ),
        start=1,
    )
    for name in namen.split()
}
_MONAT = "|".join(sorted(_MONATE, key=len, reverse=True))
_DATUM = re.compile(
    rf"""(?<![\w./-])(?:
      (?P<iso>\d{{4}}-\d{{2}}-\d{{2}})
    | (?P<punkt>\d{{1,2}}\.\s?\d{{1,2}}\.\s?\d{{4}})
    | (?P<strich>\d{{1,2}}/\d{{1,2}}/\d{{4}})
    | (?P<wort_de>\d{{1,2}}\.?\s+(?:{_MONAT})\.?,?\s+\d{{4}})
    | (?P<wort_us>(?:{_MONAT})\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}})
    )(?![\w/-]|\.\d)""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Datumsstelle:
    """One date in a text: its value and the span of characters that it covers."""

    datum: dt.date
    start: int
    ende: int


def datumsstellen(text: str, notation: Notation = Notation.BEIDE) -> list[Datumsstelle]:
    """All dates in `text` in order; impossible ones are skipped, ambiguous ones raise Regelfehler.

    >>> [s.datum.isoformat() for s in datumsstellen("vom 2. März 2026 bis 31.3.2026")]
    ['2026-03-02', '2026-03-31']
    """
    stellen = []
    for treffer in _DATUM.finditer(text):
        datum = _datum(treffer, notation)
        if datum is not None:
            stellen.append(Datumsstelle(datum=datum, start=treffer.start(), ende=treffer.end()))
    return stellen


def lies_datum(text: str, notation: Notation = Notation.BEIDE) -> dt.date | None:
    """The date that the whole text is, None if it is none."""
    text = text.strip()
    treffer = _DATUM.fullmatch(text)
    return _datum(treffer, notation) if treffer else None


def _datum(treffer: re.Match[str], notation: Notation) -> dt.date | None:
    zahlen = [int(z) for z in re.findall(r"\d+", treffer.group())]
    match treffer.lastgroup:
        case "iso":
            return _gueltig(zahlen[0], zahlen[1], zahlen[2])
        case "punkt":
            return _gueltig(zahlen[2], zahlen[1], zahlen[0])
        case "strich":
            return _schraegstrich(treffer.group(), zahlen, notation)
    wort = re.search(_MONAT, treffer.group(), re.IGNORECASE)
    assert wort is not None, "both spellings in words hold the name of a month"
    return _gueltig(zahlen[-1], _MONATE[wort.group().casefold()], zahlen[0])


def _schraegstrich(text: str, zahlen: list[int], notation: Notation) -> dt.date | None:
    de, us = (
        _gueltig(zahlen[2], zahlen[1], zahlen[0]),
        _gueltig(zahlen[2], zahlen[0], zahlen[1]),
    )
    match notation:
        case Notation.DE:
            return de
        case Notation.US:
            return us
    if de and us and de != us:
        raise Regelfehler(f"Das Datum „{text}“ ist mehrdeutig (Tag oder Monat zuerst).")
    return de or us


def _gueltig(jahr: int, monat: int, tag: int) -> dt.date | None:
    try:
        return dt.date(jahr, monat, tag)
    except ValueError:
        return None
