"""Anbieter, Modellmetadaten, Preis, SystemPrompt: kept by the Technik, every change on record."""

from __future__ import annotations

import os
from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from lexassay.protokoll.kanon import sha256_hex
from lexassay.protokoll.services import log_ereignis
from runs_app.admin.formulare import AnbieterForm, ModellForm, PreisForm, changed_values
from runs_app.models import Anbieter, Modellmetadaten, Preis, SystemPrompt


class MitProtokoll(admin.ModelAdmin):
    """Saves a row and its Ereignis together (the admin's view is one transaction)."""

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        von, nach = changed_values(form)
        log_ereignis(
            aktion=f"{obj._meta.model_name}_{'geaendert' if change else 'angelegt'}",
            objekt=obj,
            user=request.user,
            von=von if change else None,
            nach=nach,
        )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Anbieter)
class AnbieterAdmin(MitProtokoll):
    form = AnbieterForm
    list_display = (
        "name",
        "max_gleichzeitig",
        "max_je_minute",
        "schluessel",
        "nachweis",
        "pause_bis",
    )
    search_fields = ("name", "kennung")

    @admin.display(description="API-Schlüssel")
    def schluessel(self, anbieter: Anbieter) -> str:
        """Say whether this process has the variable; never what is in it."""
        name = anbieter.schluessel_variable
        if not name:
            return "keiner nötig"
        return f"{name}: {'gesetzt' if os.environ.get(name) else 'hier nicht gesetzt'}"

    @admin.display(description="Geheime Testfälle", boolean=True)
    def nachweis(self, anbieter: Anbieter) -> bool:
        noted = bool(anbieter.kein_training_nachweis.strip() and anbieter.kein_training_am)
        return noted or anbieter.beispiel


class PreisInline(admin.TabularInline):
    model = Preis
    fields = ("waehrung", "eingabe_mikro", "ausgabe_mikro", "gueltig_ab", "gueltig_bis", "quelle")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Modellmetadaten)
class ModellAdmin(MitProtokoll):
    form = ModellForm
    list_display = ("name", "variante", "anbieter", "ausfuehrungsweg", "api_model_id", "aktiv")
    list_filter = ("anbieter", "ausfuehrungsweg", "aktiv", "demonstration")
    search_fields = ("kennung", "name", "variante", "api_model_id")
    list_select_related = ("anbieter",)
    inlines = (PreisInline,)
    fieldsets = (
        (
            "Identität",
            {
                "fields": (
                    "kennung",
                    "name",
                    ("familie", "variante"),
                    ("groessenklasse", "quantisierung", "cloud_version"),
                    ("herstellerfamilie", "anbieter"),
                    ("aktiv", "demonstration"),
                )
            },
        ),
        (
            "Zugang",
            {
                "fields": (
                    ("ausfuehrungsweg", "dialekt"),
                    "api_model_id",
                    "base_url",
                    "limit_parameter",
                    "rahmen_prompt",
                    ("datei_pfad", "datei_sha256"),
                )
            },
        ),
        (
            "Fähigkeiten",
            {
                "fields": (
                    ("context_length", "max_output", "geladener_kontext"),
                    "eingabe_arten",
                    "efforts",
                    "denkbudget",
                )
            },
        ),
    )


@admin.register(Preis)
class PreisAdmin(MitProtokoll):
    form = PreisForm
    list_display = ("modell", "eingabe", "ausgabe", "waehrung", "gueltig_ab", "gueltig_bis")
    list_filter = ("modell", "waehrung")
    list_select_related = ("modell",)

    @admin.display(description="Eingabe je Mio. Token")
    def eingabe(self, preis: Preis) -> str:
        return money(preis.eingabe_mikro)

    @admin.display(description="Ausgabe je Mio. Token")
    def ausgabe(self, preis: Preis) -> str:
        return money(preis.ausgabe_mikro)

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        obj.bestaetigt_von = request.user  # type: ignore[attr-defined]
        super().save_model(request, obj, form, change)


def money(mikro: int) -> str:
    """Return micro-units as units with a comma, without trailing zeros beyond the cent.

    >>> money(2_500_000), money(75_000)
    ('2,50', '0,075')
    """
    whole, rest = divmod(mikro, 1_000_000)
    decimals = f"{rest:06d}".rstrip("0").ljust(2, "0")
    return f"{whole},{decimals}"


@admin.register(SystemPrompt)
class SystemPromptAdmin(MitProtokoll):
    list_display = ("kennung", "version", "hash")
    fields = ("kennung", "version", "text", "hash")
    readonly_fields = ("hash",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """A prompt that a Lauf has used is fixed; a change is a new version."""
        if obj is not None and obj.laeufe.exists():
            return self.fields
        return self.readonly_fields

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        obj.hash = sha256_hex(obj.text)  # type: ignore[attr-defined]
        super().save_model(request, obj, form, change)
