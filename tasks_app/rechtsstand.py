"""Which Testfälle state the law as of a date that is too long ago."""

from __future__ import annotations

import datetime as dt

from django.db.models import QuerySet
from django.utils import timezone

from lexassay.protokoll.einstellungen import UnbekannteEinstellung, setting
from tasks_app.begriffe import TestfallStatus

EINSTELLUNG = "rechtsstand_hoechstens_tage"
STANDARD_TAGE = 365


def age_limit() -> int:
    """Return after how many days a Rechtsstand must be looked at again."""
    try:
        return int(setting(EINSTELLUNG))
    except UnbekannteEinstellung:
        return STANDARD_TAGE


def older_than_limit(rows: QuerySet, *, heute: dt.date | None = None) -> QuerySet:
    """Return the Testfälle still in use whose Rechtsstand is older than the limit."""
    grenze = (heute or timezone.localdate()) - dt.timedelta(days=age_limit())
    return rows.exclude(status=TestfallStatus.ARCHIVIERT).filter(rechtsstand__lt=grenze)
