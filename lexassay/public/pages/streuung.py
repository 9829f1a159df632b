"""Cost against score: the two drawings of the plot and the table beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from lexassay.public.charts import Punkt, Streubild, scatter
from lexassay.public.formate import euro
from lexassay.public.pages.zeilen import Reihe


def scatter_values(reihen: Sequence[Reihe]) -> dict[str, Any] | None:
    """Return what the template of the plot needs; None if too few costs are known."""
    mehrfach = _names_used_twice(reihen)
    punkte = [_point(r, mehrfach) for r in reihen if r.z.score is not None]
    breit = scatter(punkte, breite=980, hoehe=520, schmal=False)
    schmal = scatter(punkte, breite=344, hoehe=430, schmal=True)
    if breit is None or schmal is None:
        return None
    return {
        "breit": _template_values(breit),
        "schmal": _template_values(schmal),
        "titel": _title(breit),
        "geschaetzt": any(p.geschaetzt for p in punkte),
        "lokal": any(p.lokal for p in punkte),
        "familien": bool(breit.familien),
    }


def _names_used_twice(reihen: Sequence[Reihe]) -> set[str]:
    namen = [r.name for r in reihen]
    return {name for name in namen if namen.count(name) > 1}


def _point(reihe: Reihe, mehrfach: set[str]) -> Punkt:
    name = reihe.name
    if name in mehrfach:
        name += f" ({reihe.teilnahme.effort})"
    z, score = reihe.z, reihe.z.score or 0
    return Punkt(
        name=name,
        familie=z.modell,
        euro=reihe.euro,
        lokal=reihe.modell.lokal,
        score=score,
        unten=score if z.score_unten is None else z.score_unten,
        oben=score if z.score_oben is None else z.score_oben,
        geschaetzt=reihe.geschaetzt,
    )


def _template_values(bild: Streubild) -> dict[str, Any]:
    werte = asdict(bild)
    werte |= {
        "skala_x": bild.links - 8,
        "skala_y": bild.boden + 20,
        "strich_y": bild.boden + 5,
        "titel_y": bild.boden + 42,
        "feldhoehe": bild.boden - bild.oben,
        "bandbreite": bild.band[1] - bild.band[0] if bild.band else 0,
        "bandmitte": sum(bild.band) // 2 if bild.band else 0,
    }
    return werte


def _title(bild: Streubild) -> str:
    teile = [f"{p.name} {euro(p.euro)}, {p.score} Punkte" for p in bild.beste]
    return (
        "Streudiagramm Kosten gegen Score. Auf der Bestenlinie: "
        + "; ".join(teile)
        + ". Alle Werte stehen in der Tabelle darüber."
    )
