"""The page of one version of a Testfall, with its live checklist and its ledger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from lexassay.protokoll.services import log_ereignis
from tasks_app.admin.felder import FELDGRUPPEN, GEHEIMHALTUNG, IMMER_GELESEN, flat
from tasks_app.admin.filter import Rechtsstandalter
from tasks_app.admin.geheim import blacken_log, sees_secret, visible
from tasks_app.admin.seiten import ABGELEHNT, KNOEPFE, SeitenDesTestfalls
from tasks_app.admin.teile import BeispielantwortInline, KriteriumInline, QuelleInline
from tasks_app.begriffe import Sichtbarkeit
from tasks_app.definition import checkliste, zugriffe
from tasks_app.forms import TestfallForm
from tasks_app.holdout import give_canary, record_view
from tasks_app.models import Testfall
from tasks_app.services import new_version, release_testfall, search_text, start_pilot

BEISPIELSCHRITT = 5


@admin.register(Testfall)
class TestfallAdmin(SeitenDesTestfalls, admin.ModelAdmin):
    form = TestfallForm
    list_display = ("kennung", "version", "titel", "rechtsordnung", "sichtbarkeit", "status")
    list_filter = (
        "aufgabensatz",
        "status",
        "rechtsordnung",
        "aufgabentyp",
        "sichtbarkeit",
        Rechtsstandalter,
    )
    search_fields = ("suchtext",)
    filter_horizontal = ("kategorien",)
    inlines = (KriteriumInline, QuelleInline, BeispielantwortInline)
    actions = ("in_den_pilot", "freigeben", "neue_fassung")

    # What a person may see ------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return visible(request, super().get_queryset(request).select_related("aufgabensatz"))

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """Every page of one object asks here; so the ledger misses none (R-15.6)."""
        fall = super().get_object(request, object_id, from_field)
        if fall is not None:
            record_view(testfall=fall, user=request.user, weg="Admin, Seite des Testfalls")
        return fall

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet, search_term: str
    ) -> tuple[QuerySet, bool]:
        """Search the stored casefolded text: the same hits on both databases, umlauts included."""
        for wort in search_term.casefold().split():
            queryset = queryset.filter(suchtext__contains=wort)
        return queryset, False

    def formfield_for_choice_field(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        """Nobody makes secret what they could not see afterwards."""
        if db_field.name == "sichtbarkeit" and not sees_secret(request):
            kwargs["choices"] = [(Sichtbarkeit.OEFFENTLICH.value, "öffentlich")]
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    # Layout ---------------------------------------------------------------------------------------

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*FELDGRUPPEN, GEHEIMHALTUNG) if obj and obj.geheim else FELDGRUPPEN

    def get_readonly_fields(
        self, request: HttpRequest, obj: Testfall | None = None
    ) -> tuple[str, ...]:
        if obj is None or not obj.eingefroren:
            return IMMER_GELESEN
        alle = [name for _, optionen in FELDGRUPPEN for name in flat(tuple(optionen["fields"]))]
        return tuple(dict.fromkeys([*alle, *IMMER_GELESEN]))

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        fall = context.get("original")
        if fall is not None:
            context["knoepfe"] = KNOEPFE[fall.status]
            context["mehrere_fassungen"] = self._versions(request, fall).count() > 1
        return super().render_change_form(request, context, *args, **kwargs)

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
        zeilen = format_html_join("", "<li>{} <strong>{}</strong>: {}</li>", _steps(fall))
        return format_html('<ul class="schritte">{}</ul>', zeilen)

    @admin.display(description="Geöffnetes Salz")
    def salz(self, fall: Testfall) -> str:
        return fall.geoeffnetes_salz or "wird mit dem Archivieren veröffentlicht"

    @admin.display(description="Wer den Testfall gesehen hat")
    def einsicht(self, fall: Testfall) -> SafeString:
        zeilen = format_html_join(
            "",
            "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
            ((z.wann, z.wer, z.weg) for z in zugriffe(fall)),
        )
        kopf = "<tr><th>{}</th><th>{}</th><th>{}</th></tr>"
        kopfzeile = format_html(kopf, "Wann", "Wer", "Weg")
        return format_html('<table class="einsicht">{}{}</table>', kopfzeile, zeilen)

    # Saving ---------------------------------------------------------------------------------------

    def save_model(self, request: HttpRequest, obj: Testfall, form: Any, change: bool) -> None:
        if not change:
            obj.angelegt_von_id = request.user.pk
        give_canary(obj)
        obj.suchtext = search_text(obj)
        super().save_model(request, obj, form, change)
        log_ereignis(
            aktion="testfall_bearbeitet" if change else "testfall_angelegt",
            objekt=obj,
            user=request.user,
            nach={"felder": list(form.changed_data)},
        )
        if funde := form.invisible():
            text = "Im Prompt stehen unsichtbare Zeichen: " + ", ".join(funde)
            self.message_user(request, text, messages.WARNING)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Grade the example answers once they are saved; what is wrong with them is shown."""
        super().save_related(request, form, formsets, change)
        for schritt, stand in checkliste(form.instance):
            if schritt.nummer == BEISPIELSCHRITT:
                grad = messages.SUCCESS if stand.erfuellt else messages.WARNING
                self.message_user(request, f"Beispielantworten: {stand.text}", grad)

    def has_delete_permission(self, request: HttpRequest, obj: Testfall | None = None) -> bool:
        return (
            obj is not None and not obj.eingefroren and super().has_delete_permission(request, obj)
        )

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """The parts go with their draft; on their own pages they can only be read."""
        liste, zahlen, rechte, geschuetzt = super().get_deleted_objects(objs, request)
        teile = {inline.model._meta.verbose_name for inline in self.inlines}
        return liste, zahlen, set(rechte) - teile, geschuetzt

    def delete_model(self, request: HttpRequest, obj: Testfall) -> None:
        log_ereignis(aktion="testfall_geloescht", objekt=obj, user=request.user)
        super().delete_model(request, obj)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        eintrag = super().log_addition(request, obj, message)
        blacken_log(obj)
        return eintrag

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        eintrag = super().log_change(request, obj, message)
        blacken_log(obj)
        return eintrag

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        eintraege = super().log_deletions(request, queryset)
        for fall in queryset:
            blacken_log(fall)
        return eintraege

    # Several at once ------------------------------------------------------------------------------

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
            except ABGELEHNT as fehler:
                self.message_user(request, str(fehler), messages.ERROR)
            else:
                text = f"{ergebnis}: {ergebnis.get_status_display()}"
                self.message_user(request, text, messages.SUCCESS)


def _steps(fall: Testfall) -> Any:
    for schritt, stand in checkliste(fall):
        name = f"{schritt.nummer}. {schritt.titel}"
        text = stand.text
        if stand.ziel and not stand.erfuellt:
            text = format_html('<a href="{}">{}</a>', stand.ziel, stand.text)
        yield ("✓" if stand.erfuellt else "○", name, text)
