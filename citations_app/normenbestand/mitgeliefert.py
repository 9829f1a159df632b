"""The laws that are packaged with the project: read from `daten/`, never from the network."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from citations_app.normenbestand.bestand import Bestand

DATEN = resources.files("citations_app.normenbestand") / "daten"


@dataclass(frozen=True, slots=True, kw_only=True)
class Eintrag:
    """One line of the list of packaged laws; `xml_sha256` is the hash of the official XML."""

    slug: str
    jurabk: str
    amtabk: str
    titel: str
    builddate: str
    doknr: str
    xml_sha256: str


@cache
def verzeichnis() -> dict[str, Eintrag]:
    """Return the packaged laws by slug."""
    rows = json.loads((DATEN / "verzeichnis.json").read_text("utf-8"))["gesetze"]
    return {row["slug"]: Eintrag(**row) for row in rows}


def load(slug: str) -> bytes | None:
    """Return the packed bytes of a law, None if it is not packaged."""
    if slug not in verzeichnis():
        return None
    return (DATEN / f"{slug}.json.gz").read_bytes()


@cache
def mitgelieferter_bestand() -> Bestand:
    """Return the packaged Normenbestand, one per process."""
    return Bestand(load)
