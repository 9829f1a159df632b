"""Read the folder of an Aufgabensatz: one YAML file per Testfall (R-1.4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tasks_app.transfer.daten import AUFGABENSATZ_FELDER, TESTFALL_FELDER, Leser, Mangel
from tasks_app.transfer.yaml_lesen import read_yaml

KOPFDATEI = "aufgabensatz.yaml"
BEIDATEIEN = frozenset({"regelbeispiele.yaml", "erwartung.yaml", "abdeckung.yaml"})
"""Files of a folder that describe no Testfall."""


@dataclass(slots=True)
class Ordnerinhalt:
    """What a folder holds, and every fault in it."""

    kopf: dict[str, Any] = field(default_factory=dict)
    faelle: list[dict[str, Any]] = field(default_factory=list)
    maengel: list[Mangel] = field(default_factory=list)


def read_folder(ordner: Path) -> Ordnerinhalt:
    """Read all files of a folder; nothing is imported here."""
    inhalt = Ordnerinhalt()
    if not (ordner / KOPFDATEI).is_file():
        inhalt.maengel.append(Mangel(KOPFDATEI, 0, "", "Die Datei fehlt im Ordner."))
        return inhalt
    inhalt.kopf = _read(ordner / KOPFDATEI, AUFGABENSATZ_FELDER, inhalt)
    gesehen: dict[tuple[str, int], str] = {}
    for datei in sorted(ordner.glob("*.yaml")):
        if datei.name == KOPFDATEI or datei.name in BEIDATEIEN:
            continue
        fall = _read(datei, TESTFALL_FELDER, inhalt)
        if not fall:
            continue
        schluessel = (fall["kennung"], fall["version"])
        if schluessel in gesehen:
            grund = f"Kennung und Fassung stehen schon in {gesehen[schluessel]}."
            inhalt.maengel.append(Mangel(datei.name, 0, "kennung", grund))
        gesehen[schluessel] = datei.name
        inhalt.faelle.append(fall)
    return inhalt


def _read(datei: Path, felder: Any, inhalt: Ordnerinhalt) -> dict[str, Any]:
    daten, zeilen, maengel = read_yaml(datei.name, datei.read_bytes())
    inhalt.maengel.extend(maengel)
    if maengel:
        return {}
    leser = Leser(datei.name, zeilen)
    ergebnis = leser.read(daten, felder)
    inhalt.maengel.extend(leser.maengel)
    return ergebnis
