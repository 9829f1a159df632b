"""``manage.py aufgaben import | export | pruefen`` (R-1.4, R-1.5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from lexassay.protokoll.services import NichtErlaubt
from tasks_app.ausfuhr import export_set
from tasks_app.definition import open_findings
from tasks_app.models import Aufgabensatz
from tasks_app.rechtsstand import age_limit, older_than_limit
from tasks_app.services import ImportAbgelehnt, import_file, preview_import


class Command(BaseCommand):
    help = "Importiert, exportiert und prüft Aufgabensätze."

    def add_arguments(self, parser: CommandParser) -> None:
        verben = parser.add_subparsers(dest="verb", required=True)
        lesen = verben.add_parser("import", help="YAML-Ordner, .jsonl oder .csv importieren")
        lesen.add_argument("pfad", type=Path)
        lesen.add_argument("--konto", help="Konto mit der Rolle Redaktion")
        lesen.add_argument("--vorschau", action="store_true", help="nur prüfen, nichts speichern")
        schreiben = verben.add_parser("export", help="als YAML-Ordner, .jsonl oder .csv schreiben")
        schreiben.add_argument("kennung")
        schreiben.add_argument("ziel", type=Path)
        schreiben.add_argument("--mit-geheimen", action="store_true")
        schreiben.add_argument("--konto", help="wer geheime Testfälle exportiert")
        pruefen = verben.add_parser("pruefen", help="offene Definitionsbefunde nennen")
        pruefen.add_argument("kennung", nargs="?")

    def handle(self, *args: Any, **options: Any) -> None:
        match options["verb"]:
            case "import" if options["vorschau"]:
                self._preview(_existing(options["pfad"]))
            case "import":
                self._import(_existing(options["pfad"]), options["konto"])
            case "export":
                self._export(options)
            case _:
                self._check(options["kennung"])

    def _preview(self, pfad: Path) -> None:
        vorschau = preview_import(pfad=pfad)
        for mangel in vorschau.maengel:
            self.stderr.write(str(mangel))
        for befund in vorschau.befunde:
            self.stdout.write(f"{befund.id}: {befund.meldung}")
        if vorschau.abweichende_labels:
            self.stdout.write(
                f"{vorschau.abweichende_labels} Sollwerte sind anders geschrieben als die meisten"
                " ihrer Gruppe."
            )
        self.stdout.write(
            f"{vorschau.satz}: {vorschau.neu} neu oder geändert, {vorschau.gleich} unverändert,"
            f" {len(vorschau.maengel)} Mängel, {len(vorschau.befunde)} Definitionsbefunde."
            " Gespeichert wurde nichts."
        )

    def _import(self, pfad: Path, konto: str | None) -> None:
        try:
            satz, neu, gleich = import_file(pfad=pfad, user=_person(konto))
        except (ImportAbgelehnt, NichtErlaubt) as fehler:
            raise CommandError(str(fehler)) from None
        self.stdout.write(f"{satz}: {neu} neu oder geändert, {gleich} unverändert.")

    def _export(self, options: dict[str, Any]) -> None:
        satz = _set(options["kennung"])
        geheim = options["mit_geheimen"]
        person = _person(options["konto"]) if geheim else None
        try:
            zahl = export_set(
                aufgabensatz=satz, ziel=options["ziel"], mit_geheimen=geheim, user=person
            )
        except (NichtErlaubt, FileExistsError) as fehler:
            raise CommandError(str(fehler)) from None
        self.stdout.write(f"{satz}: {zahl} Testfälle nach „{options['ziel'].name}“ geschrieben.")

    def _check(self, kennung: str | None) -> None:
        saetze = [_set(kennung)] if kennung else list(Aufgabensatz.objects.all())
        befunde = [befund for satz in saetze for befund in open_findings(satz)]
        for befund in befunde:
            self.stdout.write(f"{befund.id}: {befund.meldung}")
        self.stdout.write(f"{len(befunde)} offene Befunde.")
        for satz in saetze:
            for fall in older_than_limit(satz.testfaelle.all()):
                stand = f"{fall.rechtsstand:%d.%m.%Y}"
                self.stdout.write(
                    f"{fall.adresse}: Der Rechtsstand {stand} ist älter als {age_limit()} Tage."
                )


def _existing(pfad: Path) -> Path:
    if not pfad.exists():
        raise CommandError(f"„{pfad.name}“ gibt es nicht.")
    return pfad


def _person(konto: str | None) -> Any:
    person = get_user_model().objects.filter(username=konto or "").first()
    if person is None:
        raise CommandError("Bitte mit --konto ein Konto der Redaktion nennen.")
    return person


def _set(kennung: str) -> Aufgabensatz:
    satz = Aufgabensatz.objects.filter(kennung=kennung).first()
    if satz is None:
        raise CommandError(f"Einen Aufgabensatz „{kennung}“ gibt es nicht.")
    return satz
