"""Write the planned Runs of a Lauf: one statement, however many they are (R-2.1)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from django.db import connection

from runs_app.begriffe import RunStatus
from runs_app.models import Run

CHUNK = 2_000

INSERT = """
INSERT INTO {run} (
    teilnahme_id, run_index, testfall_id, prompt_fingerabdruck, status, faellig_ab,
    versuche_zahl, wiederholt_ungueltig, wiederholt_technik, verlorene_leases,
    lease_token, lease_reserve, park_grund, gueltigkeit, ungueltig_grund, technischer_status
)
WITH RECURSIVE wiederholung(i) AS (
    SELECT 1 UNION ALL SELECT i + 1 FROM wiederholung WHERE i < %s
)
SELECT p.id, w.i, t.id, {fingerprint}, %s, %s, 0, 0, 0, 0, '', %s, '', '', '', ''
FROM {teilnahme} p CROSS JOIN wiederholung w CROSS JOIN {testfall} t
WHERE p.lauf_id = %s AND t.id IN ({marks})
ORDER BY p.id, w.i, t.id
"""


def insert_runs(
    *, lauf_id: int, fingerprints: Mapping[int, str], wiederholungen: int, now: dt.datetime
) -> int:
    """Insert every planned Run of a Lauf and return how many.

    `fingerprints` maps each Testfall's key to its prompt fingerprint.
    """
    ids = list(fingerprints)
    chunks = [ids[i : i + CHUNK] for i in range(0, len(ids), CHUNK)]
    return sum(_insert_chunk(lauf_id, chunk, fingerprints, wiederholungen, now) for chunk in chunks)


def _insert_chunk(
    lauf_id: int,
    ids: Sequence[int],
    fingerprints: Mapping[int, str],
    wiederholungen: int,
    now: dt.datetime,
) -> int:
    quote = connection.ops.quote_name
    meta = Run._meta
    cases = " ".join("WHEN %s THEN %s" for _ in ids)
    sql = INSERT.format(
        run=quote(meta.db_table),
        teilnahme=quote(meta.get_field("teilnahme").related_model._meta.db_table),
        testfall=quote(meta.get_field("testfall").related_model._meta.db_table),
        fingerprint=f"CASE t.id {cases} END",
        marks=", ".join("%s" for _ in ids),
    )
    pairs = [value for key in ids for value in (key, fingerprints[key])]
    moment = connection.ops.adapt_datetimefield_value(now)
    params = [wiederholungen, *pairs, RunStatus.GEPLANT.value, moment, False, lauf_id, *ids]
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return int(cursor.rowcount)
