"""The style, scripts and fonts of a build, each under its own checksum (DESIGN 4)."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ORDNER = Path(__file__).resolve().parents[2] / "static" / "public"
STILE = ("tokens.css", "lexassay.css", "site.css")
_SCHRIFT = re.compile(r'url\("fonts/([^"]+)"\)')


@dataclass(frozen=True, slots=True)
class Assets:
    """What pages refer to (paths relative to the site) and the bytes behind every path."""

    stil: str
    skript: str
    schema: str
    marke: str
    lizenzen: tuple[tuple[str, str], ...]
    dateien: dict[str, bytes]


def _pfad(inhalt: bytes, endung: str) -> str:
    return f"assets/{hashlib.sha256(inhalt).hexdigest()}{endung}"


@cache
def load_assets() -> Assets:
    """Read the assets once; the same files give the same paths and bytes."""
    dateien: dict[str, bytes] = {}

    def add(name: str, inhalt: bytes | None = None) -> str:
        roh = (ORDNER / name).read_bytes() if inhalt is None else inhalt
        pfad = _pfad(roh, Path(name).suffix)
        dateien[pfad] = roh
        return pfad

    css = "\n".join((ORDNER / name).read_text(encoding="utf-8") for name in STILE)
    css = _SCHRIFT.sub(lambda m: f'url("{Path(add("fonts/" + m[1])).name}")', css)
    return Assets(
        stil=add("site.css", css.encode()),
        skript=add("lexassay.js"),
        schema=add("schema.js"),
        marke=add("marke.svg"),
        lizenzen=(
            (
                "Source Serif 4 und Source Sans 3",
                add("fonts/OFL-Source-Serif-4-und-Source-Sans-3.txt"),
            ),
            ("IBM Plex Mono", add("fonts/OFL-IBM-Plex-Mono.txt")),
        ),
        dateien=dateien,
    )
