"""The project's own app (commands, checks, admin site) and the admin that it brings."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.db.models.signals import post_migrate


class RedaktionAdminConfig(AdminConfig):
    """Django's admin with the site of the Redaktion as its default."""

    default_site = "lexassay.admin_site.RedaktionSite"


class LexassayConfig(AppConfig):
    """Holds no models: management commands, system checks, the fenced queue pages."""

    name = "lexassay"
    label = "lexassay"
    verbose_name = "LexAssay"

    def ready(self) -> None:
        from lexassay import checks  # noqa: F401  (registers the system checks)
        from lexassay.rechte import grant_rights

        post_migrate.connect(grant_rights, dispatch_uid="lexassay.grant_rights")
