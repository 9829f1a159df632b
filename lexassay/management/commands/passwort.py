"""``manage.py passwort``: a new password for the first account of a local site."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from lexassay.first_account import new_password
from lexassay.start import ADMIN_NAME


class Command(BaseCommand):
    help = "Setzt für das erste Konto ein neues Kennwort und zeigt es an (nur lokal)."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUKTION:
            raise CommandError("Nur lokal. In der Produktion: manage.py changepassword NAME.")
        self.stdout.write(
            f"Name: {ADMIN_NAME}   Kennwort: {new_password(settings.VAR_DIR, ADMIN_NAME)}"
        )
