"""``manage.py cron``: the clock of the site, one process."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lexassay.cron import Clock


class Command(BaseCommand):
    help = "Stellt die Aufgaben des Zeitplans (lexassay/zeitplan.py) in ihre Queues."

    def handle(self, *args: Any, **options: Any) -> None:
        clock = Clock()
        clock.register_all()
        if not clock.get_jobs():
            raise CommandError("Der Zeitplan ist leer.")
        clock.start()
