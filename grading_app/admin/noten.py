"""Grades in the admin: read-only rows, and a page to override one with a reason (R-6.8)."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from grading_app.admin.formulare import UeberschreibenForm
from grading_app.begriffe import Verfahren
from grading_app.massstab import massstab
from grading_app.models import Bewertung, Bewertungsauftrag
from grading_app.services import Konflikt, NichtBewertbar, override_bewertung
from lexassay.protokoll.admin import NurLesen
from lexassay.protokoll.services import NichtErlaubt
from tasks_app.begriffe import Sichtbarkeit


@admin.register(Bewertung)
class BewertungAdmin(NurLesen):
    """Whoever still has to grade a Run blind does not see its grade here (R-15.7)."""

    list_display = (
        "run", "nummer", "evaluations_status", "verfahren", "label", "punkte", "ueberschrieben",
        "aendern",
    )  # fmt: skip
    list_filter = ("evaluations_status", "verfahren", "ueberschrieben", "interessenkonflikt")
    search_fields = ("run__testfall__kennung",)
    ordering = ("-pk",)
    fields = (
        "run", "nummer", "evaluations_status", "verfahren", "label", "punkte", "anteil",
        "zitatabzuege", "abzugsschluessel", "hinweis_vorhanden", "regelreferenz", "judge_version",
        "begruendung", "treffer", "fehlend", "urteile", "bewerter", "interessenkonflikt",
        "ueberschrieben", "ueberschrieben_von", "ueberschreibung_grund", "nach_entblindung",
        "basis_fingerabdruck", "erstellt_am",
    )  # fmt: skip
    readonly_fields = ("punkte", "anteil")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Bewertung]:
        blind = Bewertungsauftrag.objects.filter(
            run=OuterRef("run"), bewerter__user=request.user.pk, stapel__gesperrt_am__isnull=True
        )
        rows = super().get_queryset(request).filter(~Exists(blind))
        rows = rows.select_related("run__testfall", "run__teilnahme__modell", "bewerter")
        if request.user.has_perm("tasks_app.view_geheim"):
            return rows
        return rows.exclude(run__testfall__sichtbarkeit=Sichtbarkeit.GEHEIM)

    @admin.display(description="Correctness")
    def punkte(self, bewertung: Bewertung) -> str:
        return "–" if bewertung.correctness is None else str(bewertung.correctness)

    @admin.display(description="Überschreiben")
    def aendern(self, bewertung: Bewertung) -> SafeString:
        url = reverse("admin:grading_app_bewertung_ueberschreiben", args=[bewertung.pk])
        return format_html('<a href="{}">überschreiben</a>', url)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path(
                "<int:pk>/ueberschreiben/",
                wrap(self.ueberschreiben),
                name="grading_app_bewertung_ueberschreiben",
            ),
            *super().get_urls(),
        ]

    def ueberschreiben(self, request: HttpRequest, pk: int) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        bewertung = self.get_object(request, str(pk))
        if bewertung is None:
            raise Http404("Diese Bewertung gibt es nicht.")
        form = UeberschreibenForm(
            request.POST or None,
            kriterien=_kriterien(bewertung),
            initial={
                "erwartete_version": bewertung.nummer,
                "label": bewertung.label,
                "wert": str(bewertung.correctness or ""),
            },
        )
        konflikt: Konflikt | None = None
        if form.is_valid():
            try:
                neu = override_bewertung(bewertung=bewertung, user=request.user, **form.aenderung())
            except Konflikt as exc:
                konflikt = exc
                form.add_error(None, str(exc))
            except (NichtBewertbar, NichtErlaubt) as exc:
                form.add_error(None, str(exc))
            else:
                messages.success(request, f"Fassung {neu.nummer} ist gespeichert und zählt.")
                ziel = reverse("admin:grading_app_bewertung_change", args=[neu.pk])
                return HttpResponseRedirect(ziel)
        kontext: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "title": f"Bewertung überschreiben: {bewertung.run.testfall.kennung}",
            "bewertung": bewertung,
            "form": form,
            "konflikt": konflikt,
        }
        return TemplateResponse(request, "admin/grading_app/ueberschreiben.html", kontext)


def _kriterien(bewertung: Bewertung) -> dict[str, bool | None]:
    """The verdicts as they stand; None where a Kriterium has none (Judge-Fehler)."""
    mass = massstab(bewertung.run.testfall)
    if mass.verfahren is not Verfahren.KRITERIEN:
        return {}
    bisher = {u["kennung"]: u["erfuellt"] for u in bewertung.urteile}
    return {kennung: bisher.get(kennung) for kennung, _ in mass.kriterien}
