"""Close a Lauf when its last Run is final or parked."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from lexassay.protokoll.services import log_ereignis
from runs_app.begriffe import LaufStatus, RunStatus
from runs_app.models import Lauf, Run

OFFENE_STATUS = (RunStatus.GEPLANT, RunStatus.LAEUFT, RunStatus.WARTET)


def finish_laeufe(lauf_ids: Iterable[int]) -> int:
    """Close each running Lauf without an open Run; return how many. Doing it twice is harmless."""
    closed = 0
    for lauf_id in sorted(lauf_ids):
        if Run.objects.filter(teilnahme__lauf_id=lauf_id, status__in=OFFENE_STATUS).exists():
            continue
        closed += _close(lauf_id)
    return closed


def finish_all() -> int:
    """Close whatever two workers, ending the last two Runs at once, have each left to the other."""
    running = Lauf.objects.filter(status=LaufStatus.LAEUFT).values_list("pk", flat=True)
    return finish_laeufe(running)


def _close(lauf_id: int) -> int:
    running = Lauf.objects.filter(
        pk=lauf_id, status=LaufStatus.LAEUFT, teilnahmen__runs__isnull=False
    )
    if not Lauf.objects.filter(pk__in=running.values("pk")).update(
        status=LaufStatus.ABGESCHLOSSEN, beendet_am=timezone.now()
    ):
        return 0
    lauf = Lauf.objects.get(pk=lauf_id)
    log_ereignis(
        aktion="lauf_abgeschlossen",
        objekt=lauf,
        von={"status": LaufStatus.LAEUFT.value},
        nach={"status": LaufStatus.ABGESCHLOSSEN.value},
    )
    return 1
