"""A table of the exports as CSV, JSON and Parquet, the same values in each."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from lexassay.builds.exports.felder import Tabelle, Wert

T = TypeVar("T")
FORMELZEICHEN = ("=", "+", "-", "@", "\t", "\r")
DUCKDB_TYP = {"int": "BIGINT", "text": "VARCHAR", "bool": "BOOLEAN"}


def rows(tabelle: Tabelle[T], objekte: Iterable[T]) -> list[list[Wert]]:
    """Return the values of a table, row by row, in the order of its columns."""
    return [[spalte.lies(objekt) for spalte in tabelle.spalten] for objekt in objekte]


def to_csv(tabelle: Tabelle[T], werte: Sequence[Sequence[Wert]]) -> bytes:
    """Return CSV that a German Excel opens right: BOM, semicolons, CRLF, never a formula."""
    puffer = io.StringIO()
    schreiber = csv.writer(puffer, delimiter=";", lineterminator="\r\n")
    schreiber.writerow([spalte.name for spalte in tabelle.spalten])
    for zeile in werte:
        schreiber.writerow([_cell(wert) for wert in zeile])
    return b"\xef\xbb\xbf" + puffer.getvalue().encode()


def _cell(wert: Wert) -> str | int:
    if wert is None:
        return ""
    if isinstance(wert, bool):
        return "ja" if wert else "nein"
    if isinstance(wert, str) and wert.startswith(FORMELZEICHEN):
        return "'" + wert
    return wert


def to_json(tabelle: Tabelle[T], werte: Sequence[Sequence[Wert]], kopf: dict[str, Any]) -> bytes:
    """Return a JSON object: head (build, licence, columns) and one object per row."""
    namen = [spalte.name for spalte in tabelle.spalten]
    zeilen = [dict(zip(namen, zeile, strict=True)) for zeile in werte]
    return (json.dumps({**kopf, "zeilen": zeilen}, ensure_ascii=False, indent=1) + "\n").encode()


def to_parquet(tabelle: Tabelle[T], werte: Sequence[Sequence[Wert]]) -> bytes:
    """Return Parquet, written by one thread so that the same values give the same bytes.

    duckdb writes to a path only; the file lives in a folder of its own for that moment.
    """
    import duckdb

    spalten = ", ".join(f"{s.name} {DUCKDB_TYP[s.typ]}" for s in tabelle.spalten)
    platz = ", ".join("?" for _ in tabelle.spalten)
    with (
        tempfile.TemporaryDirectory() as ordner,
        duckdb.connect(config={"threads": 1}) as datenbank,
    ):
        ziel = Path(ordner) / "tabelle.parquet"
        datenbank.execute(f"CREATE TABLE t ({spalten})")
        if werte:
            datenbank.executemany(f"INSERT INTO t VALUES ({platz})", [list(z) for z in werte])
        datenbank.execute(f"COPY t TO '{ziel}' (FORMAT parquet)")
        return ziel.read_bytes()
