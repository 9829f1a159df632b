"""What the builds say about a Testfall: the ninth step of its checklist."""

from __future__ import annotations

from lexassay.builds.selectors import published_build
from runs_app.models import Run
from tasks_app.definition import Schrittstand, schritt
from tasks_app.models import Testfall


@schritt(9, "Ergebnisse kontrollieren und im nächsten Build freigeben", vor_freigabe=False)
def step_released(fall: Testfall) -> Schrittstand:
    """A reviewed Lauf with this version is in the released build (R-11.3, R-12.1).

    The Lauf tells, not the task's page: a secret Testfall has none.
    """
    geprueft = (
        Run.objects.filter(testfall=fall, teilnahme__lauf__geprueft_am__isnull=False)
        .values_list("teilnahme__lauf__kennung", flat=True)
        .distinct()
    )
    build = published_build()
    pfade = build.manifest["pruefsummen"] if build else {}
    laeufe = sorted(kennung for kennung in geprueft if f"lauf/{kennung}/index.html" in pfade)
    if build is None or not laeufe:
        return Schrittstand(False, "Noch in keinem freigegebenen Build.")
    return Schrittstand(True, f"Build {build.kennung}: Lauf {', '.join(laeufe)}.")
