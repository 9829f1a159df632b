"""The desk of the Zitatprüfung: what a person must decide, without model, provider or Lauf (R-9.4).

The order of the Zitate is a fixed shuffle, so that neighbours say nothing about their origin.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse

from citations_app.begriffe import Verwendung, Zitatstatus
from citations_app.models import Zitat
from citations_app.services import (
    Handbeleg,
    record_handbefund,
    set_verwendung,
    withdraw_handbefund,
)
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import NichtErlaubt, require_role
from tasks_app.begriffe import Sichtbarkeit

LISTEN = {
    "verdacht": "Verdacht nicht bestätigt",
    "nicht_auffindbar": "Nicht auffindbar",
    "ungeprueft": "Ungeprüft",
    "fehler": "Fehlerstatus",
    "hand": "Von Hand entschieden",
}
UMFANG = (
    ("antwort", "gleiche Zitate dieser Antwort"),
    ("stelle", "nur diese Stelle"),
    ("alle", "gleiche Zitate aller Antworten, über die noch niemand entschieden hat"),
)
JE_SEITE = 25


class HandbefundForm(forms.Form):
    """A decision by hand: status, reason, and the Beleg that it rests on."""

    status = forms.ChoiceField(
        label="Status", choices=[("", "– bitte wählen –"), *Zitatstatus.choices()]
    )
    begruendung = forms.CharField(label="Begründung", widget=forms.Textarea(attrs={"rows": 3}))
    quelle = forms.CharField(label="Nachgeschlagen bei", max_length=150)
    url = forms.URLField(label="Adresse", required=False, assume_scheme="https")
    auszug = forms.CharField(label="Auszug oder Ergebnis", widget=forms.Textarea(attrs={"rows": 3}))
    umfang = forms.ChoiceField(
        label="Gilt für",
        choices=UMFANG,
        initial="antwort",
        required=False,
        help_text="„Alle Antworten“ nur, wenn es allein darauf ankommt, ob die Fundstelle besteht.",
    )
    gesehen = forms.IntegerField(widget=forms.HiddenInput)


class RuecknahmeForm(forms.Form):
    """Take a Handbefund back, with the reason."""

    grund = forms.CharField(label="Grund der Rücknahme", widget=forms.Textarea(attrs={"rows": 2}))
    gesehen = forms.IntegerField(widget=forms.HiddenInput)


class VerwendungForm(forms.Form):
    """What the answer uses the Zitat for, with the passage that shows it."""

    verwendung = forms.ChoiceField(label="Verwendung", choices=Verwendung.choices())
    textstelle = forms.CharField(
        label="Begründung mit Textstelle", widget=forms.Textarea(attrs={"rows": 2})
    )


def visible_zitate(request: HttpRequest) -> QuerySet[Zitat]:
    """Return the counting Zitate that the person may see; secret tasks need their own right."""
    rows = Zitat.objects.zaehlend()
    if request.user.has_perm("tasks_app.view_geheim"):
        return rows
    return rows.exclude(run__testfall__sichtbarkeit=Sichtbarkeit.GEHEIM)


def rows_of(liste: str, rows: QuerySet[Zitat]) -> QuerySet[Zitat]:
    """Return the Zitate of one list of the desk."""
    match liste:
        case "verdacht":
            return rows.filter(fuer_redaktion=True)
        case "fehler":
            return rows.filter(endbefund__isnull=False, von_hand=False)
        case "hand":
            return rows.filter(von_hand=True)
    return rows.filter(status=liste, fuer_redaktion=False, von_hand=False)


def shuffled(rows: QuerySet[Zitat]) -> list[int]:
    """Return the ids in an order that says nothing about Run or Lauf and stays the same."""
    ids = rows.values_list("pk", flat=True)
    return sorted(ids, key=lambda pk: hashlib.sha256(f"zitat-{pk}".encode()).digest())


def desk_view(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Show one list of Zitate that wait for a person."""
    _require_redaktion(request)
    rows = visible_zitate(request)
    liste = request.GET.get("liste", "verdacht")
    if liste not in LISTEN:
        liste = "verdacht"
    page = Paginator(shuffled(rows_of(liste, rows)), JE_SEITE).get_page(request.GET.get("seite"))
    by_id = rows.select_related("run__testfall").in_bulk(list(page.object_list))
    return TemplateResponse(
        request,
        "admin/citations_app/pruefpult.html",
        {
            **context,
            "title": "Zitate prüfen",
            "listen": [(k, v, rows_of(k, rows).count()) for k, v in LISTEN.items()],
            "liste": liste,
            "seite": page,
            "zitate": [by_id[pk] for pk in page.object_list],
        },
    )


