"""Stage 9: the public site."""

from __future__ import annotations

from django.apps import AppConfig


class PublicConfig(AppConfig):
    name = "lexassay.public"
    label = "public"
    verbose_name = "Öffentliche Site"
