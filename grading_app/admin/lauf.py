"""Batches, and the page that says how far the grading of a Lauf is and what stands in its way."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from grading_app.admin.formulare import BeauftragenForm, GrundForm, StichprobeForm
from grading_app.admin.regeln import melde
from grading_app.models import Stapel
from grading_app.selectors import (
    aktuelle_bewertungen,
    kontrollbefunde,
    kontrollstaende,
    offene_abweichungen,
    runs_zu_bewerten,
    uebereinstimmung,
    veraltete_bewertungen,
)
from grading_app.services import (
    grade_lauf,
    lock_stapel,
    request_judgement,
    request_sample,
    retry_failed,
    uniform_pass,
    withdraw_stapel,
)
from grading_app.stufen import EvaluationsStatus
from grading_app.urteilsstand import blockierte_stapel
from lexassay.protokoll.admin import NurLesen
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import require_role
from runs_app.models import Lauf


@admin.register(Stapel)
class StapelAdmin(NurLesen):
    """Batches are made by an order, locked or withdrawn; their rows never change by hand."""

    list_display = (
        "__str__",
        "zweck",
        "rubrik",
        "angelegt_am",
        "gesperrt_am",
        "offen",
        "kontrolle",
    )
    list_filter = ("zweck",)
    fields = ("bewerter", "rubrik", "zweck", "nummer", "angelegt_am", "gesperrt_am", "gesperrt_von")
    change_list_template = "admin/grading_app/stapel_liste.html"

    @admin.display(description="offen")
    def offen(self, stapel: Stapel) -> int:
        return stapel.auftraege.offen().count()

    @admin.display(description="Kontrollantworten")
    def kontrolle(self, stapel: Stapel) -> str:
        befunde = blockierte_stapel([stapel.pk]).get(stapel.pk, ())
        return "; ".join(befunde) or "wie bekannt"

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        laeufe = Lauf.objects.order_by("-angelegt_am")[:50]
        kontext = {"laeufe": laeufe, "kontrollstaende": kontrollstaende()}
        return super().changelist_view(request, {**kontext, **(extra_context or {})})

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("lauf/<int:pk>/", wrap(self.stand), name="grading_app_lauf_stand"),
            path("<int:pk>/sperren/", wrap(self.sperren), name="grading_app_stapel_sperren"),
            path(
                "<int:pk>/zurueckziehen/",
                wrap(self.zurueckziehen),
                name="grading_app_stapel_zurueckziehen",
            ),
            *super().get_urls(),
        ]

    def stand(self, request: HttpRequest, pk: int) -> HttpResponse:
        """How far the grading of a Lauf is; its buttons call the services."""
        lauf = get_object_or_404(Lauf, pk=pk)
        if not self.has_view_permission(request):
            return self._verweigert(request)
        formulare = {
            "beauftragen": BeauftragenForm(request.POST if "beauftragen" in request.POST else None),
            "stichprobe": StichprobeForm(request.POST if "stichprobe" in request.POST else None),
        }
        if request.method == "POST" and self._tu(request, lauf, formulare):
            return HttpResponseRedirect(request.path)
        kontext = {
            **self.admin_site.each_context(request),
            "title": f"Stand der Bewertung: {lauf.kennung}",
            "lauf": lauf,
            "formulare": formulare,
            **_zahlen(lauf),
        }
        return TemplateResponse(request, "admin/grading_app/lauf_stand.html", kontext)

    def _tu(self, request: HttpRequest, lauf: Lauf, formulare: dict[str, Any]) -> bool:
        if "bewerten" in request.POST:
            return melde(request, lambda: _bewerte(lauf, request.user), "Der Lauf ist bewertet.")
        if "durchgang" in request.POST:
            return melde(
                request,
                lambda: uniform_pass(lauf=lauf, user=request.user),
                "Alle Antworten des Laufs sind nach denselben Regeln bewertet.",
            )
        if "wiederholen" in request.POST:
            return melde(
                request,
                lambda: retry_failed(lauf=lauf, user=request.user),
                "Die gescheiterten Aufträge sind wieder offen.",
            )
        if formulare["beauftragen"].is_valid():
            daten = formulare["beauftragen"].cleaned_data
            return melde(
                request,
                lambda: request_judgement(lauf=lauf, user=request.user, **daten),
                "Die fälligen Urteile sind beauftragt.",
            )
        if formulare["stichprobe"].is_valid():
            person = formulare["stichprobe"].cleaned_data["person"]
            return melde(
                request,
                lambda: request_sample(lauf=lauf, bewerter=person, user=request.user),
                "Die Stichprobe ist gezogen.",
            )
        return False

    def sperren(self, request: HttpRequest, pk: int) -> HttpResponse:
        stapel = get_object_or_404(Stapel, pk=pk)
        if request.method == "POST":
            melde(
                request,
                lambda: lock_stapel(stapel=stapel, user=request.user),
                "Der Stapel ist gesperrt.",
            )
        return HttpResponseRedirect(_stand_url(stapel.lauf_id))

    def zurueckziehen(self, request: HttpRequest, pk: int) -> HttpResponse:
        stapel = get_object_or_404(Stapel, pk=pk)
        form = GrundForm(request.POST or None)
        if form.is_valid():
            melde(
                request,
                lambda: withdraw_stapel(stapel=stapel, user=request.user, **form.cleaned_data),
                "Der Stapel ist zurückgezogen.",
            )
            return HttpResponseRedirect(_stand_url(stapel.lauf_id))
        if not self.has_view_permission(request):
            return self._verweigert(request)
        kontext = {
            **self.admin_site.each_context(request),
            "title": "Stapel zurückziehen",
            "stapel": stapel,
            "form": form,
        }
        return TemplateResponse(request, "admin/grading_app/zurueckziehen.html", kontext)

    def _verweigert(self, request: HttpRequest) -> HttpResponse:
        messages.error(request, "Dazu fehlt die Berechtigung.")
        return HttpResponseRedirect(reverse("admin:index"))


def _bewerte(lauf: Lauf, user: Any) -> None:
    require_role(user=user, rolle=Rolle.REDAKTION)
    grade_lauf(lauf=lauf, user=user)


def _stand_url(lauf_id: int) -> str:
    return reverse("admin:grading_app_lauf_stand", args=[lauf_id])


def _zahlen(lauf: Lauf) -> dict[str, Any]:
    """Everything that the page shows; reading it changes nothing."""
    status = Counter(
        aktuelle_bewertungen(lauf).order_by().values_list("evaluations_status", flat=True)
    )
    veraltet = veraltete_bewertungen(lauf)
    gruende = Counter(grund for v in veraltet for grund in v.gruende)
    blockiert = kontrollbefunde(lauf)
    return {
        "status": [(s.label, status.get(s, 0)) for s in EvaluationsStatus],
        "unbewertet": runs_zu_bewerten(lauf).count(),
        "veraltet": len(veraltet),
        "gruende": sorted(gruende.items()),
        "aufrufe": sum(v.aufrufe for v in veraltet),
        "abweichungen": [
            (run.testfall.kennung, ", ".join(k or "Label" for k in kriterien))
            for run, kriterien in offene_abweichungen(lauf)
        ],
        "stapel": [
            (stapel, stapel.auftraege.offen().count(), "; ".join(blockiert.get(stapel.pk, ())))
            for stapel in lauf.stapel.select_related("bewerter", "rubrik")
        ],
        "einig": uebereinstimmung(lauf),
        "probe": uebereinstimmung(lauf, stichprobe=True),
    }
