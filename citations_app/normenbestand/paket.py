"""Pure: no Django, no I/O. The compact form of a law: structure first, wording second.

Two lines of JSON, compressed: a look-up reads the first only. The form is stable, so that the same
law always packs to the same bytes.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from citations_app.normenbestand.types import Absatz, Gesetz, Vorschrift

FORMAT = 1


def pack(gesetz: Gesetz) -> bytes:
    """Return the compressed compact form of a law."""
    kopf = {
        "format": FORMAT,
        "jurabk": gesetz.jurabk,
        "amtabk": gesetz.amtabk,
        "titel": gesetz.titel,
        "builddate": gesetz.builddate,
        "doknr": gesetz.doknr,
        "normen": [_pack_vorschrift(v) for v in gesetz.normen.values()],
    }
    wortlaut = {v.schluessel: v.wortlaut for v in gesetz.normen.values() if v.wortlaut}
    lines = "\n".join(json.dumps(part, ensure_ascii=False) for part in (kopf, wortlaut))
    return gzip.compress(lines.encode(), compresslevel=9, mtime=0)


def _pack_vorschrift(v: Vorschrift) -> list[Any]:
    absaetze = [[a.nummer, a.saetze, list(a.nummern), int(a.weggefallen)] for a in v.absaetze]
    return [v.schluessel, v.titel, int(v.weggefallen), int(v.gezaehlt), absaetze]


def unpack(paket: bytes) -> Gesetz:
    """Return the law without its wording; raises `ValueError` for an unknown form."""
    kopf = json.loads(gzip.decompress(paket).split(b"\n", 1)[0])
    if kopf.get("format") != FORMAT:
        raise ValueError(f"Unbekanntes Format des Normenbestands: {kopf.get('format')!r}")
    normen = {row[0]: _unpack_vorschrift(row) for row in kopf["normen"]}
    return Gesetz(
        jurabk=kopf["jurabk"],
        amtabk=kopf["amtabk"],
        titel=kopf["titel"],
        builddate=kopf["builddate"],
        doknr=kopf["doknr"],
        normen=MappingProxyType(normen),
    )


def _unpack_vorschrift(row: list[Any]) -> Vorschrift:
    schluessel, titel, weggefallen, gezaehlt, absaetze = row
    return Vorschrift(
        schluessel=schluessel,
        titel=titel,
        weggefallen=bool(weggefallen),
        gezaehlt=bool(gezaehlt),
        absaetze=tuple(
            Absatz(nummer=n, saetze=s, nummern=tuple(nn), weggefallen=bool(w))
            for n, s, nn, w in absaetze
        ),
    )


def unpack_wortlaut(paket: bytes) -> Mapping[str, str]:
    """Return the wording of every section by key."""
    texts: dict[str, str] = json.loads(gzip.decompress(paket).split(b"\n", 1)[1])
    return texts
