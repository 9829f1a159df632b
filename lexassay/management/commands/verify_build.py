"""``manage.py verify_build [KENNUNG]``: recompute every number and checksum of a build."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from lexassay.builds.models import BuildManifest
from lexassay.builds.selectors import published_build
from lexassay.builds.verify import verify


class Command(BaseCommand):
    help = "Rechnet jede Zahl und Prüfsumme eines Builds nach (ohne Kennung: des freigegebenen)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kennung", nargs="?", help="Build-Kennung")

    def handle(self, *args: Any, **options: Any) -> None:
        build = self._build(options["kennung"])
        abweichungen = list(verify(build))
        for satz in abweichungen:
            self.stderr.write(satz)
        if abweichungen:
            raise CommandError(f"Build {build.kennung}: {len(abweichungen)} Abweichungen.")
        zahl = len(build.manifest["pruefsummen"])
        self.stdout.write(
            f"Build {build.kennung}: alle Zahlen nachgerechnet, {zahl} Prüfsummen stimmen."
        )

    def _build(self, kennung: str | None) -> BuildManifest:
        if kennung is None:
            build = published_build()
            if build is None:
                raise CommandError("Es ist kein Build freigegeben.")
            return build
        build = BuildManifest.objects.filter(kennung=kennung).first()
        if build is None:
            raise CommandError(f"Einen Build „{kennung}“ gibt es nicht.")
        return build
