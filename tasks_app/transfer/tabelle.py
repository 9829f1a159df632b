"""Pure: no Django, no I/O. Read the flat fields of Testfälle from a table (CSV; case 1).

The columns bear the field names of the YAML form; ``aufgabensatz`` names the Aufgabensatz, which
exists already. Kategorien stand in one cell: ``domaene: Zivilprozess | format: Fließtext``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from tasks_app.transfer.daten import TESTFALL_FELDER, Mangel
from tasks_app.transfer.inhalt import Ordnerinhalt
from tasks_app.transfer.yaml_lesen import BOM, decode

SATZSPALTE = "aufgabensatz"
FLACHE_FELDER = tuple(
    name for name, regel in TESTFALL_FELDER.items() if not regel.art.startswith("objekt")
)
SPALTEN = (SATZSPALTE, *FLACHE_FELDER, "kategorien")


def read_table(datei: str, roh: bytes) -> Ordnerinhalt:
    """Read a table with commas or semicolons; a byte-order mark is no part of the first column."""
    inhalt = Ordnerinhalt()
    text, mangel = decode(datei, roh.removeprefix(BOM))
    if mangel:
        inhalt.maengel.append(mangel)
        return inhalt
    kopf = text.split("\n", 1)[0]
    trenner = ";" if kopf.count(";") > kopf.count(",") else ","
    leser = csv.DictReader(io.StringIO(text, newline=""), delimiter=trenner, strict=True)
    try:
        _read_rows(datei, leser, inhalt)
    except csv.Error as fehler:
        grund = f"Die Tabelle ist nicht lesbar: {fehler}"
        inhalt.maengel.append(Mangel(datei, leser.line_num, "", grund))
    return inhalt


def _read_rows(datei: str, leser: Any, inhalt: Ordnerinhalt) -> None:
    fremd = [name for name in leser.fieldnames or () if name not in SPALTEN]
    for name in fremd:
        inhalt.maengel.append(Mangel(datei, 1, name, "Diese Spalte gibt es nicht."))
    if fremd:
        return
    inhalt.spalten = frozenset(leser.fieldnames or ()) - {SATZSPALTE}
    zeile = leser.line_num + 1
    for reihe in leser:
        if None in reihe or None in reihe.values():
            grund = "Die Zeile hat nicht so viele Felder wie die Kopfzeile."
            inhalt.maengel.append(Mangel(datei, zeile, "", grund))
        else:
            _read_row(datei, reihe, zeile, inhalt)
        zeile = leser.line_num + 1


def _read_row(datei: str, reihe: Mapping[str, str], zeile: int, inhalt: Ordnerinhalt) -> None:
    satz = reihe.get(SATZSPALTE, "")
    bisher = inhalt.kopf.get("kennung", satz)
    if not satz or satz != bisher:
        grund = "Jede Zeile nennt denselben Aufgabensatz."
        inhalt.maengel.append(Mangel(datei, zeile, SATZSPALTE, grund))
    inhalt.kopf = {"kennung": bisher}
    werte: dict[str, Any] = {k: v.replace("\r\n", "\n") for k, v in reihe.items() if v}
    werte.pop(SATZSPALTE, None)
    if werte.get("version", "").isdecimal():
        werte["version"] = int(werte["version"])
    if "kategorien" in werte:
        werte["kategorien"] = [_category(teil) for teil in werte["kategorien"].split("|")]
    inhalt.read_fall(datei, werte, dict.fromkeys(werte, zeile), zeile)


def _category(teil: str) -> dict[str, str]:
    art, _, name = teil.partition(":")
    return {"art": art.strip(), "name": name.strip()}


def to_table(satz: str, faelle: Sequence[Mapping[str, Any]]) -> bytes:
    """Return the flat fields as CSV with semicolons and a byte-order mark, as Excel reads it."""
    puffer = io.StringIO(newline="")
    schreiber = csv.DictWriter(puffer, SPALTEN, delimiter=";", lineterminator="\r\n")
    schreiber.writeheader()
    for fall in faelle:
        zeile = {name: fall.get(name) or "" for name in FLACHE_FELDER}
        namen = (f"{k['art']}: {k['name']}" for k in fall.get("kategorien", ()))
        schreiber.writerow({**zeile, SATZSPALTE: satz, "kategorien": " | ".join(namen)})
    return BOM + puffer.getvalue().encode()
