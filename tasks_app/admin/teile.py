"""Criteria, sources and examples: rows on the Testfall's page, and lists to search in."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from lexassay.protokoll.admin import NurLesen
from tasks_app.admin.geheim import visible
from tasks_app.holdout import record_view
from tasks_app.models import Beispielantwort, Kriterium, Quelle

AUF_DER_SEITE = "geheim: Text auf der Seite öffnen"


class TeilDesTestfalls(admin.TabularInline):
    """What belongs to a Testfall changes only with it, and not once it is frozen."""

    extra = 0
    ordering = ("position",)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return (obj is None or not obj.eingefroren) and super().has_add_permission(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return (obj is None or not obj.eingefroren) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return (obj is None or not obj.eingefroren) and super().has_delete_permission(request, obj)


class KriteriumInline(TeilDesTestfalls):
    model = Kriterium
    fields = ("position", "kennung", "text", "gewicht", "fundstelle_verlangt", "fundstelle")


class QuelleInline(TeilDesTestfalls):
    """``abruf`` is set by code that read a text; an editor cannot claim a retrieval (R-1.1)."""

    model = Quelle
    fields = ("position", "fundstelle", "url", "abruf", "abrufdatum", "wortlaut")
    readonly_fields = ("abruf", "abrufdatum")


class BeispielantwortInline(TeilDesTestfalls):
    model = Beispielantwort
    ordering = ("id",)
    fields = ("art", "text", "erfuellt", "erwarteter_wert", "erwartetes_label")


class TeilAdmin(NurLesen):
    """Parts of Testfälle on their own, to search in; they are edited on the Testfall's page.

    A list shows no text of a secret Testfall: opening the page is what the ledger records.
    """

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return visible(
            request, super().get_queryset(request).select_related("testfall"), "testfall__"
        )

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        teil = super().get_object(request, object_id, from_field)
        if teil is not None:
            weg = f"Admin, {self.opts.verbose_name}"
            record_view(testfall=teil.testfall, user=request.user, weg=weg)
        return teil


@admin.register(Kriterium)
class KriteriumAdmin(TeilAdmin):
    list_display = ("testfall", "kennung", "wortlaut", "gewicht")
    search_fields = ("text", "testfall__kennung")

    @admin.display(description="Kriterium")
    def wortlaut(self, kriterium: Kriterium) -> str:
        return AUF_DER_SEITE if kriterium.testfall.geheim else kriterium.text


@admin.register(Quelle)
class QuelleAdmin(TeilAdmin):
    list_display = ("stelle", "testfall", "abruf", "abrufdatum")
    list_filter = ("abruf",)
    search_fields = ("fundstelle", "testfall__kennung")

    @admin.display(description="Fundstelle", ordering="fundstelle")
    def stelle(self, quelle: Quelle) -> str:
        return AUF_DER_SEITE if quelle.testfall.geheim else quelle.fundstelle


@admin.register(Beispielantwort)
class BeispielantwortAdmin(TeilAdmin):
    list_display = ("testfall", "art", "erwarteter_wert", "geprueft_am")
    list_filter = ("art",)
