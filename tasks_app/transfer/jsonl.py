"""Pure: no Django, no I/O. Read JSON Lines: our own form, and the BenGER task file (R-1.4)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tasks_app.transfer.benger import KOPF, is_benger, task_of
from tasks_app.transfer.daten import Mangel
from tasks_app.transfer.inhalt import Ordnerinhalt
from tasks_app.transfer.schreiben import KOPFZEILE
from tasks_app.transfer.yaml_lesen import BOM, decode


def read_jsonl(datei: str, roh: bytes) -> Ordnerinhalt:
    """Read one object per line; every fault names its line and field."""
    inhalt = Ordnerinhalt()
    text, mangel = decode(datei, roh.removeprefix(BOM))
    if mangel:
        inhalt.maengel.append(mangel)
        return inhalt
    for zeile, objekt in _objects(datei, text, inhalt):
        zeilen = dict.fromkeys(objekt, zeile)
        if set(objekt) == {KOPFZEILE} and isinstance(objekt[KOPFZEILE], dict):
            inhalt.read_kopf(datei, objekt[KOPFZEILE], dict.fromkeys(objekt[KOPFZEILE], zeile))
        elif is_benger(objekt):
            inhalt.kopf = inhalt.kopf or dict(KOPF)
            inhalt.read_fall(datei, task_of(objekt), zeilen, zeile)
        else:
            inhalt.read_fall(datei, objekt, zeilen, zeile)
    if not inhalt.kopf and not inhalt.maengel:
        grund = f'Die erste Zeile muss den Aufgabensatz nennen: {{"{KOPFZEILE}": {{…}}}}.'
        inhalt.maengel.append(Mangel(datei, 1, "", grund))
    return inhalt


def _objects(datei: str, text: str, inhalt: Ordnerinhalt) -> Iterator[tuple[int, dict[str, Any]]]:
    for nummer, zeile in enumerate(text.split("\n"), start=1):
        if not zeile.strip():
            continue
        try:
            objekt = json.loads(zeile, object_pairs_hook=_unique, parse_constant=_no_constant)
        except (ValueError, RecursionError) as fehler:
            grund = f"Die Zeile ist kein gültiges JSON: {fehler}"
            inhalt.maengel.append(Mangel(datei, nummer, "", grund))
            continue
        if isinstance(objekt, dict):
            yield nummer, objekt
        else:
            inhalt.maengel.append(Mangel(datei, nummer, "", "Erwartet wird ein Objekt je Zeile."))


def _unique(paare: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that stands twice; the last one would win silently (case 20)."""
    ergebnis: dict[str, Any] = {}
    for name, wert in paare:
        if name in ergebnis:
            raise ValueError(f"Der Schlüssel „{name}“ steht zweimal.")
        ergebnis[name] = wert
    return ergebnis


def _no_constant(name: str) -> Any:
    raise ValueError(f"„{name}“ ist keine zulässige Zahl.")
