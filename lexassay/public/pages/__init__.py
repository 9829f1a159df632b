"""All pages of a build as files: path → bytes (DESIGN 4). Start reading at ``inhalt.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lexassay.protokoll.kanon import canonical_json
from lexassay.public import adressen
from lexassay.public.assets import load_assets
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.pages.antwort import antwort, evidence
from lexassay.public.pages.aufgabe import aufgabe, aufgaben, task_data
from lexassay.public.pages.inhalt import contents
from lexassay.public.pages.lauf import laeufe, lauf
from lexassay.public.pages.methode import methode
from lexassay.public.pages.rangliste import rangliste, startseite
from lexassay.public.pages.teilnahme import teilnahme

Seite = Callable[[Ausgabe, Mapping[str, str]], bytes]
Adresse = Callable[..., str]

SEITEN: dict[str, tuple[Adresse, Seite]] = {
    "startseite": (lambda: "", startseite),
    "rangliste": (adressen.rangliste, rangliste),
    "lauf": (adressen.lauf, lauf),
    "laeufe": (lambda: "laeufe/", laeufe),
    "teilnahme": (adressen.teilnahme, teilnahme),
    "antwort": (adressen.antwort, antwort),
    "aufgabe": (adressen.aufgabe, aufgabe),
    "aufgaben": (adressen.aufgaben, aufgaben),
    "methode": (lambda: "methode/", methode),
}
"""URL name → (address of its parameters, function that renders it)."""
RAHMEN = "daten/rahmen.json"


def render_page(ausgabe: Ausgabe, name: str, params: Mapping[str, str]) -> bytes:
    """Render one page by its URL name; KeyError if the build does not have it."""
    return SEITEN[name][1](ausgabe, params)


def render_all(ausgabe: Ausgabe) -> dict[str, bytes]:
    """Return path → bytes of every page, data file and asset; the same Ausgabe, the same bytes."""
    dateien: dict[str, bytes] = dict(load_assets().dateien)
    for name, params in contents(ausgabe):
        adresse_von, seite = SEITEN[name]
        dateien[adressen.datei(adresse_von(*params.values()))] = seite(ausgabe, params)
    dateien |= _leaf_data(ausgabe)
    dateien[RAHMEN] = frame_data(ausgabe)
    return dict(sorted(dateien.items()))


def frame_data(ausgabe: Ausgabe) -> bytes:
    """What a page needs beside the public data, so that a live view can render it again."""
    return canonical_json(
        {
            "exporte": [list(export) for export in ausgabe.dateien.values()],
            "konstanten": dict(ausgabe.konstanten),
            "tore": [list(bericht) for bericht in ausgabe.berichte],
            "vorgaenger": ausgabe.vorgaenger,
        }
    ).encode()


def _leaf_data(ausgabe: Ausgabe) -> dict[str, bytes]:
    """The data behind the leaf pages; their checksums stand on the pages (R-12.7)."""
    dateien = {
        adressen.aufgabe(fall.kennung) + "daten.json": task_data(ausgabe, fall)
        for fall in ausgabe.stand.testfaelle
    }
    for run in ausgabe.stand.runs:
        adresse = adressen.antwort(run.teilnahme, run.testfall, run.run_index)
        dateien[adresse + "daten.json"] = evidence(ausgabe, run)
    return dateien
