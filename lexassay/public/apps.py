"""Stage 9: the public site."""

from __future__ import annotations

from django.apps import AppConfig


class PublicConfig(AppConfig):
    name = "lexassay.public"
    label = "public"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Öffentliche Site"
