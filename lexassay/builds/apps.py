"""Stages 7 and 8: builds, gates, release."""

from __future__ import annotations

from django.apps import AppConfig


class BuildsConfig(AppConfig):
    name = "lexassay.builds"
    label = "builds"
    verbose_name = "Builds und Freigabe"
