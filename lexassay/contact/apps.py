"""Reports of readers and vendors."""

from __future__ import annotations

from django.apps import AppConfig


class ContactConfig(AppConfig):
    name = "lexassay.contact"
    label = "contact"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Meldungen"
