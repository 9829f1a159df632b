"""What a worker does for the Zitatprüfung: ids in, nothing out, twice is harmless."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress

from citations_app import selectors, services
from citations_app.models import Zitat
from citations_app.sources.registry import ADAPTER
from runs_app.models import Run

log = logging.getLogger(__name__)


def extract_zitate(run_id: int) -> None:
    """Read the citations of a Run's counting answer; what needs no network is settled at once."""
    runs = Run.objects.select_related("zaehlender_versuch", "testfall__aufgabensatz")
    run = runs.get(pk=run_id)
    with suppress(services.KeineAntwort):
        services.extract_zitate(run=run)


def extract_due(limit: int) -> None:
    """Read up to `limit` Runs whose answer was not yet searched."""
    _each(selectors.runs_ohne_zitate().values_list("pk", flat=True)[:limit], extract_zitate)


def check_zitat(zitat_id: int) -> None:
    """Ask the sources that are due about one Zitat."""
    services.check_zitat(zitat=Zitat.objects.get(pk=zitat_id))


def check_faellige(limit: int) -> None:
    """Check up to `limit` due Zitate, oldest first."""
    for kennung in ADAPTER:
        services.prefetch(kennung=kennung, limit=limit)
    _each(selectors.zitate_faellig().values_list("pk", flat=True)[:limit], check_zitat)


def recheck_quellen() -> None:
    """Fetch the laws anew where that is allowed, then compare all wordings with them (R-9.6)."""
    services.refresh_gesetze()
    services.recheck_quellen()


def _each(ids: Iterable[int], work: Callable[[int], None]) -> None:
    """Do the work for each id; one that fails is logged and does not stop the others."""
    for pk in list(ids):
        try:
            work(pk)
        except Exception:
            log.exception("%s failed for %s", work.__name__, pk)
