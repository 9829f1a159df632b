"""`manage.py laeufe_importieren DATEI`: recorded raw runs (JSON Lines) become a Lauf."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from lexassay.protokoll.services import NichtErlaubt
from runs_app.importing import ImportAbgelehnt, import_recorded
from runs_app.models import SystemPrompt
from tasks_app.models import Katalogversion


class Command(BaseCommand):
    help = "Aufgezeichnete Läufe aus einer JSON-Lines-Datei importieren (alles oder nichts)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("datei", type=Path)
        parser.add_argument("--kennung", required=True, help="Kennung des neuen Laufs")
        parser.add_argument("--titel", required=True)
        parser.add_argument("--katalog", required=True, help="z. B. v2-k1")
        parser.add_argument("--system-prompt", required=True, help="z. B. fest/1")
        parser.add_argument("--konto", required=True, help="Konto mit der Rolle Technik")

    def handle(self, *args: Any, **options: Any) -> None:
        satz, _, nummer = options["katalog"].rpartition("-k")
        kennung, _, version = options["system_prompt"].partition("/")
        try:
            lauf = import_recorded(
                user=get_user_model().objects.get(username=options["konto"]),
                kennung=options["kennung"],
                titel=options["titel"],
                katalogversion=Katalogversion.objects.get(
                    aufgabensatz__kennung=satz, nummer=int(nummer or 0)
                ),
                system_prompt=SystemPrompt.objects.get(kennung=kennung, version=int(version or 1)),
                raw=options["datei"].read_bytes(),
            )
        except (ImportAbgelehnt, NichtErlaubt, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        except (
            get_user_model().DoesNotExist,
            Katalogversion.DoesNotExist,
            SystemPrompt.DoesNotExist,
        ) as error:
            raise CommandError("Konto, Katalogversion oder System-Prompt gibt es nicht.") from error
        self.stdout.write(f"Importiert: {lauf} mit {lauf.teilnahmen.count()} Teilnahmen.")
