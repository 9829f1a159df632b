"""Pure: no Django, no I/O. Periods under Regulation (EEC, Euratom) No 1182/71.

Art. 3(1): the day of the event is not counted. Art. 3(2)(b), (c): days end with the last day;
weeks, months and years end on the same day of the week, or the same date, as the day from which the
period runs, a missing date being the last day of the month. Art. 3(4): a last day that is a public
holiday, Sunday or Saturday moves to the next working day, but not for periods counted backward.
Art. 3(5): a period of two days or more includes at least two working days. Art. 2: the holidays of
the Member State or institution in which the action is to be taken.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from grading_app.rules.fristen.kalender import Einheit, ist_wochenende, plus_monate

MINDESTENS_ARBEITSTAGE = 2


def fristende(
    ereignis: dt.date,
    dauer: int,
    einheit: Einheit,
    *,
    feiertage: Collection[dt.date] = (),
    rueckwirkend: bool = False,
) -> dt.date:
    """Last day of the period that an event starts; `feiertage` under Art. 2.

    >>> fristende(dt.date(2026, 7, 31), 2, Einheit.MONATE)
    datetime.date(2026, 9, 30)
    """
    if dauer < 1:
        raise ValueError("Eine Frist dauert mindestens eine Einheit.")
    vorzeichen = -1 if rueckwirkend else 1
    ende = _ende(ereignis, dauer * vorzeichen, einheit)
    if rueckwirkend:
        return ende
    ende = _naechster_arbeitstag(ende, feiertage)
    if einheit is Einheit.TAGE and dauer == 1:
        return ende
    return _zwei_arbeitstage(ereignis, ende, feiertage)


def _ende(ereignis: dt.date, dauer: int, einheit: Einheit) -> dt.date:
    match einheit:
        case Einheit.TAGE:
            return ereignis + dt.timedelta(days=dauer)
        case Einheit.WOCHEN:
            return ereignis + dt.timedelta(weeks=dauer)
    return plus_monate(ereignis, dauer * (12 if einheit is Einheit.JAHRE else 1))


def _ist_arbeitstag(tag: dt.date, feiertage: Collection[dt.date]) -> bool:
    return not ist_wochenende(tag) and tag not in feiertage


def _naechster_arbeitstag(tag: dt.date, feiertage: Collection[dt.date]) -> dt.date:
    while not _ist_arbeitstag(tag, feiertage):
        tag += dt.timedelta(days=1)
    return tag


def _zwei_arbeitstage(ereignis: dt.date, ende: dt.date, feiertage: Collection[dt.date]) -> dt.date:
    tage = (ende - ereignis).days
    arbeitstage = sum(
        _ist_arbeitstag(ereignis + dt.timedelta(days=n), feiertage)
        for n in range(1, min(tage, 60) + 1)
    )
    while arbeitstage < MINDESTENS_ARBEITSTAGE:
        ende += dt.timedelta(days=1)
        arbeitstage += _ist_arbeitstag(ende, feiertage)
    return ende
