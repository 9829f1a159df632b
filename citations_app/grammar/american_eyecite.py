"""Pure: no Django, no I/O.

The only module that knows eyecite, imported on first use. It shows eyecite no more than the
stretches around possible US citations: eyecite is slow, and it reads "823 Abs. 1" as page 1 of a
reporter called "Abs.".
"""

import logging
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

from citations_app.grammar.american_gate import DEUTSCH, fenster, ist_englisch


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

    `deutsch` marks a reporter that is a German word ("Abs.").
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
    deutsch: bool

    @property
    def fundstelle(self) -> str:
        """Return "410 U.S. 113"; a page that is not yet known stays "___"."""
        return f"{self.band} {self.reporter} {self.seite or '___'}".strip()


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
    stellen = fenster(text)
    eyecite = _eyecite() if stellen else None
    if eyecite is None:
        return []
    roh: list[Roh] = []
    englisch = ist_englisch(text)
    for start, end in stellen:
        zitate = eyecite.get_citations(text[start:end])
        roh += (z for z in _als_roh(zitate, start, eyecite.models) if englisch or not z.deutsch)
    return roh


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
        if art is not None:
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
        deutsch=str(gruppen.get("reporter") or "").rstrip(".") in DEUTSCH,
    )
