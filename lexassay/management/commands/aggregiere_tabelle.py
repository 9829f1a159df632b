"""``manage.py aggregiere_tabelle DATEI.csv``: recompute a published leaderboard by our code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lexassay.builds.fremdtabelle import TabelleUnlesbar, read_table, recompute, to_csv


class Command(BaseCommand):
    help = "Mittelwerte, 95-%-Intervalle und Ranggruppen einer Tabelle system,task,score (0–100)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("datei", type=Path)
        parser.add_argument("--name", default="tabelle", help="Name, der die Ziehungen festlegt")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            text = options["datei"].read_text("utf-8")
            zeilen = recompute(read_table(text), options["name"])
        except (OSError, UnicodeDecodeError):
            raise CommandError("Die Datei ist nicht lesbar (erwartet wird CSV in UTF-8).") from None
        except TabelleUnlesbar as fehler:
            raise CommandError(str(fehler)) from None
        self.stdout.write(to_csv(zeilen), ending="")
