"""Pure: no Django, no I/O.

The only module that knows eyecite, imported on first use. It shows eyecite no more than the
stretches around possible US citations: eyecite is slow, and it reads "823 Abs. 1" as page 1 of a
reporter called "Abs.".
"""

import logging
import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

from citations_app.grammar.laws import tabelle
from citations_app.grammar.norm_tokens import FELD_ZUM_WORT


class Rohart(StrEnum):
    """The kinds of citations that eyecite tells apart."""

    VOLL = "voll"
    KURZ = "kurz"
    SUPRA = "supra"
    ID = "id"
    GESETZ = "gesetz"
    AUFSATZ = "aufsatz"


class Roh(NamedTuple):
    """One citation as eyecite reads it, with offsets into the whole normalised text.

    `start`, `end` are the core ("410 U.S. 113"), `ganz_start`, `ganz_end` eyecite's full span.
    """

    art: Rohart
    start: int
    end: int
    ganz_start: int
    ganz_end: int
    band: str
    reporter: str
    seite: str
    name: str
    jahr: str
    gericht: str
    pin: str

    @property
    def fundstelle(self) -> str:
        """Return "410 U.S. 113"; a page that is not yet known stays "___"."""
        return f"{self.band} {self.reporter} {self.seite or '___'}".strip()


_KANDIDAT = re.compile(
    r"[0-9] (?!A(?:bs|rt)|Nr|S[. ]|Satz|R[nzd])(?P<reporter>(?:[A-Z][A-Za-z'’]{0,12}\."
    r"|(?:WL|LEXIS|US|SCt|LEd|Ohio|Idaho|Iowa|Utah|Alaska|Hawaii|Kan|Nev|Tex|Cal|Ill|Mass|Mich|Wis"
    r"|[A-Z]{1,2}(?:[23]d|4th))(?![a-z]))"
    r"(?: ?(?:[A-Z&](?:[A-Za-z'’]{0,10}\.?)|\d(?:d|th|nd|rd)\.?)){0,6})"
    r"(?: \(\d{1,2} [A-Z][a-z]{2,9}\.?\))?,? ?(?:at )?(?:\d|_{2})"
)
"""Volume, reporter, page; starts with the last digit of the volume so that search skips fast."""
_KURZFORMEN = ("Id.", " id.", "supra", "Ibid.", " ibid.")
_DEUTSCH = frozenset(
    [wort.rstrip(".") for wort in FELD_ZUM_WORT]
    + ["Art", "Rn", "Rdnr", "RdNr", "Rdn", "Rz", "Tz", "Kap", "Anm", "Bd", "Seite", "Az", "EUR"]
    + ["Euro", "Uhr", "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August"]
    + ["September", "Oktober", "November", "Dezember", "I", "II", "III", "IV", "V", "VI"]
    + ["Abb", "Bsp", "Tab", "Fig", "Blatt", "Bl", "Aufl", "Abschn", "Klasse"]
)
"""Words that eyecite takes for reporters in German text."""
_DAVOR, _DANACH = 260, 320


@lru_cache(maxsize=1)
def _eyecite() -> ModuleType | None:
    try:
        import eyecite
        import eyecite.models
    except ImportError:
        return None
    logging.getLogger("eyecite").setLevel(logging.CRITICAL)
    return eyecite


def us_available() -> bool:
    """Return whether US cases can be read in this installation."""
    return _eyecite() is not None


def lies_roh(text: str) -> list[Roh]:
    """Return what eyecite finds around possible US citations, in order."""
    fenster = _fenster(text)
    eyecite = _eyecite() if fenster else None
    if eyecite is None:
        return []
    roh: list[Roh] = []
    for start, end in fenster:
        zitate = eyecite.get_citations(text[start:end])
        roh += _als_roh(zitate, start, eyecite.models)
    return roh


def _fenster(text: str) -> list[tuple[int, int]]:
    """Return the stretches to read: candidates and short forms with what surrounds them."""
    stellen = [match.start() for match in _KANDIDAT.finditer(text) if _ist_kandidat(match)]
    if not stellen:
        return []
    for kurz in _KURZFORMEN:
        if kurz in text:
            stellen += [match.start() for match in re.finditer(re.escape(kurz), text)]
    fenster: list[tuple[int, int]] = []
    for stelle in sorted(stellen):
        start, end = max(0, stelle - _DAVOR), stelle + _DANACH
        if fenster and start <= fenster[-1][1]:
            fenster[-1] = (fenster[-1][0], end)
        else:
            fenster.append((start, end))
    return fenster


def _ist_kandidat(match: re.Match[str]) -> bool:
    """Whether the reporter holds no German word and no German law."""
    reporter = match["reporter"]
    woerter = {wort.rstrip(".") for wort in reporter.split(" ")}
    if woerter & _DEUTSCH:
        return False
    kuerzel = tabelle().kuerzel
    return not any(len(wort) > 1 and wort in kuerzel for wort in woerter)


def _als_roh(zitate: list[Any], versatz: int, models: Any) -> Iterator[Roh]:
    arten = (
        (models.FullCaseCitation, Rohart.VOLL),
        (models.ShortCaseCitation, Rohart.KURZ),
        (models.SupraCitation, Rohart.SUPRA),
        (models.IdCitation, Rohart.ID),
        (models.FullLawCitation, Rohart.GESETZ),
        (models.FullJournalCitation, Rohart.AUFSATZ),
    )
    for zitat in zitate:
        art = next((art for klasse, art in arten if isinstance(zitat, klasse)), None)
        wie_gedruckt = str(zitat.groups.get("reporter") or "").rstrip(".")
        if art is not None and wie_gedruckt not in _DEUTSCH:
            yield _eines(zitat, art, versatz)


def _eines(zitat: Any, art: Rohart, versatz: int) -> Roh:
    gruppen, meta = zitat.groups, zitat.metadata
    start, end = zitat.span()
    ganz_start, ganz_end = zitat.full_span()
    parteien = [getattr(meta, "plaintiff", None), getattr(meta, "defendant", None)]
    name = " v. ".join(filter(None, parteien)) or getattr(meta, "antecedent_guess", None) or ""
    reporter = zitat.corrected_reporter() if gruppen.get("reporter") else ""
    return Roh(
        art=art,
        start=start + versatz,
        end=end + versatz,
        ganz_start=ganz_start + versatz,
        ganz_end=ganz_end + versatz,
        band=gruppen.get("volume") or gruppen.get("chapter") or gruppen.get("title") or "",
        reporter=reporter,
        seite=gruppen.get("page") or gruppen.get("section") or "",
        name=name,
        jahr=str(getattr(meta, "year", None) or ""),
        gericht=str(getattr(meta, "court", None) or ""),
        pin=str(getattr(meta, "pin_cite", None) or ""),
    )
