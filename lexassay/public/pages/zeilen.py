"""Rows of rankings and Laufseiten: one view of a Zeile, shared by every table that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from lexassay.builds.auswertung import Zeile
from lexassay.builds.datenstand import ModellStand, TeilnahmeStand
from lexassay.public import adressen
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.charts import Segment, citation_bar
from lexassay.public.formate import NBSP, euro
from lexassay.public.pages.rahmen import euro_mikro, modellname, unterzeile, zugang


@dataclass(frozen=True, slots=True, kw_only=True)
class Reihe:
    """One row as a template prints it; ``z`` holds the numbers, unchanged."""

    z: Zeile
    teilnahme: TeilnahmeStand
    modell: ModellStand
    name: str
    neben: str
    adresse: str
    zugang: str
    rang: str
    balken: list[Segment]
    kosten: str
    euro: Fraction | None
    geschaetzt: bool
    korrigiert: bool
    grenze: int
    score_teil: int | None = None

    @property
    def score(self) -> int | None:
        """The score that the row shows: of a part if the page is filtered to one."""
        return self.z.score if self.score_teil is None else self.score_teil


def row(ausgabe: Ausgabe, zeile: Zeile, *, score_teil: int | None = None) -> Reihe:
    """Return the view of one row."""
    sicht = ausgabe.sicht
    teilnahme = sicht.teilnahmen[zeile.teilnahme]
    modell = sicht.modelle[zeile.modell]
    adresse = adressen.teilnahme(zeile.teilnahme)
    mikro = euro_mikro(ausgabe.stand, zeile.kosten_mikro, teilnahme.kosten_waehrung)
    return Reihe(
        z=zeile,
        teilnahme=teilnahme,
        modell=modell,
        name=modellname(modell),
        neben=unterzeile(teilnahme, modell),
        adresse=adresse,
        zugang=zugang(modell),
        rang=rank_text(zeile),
        balken=citation_bar(zeile.zitate),
        kosten="lokal" if modell.lokal else euro(mikro),
        euro=None if modell.lokal else mikro,
        geschaetzt=zeile.kosten_geschaetzt and mikro is not None and not modell.lokal,
        korrigiert=bool(sicht.korrekturen_von(adresse)),
        grenze=zeile.budget.weiter_abgebrochen,
        score_teil=score_teil,
    )


def rank_text(zeile: Zeile) -> str:
    """Return the span of places that are possible; a rank never stands alone (R-10.4)."""
    if zeile.rang_von is None or zeile.rang_bis is None:
        return "–"
    if zeile.rang_von == zeile.rang_bis:
        return str(zeile.rang_von)
    return f"{zeile.rang_von}–{zeile.rang_bis}"


def at_the_limit(reihe: Reihe) -> str:
    """Return „2 von 10 an der Token-Grenze“ where a cut at the granted budget cost points."""
    if not reihe.grenze:
        return ""
    return f"{reihe.grenze} von{NBSP}{reihe.z.kennzahlen.runs} an der Token-Grenze"
