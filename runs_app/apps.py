"""Stages 2 to 5: models, Läufe, Runs and how they are executed."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "runs_app"
    label = "runs_app"
    verbose_name = "Modelle und Läufe"

    def ready(self) -> None:
        import_module("runs_app.schritte")
