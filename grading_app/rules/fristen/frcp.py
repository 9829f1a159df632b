"""Pure: no Django, no I/O. Computing time under Fed. R. Civ. P. 6(a) and 6(d), periods in days.

6(a)(1): exclude the day of the event, count every day, include the last day unless it is a
Saturday, Sunday or legal holiday; then the period runs to the next day that is none. 6(a)(5): for
a period counted backward the next day is found by counting backward. 6(a)(6)(C): state holidays of
the district count only for periods measured after an event. 6(d): 3 days are added after the
period would otherwise expire under 6(a).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from grading_app.rules.fristen.kalender import feiertage_us, ist_wochenende

ZUSATZTAGE_6D = 3


def fristende(
    ereignis: dt.date,
    tage: int,
    *,
    rueckwaerts: bool = False,
    zusatztage_6d: bool = False,
    weitere_feiertage: Collection[dt.date] = (),
) -> dt.date:
    """Last day of a period of `tage` days after (or before) the event.

    `weitere_feiertage`: days declared by the President or Congress, and state holidays.

    >>> fristende(dt.date(2026, 6, 12), 21)
    datetime.date(2026, 7, 6)
    """
    if tage < 1:
        raise ValueError("Eine Frist dauert mindestens einen Tag.")
    if rueckwaerts and zusatztage_6d:
        raise ValueError("Rule 6(d) verlängert nur Fristen nach einer Zustellung.")
    schritt = dt.timedelta(days=-1 if rueckwaerts else 1)
    ende = _bis_zum_gerichtstag(ereignis + tage * schritt, schritt, weitere_feiertage)
    if zusatztage_6d:
        ende += dt.timedelta(days=ZUSATZTAGE_6D)
        ende = _bis_zum_gerichtstag(ende, schritt, weitere_feiertage)
    return ende


def _bis_zum_gerichtstag(
    tag: dt.date, schritt: dt.timedelta, weitere_feiertage: Collection[dt.date]
) -> dt.date:
    while ist_wochenende(tag) or tag in feiertage_us(tag.year) or tag in weitere_feiertage:
        tag += schritt
    return tag
