"""The admin site of the Redaktion: German names, and a second factor for all who may log in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path


class RedaktionSite(AdminSite):
    """Django's admin, which lets nobody in whose second factor has not been checked.

    A password alone leads to the page ``zweiter-faktor/``: enter a code, or set the factor up
    at the first login. ``ADMIN_OTP_PFLICHT`` may be off on a loopback site only (check
    lexassay.E006); a banner says so on every page.
    """

    site_title = "LexAssay · Redaktion"
    site_header = "LexAssay · Redaktion"
    index_title = "Übersicht"
    site_url = "/"

    def has_permission(self, request: HttpRequest) -> bool:
        user: Any = request.user  # django-otp's middleware adds is_verified
        checked = not settings.ADMIN_OTP_PFLICHT or user.is_verified()
        return checked and super().has_permission(request)

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return {**super().each_context(request), "otp_abgeschaltet": not settings.ADMIN_OTP_PFLICHT}

    def index(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The first page also says what this machine cannot do (local models, so far)."""
        from lexassay.local_model import BUILT, state_of

        state = state_of(Path(settings.VAR_DIR))
        notes = [] if settings.PRODUKTION or state == BUILT else [state]
        return super().index(request, {"hinweise": notes, **(extra_context or {})})

    def get_log_entries(self, request: HttpRequest) -> Any:
        """Recent actions without those on secret Testfälle, for whoever may not see them."""
        from tasks_app.admin.geheim import visible_log_entries

        rows = super().get_log_entries(request)
        return visible_log_entries(request, rows) if self.has_permission(request) else rows.none()

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Send a person who has given the password, but no code, to the second step."""
        from lexassay.zweiter_faktor import second_step

        if super().has_permission(request) and not self.has_permission(request):
            return second_step(request, self)
        return super().login(request, extra_context)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        from lexassay.zweiter_faktor import second_factor

        def view(request: HttpRequest) -> HttpResponse:
            return second_factor(request, self)

        return [path("zweiter-faktor/", view, name="zweiter_faktor"), *super().get_urls()]
