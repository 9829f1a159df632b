"""What runs_app says about a Testfall: its Pilotlauf, its regular Lauf, which providers saw it."""

from __future__ import annotations

from collections.abc import Iterator

from runs_app.begriffe import RunStatus
from runs_app.models import Run, Versuch
from tasks_app.definition import Schrittstand, Zugriff, schritt, zugriff_quelle
from tasks_app.models import Testfall

PILOTMODELLE_MINDESTENS = 2


@schritt(6, "Test in einer kleinen Modellgruppe pilotieren")
def step_pilot(fall: Testfall) -> Schrittstand:
    """R-1.3: a Pilotlauf with at least two models."""
    modelle = (
        Run.objects.filter(testfall=fall, status=RunStatus.BEENDET)
        .values_list("teilnahme__modell", flat=True)
        .distinct()
        .count()
    )
    return Schrittstand(
        modelle >= PILOTMODELLE_MINDESTENS,
        f"Pilotlauf mit {modelle} von mindestens {PILOTMODELLE_MINDESTENS} Modellen.",
    )


@schritt(8, "Test in den regulären Lauf aufnehmen", vor_freigabe=False)
def step_regular_run(fall: Testfall) -> Schrittstand:
    """A Lauf over a catalogue that is no pilot holds the Testfall."""
    laeufe = (
        Run.objects.filter(testfall=fall, teilnahme__lauf__katalogversion__pilot=False)
        .values_list("teilnahme__lauf__kennung", flat=True)
        .distinct()
        .order_by("teilnahme__lauf__kennung")
    )
    namen = ", ".join(laeufe)
    return Schrittstand(bool(namen), f"Läufe: {namen}." if namen else "Noch in keinem Lauf.")


@zugriff_quelle
def providers_that_saw(fall: Testfall) -> Iterator[Zugriff]:
    """Every attempt showed the prompt to a provider (R-15.6)."""
    versuche = Versuch.objects.filter(run__testfall=fall).select_related(
        "run__teilnahme__modell__anbieter", "run__teilnahme__lauf"
    )
    for versuch in versuche.order_by("started_at"):
        teilnahme = versuch.run.teilnahme
        yield Zugriff(
            wer=teilnahme.modell.anbieter.name,
            wann=versuch.started_at.isoformat(timespec="minutes"),
            weg=f"Lauf {teilnahme.lauf.kennung}",
        )
