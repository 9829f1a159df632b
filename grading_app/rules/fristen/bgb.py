"""Pure: no Django, no I/O. End of a period under §§ 187, 188, 193 BGB.

§ 187 Abs. 1: the day of the event is not counted; Abs. 2: a period that begins with the start of a
day counts that day. § 188: days end with the last day; weeks, months and years end on the day that
corresponds to the day of the event (Abs. 2 Alt. 1) or on the day before it (Alt. 2); a missing day
is the last of the month (Abs. 3). § 193: Saturday, Sunday and public holidays at the place of
performance move a declaration or performance to the next working day.
"""

from __future__ import annotations

import datetime as dt

from grading_app.rules.fristen.kalender import (
    Einheit,
    feiertage_de,
    ist_wochenende,
    plus_monate,
)


def fristende(
    beginn: dt.date,
    dauer: int,
    einheit: Einheit,
    *,
    beginn_zaehlt_mit: bool = False,
    bundesland: str | None = None,
) -> dt.date:
    """Last day of the period; `bundesland` given: shifted under § 193.

    `beginn` is the day of the event (§ 187 Abs. 1) or, with `beginn_zaehlt_mit`, the first day of
    the period (§ 187 Abs. 2).

    >>> fristende(dt.date(2026, 1, 30), 1, Einheit.MONATE, bundesland="BE")
    datetime.date(2026, 3, 2)
    """
    if dauer < 1:
        raise ValueError("Eine Frist dauert mindestens eine Einheit.")
    ende = _ende(beginn, dauer, einheit, beginn_zaehlt_mit)
    return ende if bundesland is None else naechster_werktag(ende, bundesland)


def _ende(beginn: dt.date, dauer: int, einheit: Einheit, beginn_zaehlt_mit: bool) -> dt.date:
    tag_davor = dt.timedelta(days=1 if beginn_zaehlt_mit else 0)
    match einheit:
        case Einheit.TAGE:
            return beginn + dt.timedelta(days=dauer) - tag_davor
        case Einheit.WOCHEN:
            return beginn + dt.timedelta(weeks=dauer) - tag_davor
    monate = dauer * (12 if einheit is Einheit.JAHRE else 1)
    entsprechend = plus_monate(beginn, monate)
    if entsprechend.day < beginn.day:  # § 188 Abs. 3: the month lacks the day
        return entsprechend
    return entsprechend - tag_davor


def naechster_werktag(tag: dt.date, bundesland: str) -> dt.date:
    """§ 193 BGB: the day itself, or the next one that is no Saturday, Sunday or holiday."""
    while ist_wochenende(tag) or tag in feiertage_de(bundesland, tag.year):
        tag += dt.timedelta(days=1)
    return tag
