"""The engine's view of Runs: the Work protocol, each method one line to where it is done."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F, Min, QuerySet

from runs_app.begriffe import Ausfuehrungsweg, LaufStatus, RunStatus
from runs_app.engine.leases import database_now
from runs_app.engine.protocol import Claim, Demand, Outcome
from runs_app.folge import ZURUECKHALTUNG_HTTP
from runs_app.laufende import finish_all
from runs_app.models import Run
from runs_app.run_work.calling import Caller
from runs_app.run_work.claiming import OFFEN, Claimer, lease_length
from runs_app.run_work.saving import save_outcomes
from runs_app.run_work.situation import Situation
from runs_app.run_work.values import Ergebnis, dump_outcome, load_outcome

PARKEN_AB = 3  # lost leases after which a Run is parked
PARKGRUND = "Die Ausführung ist {zahl}-mal abgerissen: Der Worker endete jedes Mal."


class RunWork:
    """Due Runs of running Läufe, over the access paths that this worker serves."""

    def __init__(self, *, wege: frozenset[Ausfuehrungsweg]) -> None:
        self.wege = wege
        self._claimer = Claimer(Situation(wege=wege))
        self._caller = Caller()

    def claim(self, demand: Demand) -> Sequence[Claim]:
        return self._claimer.claim(demand)

    def claim_suspect(self) -> Claim | None:
        return self._claimer.claim_suspect()

    async def call(self, claim: Claim) -> Ergebnis:
        return await self._caller.call(claim)

    def save(self, outcomes: Sequence[Outcome]) -> None:
        save_outcomes(outcomes)

    def may_refill(self, result: Ergebnis) -> bool:
        """Not after a demand for restraint, nor after an obstacle of ours."""
        return result.normal is not None and result.normal.http_status not in ZURUECKHALTUNG_HTTP

    def renew(self, claims: Sequence[Claim]) -> None:
        """Lengthen the leases still held; one that was lost meanwhile stays lost."""
        if not claims:
            return
        held = Run.objects.filter(
            pk__in=[claim.key for claim in claims],
            lease_token__in={claim.token for claim in claims},
            status=RunStatus.LAEUFT,
        )
        held.update(lease_bis=database_now() + lease_length())

    def free(self, claims: Sequence[Claim]) -> None:
        """Give back Runs that were not started."""
        Run.objects.filter(
            pk__in=[claim.key for claim in claims],
            lease_token__in={claim.token for claim in claims},
            status=RunStatus.LAEUFT,
        ).update(status=RunStatus.GEPLANT, lease_token="", lease_bis=None, lease_reserve=False)

    def sweep(self) -> int:
        """Free expired leases; park what has lost its worker too often; close finished Läufe."""
        with transaction.atomic():
            now = database_now()
            expired = Run.objects.filter(status=RunStatus.LAEUFT, lease_bis__lte=now)
            reserves = _freed(expired.filter(lease_reserve=True), lost=0)
            freed = reserves + _freed(expired.filter(lease_reserve=False), lost=1)
            Run.objects.filter(OFFEN, verlorene_leases__gte=PARKEN_AB).update(
                status=RunStatus.GEPARKT, park_grund=PARKGRUND.format(zahl=PARKEN_AB)
            )
        finish_all()
        return freed

    def due_in(self) -> float | None:
        """Return the seconds until the next open Run of a running Lauf is due."""
        first = Run.objects.filter(
            OFFEN,
            teilnahme__lauf__status=LaufStatus.LAEUFT,
            teilnahme__modell__ausfuehrungsweg__in=self.wege,
        ).aggregate(first=Min("faellig_ab"))["first"]
        if first is None:
            return None
        return max(0.0, float((first - database_now()).total_seconds()))

    def dump(self, outcome: Outcome) -> bytes:
        return dump_outcome(outcome)

    def load(self, record: bytes) -> Outcome:
        return load_outcome(record)

    async def close(self) -> None:
        await self._caller.close()


def _freed(expired: QuerySet[Run], *, lost: int) -> int:
    return expired.update(
        status=RunStatus.GEPLANT,
        lease_token="",
        lease_bis=None,
        lease_reserve=False,
        verlorene_leases=F("verlorene_leases") + lost,
    )
