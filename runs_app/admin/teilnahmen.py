"""Teilnahmen in the admin: the billed amount, and why a row is left out."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from lexassay.protokoll.services import log_ereignis
from runs_app.admin.formulare import changed_values
from runs_app.models import Teilnahme


@admin.register(Teilnahme)
class TeilnahmeAdmin(admin.ModelAdmin):
    """The billed amount and a reason for leaving a row out; everything else is the Lauf's."""

    list_display = ("lauf", "modell", "effort", "geladener_kontext", "ausgelassen_grund")
    list_filter = ("lauf", "modell")
    list_select_related = ("lauf", "modell")
    fields = (
        "lauf",
        "modell",
        "effort",
        "geladener_kontext",
        "abgerechnet_mikro",
        "abgerechnet_waehrung",
        "ausgelassen_grund",
    )
    readonly_fields = ("lauf", "modell", "effort", "geladener_kontext")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Teilnahme]:
        return super().get_queryset(request).select_related("lauf", "modell")

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        von, nach = changed_values(form)
        log_ereignis(
            aktion="teilnahme_geaendert", objekt=obj, user=request.user, von=von, nach=nach
        )
