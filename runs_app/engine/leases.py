"""Leases on rows with `status`, `lease_token`, `lease_bis`: taken, renewed, given back.

Times are the database's own. A row is taken by one UPDATE whose outer WHERE repeats the conditions
of the inner SELECT, so that of two workers only one can have it, also where SKIP LOCKED is missing.
"""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet


def database_now() -> dt.datetime:
    """Return the database's clock, in UTC."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT statement_timestamp()")
            moment: dt.datetime = cursor.fetchone()[0]
            return moment.astimezone(dt.UTC)
        cursor.execute("SELECT strftime('%Y-%m-%dT%H:%M:%f', 'now')")
        return dt.datetime.fromisoformat(cursor.fetchone()[0]).replace(tzinfo=dt.UTC)


def new_token() -> str:
    """Return a lease token that nobody has had before."""
    return secrets.token_hex(16)


def take(candidates: QuerySet[Any], still: Q, *, token: str, **values: Any) -> int:
    """Lease the rows of an ordered, sliced queryset; return how many.

    `still` repeats what makes a row free. Call it inside a transaction.
    """
    if connection.features.has_select_for_update_skip_locked:
        candidates = candidates.select_for_update(skip_locked=True)
    model = candidates.model
    rows = model._default_manager.filter(still, pk__in=candidates.values("pk"))
    return int(rows.update(lease_token=token, **values))


def moment(value: dt.datetime | None) -> Any:
    """Return a time as the database adapter wants it in raw SQL."""
    return connection.ops.adapt_datetimefield_value(value)
