"""What one transaction writes, and the writing of it: rows inserted, Runs moved."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.db.models import F

from runs_app.audit import violations
from runs_app.begriffe import Gueltigkeit, RunStatus
from runs_app.engine.leases import moment
from runs_app.engine.protocol import Claim
from runs_app.folge import Folge, Schritt
from runs_app.models import Anbieter, Run, Transportversuch, Versuch
from runs_app.normalise import Normalisat
from runs_app.run_work.einfuegen import insert_raw, insert_rows
from runs_app.run_work.reading import History
from runs_app.run_work.values import Kopf

UPDATE = """
UPDATE {run} SET status = %s, faellig_ab = %s, versuche_zahl = versuche_zahl + %s,
    wiederholt_ungueltig = %s, wiederholt_technik = %s, verlorene_leases = 0, lease_token = '',
    lease_bis = NULL, lease_reserve = %s, park_grund = %s, gueltigkeit = %s, ungueltig_grund = %s,
    technischer_status = %s,
    zaehlender_versuch_id = (SELECT id FROM {versuch} WHERE run_id = %s AND nummer = %s)
WHERE id = %s AND lease_token = %s
"""


PROMOTE = """
UPDATE {run} SET lease_reserve = %s WHERE id = %s AND lease_token = %s AND status = %s
"""

STATUS_AFTER = {
    Schritt.TRANSPORT: RunStatus.WARTET,
    Schritt.SPAETER: RunStatus.WARTET,
    Schritt.WEITER: RunStatus.GEPLANT,
    Schritt.FERTIG: RunStatus.BEENDET,
    Schritt.PARKEN: RunStatus.GEPARKT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """The new state of one Run after one call."""

    run: Run
    folge: Folge
    kopf: Kopf
    faellig_ab: dt.datetime
    normal: Normalisat | None = None


@dataclass(slots=True)
class Batch:
    """What one transaction will write; costs by Lauf, pauses by Anbieter.

    `late` are the Runs of answers that are stored but move nothing.
    """

    now: dt.datetime
    runs: dict[int, Run]
    histories: dict[int, History]
    tries: list[Transportversuch] = field(default_factory=list)
    attempts: list[Versuch] = field(default_factory=list)
    raws: list[bytes] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    late: list[int] = field(default_factory=list)
    costs: dict[int, int] = field(default_factory=dict)
    pauses: dict[int, dt.datetime] = field(default_factory=dict)

    def write(self) -> None:
        """Insert the rows, then move the Runs by one prepared statement."""
        insert_rows(self.tries)
        insert_rows(self.attempts)
        insert_raw(self.attempts, self.raws)
        if self.moves:
            quote = connection.ops.quote_name
            sql = UPDATE.format(
                run=quote(Run._meta.db_table), versuch=quote(Versuch._meta.db_table)
            )
            with connection.cursor() as cursor:
                cursor.executemany(sql, [self._values(move) for move in self.moves])
        if self.late:
            Run.objects.filter(pk__in=self.late).update(versuche_zahl=F("versuche_zahl") + 1)
        for anbieter_id, until in self.pauses.items():
            lengthen_pause(anbieter_id, until)

    def _values(self, move: Move) -> list[Any]:
        run, folge = move.run, move.folge
        final = folge.schritt is Schritt.FERTIG
        counting = self._counting(move) if final else None
        invalid = move.normal is not None and move.normal.gueltigkeit is Gueltigkeit.UNGUELTIG
        again = folge.schritt is Schritt.WEITER and invalid
        return [
            STATUS_AFTER[folge.schritt].value,
            moment(move.faellig_ab),
            int(move.normal is not None),
            run.wiederholt_ungueltig + again,
            run.wiederholt_technik + (folge.schritt is Schritt.SPAETER),
            False,
            folge.grund,
            str(counting["gueltigkeit"]) if counting else "",
            _reasons(move.normal) if final and invalid else "",
            str(counting["technischer_status"]) if counting else "",
            run.pk,
            counting["nummer"] if counting else None,
            run.pk,
            run.lease_token,
        ]

    def _counting(self, move: Move) -> dict[str, Any]:
        """Return the fields of the counting attempt, new or stored before."""
        if move.folge.zaehlt is None:
            raise ValueError(f"run {move.run.pk}: final without a counting attempt")
        return self.histories[move.run.pk].versuche[move.folge.zaehlt]


def _reasons(normal: Normalisat | None) -> str:
    return "; ".join(violations(normal.pruefprotokoll)) if normal else ""


def lengthen_pause(anbieter_id: int, until: dt.datetime) -> None:
    """Keep a provider in back-off until a time; never shorten a longer one."""
    anbieter = Anbieter.objects.select_for_update().get(pk=anbieter_id)
    if anbieter.pause_bis is None or anbieter.pause_bis < until:
        Anbieter.objects.filter(pk=anbieter_id).update(pause_bis=until)


def promote(claims: Sequence[Claim]) -> None:
    """Let reserves that have started count against their provider."""
    if not claims:
        return
    sql = PROMOTE.format(run=connection.ops.quote_name(Run._meta.db_table))
    rows = [(False, claim.key, claim.token, RunStatus.LAEUFT.value) for claim in claims]
    with connection.cursor() as cursor:
        cursor.executemany(sql, rows)
