"""One model variant: what exactly was tested, and every row that it has."""

from __future__ import annotations

from collections.abc import Mapping

from lexassay.builds.auswertung import Gruppe
from lexassay.builds.datenstand import AufgabensatzStand
from lexassay.public import adressen
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.pages.rahmen import modellname, page
from lexassay.public.pages.teilnahme import variant
from lexassay.public.pages.zeilen import Reihe, row


def modell(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render a model variant; KeyError if the build does not know it."""
    sicht = ausgabe.sicht
    variante = sicht.modelle[params["modell"]]
    name = modellname(variante)
    reihen = [
        row(ausgabe, sicht.zeilen[t.kennung])
        for t in ausgabe.stand.teilnahmen
        if t.modell == variante.kennung
    ]
    return page(
        ausgabe,
        "modell.html",
        adressen.modell(variante.kennung),
        titel=name,
        nav="rangliste-",
        englisch=f"The exact variant of {name} and all its results.",
        modell=variante,
        name=name,
        variante=variant(variante),
        saetze=_by_set(ausgabe, reihen),
        gruppen=_cells(ausgabe, variante.kennung),
    )


def _by_set(ausgabe: Ausgabe, reihen: list[Reihe]) -> list[tuple[AufgabensatzStand, list[Reihe]]]:
    sicht = ausgabe.sicht
    je: dict[str, list[Reihe]] = {}
    for reihe in reihen:
        je.setdefault(sicht.laeufe[reihe.z.lauf].aufgabensatz, []).append(reihe)
    return [
        (satz, je[satz.kennung])
        for satz in [*sicht.laufende, *sicht.archivierte]
        if satz.kennung in je
    ]


def _cells(ausgabe: Ausgabe, kennung: str) -> list[Gruppe]:
    """Return the cells of the level Modell (model and effort) that belong to this variant."""
    return [
        gruppe
        for gruppe in ausgabe.auswertung.gruppen
        if gruppe.ebene == "modell" and gruppe.schluessel[0] == kennung
    ]
