"""``manage.py beispiel``: load the sample through the whole pipeline, up to a released build."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lexassay.beispiel.ablauf import Ablauf, BeispielUnzulaessig
from lexassay.beispiel.fremd import FremdeDaten
from lexassay.beispiel.warten import ZuLange


class Command(BaseCommand):
    help = (
        "Lädt die Beispieldaten über die ganze Pipeline bis zum freigegebenen Build. Dazu müssen"
        " Worker und Beispielanbieter laufen, wie „make start“ sie startet."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--anbieter",
            required=True,
            help="Adresse des Beispielanbieters, z. B. http://127.0.0.1:8101",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            Ablauf(say=self.stdout.write, anbieteradresse=options["anbieter"].rstrip("/")).run()
        except (BeispielUnzulaessig, FremdeDaten, ZuLange) as fehler:
            raise CommandError(str(fehler)) from None
