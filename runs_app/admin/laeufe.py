"""Läufe in the admin: drafted in a form, driven and watched in the cockpit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from lexassay.protokoll.services import NichtErlaubt, log_ereignis
from runs_app import services
from runs_app.admin.formulare import LaufForm, TeilnahmeForm, changed_values
from runs_app.admin.modelle import money
from runs_app.begriffe import LaufStatus
from runs_app.fortschritt import lauf_fortschritt
from runs_app.models import Lauf, Teilnahme
from runs_app.vorschau import Teilvorschau, preview
from tasks_app.begriffe import Sichtbarkeit

AENDERBAR = (LaufStatus.ENTWURF, LaufStatus.BEREIT)
SIEHT_GEHEIMES = "tasks_app.view_geheim"

SCHRITTE: dict[str, tuple[str, Callable[..., Any], tuple[str, ...], bool]] = {
    "starten": ("Starten", services.freeze_and_start, ("entwurf", "bereit"), False),
    "anhalten": ("Anhalten", services.pause_lauf, ("laeuft",), False),
    "fortsetzen": ("Fortsetzen", services.resume_lauf, ("pausiert",), False),
    "abbrechen": ("Abbrechen", services.cancel_lauf, ("laeuft", "pausiert"), True),
    "ungueltige": (
        "Ungültige wiederholen",
        services.repeat_invalid,
        ("laeuft", "pausiert", "abgeschlossen"),
        True,
    ),
    "geparkte": (
        "Geparkte einplanen",
        services.unpark_runs,
        ("laeuft", "pausiert", "abgeschlossen"),
        True,
    ),
    "pruefen": ("Als geprüft bestätigen", services.review_lauf, ("abgeschlossen",), False),
}
"""Button: label, service, the statuses in which it is shown, whether it takes a reason."""


class TeilnahmeInline(admin.TabularInline):
    model = Teilnahme
    form = TeilnahmeForm
    fields = ("modell", "effort")
    extra = 1

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _open(obj) and super().has_change_permission(request, obj)

    has_add_permission = has_delete_permission = has_change_permission


def _open(obj: Lauf | None) -> bool:
    return obj is None or obj.status in AENDERBAR


@admin.register(Lauf)
class LaufAdmin(admin.ModelAdmin):
    form = LaufForm
    list_display = ("kennung", "titel", "status", "katalogversion", "gestartet_am", "zum_cockpit")
    list_filter = ("status", "katalogversion__aufgabensatz")
    search_fields = ("kennung", "titel")
    list_select_related = ("katalogversion__aufgabensatz",)
    filter_horizontal = ("testfaelle",)
    inlines = (TeilnahmeInline,)
    fields = (*LaufForm.Meta.fields, "kostendeckel", "spaetere_wiederholung_s")
    change_form_template = "admin/runs_app/lauf/change_form.html"

    @admin.display(description="Cockpit")
    def zum_cockpit(self, lauf: Lauf) -> SafeString:
        return format_html(
            '<a href="{}">Cockpit</a>', reverse("admin:runs_app_lauf_cockpit", args=[lauf.pk])
        )

    # The draft ------------------------------------------------------------------------------------

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A started Lauf is read: what it sends is frozen."""
        return _open(obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if _open(obj):
            return self.fields
        frozen = ["kostendeckel_mikro", "verbraucht_mikro", "konfiguration_hash"]
        if request.user.has_perm(SIEHT_GEHEIMES):  # it lists the secret Testfälle, too
            frozen.append("konfiguration")
        times = ("gestartet_am", "beendet_am", "geprueft_von", "geprueft_am")
        shown = [name for name in LaufForm.Meta.fields if name != "testfaelle"]
        return (*shown, "status", *frozen, *times)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Secret Testfälle are offered to those only who may see them."""
        field = super().formfield_for_manytomany(db_field, request, **kwargs)
        if (
            field is not None
            and field.queryset is not None
            and not request.user.has_perm(SIEHT_GEHEIMES)
        ):
            field.queryset = field.queryset.exclude(sichtbarkeit=Sichtbarkeit.GEHEIM)
        return field

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        if not change:
            obj.angelegt_von = request.user  # type: ignore[attr-defined]
            obj.angelegt_am = timezone.now()  # type: ignore[attr-defined]
        super().save_model(request, obj, form, change)
        von, nach = changed_values(form)
        for values in (von, nach):  # the names of secret Testfälle stay out of the log
            values.pop("testfaelle", None)
        log_ereignis(
            aktion="lauf_geaendert" if change else "lauf_angelegt",
            objekt=obj,
            user=request.user,
            von=von if change else None,
            nach=nach,
        )

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        super().save_formset(request, form, formset, change)
        for teilnahme in form.instance.teilnahmen.select_related("modell"):
            modell = teilnahme.modell
            kontext = modell.geladener_kontext if modell.lokal else None
            if teilnahme.geladener_kontext != kontext:
                teilnahme.geladener_kontext = kontext
                teilnahme.save(update_fields=["geladener_kontext"])

    def response_add(
        self, request: HttpRequest, obj: Lauf, post_url_continue: Any = None
    ) -> HttpResponse:
        if "_continue" in request.POST or "_addanother" in request.POST:
            return super().response_add(request, obj, post_url_continue)
        return HttpResponseRedirect(reverse("admin:runs_app_lauf_cockpit", args=[obj.pk]))

    # The cockpit ----------------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/cockpit/", view(self.cockpit), name="runs_app_lauf_cockpit"),
            path("<int:pk>/stand/", view(self.stand), name="runs_app_lauf_stand"),
            *super().get_urls(),
        ]

    def cockpit(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show preview or progress and the buttons; a POST presses one of them."""
        lauf = self._visible(request, pk)
        if request.method == "POST":
            return self._press(request, lauf)
        context = {
            **self.admin_site.each_context(request),
            **self._state(lauf),
            "title": f"Lauf {lauf.kennung}",
            "knoepfe": self._buttons(request, lauf),
            **_forecast(lauf),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/runs_app/lauf/cockpit.html", context)

    def stand(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Return the live part alone, for htmx."""
        lauf = self._visible(request, pk)
        response = TemplateResponse(request, "admin/runs_app/lauf/stand.html", self._state(lauf))
        if lauf.status != LaufStatus.LAEUFT and request.headers.get("HX-Request"):
            response["HX-Refresh"] = "true"
        return response

    def _visible(self, request: HttpRequest, pk: int) -> Lauf:
        if not self.has_view_permission(request):
            raise PermissionDenied
        return get_object_or_404(Lauf.objects.select_related("katalogversion"), pk=pk)

    def _state(self, lauf: Lauf) -> dict[str, Any]:
        deckel = lauf.kostendeckel_mikro
        grenze = f" von {money(deckel)}" if deckel is not None else ""
        return {
            "lauf": lauf,
            "stand": lauf_fortschritt(lauf),
            "verbraucht": f"{money(lauf.verbraucht_mikro)}{grenze}",
            "laeuft": lauf.status == LaufStatus.LAEUFT,
        }

    def _buttons(self, request: HttpRequest, lauf: Lauf) -> list[dict[str, Any]]:
        return [
            {"name": name, "label": label, "mit_grund": reason}
            for name, (label, _, shown, reason) in SCHRITTE.items()
            if lauf.status in shown and not (name == "pruefen" and lauf.geprueft_von_id)
        ]

    def _press(self, request: HttpRequest, lauf: Lauf) -> HttpResponse:
        """Call the service of a button; what it refuses is shown as it is."""
        label, service, _, reason = SCHRITTE.get(
            request.POST.get("schritt", ""), ("", None, (), False)
        )
        if service is None:
            self.message_user(request, "Diesen Schritt gibt es nicht.", messages.ERROR)
            return HttpResponseRedirect(request.path)
        arguments = {"begruendung": request.POST.get("begruendung", "")} if reason else {}
        try:
            service(lauf=lauf, user=request.user, **arguments)
        except (services.LaufFehler, NichtErlaubt) as error:
            self.message_user(request, str(error), messages.ERROR)
        else:
            self.message_user(request, f"„{label}“ ist erledigt.", messages.SUCCESS)
        return HttpResponseRedirect(request.path)


def _forecast(lauf: Lauf) -> dict[str, Any]:
    """Return the preview of a draft, with money in words."""
    if lauf.status not in AENDERBAR:
        return {"vorschau": None}
    vorschau = preview(lauf)
    teile = [
        {
            **asdict(teil),
            "erwartet": _cost(teil.erwartet_mikro, teil),
            "hoechstens": _cost(teil.hoechstens_mikro, teil),
        }
        for teil in vorschau.teile
    ]
    return {"vorschau": vorschau, "teile": teile}


def _cost(mikro: int | None, teil: Teilvorschau) -> str:
    if teil.lokal:
        return "keine API-Kosten"
    return "–" if mikro is None else f"{money(mikro)} {teil.waehrung}"
