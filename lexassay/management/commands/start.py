"""``manage.py start``: the whole site on this machine (``make start`` prepares for it)."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from lexassay.queue_server import QueueServerMissing
from lexassay.start import FIRST_PORT, Site
from lexassay.start_lock import AlreadyRunning


class Command(BaseCommand):
    help = "Startet Queue-Server, Datenbank, Beispieldaten, Worker und Webserver; Ende mit Strg-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=FIRST_PORT, help="erster gewünschter Port")

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        if settings.PRODUKTION:
            raise CommandError(
                "Für den lokalen Betrieb. Für die Produktion siehe deploy/README.md."
            )
        try:
            Site(say=self._say, first_port=port).run()
        except AlreadyRunning as running:
            self._say(
                f"LexAssay läuft schon:  {running}" if str(running) else "LexAssay startet schon."
            )
        except (QueueServerMissing, DatabaseError, OSError) as error:
            raise CommandError(str(error)) from error

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
