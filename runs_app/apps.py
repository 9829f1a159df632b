"""Stages 2 to 5: models, Läufe, execution, and the technical class of every Run."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "runs_app"
    label = "runs_app"
    verbose_name = "Modelle und Läufe"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("runs_app.testfall_anmeldungen")
