"""Claim due Runs: never more per provider than it allows, over all workers together."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from runs_app.begriffe import LaufStatus, RunStatus
from runs_app.engine.leases import database_now, new_token, take
from runs_app.engine.protocol import LEASE_S, Claim, Demand
from runs_app.models import Anbieter, Run, Teilnahme
from runs_app.run_work.drosselung import Drossel
from runs_app.run_work.reading import GELESEN, JobReader
from runs_app.run_work.situation import Situation, Teilnehmer

OFFEN = Q(status__in=[RunStatus.GEPLANT, RunStatus.WARTET])
VERDACHT_AB = 2  # lost leases after which a Run is called alone
T = TypeVar("T")


def lease_length() -> dt.timedelta:
    """Return the length of a lease; tests shorten it (`RUN_LEASE_S`)."""
    return dt.timedelta(seconds=float(getattr(settings, "RUN_LEASE_S", LEASE_S)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Auswahl:
    """What to take: from whom, as of when, slots or reserves, ordinary Runs or suspects."""

    members: Sequence[Teilnehmer]
    now: dt.datetime
    reserve: bool = False
    suspect: bool = False


@dataclass(slots=True)
class Claimer:
    """Hands out Runs, round-robin over providers and over the Teilnahmen of each."""

    situation: Situation
    reader: JobReader = field(default_factory=JobReader)
    turn: int = 0

    def claim(self, demand: Demand) -> list[Claim]:
        """Lease due Runs for all providers of this worker."""
        claims: list[Claim] = []
        capacity = demand.capacity
        lanes = self._lanes()
        for place, (anbieter_id, members) in enumerate(lanes):
            fair = -(-capacity // (len(lanes) - place))
            reserve = demand.reserves.get(str(anbieter_id), 0)
            if fair or reserve:
                taken = self._claim_lane(anbieter_id, members, fair, reserve)
                capacity -= sum(not claim.reserve for claim in taken)
                claims += taken
        return claims

    def claim_suspect(self) -> Claim | None:
        """Lease one Run that has lost its worker before, if its provider has a slot free."""
        if not Run.objects.filter(OFFEN, verlorene_leases__gte=VERDACHT_AB).exists():
            return None
        for anbieter_id, members in self._lanes():
            if claims := self._claim_lane(anbieter_id, members, 1, 0, suspect=True):
                return claims[0]
        return None

    def _lanes(self) -> list[tuple[int, list[Teilnehmer]]]:
        """Return the lanes, each time beginning with another provider and another Teilnahme."""
        self.situation.refresh()
        self.turn += 1
        lanes = self.situation.lanes.items()
        return rotate([(key, rotate(members, self.turn)) for key, members in lanes], self.turn)

    def _claim_lane(
        self,
        anbieter_id: int,
        members: Sequence[Teilnehmer],
        wanted: int,
        reserve: int,
        *,
        suspect: bool = False,
    ) -> list[Claim]:
        """Claim for one provider, under the lock of its row."""
        with transaction.atomic():
            anbieter = Anbieter.objects.select_for_update().get(pk=anbieter_id)
            auswahl = Auswahl(members=members, now=database_now(), suspect=suspect)
            if anbieter.pause_bis and anbieter.pause_bis > auswahl.now:
                return []
            free = anbieter.max_gleichzeitig - live_leases(anbieter_id, auswahl.now)
            runs = _take_throttled(anbieter, auswahl, max(0, min(free, wanted)))
            if reserve and anbieter.max_je_minute is None:
                more = Auswahl(members=members, now=auswahl.now, reserve=True)
                runs += take_runs(more, reserve)
            return self.reader.claims(runs, members, lane=str(anbieter_id))


def live_leases(anbieter_id: int, now: dt.datetime) -> int:
    """Return the calls that a provider is serving for us, over all workers."""
    return Run.objects.filter(
        status=RunStatus.LAEUFT,
        lease_bis__gt=now,
        lease_reserve=False,
        teilnahme__modell__anbieter_id=anbieter_id,
    ).count()


def _take_throttled(anbieter: Anbieter, auswahl: Auswahl, wanted: int) -> list[Run]:
    if not wanted or anbieter.max_je_minute is None:
        return take_runs(auswahl, wanted)
    drossel = Drossel(anbieter.pk, anbieter.max_je_minute)
    granted = drossel.reserve(wanted)
    runs = take_runs(auswahl, granted)
    drossel.give_back(granted, len(runs))
    return runs


def take_runs(auswahl: Auswahl, wanted: int) -> list[Run]:
    """Lease up to `wanted` due Runs of the members, in their order, oldest first."""
    token, found = new_token(), 0
    for member in auswahl.members:
        if found >= wanted:
            break
        found += take(
            _due(member, auswahl)[: wanted - found],
            OFFEN,
            token=token,
            status=RunStatus.LAEUFT,
            lease_bis=auswahl.now + lease_length(),
            lease_reserve=auswahl.reserve,
        )
    if not found:
        return []
    taken = Run.objects.filter(
        teilnahme_id__in=[member.id for member in auswahl.members],
        status=RunStatus.LAEUFT,
        lease_token=token,
    )
    return list(taken.only(*GELESEN).order_by("faellig_ab", "id"))


def _due(member: Teilnehmer, auswahl: Auswahl) -> QuerySet[Run]:
    running = Teilnahme.objects.filter(pk=member.id, lauf__status=LaufStatus.LAEUFT)
    trust = (
        Q(verlorene_leases__gte=VERDACHT_AB)
        if auswahl.suspect
        else Q(verlorene_leases__lt=VERDACHT_AB)
    )
    rows = Run.objects.filter(
        OFFEN,
        trust,
        Exists(running.filter(pk=OuterRef("teilnahme_id"))),
        teilnahme_id=member.id,
        faellig_ab__lte=auswahl.now,
    )
    return rows.order_by("faellig_ab", "id")


def rotate(items: Sequence[T], turn: int) -> list[T]:
    """Return the items, beginning with another one each turn.

    >>> rotate("abc", 1)
    ['b', 'c', 'a']
    """
    start = turn % len(items) if items else 0
    return [*items[start:], *items[:start]]
