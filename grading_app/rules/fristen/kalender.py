"""Pure: no Django, no I/O. Calendar arithmetic and public holidays that the time limits share."""

from __future__ import annotations

import calendar
import datetime as dt
from enum import StrEnum
from functools import lru_cache

import holidays


class Einheit(StrEnum):
    """The units in which a period can be stated."""

    TAGE = "tage"
    WOCHEN = "wochen"
    MONATE = "monate"
    JAHRE = "jahre"


BUNDESLAENDER = frozenset(
    {"BB", "BE", "BW", "BY", "HB", "HE", "HH", "MV", "NI", "NW", "RP", "SH", "SL", "SN", "ST", "TH"}
)
"""ISO 3166-2:DE without the prefix."""

SAMSTAG = 5


def plus_monate(tag: dt.date, monate: int) -> dt.date:
    """The same day of the month later, else the last day of that month.

    >>> plus_monate(dt.date(2026, 1, 31), 1)
    datetime.date(2026, 2, 28)
    """
    index = tag.year * 12 + tag.month - 1 + monate
    jahr, monat = divmod(index, 12)
    letzter = calendar.monthrange(jahr, monat + 1)[1]
    return dt.date(jahr, monat + 1, min(tag.day, letzter))


@lru_cache(maxsize=256)
def feiertage_de(bundesland: str, jahr: int) -> frozenset[dt.date]:
    """Public holidays by law of one Land in one year (whole Land, Sundays aside)."""
    if bundesland not in BUNDESLAENDER:
        raise ValueError(f"„{bundesland}“ ist kein Bundesland.")
    return frozenset(holidays.country_holidays("DE", subdiv=bundesland, years=jahr))


@lru_cache(maxsize=64)
def feiertage_us(jahr: int) -> frozenset[dt.date]:
    """Federal legal holidays as observed (5 U.S.C. § 6103; Fed. R. Civ. P. 6(a)(6)(A))."""
    return frozenset(
        tag
        for tag in holidays.country_holidays("US", years=range(jahr, jahr + 2), observed=True)
        if tag.year == jahr
    )


def ist_wochenende(tag: dt.date) -> bool:
    """Saturday or Sunday."""
    return tag.weekday() >= SAMSTAG
