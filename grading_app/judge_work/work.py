"""The engine's view of grading orders: the Work protocol over Bewertungsauftrag."""

from __future__ import annotations

from collections.abc import Sequence

import structlog
from django.db.models import F, Min, QuerySet

from grading_app.begriffe import AuftragStatus, BewerterArt
from grading_app.judge_work import claiming
from grading_app.judge_work.saving import VERSUCHE, save_outcomes
from grading_app.judge_work.values import JudgeErgebnis, JudgeJob, dump_outcome, load_outcome
from grading_app.models import Bewertungsauftrag
from runs_app.begriffe import Ausfuehrungsweg, Dialekt
from runs_app.engine.leases import database_now
from runs_app.engine.protocol import Claim, Demand, Outcome
from runs_app.providers.base import Adapter, KonfigurationsFehler
from runs_app.providers.registry import open_adapter
from runs_app.run_work.claiming import lease_length

log = structlog.get_logger(__name__)


class JudgeWork:
    """Due orders of judge models, over all access paths."""

    def __init__(self) -> None:
        self._adapters: dict[tuple[Ausfuehrungsweg, Dialekt], Adapter] = {}

    def claim(self, demand: Demand) -> Sequence[Claim]:
        return claiming.claim(demand)

    def claim_suspect(self) -> Claim | None:
        """Orders that lose their worker run out of attempts; none is called alone."""
        return None

    async def call(self, claim: Claim) -> JudgeErgebnis:
        job: JudgeJob = claim.job
        assert job.anfrage is not None, "a claimed order has its call"
        try:
            adapter = self._adapter(job.anfrage.ausfuehrungsweg, job.anfrage.dialekt)
            return JudgeErgebnis(roh=await adapter.ask(job.anfrage))
        except KonfigurationsFehler as error:
            return JudgeErgebnis(hindernis=str(error))

    def save(self, outcomes: Sequence[Outcome]) -> None:
        save_outcomes(outcomes)

    def may_refill(self, result: JudgeErgebnis) -> bool:
        return False

    def renew(self, claims: Sequence[Claim]) -> None:
        self._held(claims).update(lease_bis=database_now() + lease_length())

    def free(self, claims: Sequence[Claim]) -> None:
        """Give back orders that were not started; the attempt does not count."""
        self._held(claims).update(
            status=AuftragStatus.OFFEN,
            lease_token="",
            lease_bis=None,
            versuche_zahl=F("versuche_zahl") - 1,
        )

    def sweep(self) -> int:
        """Free expired leases; an order that lost its worker too often is a Judge-Fehler."""
        verloren = Bewertungsauftrag.objects.filter(
            status=AuftragStatus.LAEUFT, lease_bis__lte=database_now()
        )
        verloren.filter(versuche_zahl__gte=VERSUCHE).update(
            status=AuftragStatus.JUDGE_FEHLER,
            lease_token="",
            lease_bis=None,
            fehlertext="Der Worker endete bei jedem Aufruf.",
        )
        return int(verloren.update(status=AuftragStatus.OFFEN, lease_token="", lease_bis=None))

    def due_in(self) -> float | None:
        rows = Bewertungsauftrag.objects.filter(
            claiming.OFFEN, bewerter__art=BewerterArt.LLM, stapel__gesperrt_am__isnull=True
        )
        first = rows.aggregate(first=Min("faellig_ab"))["first"]
        return None if first is None else max(0.0, (first - database_now()).total_seconds())

    def dump(self, outcome: Outcome) -> bytes:
        return dump_outcome(outcome)

    def load(self, record: bytes) -> Outcome:
        return load_outcome(record)

    async def close(self) -> None:
        for adapter in self._adapters.values():
            try:
                await adapter.close()
            except OSError as error:
                log.warning("adapter did not close", error=type(error).__name__)
        self._adapters.clear()

    def _adapter(self, weg: Ausfuehrungsweg, dialekt: Dialekt) -> Adapter:
        if (weg, dialekt) not in self._adapters:
            self._adapters[weg, dialekt] = open_adapter(weg, dialekt)
        return self._adapters[weg, dialekt]

    @staticmethod
    def _held(claims: Sequence[Claim]) -> QuerySet[Bewertungsauftrag]:
        return Bewertungsauftrag.objects.filter(
            pk__in=[claim.key for claim in claims],
            lease_token__in={claim.token for claim in claims},
            status=AuftragStatus.LAEUFT,
        )
