"""Insert the rows of a batch by prepared statements; their keys are not needed in Python.

`bulk_create` builds and compiles one statement of thousands of expressions per batch, which costs
more than the calls of a fast provider do. Here the fields' own conversions run, and nothing else.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from typing import Any

from django.db import connection, models

from runs_app.models import Rohdaten, Versuch

RAW = """
INSERT INTO {raw} (versuch_id, daten, sha256, laenge)
SELECT id, %s, %s, %s FROM {attempt} WHERE run_id = %s AND nummer = %s
"""


def insert_rows(rows: Sequence[models.Model]) -> None:
    """Insert new rows of one table."""
    if not rows:
        return
    meta = type(rows[0])._meta
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    table = connection.ops.quote_name(meta.db_table)
    values = [
        [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
        for row in rows
    ]
    _execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)


def insert_raw(attempts: Sequence[Versuch], raws: Sequence[bytes]) -> None:
    """Insert the raw bytes of attempts that have just been inserted."""
    if not attempts:
        return
    quote = connection.ops.quote_name
    sql = RAW.format(raw=quote(Rohdaten._meta.db_table), attempt=quote(Versuch._meta.db_table))
    field = Rohdaten._meta.get_field("daten")
    values = [
        [
            field.get_db_prep_value(zlib.compress(raw, 6), connection, prepared=True),
            hashlib.sha256(raw).hexdigest(),
            len(raw),
            attempt.run_id,
            attempt.nummer,
        ]
        for attempt, raw in zip(attempts, raws, strict=True)
    ]
    _execute(sql, values)


def _execute(sql: str, values: Sequence[Sequence[Any]]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(sql, values)
