"""The audit trail and the settings in the admin; both are read here, changed by services."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from lexassay.protokoll.models import Einstellung, Ereignis


class NurLesen(admin.ModelAdmin):
    """A page to look things up; rows come from services only."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Ereignis)
class EreignisAdmin(NurLesen):
    list_display = ("zeitpunkt", "akteur_name", "aktion", "objekt_name", "nummer", "begruendung")
    list_filter = ("aktion", "objekt_typ")
    search_fields = ("objekt_name", "akteur_name", "begruendung")
    date_hierarchy = "zeitpunkt"
    list_select_related = ("siegel",)

    @admin.display(description="Nr. in der Kette")
    def nummer(self, ereignis: Ereignis) -> str:
        siegel = getattr(ereignis, "siegel", None)
        return str(siegel.nummer) if siegel else "noch nicht versiegelt"


@admin.register(Einstellung)
class EinstellungAdmin(NurLesen):
    list_display = ("name", "wert", "gilt_ab", "gesetzt_von")
    list_filter = ("name",)
