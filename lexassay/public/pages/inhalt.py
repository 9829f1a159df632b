"""The table of contents of a build: which pages there are, and under which address."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lexassay.public import adressen
from lexassay.public.ausgabe import Ausgabe

Eintrag = tuple[str, dict[str, str]]

FESTE: dict[str, str] = {
    "startseite": "",
    "laeufe": "laeufe/",
    "methode": "methode/",
    "zitate": "zitate/",
    "laufzeiten": "laufzeiten/",
    "status": "status/",
    "judge": "judge/",
    "archiv": "archiv/",
    "korrekturen": "korrekturen/",
    "downloads": "downloads/",
    "notizen": "notizen/",
    "kontakt": "kontakt/",
    "impressum": "impressum/",
    "datenschutz": "datenschutz/",
    "barrierefreiheit": "barrierefreiheit/",
}
"""URL name → address of the pages that every build has once."""

ADRESSEN: dict[str, Callable[..., str]] = {
    "rangliste": adressen.rangliste,
    "aufgaben": adressen.aufgaben,
    "matrix": adressen.matrix,
    "kategorien": adressen.kategorien,
    "kategorie": adressen.kategorie,
    "build": adressen.build,
    "lauf": adressen.lauf,
    "teilnahme": adressen.teilnahme,
    "modell": adressen.modell,
    "aufgabe": adressen.aufgabe,
    "antwort": adressen.antwort,
    "notiz": adressen.notiz,
}
"""URL name → address as a function of the parameters, in their order."""

JE_SATZ = ("rangliste", "aufgaben", "matrix", "kategorien")


def contents(ausgabe: Ausgabe) -> Iterator[Eintrag]:
    """Yield (URL name, parameters) of every page; the order is that of the Datenstand."""
    sicht = ausgabe.sicht
    yield from ((name, {}) for name in FESTE)
    yield "build", {"kennung": ausgabe.kennung}
    yield from ((name, {"satz": satz}) for satz in sicht.saetze for name in JE_SATZ)
    yield from _categories(ausgabe)
    yield from (("modell", {"modell": modell}) for modell in sicht.modelle)
    yield from (("lauf", {"lauf": lauf}) for lauf in sicht.laeufe)
    yield from (("teilnahme", {"teilnahme": teilnahme}) for teilnahme in sicht.teilnahmen)
    yield from (("aufgabe", {"testfall": fall}) for fall in sicht.faelle)
    yield from (
        ("notiz", {"kennung": text.kennung}) for text in sicht.texte.get("research_note", [])
    )
    for run in ausgabe.stand.runs:
        index = str(run.run_index)
        yield (
            "antwort",
            {"teilnahme": run.teilnahme, "testfall": run.testfall, "index": index},
        )


def _categories(ausgabe: Ausgabe) -> Iterator[Eintrag]:
    for (satz, ebene), gruppen in ausgabe.sicht.gruppen.items():
        if ebene == "kategorie":
            for gruppe in gruppen:
                art, name = gruppe.schluessel
                yield "kategorie", {"satz": satz, "art": art, "name": adressen.slug(name)}


def address(name: str, params: dict[str, str]) -> str:
    """Return the address of a page."""
    return FESTE[name] if name in FESTE else ADRESSEN[name](*params.values())


def addresses(ausgabe: Ausgabe) -> list[str]:
    """Return the addresses of all pages of the build."""
    return [address(name, params) for name, params in contents(ausgabe)]
