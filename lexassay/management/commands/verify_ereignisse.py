"""``manage.py verify_ereignisse``: check the hash chain of the audit trail."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexassay.builds.models import BuildManifest
from lexassay.protokoll.models import Ereignis, Siegel
from lexassay.protokoll.services import verify_chain


class Command(BaseCommand):
    help = "Prüft die Kette der Ereignisse gegen Änderung, Löschung und Abschneiden."

    def handle(self, *args: Any, **options: Any) -> None:
        fehler = [*verify_chain(), *self._cut()]
        for satz in fehler:
            self.stderr.write(satz)
        if fehler:
            raise CommandError(f"{len(fehler)} Fehler in der Kette.")
        offen = Ereignis.objects.filter(siegel__isnull=True).count()
        self.stdout.write(
            f"{Siegel.objects.count()} Ereignisse geprüft, die Kette hält;"
            f" {offen} noch nicht versiegelt."
        )

    def _cut(self) -> list[str]:
        """A build remembers the head of the chain; a chain that was cut no longer holds it."""
        fehlt = []
        for build in BuildManifest.objects.order_by("id"):
            nummer, kopf = build.manifest.get("ereigniskette", [0, ""])
            if nummer and not Siegel.objects.filter(nummer=nummer, hash=kopf).exists():
                fehlt.append(f"Build {build}: Nr. {nummer} der Kette fehlt oder ist eine andere.")
        return fehlt
