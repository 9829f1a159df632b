"""Pure: no Django, no I/O. Which Zitate cost points, and once per key (R-7.2, R-9.5, R-9.7)."""

from __future__ import annotations

from collections.abc import Iterable

from citations_app.begriffe import FEHLERSTATUS, Verwendung, Zitatstatus


def costs_points(status: Zitatstatus, verwendung: Verwendung) -> bool:
    """Only a final error status of a supporting Zitat costs points (R-7.2, R-9.7).

    >>> costs_points(Zitatstatus.ERFUNDEN, Verwendung.ABGELEHNT)
    False
    """
    return status in FEHLERSTATUS and verwendung is Verwendung.STUETZEND


RANG = (
    Zitatstatus.ERFUNDEN,
    Zitatstatus.FALSCH_ZUGEORDNET,
    Zitatstatus.NICHT_AUFFINDBAR,
    Zitatstatus.UNGEPRUEFT,
    Zitatstatus.ECHT,
)


def worst_status(stati: Iterable[Zitatstatus]) -> Zitatstatus:
    """Return the worst of several statuses of one Abzugsschlüssel (R-9.5).

    >>> worst_status([Zitatstatus.ECHT, Zitatstatus.ERFUNDEN]).label
    'erfunden'
    """
    return min(stati, key=RANG.index)
