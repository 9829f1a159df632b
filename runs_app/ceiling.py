"""The cost ceiling of a Lauf (R-2.4): every call counts; when it is reached, no new call starts."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import F

from lexassay.protokoll.services import log_ereignis
from runs_app.begriffe import LaufStatus
from runs_app.models import Lauf


def add_costs(costs: Mapping[int, int]) -> None:
    """Add micro-units to each Lauf; pause those that have reached their ceiling."""
    for lauf_id, mikro in sorted(costs.items()):
        if mikro:
            Lauf.objects.filter(pk=lauf_id).update(verbraucht_mikro=F("verbraucht_mikro") + mikro)
            _pause_if_reached(lauf_id)


def _pause_if_reached(lauf_id: int) -> None:
    reached = Lauf.objects.filter(
        pk=lauf_id, status=LaufStatus.LAEUFT, kostendeckel_mikro__lte=F("verbraucht_mikro")
    )
    if not reached.update(status=LaufStatus.PAUSIERT):
        return
    lauf = Lauf.objects.get(pk=lauf_id)
    log_ereignis(
        aktion="lauf_pausiert",
        objekt=lauf,
        von={"status": LaufStatus.LAEUFT.value},
        nach={"status": LaufStatus.PAUSIERT.value, "verbraucht_mikro": lauf.verbraucht_mikro},
        begruendung="Der Kostendeckel ist erreicht.",
    )
