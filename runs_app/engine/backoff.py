"""Pure: no Django, no I/O. How long to wait before the next try (R-3.5)."""

from __future__ import annotations

import random
from datetime import datetime
from email.utils import parsedate_to_datetime


def backoff_ms(*, seed: str, tries: int, base_ms: int, cap_ms: int) -> int:
    """Return the waiting time after the `tries`-th failure, in milliseconds.

    Exponential with jitter between one half and the whole of the step; the seed makes the jitter
    of one unit repeatable and that of two units different.

    >>> backoff_ms(seed="7", tries=1, base_ms=1_000, cap_ms=60_000) <= 1_000
    True
    >>> 30_000 <= backoff_ms(seed="7", tries=20, base_ms=1_000, cap_ms=60_000) <= 60_000
    True
    """
    step = min(cap_ms, base_ms * 2 ** min(max(tries, 1) - 1, 30))
    return random.Random(f"{seed}/{tries}").randint(step // 2, step)


def retry_after_ms(value: str | None, *, now: datetime, cap_ms: int) -> int | None:
    """Return what a Retry-After header demands, in milliseconds, at most `cap_ms`.

    Seconds (a fraction is accepted) or an HTTP date. None for a missing, unreadable or negative
    value and for a date that has passed: such a header says nothing that could be honoured.

    >>> from datetime import UTC
    >>> now = datetime(2026, 1, 1, tzinfo=UTC)
    >>> retry_after_ms("3", now=now, cap_ms=300_000)
    3000
    >>> retry_after_ms("86400", now=now, cap_ms=300_000)
    300000
    >>> retry_after_ms("Thu, 01 Jan 2026 00:00:07 GMT", now=now, cap_ms=300_000)
    7000
    >>> retry_after_ms("-5", now=now, cap_ms=300_000) is None
    True
    """
    if not value:
        return None
    seconds = _seconds(value.strip(), now)
    if seconds is None or seconds < 0:
        return None
    return min(cap_ms, round(min(seconds, cap_ms) * 1_000))


def _seconds(text: str, now: datetime) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return _seconds_until(text, now)
    return number if number == number else None  # NaN is no number of seconds


def _seconds_until(text: str, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if moment.tzinfo is None:
        return None
    return (moment - now).total_seconds()
