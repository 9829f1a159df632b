"""Import official law archives into the Normenbestand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from citations_app.normenbestand.archiv import KeinArchiv, xml_of
from citations_app.normenbestand.parser import KeinGesetz
from citations_app.services import import_gesetz


class Command(BaseCommand):
    help = "Liest amtliche Archive (<Ordner>/<slug>/xml.zip) in den Normenbestand ein."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ordner", type=Path)
        parser.add_argument("--herkunft", default="gesetze-im-internet.de, amtliches XML")

    def handle(self, *args: Any, ordner: Path, herkunft: str, **options: Any) -> None:
        paths = sorted(ordner.glob("*/xml.zip"))
        if not paths:
            raise CommandError(f"In {ordner} liegt kein Archiv der Form <slug>/xml.zip.")
        neu = fehler = 0
        for path in paths:
            try:
                _, created = import_gesetz(
                    slug=path.parent.name, xml=xml_of(path.read_bytes()), herkunft=herkunft
                )
            except (KeinArchiv, KeinGesetz) as error:
                fehler += 1
                self.stderr.write(f"{path.parent.name}: {error}")
            else:
                neu += created
        self.stdout.write(f"{len(paths)} Archive gelesen: {neu} neu, {fehler} nicht lesbar.")
        if fehler:
            raise CommandError("Nicht alle Archive waren lesbar; die übrigen sind eingelesen.")
