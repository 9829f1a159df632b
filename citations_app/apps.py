"""Citations: grammar, sources, findings."""

from __future__ import annotations

from django.apps import AppConfig


class CitationsConfig(AppConfig):
    name = "citations_app"
    label = "citations_app"
    verbose_name = "Zitate"
