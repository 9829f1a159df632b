"""Read the citations of all answers again that an older grammar has read."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from citations_app.selectors import runs_mit_aelterer_grammatik
from citations_app.services import KeineAntwort, reextract_zitate


class Command(BaseCommand):
    help = "Liest Antworten neu aus, deren Zitate eine ältere Fassung der Grammatik ausgelesen hat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--konto", required=True, help="wer das veranlasst")
        parser.add_argument("--begruendung", required=True)

    def handle(self, *args: Any, konto: str, begruendung: str, **options: Any) -> None:
        user = get_user_model().objects.filter(username=konto).first()
        if user is None:
            raise CommandError(f"Das Konto „{konto}“ gibt es nicht.")
        runs = runs_mit_aelterer_grammatik().select_related(
            "zaehlender_versuch", "testfall__aufgabensatz"
        )
        done = 0
        for run in runs:
            try:
                reextract_zitate(run=run, user=user, begruendung=begruendung)
            except KeineAntwort:
                continue
            done += 1
        self.stdout.write(f"{done} Antworten neu ausgelesen.")
