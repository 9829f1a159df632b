"""``manage.py aufgaben import ORDNER``, ``manage.py aufgaben pruefen`` (R-1.4, R-1.5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from lexassay.protokoll.services import NichtErlaubt
from tasks_app.definition import open_findings
from tasks_app.models import Aufgabensatz
from tasks_app.services import ImportAbgelehnt, import_folder
from tasks_app.transfer.ordner import read_folder


class Command(BaseCommand):
    help = "Importiert den Ordner eines Aufgabensatzes oder prüft Aufgabensätze auf Mängel."

    def add_arguments(self, parser: CommandParser) -> None:
        verben = parser.add_subparsers(dest="verb", required=True)
        lesen = verben.add_parser("import", help="Ordner mit YAML-Dateien importieren")
        lesen.add_argument("ordner", type=Path)
        lesen.add_argument("--konto", help="Konto mit der Rolle Redaktion")
        lesen.add_argument("--vorschau", action="store_true", help="nur prüfen, nichts speichern")
        pruefen = verben.add_parser("pruefen", help="offene Definitionsbefunde nennen")
        pruefen.add_argument("kennung", nargs="?")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["verb"] == "import":
            self._import(options["ordner"], options["konto"], vorschau=options["vorschau"])
        else:
            self._check(options["kennung"])

    def _import(self, ordner: Path, konto: str | None, *, vorschau: bool) -> None:
        if not ordner.is_dir():
            raise CommandError(f"Den Ordner „{ordner.name}“ gibt es nicht.")
        if vorschau:
            inhalt = read_folder(ordner)
            for mangel in inhalt.maengel:
                self.stderr.write(str(mangel))
            self.stdout.write(f"{len(inhalt.faelle)} Testfälle, {len(inhalt.maengel)} Mängel.")
            return
        person = get_user_model().objects.filter(username=konto or "").first()
        if person is None:
            raise CommandError("Bitte mit --konto ein Konto der Redaktion nennen.")
        try:
            satz, neu, gleich = import_folder(ordner=ordner, user=person)
        except (ImportAbgelehnt, NichtErlaubt) as fehler:
            raise CommandError(str(fehler)) from None
        self.stdout.write(f"{satz}: {neu} neu oder geändert, {gleich} unverändert.")

    def _check(self, kennung: str | None) -> None:
        saetze = Aufgabensatz.objects.all()
        if kennung:
            saetze = saetze.filter(kennung=kennung)
            if not saetze:
                raise CommandError(f"Einen Aufgabensatz „{kennung}“ gibt es nicht.")
        befunde = [befund for satz in saetze for befund in open_findings(satz)]
        for befund in befunde:
            self.stdout.write(f"{befund.id}: {befund.meldung}")
        self.stdout.write(f"{len(befunde)} offene Befunde.")
