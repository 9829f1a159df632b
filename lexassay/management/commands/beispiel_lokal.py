"""``manage.py beispiel_lokal``: the local models on ten tasks, in a build of their own."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexassay.beispiel.ablauf import BeispielUnzulaessig
from lexassay.beispiel.lokal import run_local_model
from lexassay.beispiel.lokal_modelle import KeinLokalesModell
from lexassay.beispiel.warten import ZuLange


class Command(BaseCommand):
    help = (
        "Führt die mitgelieferten lokalen Modelle aus und veröffentlicht sie in einem neuen Build."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            build = run_local_model(say=self.stdout.write)
        except (KeinLokalesModell, BeispielUnzulaessig, ZuLange) as fehler:
            raise CommandError(str(fehler)) from None
        if build is None:
            self.stdout.write("Die lokalen Modelle stehen schon im veröffentlichten Build.")
