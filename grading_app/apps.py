"""Stage 6: rules, judges, blind grading, points."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class GradingConfig(AppConfig):
    name = "grading_app"
    label = "grading_app"
    verbose_name = "Bewertung"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("grading_app.testfall_anmeldungen")
