"""Rules, Rubriken, the register of decisions and the graders."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from grading_app.admin.formulare import BewertungsregelForm, ProbeForm
from grading_app.begriffe import Fassungsstatus, Regelform
from grading_app.models import Bewerter, Bewertungsregel, Fassung, Regelentscheidung, Rubrik
from grading_app.register import betroffene, wirkung
from grading_app.rules.registry import FORMEN, evaluate
from grading_app.rules.types import KonfigurationsFehler, Regelfehler
from grading_app.services import (
    NichtBewertbar,
    new_regel_version,
    publish_entscheidung,
    publish_regel,
    publish_rubrik,
)
from lexassay.protokoll.exakt import round_half_up
from lexassay.protokoll.services import NichtErlaubt


def melde(request: HttpRequest, tu: Callable[[], Any], erfolg: str) -> bool:
    """Run a service; show its German refusal instead of an error page."""
    try:
        tu()
    except (NichtBewertbar, NichtErlaubt) as exc:
        messages.error(request, str(exc))
        return False
    messages.success(request, erfolg)
    return True


def _punkte(wert: Fraction) -> str:
    return f"{int(round_half_up(wert))} Punkte"


class FassungAdmin(admin.ModelAdmin):
    """Drafts can be edited; what is or was in force is read-only.

    `publish(fassung, user)` of each page is the service that puts a version into force.
    """

    publish: Callable[[Any, Any], None]
    actions: tuple[str, ...] = ("in_kraft_setzen",)

    def has_change_permission(self, request: HttpRequest, obj: Fassung | None = None) -> bool:
        fest = obj is not None and obj.status != Fassungsstatus.ENTWURF
        return not fest and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Fassung | None = None) -> bool:
        fest = obj is None or obj.status != Fassungsstatus.ENTWURF
        return not fest and super().has_delete_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Fassung, form: Any, change: bool) -> None:
        if not change:
            obj.angelegt_von = request.user
        super().save_model(request, obj, form, change)

    @admin.action(description="In Kraft setzen")
    def in_kraft_setzen(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for fassung in queryset:
            tu = partial(self.publish, fassung, request.user)
            melde(request, tu, f"{fassung} ist in Kraft.")


@admin.register(Bewertungsregel)
class BewertungsregelAdmin(FassungAdmin):
    """The form checks the configuration; a page tries the rule on a pasted answer."""

    form = BewertungsregelForm
    list_display = ("kennung", "version", "form", "status", "in_kraft_seit", "probe_link")
    list_filter = ("status", "form")
    search_fields = ("kennung",)
    actions = ("in_kraft_setzen", "neue_fassung")

    def publish(self, fassung: Bewertungsregel, user: Any) -> None:
        publish_regel(regel=fassung, user=user)

    @admin.action(description="Neue Fassung anlegen")
    def neue_fassung(self, request: HttpRequest, queryset: QuerySet[Bewertungsregel]) -> None:
        for regel in queryset:
            tu = partial(new_regel_version, regel=regel, user=request.user)
            melde(request, tu, f"Zu {regel.kennung} liegt ein neuer Entwurf vor.")

    @admin.display(description="Probe")
    def probe_link(self, regel: Bewertungsregel) -> SafeString:
        url = reverse("admin:grading_app_bewertungsregel_probe", args=[regel.pk])
        return format_html('<a href="{}">ausprobieren</a>', url)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/probe/", wrap(self.probe), name="grading_app_bewertungsregel_probe"),
            *super().get_urls(),
        ]

    def probe(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Grade a pasted answer; nothing is stored."""
        regel = self.get_object(request, str(pk))
        if regel is None or not self.has_view_permission(request, regel):
            raise Http404("Diese Regel gibt es nicht.")
        form = ProbeForm(request.POST or None)
        ergebnis, fehler = None, ""
        if form.is_valid():
            try:
                ergebnis = evaluate(regel.form, regel.konfiguration, **form.cleaned_data)
            except (Regelfehler, KonfigurationsFehler) as exc:
                fehler = str(exc)
        kontext = {
            **self.admin_site.each_context(request),
            "title": f"Regel ausprobieren: {regel}",
            "regel": regel,
            "form": form,
            "ergebnis": ergebnis,
            "fehler": fehler,
            "form_name": Regelform(regel.form).label,
            "dokumentation": FORMEN[Regelform(regel.form)].dokumentation,
        }
        return TemplateResponse(request, "admin/grading_app/probe.html", kontext)


@admin.register(Rubrik)
class RubrikAdmin(FassungAdmin):
    list_display = ("kennung", "version", "modus", "status", "in_kraft_seit")
    list_filter = ("status", "modus")
    fields = (
        "kennung", "version", "modus", "anweisung", "skala", "gewichte_zeigen", "prompt_version",
    )  # fmt: skip
    readonly_fields = ("prompt_version",)

    def publish(self, fassung: Rubrik, user: Any) -> None:
        publish_rubrik(rubrik=fassung, user=user)


@admin.register(Regelentscheidung)
class RegelentscheidungAdmin(FassungAdmin):
    """Before an entry comes into force its page lists every grade that it touches (R-15.9)."""

    list_display = ("nummer", "version", "titel", "testfall_kennung", "status")
    list_filter = ("status",)
    fields = (
        "nummer", "version", "titel", "text", "begruendung", "testfall_kennung", "wirkung",
    )  # fmt: skip
    readonly_fields = ("wirkung",)

    def publish(self, fassung: Regelentscheidung, user: Any) -> None:
        publish_entscheidung(entscheidung=fassung, user=user)

    @admin.display(description="Betroffene Bewertungen")
    def wirkung(self, entscheidung: Regelentscheidung) -> str | SafeString:
        if entscheidung.pk is None:
            return "Nach dem Speichern sichtbar."
        rows = betroffene(entscheidung)
        faelle = sorted({b.run.testfall.kennung for b in rows})
        zeilen = [
            f"{len(rows)} Bewertungen in {len(faelle)} Testfällen werden veraltet und sind neu "
            f"einzuholen: {', '.join(faelle) or '–'}."
        ]
        zeilen += [
            f"{w.teilnahme}: {w.betroffen} betroffen; der Score kann um höchstens "
            f"{_punkte(w.senkt)} fallen oder um {_punkte(w.hebt)} steigen."
            for w in wirkung(entscheidung)
        ]
        return format_html_join(mark_safe("<br>"), "{}", ((z,) for z in zeilen))


@admin.register(Bewerter)
class BewerterAdmin(admin.ModelAdmin):
    list_display = ("kennung", "name", "art", "modell", "herstellerfamilie", "aktiv")
    list_filter = ("art", "aktiv")
    fields = (
        "kennung", "name", "art", "modell", "effort", "max_ausgabe", "schema_anfordern", "user",
        "herstellerfamilie", "aktiv",
    )  # fmt: skip

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
