"""The audit trail and the settings in the admin; both are read here, changed by services."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from lexassay.protokoll.einstellungen import set_setting
from lexassay.protokoll.forms import BEZEICHNUNG, EinstellungForm
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
    """Values are added, never changed: the newest one is in force, the older ones stay."""

    form = EinstellungForm
    fields = ("name", "wert", "begruendung")
    list_display = ("bezeichnung", "wert", "gilt_ab", "gesetzt_von")
    list_filter = ("name",)

    @admin.display(description="Einstellung", ordering="name")
    def bezeichnung(self, einstellung: Einstellung) -> str:
        return BEZEICHNUNG.get(einstellung.name, einstellung.name)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("protokoll.add_einstellung")

    def get_fields(self, request: HttpRequest, obj: Einstellung | None = None) -> tuple[str, ...]:
        return self.fields if obj is None else ("name", "wert", "gilt_ab", "gesetzt_von")

    def save_model(self, request: HttpRequest, obj: Einstellung, form: Any, change: bool) -> None:
        daten = form.cleaned_data
        row = set_setting(
            name=daten["name"],
            wert=daten["wert"],
            user=request.user,
            begruendung=daten["begruendung"],
        )
        obj.pk, obj.gilt_ab = row.pk, row.gilt_ab

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """A setting has nothing that hangs on it."""
