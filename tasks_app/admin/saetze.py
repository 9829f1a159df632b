"""Aufgabensätze with their open findings, Kategorien, Katalogversionen, rulings."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from lexassay.protokoll.admin import NurLesen
from lexassay.protokoll.services import NichtErlaubt
from tasks_app.admin.geheim import sees_secret, without_secret_names
from tasks_app.definition import open_findings
from tasks_app.models import Aufgabensatz, Definitionsentscheidung, Katalogversion, Kategorie
from tasks_app.services import FreigabeAbgelehnt, freeze_catalogue


class OhneFrageNachTestfaellen:
    """Refuses ``?testfaelle=…``: the answer would tell what a secret Testfall belongs to."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        if lookup.partition("__")[0] == "testfaelle":
            return False
        return bool(super().lookup_allowed(lookup, value, request))  # type: ignore[misc]


@admin.register(Aufgabensatz)
class AufgabensatzAdmin(OhneFrageNachTestfaellen, admin.ModelAdmin):
    list_display = ("kennung", "titel", "bewertungsverfahren", "beispiel", "archiviert")
    actions = ("katalog_festschreiben",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return () if obj is None else ("offene_befunde",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only an empty set goes; the page of a full one would list what must not be seen."""
        leer = obj is not None and not (obj.testfaelle.exists() or obj.katalogversionen.exists())
        return leer and super().has_delete_permission(request, obj)

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        satz = super().get_object(request, object_id, from_field)
        if satz is not None:
            satz.nur_oeffentliche = not sees_secret(request)
        return satz

    @admin.display(description="Offene Definitionsbefunde")
    def offene_befunde(self, satz: Any) -> SafeString | str:
        befunde = open_findings(satz, nur_oeffentliche=satz.nur_oeffentliche)
        if not befunde:
            return "keine"
        zeilen = format_html_join("", "<li>{}</li>", ((b.meldung,) for b in befunde))
        return format_html("<ul>{}</ul>", zeilen)

    @admin.action(description="Katalogversion festschreiben", permissions=["change"])
    def katalog_festschreiben(self, request: HttpRequest, rows: QuerySet) -> None:
        for satz in rows:
            try:
                katalog = freeze_catalogue(
                    aufgabensatz=satz, user=request.user, anlass="Im Admin festgeschrieben"
                )
            except (FreigabeAbgelehnt, NichtErlaubt) as fehler:
                self.message_user(request, str(fehler), messages.ERROR)
            else:
                self.message_user(request, f"{katalog} ist festgeschrieben.", messages.SUCCESS)


@admin.register(Kategorie)
class KategorieAdmin(OhneFrageNachTestfaellen, admin.ModelAdmin):
    list_display = ("name", "art")
    list_filter = ("art",)
    search_fields = ("name",)


@admin.register(Katalogversion)
class KatalogversionAdmin(OhneFrageNachTestfaellen, NurLesen):
    list_display = ("__str__", "angelegt_am", "zahl", "pilot", "anlass")
    list_filter = ("aufgabensatz", "pilot")
    fields = ("aufgabensatz", "nummer", "inhalts_hash", "angelegt_am", "anlass", "pilot", "zahl")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).annotate(_zahl=models.Count("testfaelle"))

    @admin.display(description="Testfälle", ordering="_zahl")
    def zahl(self, katalog: Any) -> int:
        return int(katalog._zahl)


@admin.register(Definitionsentscheidung)
class DefinitionsentscheidungAdmin(NurLesen):
    list_display = ("befund", "gegenstand", "aufgabensatz", "entschieden_von", "entschieden_am")
    list_filter = ("aufgabensatz", "befund")

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        rows = super().get_queryset(request)
        if sees_secret(request):
            return rows
        return without_secret_names(rows, "gegenstand", "begruendung")
