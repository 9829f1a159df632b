"""Read the folder of an Aufgabensatz, one YAML file per Testfall, or a single file (R-1.4)."""

from __future__ import annotations

from pathlib import Path

from tasks_app.transfer.daten import Mangel
from tasks_app.transfer.inhalt import Ordnerinhalt
from tasks_app.transfer.jsonl import read_jsonl
from tasks_app.transfer.tabelle import read_table
from tasks_app.transfer.yaml_lesen import read_yaml

KOPFDATEI = "aufgabensatz.yaml"
BEIDATEIEN = frozenset({"regelbeispiele.yaml", "erwartung.yaml", "abdeckung.yaml"})
"""Files of a folder that describe no Testfall."""

__all__ = ["BEIDATEIEN", "KOPFDATEI", "Ordnerinhalt", "read_folder", "read_path"]


def read_folder(ordner: Path) -> Ordnerinhalt:
    """Read all files of a folder; nothing is imported here."""
    inhalt = Ordnerinhalt()
    if not (ordner / KOPFDATEI).is_file():
        inhalt.maengel.append(Mangel(KOPFDATEI, 0, "", "Die Datei fehlt im Ordner."))
        return inhalt
    for datei in (ordner / KOPFDATEI, *sorted(ordner.glob("*.yaml"))):
        if datei.name in BEIDATEIEN or (datei.name == KOPFDATEI and inhalt.kopf):
            continue
        if not datei.is_file():
            inhalt.maengel.append(Mangel(datei.name, 0, "", "Das ist keine Datei."))
            continue
        daten, zeilen, maengel = read_yaml(datei.name, datei.read_bytes())
        inhalt.maengel.extend(maengel)
        if maengel:
            continue
        if datei.name == KOPFDATEI:
            inhalt.read_kopf(datei.name, daten, zeilen)
        else:
            inhalt.read_fall(datei.name, daten, zeilen)
    return inhalt


def read_path(pfad: Path) -> Ordnerinhalt:
    """Read a folder, a JSON Lines file or a table, by what the name says."""
    if pfad.is_dir():
        return read_folder(pfad)
    match pfad.suffix.lower():
        case ".jsonl":
            return read_jsonl(pfad.name, pfad.read_bytes())
        case ".csv":
            return read_table(pfad.name, pfad.read_bytes())
    grund = "Gelesen werden ein Ordner mit YAML-Dateien, .jsonl und .csv."
    return Ordnerinhalt(maengel=[Mangel(pfad.name, 0, "", grund)])
