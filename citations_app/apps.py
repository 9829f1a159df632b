"""Citations: grammar, sources, findings."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CitationsConfig(AppConfig):
    name = "citations_app"
    label = "citations_app"
    verbose_name = "Zitatprüfung"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from citations_app import checks  # noqa: F401  (registers what it knows of a Testfall)
        from citations_app.startbestand import ensure_quellen

        post_migrate.connect(ensure_quellen, sender=self)
