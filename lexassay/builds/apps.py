"""Stages 7 and 8: builds, gates, release."""

from __future__ import annotations

from django.apps import AppConfig


class BuildsConfig(AppConfig):
    name = "lexassay.builds"
    label = "builds"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Builds und Freigabe"

    def ready(self) -> None:
        """Register the ninth step of a Testfall's checklist."""
        from lexassay.builds import schritte  # noqa: F401
