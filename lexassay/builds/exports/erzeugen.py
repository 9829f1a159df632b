"""All exports of a build from its public Datenstand and its numbers (R-12.5)."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from lexassay.builds.auswertung import Auswertung
from lexassay.builds.datenstand import Datenstand
from lexassay.builds.exports.felder import RANGLISTE, RUNS, ZITATE, Tabelle, Zitatzeile
from lexassay.builds.exports.formate import rows, to_csv, to_json, to_parquet
from lexassay.builds.serialise import dump
from lexassay.protokoll.kanon import sha256_hex

ZEIT_IM_ARCHIV = (1980, 1, 1, 0, 0, 0)


def make_exports(kennung: str, stand: Datenstand, auswertung: Auswertung) -> dict[str, bytes]:
    """Return path → bytes of every export; ``stand`` is the redacted one."""
    kopf = _head(kennung, stand)
    dateien: dict[str, bytes] = {
        "daten/stand.json": dump(stand),
        "daten/auswertung.json": dump(auswertung),
        "daten/datenlexikon.csv": _dictionary(),
        "daten/dataset.jsonld": _json_ld(kennung, stand),
        "daten/croissant.json": _croissant(kennung, stand),
        "daten/pruefe_build.py": files("lexassay.builds.exports")
        .joinpath("pruefe_build.py.txt")
        .read_bytes(),
    }
    for liste in auswertung.ranglisten:
        zeilen = rows(RANGLISTE, (*liste.zeilen, *liste.ohne_rang))
        dateien |= _formats(RANGLISTE, f"rangliste-{liste.aufgabensatz}", zeilen, kopf)
    dateien |= _formats(RUNS, "runs", rows(RUNS, stand.runs), kopf)
    zitate = [Zitatzeile(run, zitat) for run in stand.runs for zitat in run.zitate]
    dateien |= _formats(ZITATE, "zitate", rows(ZITATE, zitate), kopf)
    dateien["daten/SHA256SUMS"] = _sums(dateien)
    dateien["daten/build.zip"] = _archive(dateien)
    return dateien


def _head(kennung: str, stand: Datenstand) -> dict[str, Any]:
    return {
        "build": kennung,
        "stand": stand.stand.isoformat(),
        "methodenfassung": stand.methodenfassung,
        "beispieldaten": stand.beispieldaten,
        "lizenzen": {
            satz.kennung: {"lizenz": satz.lizenz, "namensnennung": satz.namensnennung}
            for satz in stand.aufgabensaetze
        },
    }


def _formats(
    tabelle: Tabelle[Any], name: str, zeilen: list[list[Any]], kopf: dict[str, Any]
) -> dict[str, bytes]:
    return {
        f"daten/{name}.csv": to_csv(tabelle, zeilen),
        f"daten/{name}.json": to_json(tabelle, zeilen, kopf),
        f"daten/{name}.parquet": to_parquet(tabelle, zeilen),
    }


def _dictionary() -> bytes:
    puffer = io.StringIO()
    schreiber = csv.writer(puffer, delimiter=";", lineterminator="\r\n")
    schreiber.writerow(["tabelle", "spalte", "typ", "beschreibung"])
    for tabelle in (RANGLISTE, RUNS, ZITATE):
        for spalte in tabelle.spalten:
            schreiber.writerow([tabelle.name, spalte.name, spalte.typ, spalte.beschreibung])
    return b"\xef\xbb\xbf" + puffer.getvalue().encode()


def _json_ld(kennung: str, stand: Datenstand) -> bytes:
    return _pretty(
        {
            "@context": "https://schema.org/",
            "@type": "Dataset",
            "name": f"{stand.einstellung('seitenname')}, Build {kennung}",
            "description": "Ergebnisse eines Tests von Sprachmodellen mit juristischen Aufgaben.",
            "inLanguage": "de",
            "version": kennung,
            "dateModified": stand.stand.isoformat(),
            "license": sorted({satz.lizenz for satz in stand.aufgabensaetze if satz.lizenz}),
            "creditText": sorted(
                {s.namensnennung for s in stand.aufgabensaetze if s.namensnennung}
            ),
            "distribution": [
                {"@type": "DataDownload", "encodingFormat": typ, "contentUrl": f"/daten/runs.{art}"}
                for art, typ in (
                    ("csv", "text/csv"),
                    ("json", "application/json"),
                    ("parquet", "application/vnd.apache.parquet"),
                )
            ],
        }
    )


def _croissant(kennung: str, stand: Datenstand) -> bytes:
    felder = [
        {
            "@type": "cr:Field",
            "@id": f"runs/{spalte.name}",
            "name": spalte.name,
            "description": spalte.beschreibung,
            "dataType": {"int": "sc:Integer", "bool": "sc:Boolean"}.get(spalte.typ, "sc:Text"),
            "source": {"fileObject": {"@id": "runs.csv"}, "extract": {"column": spalte.name}},
        }
        for spalte in RUNS.spalten
    ]
    return _pretty(
        {
            "@context": {
                "@vocab": "https://schema.org/",
                "sc": "https://schema.org/",
                "cr": "http://mlcommons.org/croissant/",
                "dct": "http://purl.org/dc/terms/",
            },
            "@type": "sc:Dataset",
            "dct:conformsTo": "http://mlcommons.org/croissant/1.0",
            "name": f"{stand.einstellung('seitenname')}, Build {kennung}",
            "version": kennung,
            "datePublished": stand.stand.isoformat(),
            "distribution": [
                {
                    "@type": "cr:FileObject",
                    "@id": "runs.csv",
                    "name": "runs.csv",
                    "contentUrl": "/daten/runs.csv",
                    "encodingFormat": "text/csv",
                }
            ],
            "recordSet": [{"@type": "cr:RecordSet", "@id": "runs", "field": felder}],
        }
    )


def _pretty(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _sums(dateien: Mapping[str, bytes]) -> bytes:
    return "".join(
        f"{sha256_hex(inhalt)}  {pfad.removeprefix('daten/')}\n"
        for pfad, inhalt in sorted(dateien.items())
    ).encode()


def _archive(dateien: Mapping[str, bytes]) -> bytes:
    """One ZIP per build, with fixed times and order (DESIGN 8)."""
    puffer = io.BytesIO()
    with zipfile.ZipFile(puffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archiv:
        for pfad, inhalt in sorted(dateien.items()):
            info = zipfile.ZipInfo(pfad.removeprefix("daten/"), ZEIT_IM_ARCHIV)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archiv.writestr(info, inhalt)
    return puffer.getvalue()
