"""Aufgaben in the admin: written, piloted, released by a second person, never overwritten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from lexassay.protokoll.admin import NurLesen
from lexassay.protokoll.services import NichtErlaubt, log_ereignis
from tasks_app.begriffe import Sichtbarkeit
from tasks_app.definition import checkliste, open_findings
from tasks_app.forms import TestfallForm
from tasks_app.models import (
    Aufgabensatz,
    Beispielantwort,
    Definitionsentscheidung,
    Katalogversion,
    Kategorie,
    Kriterium,
    Quelle,
    Testfall,
)
from tasks_app.services import (
    FreigabeAbgelehnt,
    freeze_catalogue,
    new_version,
    release_testfall,
    search_text,
    start_pilot,
)

SIEHT_GEHEIMES = "tasks_app.view_geheim"


def visible(request: HttpRequest, rows: QuerySet, pfad: str = "") -> QuerySet:
    """Hide secret Testfälle, and what hangs on them, from staff without the right (case 69)."""
    if request.user.has_perm(SIEHT_GEHEIMES):
        return rows
    return rows.exclude(**{f"{pfad}sichtbarkeit": Sichtbarkeit.GEHEIM})


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


@admin.register(Aufgabensatz)
class AufgabensatzAdmin(admin.ModelAdmin):
    list_display = ("kennung", "titel", "bewertungsverfahren", "beispiel", "archiviert")
    readonly_fields = ("offene_befunde",)
    actions = ("katalog_festschreiben",)

    @admin.display(description="Offene Definitionsbefunde")
    def offene_befunde(self, satz: Aufgabensatz) -> SafeString | str:
        if satz.pk is None:
            return "–"
        befunde = open_findings(satz)
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


@admin.register(Testfall)
class TestfallAdmin(admin.ModelAdmin):
    """The page of one version of a Testfall, with its live checklist."""

    form = TestfallForm
    list_display = ("kennung", "version", "titel", "rechtsordnung", "sichtbarkeit", "status")
    list_filter = ("aufgabensatz", "status", "rechtsordnung", "aufgabentyp", "sichtbarkeit")
    search_fields = ("suchtext",)
    filter_horizontal = ("kategorien",)
    inlines = (KriteriumInline, QuelleInline, BeispielantwortInline)
    actions = ("in_den_pilot", "freigeben", "neue_fassung")
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "aufgabensatz",
                    ("kennung", "version"),
                    "titel",
                    "stand",
                    "checkliste_anzeigen",
                )
            },
        ),
        (
            "Aufgabe",
            {
                "fields": (
                    "faehigkeit",
                    "hypothese",
                    ("rechtsordnung", "aufgabentyp", "sichtbarkeit"),
                    "kategorien",
                    "prompt",
                    "eingabedaten",
                )
            },
        ),
        (
            "Erwartung",
            {
                "fields": (
                    "goldloesung",
                    "sollwert",
                    "rechtsstand",
                    ("bewertungsmodus", "regel_kennung"),
                    ("jurist_name", "jurist_am"),
                )
            },
        ),
        (
            "Fangfrage und Herkunft",
            {
                "classes": ("collapse",),
                "fields": (
                    "erfundene_entscheidung",
                    "registerpruefung",
                    "registerpruefung_am",
                    "namensnennung",
                    "canary",
                ),
            },
        ),
        (
            "Fingerabdrücke",
            {
                "classes": ("collapse",),
                "fields": ("prompt_fingerabdruck", "prompt_fingerabdruck_normal", "inhalts_hash"),
            },
        ),
    )
    immer_gelesen = (
        "stand",
        "checkliste_anzeigen",
        "prompt_fingerabdruck",
        "prompt_fingerabdruck_normal",
        "inhalts_hash",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return visible(request, super().get_queryset(request).select_related("aufgabensatz"))

    def get_readonly_fields(
        self, request: HttpRequest, obj: Testfall | None = None
    ) -> tuple[str, ...]:
        if obj is None or not obj.eingefroren:
            return self.immer_gelesen
        alle = [name for _, optionen in self.fieldsets for name in _flat(tuple(optionen["fields"]))]
        return tuple(dict.fromkeys([*alle, *self.immer_gelesen]))

    def has_delete_permission(self, request: HttpRequest, obj: Testfall | None = None) -> bool:
        return (
            obj is not None and not obj.eingefroren and super().has_delete_permission(request, obj)
        )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet, search_term: str
    ) -> tuple[QuerySet, bool]:
        """Search the stored casefolded text: the same hits on both databases, umlauts included."""
        for wort in search_term.casefold().split():
            queryset = queryset.filter(suchtext__contains=wort)
        return queryset, False

    def save_model(self, request: HttpRequest, obj: Testfall, form: Any, change: bool) -> None:
        if not change:
            obj.angelegt_von_id = request.user.pk
        obj.suchtext = search_text(obj)
        super().save_model(request, obj, form, change)
        log_ereignis(
            aktion="testfall_bearbeitet" if change else "testfall_angelegt",
            objekt=obj,
            user=request.user,
            nach={"felder": list(form.changed_data)},
        )
        if funde := form.invisible():
            self.message_user(
                request,
                "Im Prompt stehen unsichtbare Zeichen: " + ", ".join(funde),
                messages.WARNING,
            )

    @admin.display(description="Stand")
    def stand(self, fall: Testfall) -> str:
        if fall.pk is None:
            return "neu"
        zusatz = " · eingefroren" if fall.eingefroren else ""
        return f"{fall.get_status_display()}{zusatz}"

    @admin.display(description="Neun Schritte bis zur Freigabe")
    def checkliste_anzeigen(self, fall: Testfall) -> SafeString | str:
        if fall.pk is None:
            return "Die Liste erscheint nach dem ersten Speichern."
        zeilen = format_html_join(
            "",
            "<li>{} <strong>{}</strong>: {}</li>",
            (
                ("✓" if stand.erfuellt else "○", f"{schritt.nummer}. {schritt.titel}", stand.text)
                for schritt, stand in checkliste(fall)
            ),
        )
        return format_html('<ul class="schritte">{}</ul>', zeilen)

    @admin.action(description="In den Pilot geben (friert ein)", permissions=["change"])
    def in_den_pilot(self, request: HttpRequest, rows: QuerySet) -> None:
        self._each(request, rows, lambda fall: start_pilot(testfall=fall, user=request.user))

    @admin.action(description="Freigeben (zweite Person)", permissions=["view"])
    def freigeben(self, request: HttpRequest, rows: QuerySet) -> None:
        self._each(request, rows, lambda fall: release_testfall(testfall=fall, user=request.user))

    @admin.action(description="Neue Fassung anlegen", permissions=["add"])
    def neue_fassung(self, request: HttpRequest, rows: QuerySet) -> None:
        self._each(request, rows, lambda fall: new_version(testfall=fall, user=request.user))

    def _each(self, request: HttpRequest, rows: QuerySet, verb: Callable[[Testfall], Any]) -> None:
        for fall in rows:
            try:
                ergebnis = verb(fall)
            except (FreigabeAbgelehnt, NichtErlaubt) as fehler:
                self.message_user(request, str(fehler), messages.ERROR)
            else:
                self.message_user(
                    request, f"{ergebnis}: {ergebnis.get_status_display()}", messages.SUCCESS
                )


def _flat(felder: tuple[Any, ...]) -> list[str]:
    return [name for feld in felder for name in (feld if isinstance(feld, tuple) else (feld,))]


@admin.register(Kategorie)
class KategorieAdmin(admin.ModelAdmin):
    list_display = ("name", "art")
    list_filter = ("art",)
    search_fields = ("name",)


@admin.register(Katalogversion)
class KatalogversionAdmin(NurLesen):
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


class TeilAdmin(NurLesen):
    """Parts of Testfälle on their own, to search in; they are edited on the Testfall's page."""

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return visible(
            request, super().get_queryset(request).select_related("testfall"), "testfall__"
        )


@admin.register(Kriterium)
class KriteriumAdmin(TeilAdmin):
    list_display = ("testfall", "kennung", "text", "gewicht")
    search_fields = ("text", "testfall__kennung")


@admin.register(Quelle)
class QuelleAdmin(TeilAdmin):
    list_display = ("fundstelle", "testfall", "abruf", "abrufdatum")
    list_filter = ("abruf",)
    search_fields = ("fundstelle", "testfall__kennung")


@admin.register(Beispielantwort)
class BeispielantwortAdmin(TeilAdmin):
    list_display = ("testfall", "art", "erwarteter_wert", "geprueft_am")
    list_filter = ("art",)
