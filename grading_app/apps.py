"""Stage 6: grading."""

from __future__ import annotations

from django.apps import AppConfig


class GradingConfig(AppConfig):
    name = "grading_app"
    label = "grading_app"
    verbose_name = "Bewertung"
