"""Results by category: the four kinds of a set, and one category with its tasks (R-10.2)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from lexassay.builds.auswertung import Gruppe, Kennzahlen
from lexassay.builds.datenstand import TestfallStand
from lexassay.public import adressen
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.bezeichnungen import bezeichnung
from lexassay.public.pages.rahmen import page

ARTEN = ("domaene", "faehigkeit", "standard", "format")
Kategoriezeile = tuple[str, str, Kennzahlen, int]


def kategorien(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render all categories of a set; KeyError if the build has no such set."""
    sicht = ausgabe.sicht
    satz = sicht.saetze[params["satz"]]
    gruppen = sicht.gruppen.get((satz.kennung, "kategorie"), [])
    return page(
        ausgabe,
        "kategorien.html",
        adressen.kategorien(satz.kennung),
        titel=f"Kategorien {satz.kennung}",
        nav="aufgaben-",
        englisch=f"Results of task set {satz.kennung} by category.",
        satz=satz,
        saetze=sicht.laufende,
        arten=_kinds(ausgabe, satz.kennung, gruppen),
        zugaenge=sicht.gruppen.get((satz.kennung, "zugangsweg"), []),
        verfahren=sicht.gruppen.get((satz.kennung, "bewertungsverfahren"), []),
    )


def _kinds(
    ausgabe: Ausgabe, satz: str, gruppen: list[Gruppe]
) -> list[tuple[str, list[Kategoriezeile]]]:
    geordnet = sorted(gruppen, key=lambda g: (_kind_order(g.schluessel[0]), g.schluessel[1]))
    return [
        (art, [_category_row(ausgabe, satz, gruppe) for gruppe in teil])
        for art, teil in groupby(geordnet, key=lambda g: g.schluessel[0])
    ]


def _category_row(ausgabe: Ausgabe, satz: str, gruppe: Gruppe) -> Kategoriezeile:
    art, name = gruppe.schluessel
    adresse = adressen.kategorie(satz, art, adressen.slug(name))
    return name, adresse, gruppe.kennzahlen, len(tasks(ausgabe, satz, art, name))


def _kind_order(art: str) -> int:
    return ARTEN.index(art) if art in ARTEN else len(ARTEN)


def tasks(ausgabe: Ausgabe, satz: str, art: str, name: str) -> list[TestfallStand]:
    """Return the public Testfälle of a set that belong to a category."""
    sicht = ausgabe.sicht
    return [
        fall
        for fall in sicht.geordnete_faelle(sicht.saetze[satz].testfaelle)
        if any(k.art == art and k.name == name for k in fall.kategorien)
    ]


def kategorie(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render one category; KeyError if the build does not know it."""
    sicht = ausgabe.sicht
    satz = sicht.saetze[params["satz"]]
    art = params["art"]
    gruppe = _find(ausgabe, satz.kennung, art, params["name"])
    name = gruppe.schluessel[1]
    zellen = {g.schluessel[0]: g.kennzahlen for g in sicht.gruppen[satz.kennung, "testfall"]}
    return page(
        ausgabe,
        "kategorie.html",
        adressen.kategorie(satz.kennung, art, params["name"]),
        titel=f"{bezeichnung(art)} {name}",
        nav="aufgaben-",
        englisch=f"Tasks and results of the category {name}, task set {satz.kennung}.",
        satz=satz,
        art=art,
        name=name,
        k=gruppe.kennzahlen,
        faelle=[(f, zellen.get(f.kennung)) for f in tasks(ausgabe, satz.kennung, art, name)],
    )


def _find(ausgabe: Ausgabe, satz: str, art: str, slug: str) -> Gruppe:
    for gruppe in ausgabe.sicht.gruppen.get((satz, "kategorie"), []):
        if gruppe.schluessel[0] == art and adressen.slug(gruppe.schluessel[1]) == slug:
            return gruppe
    raise KeyError(slug)
