"""Runs and their Versuche: to read only; raw bytes stay out of the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from lexassay.protokoll.admin import NurLesen
from runs_app.models import Run, Transportversuch, Versuch
from tasks_app.begriffe import Sichtbarkeit

SIEHT_GEHEIMES = "tasks_app.view_geheim"


def visible(request: HttpRequest, rows: QuerySet, pfad: str) -> QuerySet:
    """Hide what belongs to secret Testfälle from staff without the right (case 69)."""
    if request.user.has_perm(SIEHT_GEHEIMES):
        return rows
    return rows.exclude(**{f"{pfad}__sichtbarkeit": Sichtbarkeit.GEHEIM})


class NurLesenInline(admin.TabularInline):
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class VersuchInline(NurLesenInline):
    model = Versuch
    fk_name = "run"
    fields = ("nummer", "art", "limit", "technischer_status", "gueltigkeit", "dauer_ms", "mehr")
    readonly_fields = fields

    @admin.display(description="Einzelheiten")
    def mehr(self, versuch: Versuch) -> SafeString:
        url = reverse("admin:runs_app_versuch_change", args=[versuch.pk])
        return format_html('<a href="{}">Antwort und Prüfprotokoll</a>', url)


class TransportversuchInline(NurLesenInline):
    model = Transportversuch
    fields = ("versuch_nummer", "zeitpunkt", "http_status", "fehlerart", "fehlertext", "warten_ms")
    readonly_fields = fields


@admin.register(Run)
class RunAdmin(NurLesen):
    list_display = (
        "testfall",
        "teilnahme",
        "run_index",
        "status",
        "technischer_status",
        "gueltigkeit",
        "park_grund",
    )
    list_filter = ("status", "technischer_status", "gueltigkeit", "teilnahme__lauf")
    list_select_related = ("testfall", "teilnahme__modell", "teilnahme__lauf")
    search_fields = ("testfall__kennung", "teilnahme__modell__name")
    exclude = ("lease_token", "lease_bis", "lease_reserve")
    inlines = (VersuchInline, TransportversuchInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Run]:
        return visible(request, super().get_queryset(request), "testfall")


@admin.register(Versuch)
class VersuchAdmin(NurLesen):
    list_display = ("run", "nummer", "art", "technischer_status", "started_at", "dauer_ms")
    list_filter = ("technischer_status", "art", "gueltigkeit")
    list_select_related = ("run__testfall", "run__teilnahme__modell")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Versuch]:
        rows = super().get_queryset(request).defer("antwort")
        return visible(request, rows, "run__testfall")
