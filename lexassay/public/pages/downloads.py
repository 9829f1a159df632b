"""All exports of the build with what they hold, their checksums, licences and attribution."""

from __future__ import annotations

from collections.abc import Mapping

from lexassay.public.ausgabe import Ausgabe, Export
from lexassay.public.pages.builds import describe
from lexassay.public.pages.rahmen import page

PAKET = ("build.zip", "SHA256SUMS", "pruefe_build.py")
STAND = ("stand.json", "auswertung.json", "datenlexikon.csv", "dataset.jsonld", "croissant.json")


def downloads(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the files of the build in three groups, with size, meaning and checksum."""
    gruppen: dict[str, list[tuple[Export, str]]] = {
        "Ganzer Datensatz": [],
        "Tabellen": [],
        "Datenstand und Beschreibung": [],
    }
    for datei in sorted(ausgabe.dateien.values()):
        gruppen[_group(datei)].append((datei, describe(datei.pfad)))
    return page(
        ausgabe,
        "downloads.html",
        "downloads/",
        titel="Downloads",
        nav="build-",
        englisch="All exports of this build with checksums, licences and attribution.",
        gruppen=[(name, dateien) for name, dateien in gruppen.items() if dateien],
        pruefer="daten/pruefe_build.py" in ausgabe.dateien,
        saetze=[*ausgabe.sicht.laufende, *ausgabe.sicht.archivierte],
    )


def _group(datei: Export) -> str:
    name = datei.pfad.removeprefix("daten/")
    if name in PAKET:
        return "Ganzer Datensatz"
    return "Datenstand und Beschreibung" if name in STAND else "Tabellen"
