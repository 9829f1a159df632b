"""Pure: no Django, no I/O. The deadlines of the sample tasks, recomputed from their legal basis.

The sample states dates in its gold solutions. This module derives them again from the provisions,
so that a test can refuse a gold solution that miscounts (SPEC 1, mission: verified law).
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta

import holidays

Ruhetag = Callable[[date], bool]
"""Says whether no deadline may end on a day."""

_EIN_TAG = timedelta(days=1)
_SONNABEND = 5


def ruhetag_nrw(tag: date) -> bool:
    """Return whether a day is a Sonnabend, Sonntag or holiday in North Rhine-Westphalia.

    >>> ruhetag_nrw(date(2026, 4, 3)), ruhetag_nrw(date(2026, 6, 4)), ruhetag_nrw(date(2026, 4, 7))
    (True, True, False)
    """
    return tag.weekday() >= _SONNABEND or tag in holidays.country_holidays(
        "DE", subdiv="NW", years=tag.year
    )


def ruhetag_us_bund(tag: date) -> bool:
    """Return whether a day is a Saturday, Sunday or legal holiday (Fed. R. Civ. P. 6(a)(6)(A)).

    >>> ruhetag_us_bund(date(2026, 5, 25)), ruhetag_us_bund(date(2026, 5, 26))
    (True, False)
    """
    return tag.weekday() >= _SONNABEND or tag in holidays.country_holidays(
        "US", years=tag.year, observed=False
    )


def ruhetag_unionsgericht(tag: date) -> bool:
    """Return whether a day is a weekend or one of the spring holidays of the Union's courts.

    Only the days near the sample's deadline are known: Easter Monday, 1 May, Ascension Day and
    Whit Monday. It is no list for other deadlines.
    """
    gemeinsam = {"Easter Monday", "Ascension Day", "Pentecost Monday", "Labor Day"}
    name = holidays.country_holidays("DE", years=tag.year, language="en_US").get(tag, "")
    return tag.weekday() >= _SONNABEND or name in gemeinsam


def naechster_werktag(tag: date, ruhetag: Ruhetag) -> date:
    """Return the day itself or the next working day (§ 193 BGB, § 222 Abs. 2 ZPO, § 108 Abs. 3 AO).

    >>> naechster_werktag(date(2026, 4, 3), ruhetag_nrw)
    datetime.date(2026, 4, 7)
    """
    while ruhetag(tag):
        tag += _EIN_TAG
    return tag


def plus_tage(ereignis: date, tage: int) -> date:
    """Return the last day of a period of days (§ 187 Abs. 1, § 188 Abs. 1 BGB)."""
    return ereignis + timedelta(days=tage)


def plus_wochen(ereignis: date, wochen: int) -> date:
    """Return the day of the last week with the name of the event's day (§ 188 Abs. 2 BGB)."""
    return ereignis + timedelta(weeks=wochen)


def plus_monate(ereignis: date, monate: int) -> date:
    """Return the day with the event's number, else the month's last (§ 188 Abs. 2 and 3 BGB).

    >>> plus_monate(date(2026, 1, 30), 1), plus_monate(date(2026, 1, 30), 2)
    (datetime.date(2026, 2, 28), datetime.date(2026, 3, 30))
    """
    jahr, monat = divmod(ereignis.year * 12 + ereignis.month - 1 + monate, 12)
    letzter = monthrange(jahr, monat + 1)[1]
    return date(jahr, monat + 1, min(ereignis.day, letzter))


def monatsende(tag: date) -> date:
    """Return the last day of the month („zum Ende eines Kalendermonats“, § 622 Abs. 2 BGB)."""
    return tag.replace(day=monthrange(tag.year, tag.month)[1])


def jahresende_plus(entstanden: date, jahre: int) -> date:
    """Return the end of a period of years from the close of a year (§ 257 Abs. 5 HGB).

    >>> jahresende_plus(date(2019, 3, 14), 8)
    datetime.date(2027, 12, 31)
    """
    return date(entstanden.year + jahre, 12, 31)


def us_bundesfrist(ereignis: date, tage: int) -> date:
    """Return the end of a period of days in the federal courts (Fed. R. Civ. P. 6(a)(1)).

    >>> us_bundesfrist(date(2026, 5, 4), 21)
    datetime.date(2026, 5, 26)
    """
    return naechster_werktag(plus_tage(ereignis, tage), ruhetag_us_bund)


def klagefrist_gericht(mitteilung: date) -> date:
    """Return the end of the time for an action for annulment (Art. 263 Abs. 6 AEUV).

    Two months, then ten days on account of distance; only the end of the whole is moved to a
    working day (Art. 58 and 60 of the Rules of Procedure of the General Court).

    >>> klagefrist_gericht(date(2026, 3, 24))
    datetime.date(2026, 6, 3)
    """
    ende = plus_tage(plus_monate(mitteilung, 2), 10)
    return naechster_werktag(ende, ruhetag_unionsgericht)
