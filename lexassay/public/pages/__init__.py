"""All pages of a build as files: path → bytes (DESIGN 4). Start reading at ``inhalt.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lexassay.protokoll.kanon import canonical_json
from lexassay.public import adressen, feeds
from lexassay.public.assets import load_assets
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.pages import builds, texte, uebersichten
from lexassay.public.pages.antwort import antwort, evidence, find_run, render_answer
from lexassay.public.pages.aufgabe import aufgabe, aufgaben, task_data
from lexassay.public.pages.downloads import downloads
from lexassay.public.pages.inhalt import address, addresses, contents
from lexassay.public.pages.judge import judge
from lexassay.public.pages.kategorie import kategorie, kategorien
from lexassay.public.pages.korrekturen import korrekturen
from lexassay.public.pages.lauf import laeufe, lauf
from lexassay.public.pages.matrix import matrix
from lexassay.public.pages.methode import methode
from lexassay.public.pages.modell import modell
from lexassay.public.pages.rangliste import rangliste, startseite
from lexassay.public.pages.teilnahme import teilnahme

Seite = Callable[[Ausgabe, Mapping[str, str]], bytes]

SEITEN: dict[str, Seite] = {
    "startseite": startseite,
    "rangliste": rangliste,
    "laeufe": laeufe,
    "lauf": lauf,
    "teilnahme": teilnahme,
    "modell": modell,
    "antwort": antwort,
    "aufgaben": aufgaben,
    "aufgabe": aufgabe,
    "matrix": matrix,
    "kategorien": kategorien,
    "kategorie": kategorie,
    "zitate": uebersichten.zitate,
    "laufzeiten": uebersichten.laufzeiten,
    "status": uebersichten.status,
    "judge": judge,
    "archiv": uebersichten.archiv,
    "methode": methode,
    "build": builds.build,
    "korrekturen": korrekturen,
    "downloads": downloads,
    "notizen": texte.notizen,
    "notiz": texte.notiz,
    "kontakt": texte.kontakt,
    "impressum": texte.impressum,
    "datenschutz": texte.datenschutz,
    "barrierefreiheit": texte.barrierefreiheit,
}
"""URL name → the function that renders it; its address stands in ``inhalt.py``."""
RAHMEN = "daten/rahmen.json"


def render_page(ausgabe: Ausgabe, name: str, params: Mapping[str, str]) -> bytes:
    """Render one page by its URL name; KeyError if the build does not have it."""
    return SEITEN[name](ausgabe, params)


def render_all(ausgabe: Ausgabe) -> dict[str, bytes]:
    """Return path → bytes of every page, data file and asset; the same Ausgabe, the same bytes."""
    dateien: dict[str, bytes] = dict(load_assets().dateien)
    for name, params in contents(ausgabe):
        adresse = address(name, params)
        if name == "antwort":
            run = find_run(ausgabe, params)
            beleg = dateien[adresse + "daten.json"] = evidence(ausgabe, run)
            dateien[adressen.datei(adresse)] = render_answer(ausgabe, run, beleg)
        else:
            dateien[adressen.datei(adresse)] = SEITEN[name](ausgabe, params)
    for fall in ausgabe.stand.testfaelle:
        dateien[adressen.aufgabe(fall.kennung) + "daten.json"] = task_data(ausgabe, fall)
    dateien |= _machine_files(ausgabe)
    dateien["404.html"] = texte.fehlt(ausgabe)
    return dict(sorted(dateien.items()))


def _machine_files(ausgabe: Ausgabe) -> dict[str, bytes]:
    return {
        "feed.xml": feeds.atom(ausgabe),
        "sitemap.xml": feeds.sitemap(ausgabe, addresses(ausgabe)),
        "robots.txt": feeds.robots(ausgabe),
        RAHMEN: frame_data(ausgabe),
    }


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
