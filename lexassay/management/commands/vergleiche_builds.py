"""``manage.py vergleiche_builds ALT NEU``: every changed row of two builds, with its cause."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lexassay.builds.models import BuildManifest
from lexassay.builds.selectors import public_part
from lexassay.builds.vergleich import Buildteil, compare


class Command(BaseCommand):
    help = "Nennt jede geänderte Zeile zweier Builds mit Score vorher und nachher und der Ursache."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("alt", help="Kennung des früheren Builds")
        parser.add_argument("neu", help="Kennung des späteren Builds")

    def handle(self, *args: Any, **options: Any) -> None:
        alt, neu = _part(options["alt"]), _part(options["neu"])
        aenderungen = list(compare(alt, neu))
        for aenderung in aenderungen:
            self.stdout.write(aenderung.satz)
        zahl = len(aenderungen)
        self.stdout.write(
            f"{options['alt']} → {options['neu']}: {zahl} geänderte "
            f"{'Zeile' if zahl == 1 else 'Zeilen'} von {len(neu.auswertung.zeilen)}."
        )


def _part(kennung: str) -> Buildteil:
    build = BuildManifest.objects.filter(kennung=kennung).first()
    if build is None:
        raise CommandError(f"Einen Build „{kennung}“ gibt es nicht.")
    try:
        return public_part(build)
    except ValueError as fehler:
        raise CommandError(str(fehler)) from fehler
