"""The pages under a Testfall: its next step by a button, and the difference of two versions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from lexassay.protokoll.services import NichtErlaubt
from tasks_app.begriffe import TestfallStatus
from tasks_app.holdout import ZusageGebrochen
from tasks_app.inhalt import content
from tasks_app.models import Testfall
from tasks_app.services import (
    FreigabeAbgelehnt,
    archive_testfall,
    new_version,
    release_testfall,
    start_pilot,
)
from tasks_app.unterschied import compare

ABGELEHNT = (FreigabeAbgelehnt, NichtErlaubt, ZusageGebrochen)
VERBEN: dict[str, Callable[..., Testfall]] = {
    "pilot": start_pilot,
    "freigeben": release_testfall,
    "neue-fassung": new_version,
    "archivieren": archive_testfall,
}
KNOEPFE: dict[str, tuple[tuple[str, str], ...]] = {
    TestfallStatus.ENTWURF: (("pilot", "In den Pilot geben (friert ein)"),),
    TestfallStatus.PILOT: (("freigeben", "Freigeben"), ("neue-fassung", "Neue Fassung")),
    TestfallStatus.FREIGEGEBEN: (("neue-fassung", "Neue Fassung"), ("archivieren", "Archivieren")),
    TestfallStatus.ARCHIVIERT: (("neue-fassung", "Neue Fassung"),),
}


def page_of(fall: Testfall) -> str:
    """Return the admin address of a Testfall."""
    return reverse("admin:tasks_app_testfall_change", args=[fall.pk])


class SeitenDesTestfalls:
    """A mix-in of TestfallAdmin; every page finds its Testfall through ``get_object``."""

    admin_site: Any

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path(
                "<path:object_id>/schritt/<slug:verb>/",
                wrap(require_POST(self.take_step)),
                name="tasks_app_testfall_schritt",
            ),
            path(
                "<path:object_id>/vergleich/",
                wrap(self.comparison),
                name="tasks_app_testfall_vergleich",
            ),
            *super().get_urls(),  # type: ignore[misc]
        ]

    def take_step(self, request: HttpRequest, object_id: str, verb: str) -> HttpResponse:
        """Call the service behind a button; what it refuses is shown in its own words."""
        fall = self._known(request, object_id)
        if verb not in VERBEN:
            raise Http404
        werte = {"begruendung": request.POST.get("begruendung", "").strip()}
        try:
            if verb == "archivieren" and not werte["begruendung"]:
                raise NichtErlaubt("Das Archivieren braucht eine Begründung.")
            neu = VERBEN[verb](
                testfall=fall, user=request.user, **(werte if verb == "archivieren" else {})
            )
        except ABGELEHNT as fehler:
            messages.error(request, str(fehler))
            return HttpResponseRedirect(page_of(fall))
        messages.success(request, f"{neu}: {neu.get_status_display()}.")
        return HttpResponseRedirect(page_of(neu))

    def comparison(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show what changed since another version, the one before if none is named."""
        fall = self._known(request, object_id)
        andere = list(self._versions(request, fall).exclude(pk=fall.pk))
        gewaehlt = request.GET.get("mit", "")
        frueher = [f for f in andere if f.version < fall.version] or andere
        mit = next((f for f in andere if str(f.version) == gewaehlt), (frueher or [None])[-1])
        if mit is not None:
            self.get_object(request, str(mit.pk))  # type: ignore[attr-defined]  # for the ledger
        alt, neu = sorted((mit or fall, fall), key=lambda f: f.version)
        return TemplateResponse(
            request,
            "admin/tasks_app/testfall/vergleich.html",
            {
                **self.admin_site.each_context(request),
                "title": f"{fall.kennung}: Fassungen vergleichen",
                "opts": Testfall._meta,
                "original": fall,
                "andere": andere,
                "alt": alt,
                "neu": neu,
                "unterschiede": compare(content(alt), content(neu)) if mit else (),
            },
        )

    def _known(self, request: HttpRequest, object_id: str) -> Testfall:
        fall = self.get_object(request, object_id)  # type: ignore[attr-defined]
        if fall is None:
            raise Http404
        if not self.has_view_permission(request, fall):  # type: ignore[attr-defined]
            raise PermissionDenied
        return fall

    def _versions(self, request: HttpRequest, fall: Testfall) -> Any:
        rows = self.get_queryset(request)  # type: ignore[attr-defined]
        return rows.filter(kennung=fall.kennung).order_by("version")
