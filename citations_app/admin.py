"""Zitate, Befunde and sources in the admin; nothing here names a model, provider or Lauf."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from citations_app import pruefpult
from citations_app.models import (
    Befund,
    Beleg,
    Endbefund,
    Normenbestand,
    Quellenpruefung,
    Zitat,
    Zitatquelle,
)
from citations_app.services import activate_quelle, deactivate_quelle
from citations_app.services.wege import basis_of
from lexassay.protokoll.admin import NurLesen
from tasks_app.begriffe import Sichtbarkeit


def _link(url: str) -> SafeString | str:
    if not url.startswith(("https://", "http://")):
        return "–"
    return format_html('<a href="{}" rel="noreferrer noopener">{}</a>', url, url)


@admin.register(Zitat)
class ZitatAdmin(NurLesen):
    """Read-only; decisions are taken at the desk."""

    list_display = ("anzeige", "status", "verdacht", "verwendung", "art", "am_pult")
    list_filter = ("status", "verdacht", "verwendung", "rechtsordnung", "art", "fuer_redaktion")
    search_fields = ("anzeige", "schluessel")
    fields = (
        "anzeige", "text", "aussage", "rechtsordnung", "art", "schluessel", "abzugsschluessel",
        "verwendung", "status", "verdacht", "hinweise", "von_hand", "naechste_quelle",
        "pruefen_ab", "grammatik_version",
    )  # fmt: skip
    ordering = ("schluessel", "id")
    change_list_template = "admin/citations_app/zitat_liste.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Zitat]:
        return pruefpult.visible_zitate(request)

    @admin.display(description="Prüfpult")
    def am_pult(self, zitat: Zitat) -> SafeString:
        url = reverse("admin:citations_app_zitat_pruefen", args=[zitat.pk])
        return format_html('<a href="{}">prüfen</a>', url)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("pruefpult/", wrap(self.desk), name="citations_app_zitat_pruefpult"),
            path("pruefpult/<int:pk>/", wrap(self.decide), name="citations_app_zitat_pruefen"),
            *super().get_urls(),
        ]

    def desk(self, request: HttpRequest) -> HttpResponse:
        return pruefpult.desk_view(request, self.admin_site.each_context(request))

    def decide(self, request: HttpRequest, pk: int) -> HttpResponse:
        return pruefpult.zitat_view(request, pk, self.admin_site.each_context(request))


class VomZitat(NurLesen):
    """What hangs on a Zitat is shown only where the Zitat is."""

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        zitate = pruefpult.visible_zitate(request)
        return super().get_queryset(request).filter(zitat__in=zitate)


@admin.register(Befund)
class BefundAdmin(VomZitat):
    list_display = ("zitat", "quelle", "art", "hand_status", "erhoben_am")
    list_filter = ("quelle", "art")
    fields = (
        "zitat", "quelle", "betreiber", "art", "maengel", "hinweise", "beleg", "hand_status",
        "begruendung", "erhoben_von", "erhoben_am",
    )  # fmt: skip


@admin.register(Endbefund)
class EndbefundAdmin(VomZitat):
    list_display = ("zitat", "status", "mangel", "quelle_a", "quelle_b", "von_hand")
    list_filter = ("status", "von_hand")
    fields = (
        "zitat", "status", "mangel", "quelle_a", "betreiber_a", "beleg_a", "quelle_b",
        "betreiber_b", "beleg_b", "von_hand", "begruendung", "entschieden_von", "entschieden_am",
    )  # fmt: skip


@admin.register(Beleg)
class BelegAdmin(NurLesen):
    list_display = ("anfrage", "quelle", "weg", "abgerufen_am", "stand", "ausfall")
    list_filter = ("quelle", "weg", "ausfall")
    search_fields = ("anfrage",)
    fields = (
        "quelle", "betreiber", "anfrage", "adresse", "weg", "abgerufen_am", "stand", "http_status",
        "inhalt_sha256", "auszug", "ausfall", "grund", "leser_version",
    )  # fmt: skip
    readonly_fields = ("adresse",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Beleg]:
        """A Beleg names citations, so it is shown only beside a Zitat that may be seen."""
        zitate = pruefpult.visible_zitate(request)
        shown = Befund.objects.filter(zitat__in=zitate).values("beleg")
        return super().get_queryset(request).filter(pk__in=shown)

    @admin.display(description="Adresse")
    def adresse(self, beleg: Beleg) -> SafeString | str:
        return _link(beleg.url)


@admin.register(Normenbestand)
class NormenbestandAdmin(NurLesen):
    list_display = ("slug", "jurabk", "titel", "builddate", "importiert_am")
    search_fields = ("slug", "jurabk", "amtabk", "titel")
    fields = (
        "slug", "jurabk", "amtabk", "titel", "builddate", "doknr", "xml_sha256", "herkunft",
        "importiert_am",
    )  # fmt: skip


@admin.register(Quellenpruefung)
class QuellenpruefungAdmin(NurLesen):
    list_display = ("quelle", "ergebnis", "stand", "geprueft_am")
    list_filter = ("ergebnis",)
    fields = ("quelle", "ergebnis", "stand", "text_hash", "unterschied", "geprueft_am")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Quellenpruefung]:
        rows = super().get_queryset(request).select_related("quelle__testfall")
        if request.user.has_perm("tasks_app.view_geheim"):
            return rows
        return rows.exclude(quelle__testfall__sichtbarkeit=Sichtbarkeit.GEHEIM)


class ZitatquelleForm(forms.ModelForm):
    """A source can be switched on only together with its recorded terms (R-9.2)."""

    class Meta:
        model = Zitatquelle
        fields = (
            "aktiv", "bedingungen_url", "bedingungen_am", "erlaubnis", "mindestabstand_ms",
            "zwischenspeicher_tage",
        )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        needed = ("bedingungen_url", "bedingungen_am", "erlaubnis")
        if data.get("aktiv") and not all(data.get(name) for name in needed):
            raise ValidationError(
                "Einschalten geht erst, wenn Nutzungsbedingungen, Datum und Erlaubnis"
                " festgehalten sind."
            )
        return data


@admin.register(Zitatquelle)
class ZitatquelleAdmin(admin.ModelAdmin):
    form = ZitatquelleForm
    list_display = ("name", "betreiber", "aktiv", "bedingungen_am", "adresse")
    readonly_fields = ("kennung", "name", "betreiber", "adresse", "eingeschaltet_von")

    @admin.display(description="Adresse")
    def adresse(self, quelle: Zitatquelle) -> str:
        return "ohne Netz" if quelle.mitgeliefert else basis_of(quelle.kennung) or "nicht gesetzt"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        fixed = obj is not None and obj.mitgeliefert
        return not fixed and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Zitatquelle, form: Any, change: bool) -> None:
        """Terms and switch go through the services, which log; the rest is a plain save."""
        data = form.cleaned_data
        plain = ("mindestabstand_ms", "zwischenspeicher_tage")
        Zitatquelle.objects.filter(pk=obj.pk).update(**{name: data[name] for name in plain})
        if data["aktiv"]:
            activate_quelle(
                kennung=obj.kennung,
                bedingungen_url=data["bedingungen_url"],
                bedingungen_am=data["bedingungen_am"],
                erlaubnis=data["erlaubnis"],
                user=request.user,
            )
            messages.info(request, "Offene Zitate werden nun auch bei dieser Quelle geprüft.")
        elif "aktiv" in form.changed_data:
            deactivate_quelle(
                kennung=obj.kennung, begruendung="in der Redaktion ausgeschaltet", user=request.user
            )
