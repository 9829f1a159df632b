"""The blind desk: a grader sees the own open orders and the payload of each, nothing else."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from grading_app.admin.formulare import UrteilForm
from grading_app.begriffe import AuftragStatus
from grading_app.models import Bewertungsauftrag
from grading_app.selectors import offene_auftraege
from grading_app.services import NichtBewertbar, record_urteil
from grading_app.services.urteilen import gezeigte_daten
from grading_app.vorlagen import entscheidungen_zu_auftrag
from lexassay.protokoll.admin import NurLesen
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import NichtErlaubt


def ist_bewertend(request: HttpRequest) -> bool:
    """Whether the person has the grading role."""
    user: Any = request.user
    return user.is_active and user.groups.filter(name=Rolle.BEWERTUNG).exists()


@admin.register(Bewertungsauftrag)
class BewertungsauftragAdmin(NurLesen):
    """A grader's list holds the own orders; no page names model, provider, price or Lauf."""

    list_display = ("anonym_id", "status", "am_pult")
    list_filter = ("status",)
    search_fields = ("anonym_id",)
    fields = (
        "anonym_id", "status", "rubrik", "nutzlast_sha256", "selbstnennungen",
        "manipulationszeichen", "versuche_zahl", "fehlertext", "erledigt_am", "herkunft",
    )  # fmt: skip
    readonly_fields = ("herkunft",)
    ordering = ("stapel", "position")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return ist_bewertend(request) or super().has_module_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if super().has_view_permission(request, obj):
            return True
        return ist_bewertend(request) and (obj is None or obj.bewerter.user_id == request.user.pk)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Bewertungsauftrag]:
        rows = super().get_queryset(request).select_related("stapel", "bewerter", "rubrik")
        if request.user.has_perm("grading_app.view_bewertungsauftrag"):
            return rows
        return rows.filter(bewerter__user=request.user.pk).exclude(
            status=AuftragStatus.ZURUECKGEZOGEN
        )

    @admin.display(description="Pult")
    def am_pult(self, auftrag: Bewertungsauftrag) -> SafeString | str:
        if auftrag.bewerter.user_id is None or auftrag.stapel.gesperrt:
            return "–"
        url = reverse("admin:grading_app_bewertungsauftrag_pult", args=[auftrag.pk])
        return format_html('<a href="{}">bewerten</a>', url)

    @admin.display(description="Herkunft")
    def herkunft(self, auftrag: Bewertungsauftrag) -> str:
        """R-15.7: unblinded only once the batch is locked."""
        if not auftrag.stapel.gesperrt:
            return "verblindet, bis der Stapel gesperrt ist"
        if auftrag.kontrolle_id:
            return "Kontrollantwort"
        return str(auftrag.run)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/pult/", wrap(self.pult), name="grading_app_bewertungsauftrag_pult"),
            *super().get_urls(),
        ]

    def pult(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show one order and take its verdict; then the next open one."""
        auftrag = self._eigener(request, pk)
        gezeigt = gezeigte_daten(auftrag)
        form = UrteilForm(request.POST or None, gezeigt=gezeigt)
        if form.is_valid():
            try:
                record_urteil(auftrag=auftrag, eingaben=form.eingaben(), user=request.user)
            except (NichtBewertbar, NichtErlaubt) as exc:
                form.add_error(None, str(exc))
            else:
                messages.success(request, f"Das Urteil zu {auftrag.anonym_id} ist gespeichert.")
                return HttpResponseRedirect(self._naechster(request))
        kontext = {
            **self.admin_site.each_context(request),
            "title": f"Bewerten: {auftrag.anonym_id}",
            "auftrag": auftrag,
            "gezeigt": gezeigt,
            "entscheidungen": entscheidungen_zu_auftrag(auftrag),
            "form": form,
            "offen": offene_auftraege(request.user).count(),
        }
        return TemplateResponse(request, "admin/grading_app/pult.html", kontext)

    @staticmethod
    def _eigener(request: HttpRequest, pk: int) -> Bewertungsauftrag:
        rows = Bewertungsauftrag.objects.select_related("stapel", "bewerter", "rubrik")
        auftrag = rows.filter(pk=pk, bewerter__user=request.user.pk).first()
        if auftrag is None or auftrag.status == AuftragStatus.ZURUECKGEZOGEN:
            raise Http404("Diesen Auftrag gibt es nicht.")
        return auftrag

    @staticmethod
    def _naechster(request: HttpRequest) -> str:
        naechster = offene_auftraege(request.user).first()
        if naechster is None:
            return reverse("admin:grading_app_bewertungsauftrag_changelist")
        return reverse("admin:grading_app_bewertungsauftrag_pult", args=[naechster.pk])
