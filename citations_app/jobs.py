"""What a worker does for the Zitatprüfung: ids in, nothing out, twice is harmless."""

from __future__ import annotations

from citations_app import selectors, services
from citations_app.models import Zitat
from runs_app.models import Run


def extract_zitate(run_id: int) -> None:
    """Read the citations of a Run's counting answer and check what needs no waiting."""
    run = Run.objects.select_related("zaehlender_versuch", "testfall__aufgabensatz").get(pk=run_id)
    try:
        services.extract_zitate(run=run)
    except services.KeineAntwort:
        return
    for zitat in selectors.zitate_faellig().filter(run=run):
        services.check_zitat(zitat=zitat)


def check_zitat(zitat_id: int) -> None:
    """Ask the sources that are due about one Zitat."""
    services.check_zitat(zitat=Zitat.objects.get(pk=zitat_id))


def check_faellige(limit: int) -> None:
    """Check up to `limit` due Zitate, oldest first."""
    for zitat in selectors.zitate_faellig()[:limit]:
        services.check_zitat(zitat=zitat)


def extract_due(limit: int) -> None:
    """Read up to `limit` Runs whose answer was not yet searched, then check what is due."""
    run_ids = list(selectors.runs_ohne_zitate().values_list("pk", flat=True)[:limit])
    for run_id in run_ids:
        extract_zitate(run_id)


def recheck_quellen() -> None:
    """Fetch the laws anew where that is allowed, then compare all wordings with them (R-9.6)."""
    services.refresh_gesetze()
    services.recheck_quellen()