def zitat_view(request: HttpRequest, pk: int, context: dict[str, Any]) -> HttpResponse:
    """Show one Zitat with its findings and take a decision."""
    _require_redaktion(request)
    zitat = get_object_or_404(visible_zitate(request).select_related("run__testfall"), pk=pk)
    befunde = list(zitat.befunde.select_related("beleg").defer("beleg__felder").order_by("nummer"))
    gesehen = {"gesehen": len(befunde)}
    hand = HandbefundForm(_sent(request, "befund"), initial=gesehen)
    back = RuecknahmeForm(_sent(request, "zuruecknehmen"), initial=gesehen)
    use = VerwendungForm(_sent(request, "verwenden"), initial={"verwendung": zitat.verwendung})
    sent = next((form for form in (hand, back, use) if form.is_bound), None)
    if sent is not None and _apply(request, zitat, sent):
        return HttpResponseRedirect(reverse("admin:citations_app_zitat_pruefen", args=[zitat.pk]))
    return TemplateResponse(
        request,
        "admin/citations_app/zitat_pruefen.html",
        {
            **context,
            "title": zitat.anzeige,
            "zitat": zitat,
            "befunde": befunde,
            "hand": hand,
            "ruecknahme": back,
            "verwendung": use,
        },
    )


def _require_redaktion(request: HttpRequest) -> None:
    try:
        require_role(user=request.user, rolle=Rolle.REDAKTION)
    except NichtErlaubt as error:
        raise PermissionDenied(str(error)) from error


def _sent(request: HttpRequest, button: str) -> Any:
    """Return the data of a form if its button was pressed."""
    return request.POST if request.method == "POST" and button in request.POST else None


def _apply(request: HttpRequest, zitat: Zitat, form: forms.Form) -> bool:
    """Carry out the form that was sent; return whether it worked."""
    if not form.is_valid():
        return False
    try:
        match form:
            case HandbefundForm():
                _decide(request, zitat, form.cleaned_data)
            case RuecknahmeForm():
                withdraw_handbefund(
                    zitat=zitat,
                    begruendung=form.cleaned_data["grund"],
                    user=request.user,
                    gesehen=form.cleaned_data["gesehen"],
                )
            case _:
                set_verwendung(
                    zitat=zitat,
                    verwendung=Verwendung(form.cleaned_data["verwendung"]),
                    begruendung=form.cleaned_data["textstelle"],
                    user=request.user,
                )
    except ValidationError as error:
        form.add_error(None, error)
        return False
    messages.success(request, f"{zitat.anzeige}: gespeichert.")
    return True


def _decide(request: HttpRequest, zitat: Zitat, data: dict[str, Any]) -> None:
    record_handbefund(
        zitat=zitat,
        status=Zitatstatus(data["status"]),
        begruendung=data["begruendung"],
        beleg=Handbeleg(quelle=data["quelle"], auszug=data["auszug"], url=data["url"]),
        user=request.user,
        nur_dieses=data["umfang"] == "stelle",
        ueberall=data["umfang"] == "alle",
        gesehen=data["gesehen"],
    )
