"""``manage.py vergleiche_builds ALT NEU``: every changed row of two builds, with its cause."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lexassay.builds.auswertung import Auswertung
from lexassay.builds.datenstand import Datenstand
from lexassay.builds.models import BuildManifest
from lexassay.builds.selectors import artefact_bytes
from lexassay.builds.serialise import load
from lexassay.builds.vergleich import Aenderung, Buildteil, compare


class Command(BaseCommand):
    help = "Nennt jede geänderte Zeile zweier Builds mit Score vorher und nachher und der Ursache."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("alt", help="Kennung des früheren Builds")
        parser.add_argument("neu", help="Kennung des späteren Builds")

    def handle(self, *args: Any, **options: Any) -> None:
        alt, neu = _part(options["alt"]), _part(options["neu"])
        aenderungen = list(compare(alt, neu))
        for aenderung in aenderungen:
            self.stdout.write(_sentence(aenderung))
        zahl = len(aenderungen)
        self.stdout.write(
            f"{options['alt']} → {options['neu']}: {zahl} geänderte "
            f"{'Zeile' if zahl == 1 else 'Zeilen'} von {len(neu.auswertung.zeilen)}."
        )


def _part(kennung: str) -> Buildteil:
    build = BuildManifest.objects.filter(kennung=kennung).first()
    if build is None:
        raise CommandError(f"Einen Build „{kennung}“ gibt es nicht.")
    stand = artefact_bytes(build, "daten/stand.json")
    auswertung = artefact_bytes(build, "daten/auswertung.json")
    if stand is None or auswertung is None:
        raise CommandError(f"Build {kennung}: Die Daten sind gesperrt; es gibt keinen Vergleich.")
    try:
        return Buildteil(stand=load(Datenstand, stand), auswertung=load(Auswertung, auswertung))
    except (ValueError, TypeError, LookupError) as fehler:
        raise CommandError(f"Build {kennung}: Die Daten sind nicht lesbar: {fehler}") from fehler


def _sentence(aenderung: Aenderung) -> str:
    aufgaben = f" ({', '.join(aenderung.aufgaben)})" if aenderung.aufgaben else ""
    return (
        f"{aenderung.teilnahme}: Score {_number(aenderung.alt)} → {_number(aenderung.neu)}"
        f"{_exact(aenderung.exakt)}; {', '.join(aenderung.ursachen)}{aufgaben}"
    )


def _number(wert: int | None) -> str:
    return "–" if wert is None else str(wert)


def _exact(wert: Fraction | None) -> str:
    if wert is None:
        return ""
    zeichen = "+" if wert > 0 else "−" if wert < 0 else "±"
    return f", öffentlicher Teil {zeichen}{abs(wert)} Punkte"
