"""What runs know of a Testfall: its pilot, its regular Läufe, and which providers have seen it."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Min
from django.urls import reverse
from django.utils import timezone

from runs_app.begriffe import Gueltigkeit, RunStatus
from runs_app.models import Run, Versuch
from tasks_app.definition import Schrittstand, Zugriff, schritt, zugriff_quelle
from tasks_app.models import Testfall

PILOT_MODELLE = 2


@schritt(6, "Test in einer kleinen Modellgruppe pilotieren")
def step_pilot(fall: Testfall) -> Schrittstand:
    """At least two models have answered this version (R-1.3)."""
    answered = Run.objects.filter(
        testfall=fall, status=RunStatus.BEENDET, gueltigkeit=Gueltigkeit.GUELTIG
    )
    models = answered.values("teilnahme__modell").distinct().count()
    text = f"{models} von mindestens {PILOT_MODELLE} Modellen haben geantwortet."
    return Schrittstand(models >= PILOT_MODELLE, text, reverse("admin:runs_app_lauf_changelist"))


@schritt(8, "Test in den regulären Lauf aufnehmen", vor_freigabe=False)
def step_regular(fall: Testfall) -> Schrittstand:
    """The version stands in a Lauf of a catalogue that is not only for pilots."""
    regular = Run.objects.filter(testfall=fall, teilnahme__lauf__katalogversion__pilot=False)
    names = sorted(set(regular.values_list("teilnahme__lauf__kennung", flat=True)))
    text = "In den Läufen: " + ", ".join(names) if names else "Noch in keinem regulären Lauf."
    return Schrittstand(bool(names), text, reverse("admin:runs_app_lauf_changelist"))


@zugriff_quelle
def providers_who_saw(fall: Testfall) -> Iterator[Zugriff]:
    """Yield each provider that was sent the prompt, with its first call (R-15.6)."""
    seen = (
        Versuch.objects.filter(run__testfall=fall)
        .values_list("run__teilnahme__modell__anbieter__name", "run__teilnahme__lauf__kennung")
        .annotate(first=Min("started_at"))
        .order_by("first")
    )
    for anbieter, lauf, first in seen:
        wann = timezone.localtime(first).strftime("%d.%m.%Y %H:%M")
        yield Zugriff(wer=anbieter, wann=wann, weg=f"Lauf {lauf}")
