"""Pack official law archives into the data that ships with the project."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from citations_app.normenbestand.archiv import xml_of
from citations_app.normenbestand.paket import pack
from citations_app.normenbestand.parser import read_law

GESETZE = (
    "agg", "ao_1977", "arbgg", "arbzg", "bdsg_2018", "betrvg", "bgb", "bgbeg", "burlg", "entgfg",
    "famfg", "gg", "gmbhg", "gvg", "hgb", "inso", "kschg", "milog", "muschg_2018", "nachwg",
    "owig_1968", "prodhaftg", "sgb_1", "sgb_10", "stgb", "stpo", "stvo_2013", "tzbfg", "urhg",
    "uwg_2004", "vwgo", "vwvfg", "woeigg", "zpo",
)  # fmt: skip


class Command(BaseCommand):
    help = "Packt amtliche xml.zip-Archive (<Ordner>/<slug>/xml.zip) zum mitgelieferten Bestand."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ordner", type=Path)
        parser.add_argument("ziel", type=Path)

    def handle(self, *args: Any, ordner: Path, ziel: Path, **options: Any) -> None:
        rows = [self._pack(ordner, ziel, slug) for slug in GESETZE]
        text = json.dumps({"gesetze": rows}, ensure_ascii=False, indent=1) + "\n"
        (ziel / "verzeichnis.json").write_text(text, "utf-8")
        self.stdout.write(f"{len(rows)} Gesetze gepackt.")

    def _pack(self, ordner: Path, ziel: Path, slug: str) -> dict[str, str]:
        path = ordner / slug / "xml.zip"
        if not path.is_file():
            raise CommandError(f"Es fehlt {path}.")
        xml = xml_of(path.read_bytes())
        gesetz = read_law(xml)
        (ziel / f"{slug}.json.gz").write_bytes(pack(gesetz))
        return {
            "slug": slug,
            "jurabk": gesetz.jurabk,
            "amtabk": gesetz.amtabk,
            "titel": gesetz.titel,
            "builddate": gesetz.builddate,
            "doknr": gesetz.doknr,
            "xml_sha256": hashlib.sha256(xml).hexdigest(),
        }
