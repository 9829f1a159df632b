"""``manage.py beispiel_lokal``: the packaged local model on ten tasks, in a build of its own."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexassay.beispiel.ablauf import BeispielUnzulaessig
from lexassay.beispiel.lokal import KeinLokalesModell, run_local_model
from lexassay.beispiel.warten import ZuLange


class Command(BaseCommand):
    help = "Führt das mitgelieferte lokale Modell aus und veröffentlicht es in einem neuen Build."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            build = run_local_model(say=self.stdout.write)
        except (KeinLokalesModell, BeispielUnzulaessig, ZuLange) as fehler:
            raise CommandError(str(fehler)) from None
        if build is None:
            self.stdout.write("Das lokale Modell steht schon im veröffentlichten Build.")
