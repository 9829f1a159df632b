"""Claim due grading orders: never more per provider than it allows, Runs included."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F, Min, Q, QuerySet

from grading_app.begriffe import AuftragStatus, BewerterArt
from grading_app.judge.client import anfrage_zu
from grading_app.judge.prompt import lies_nutzlast
from grading_app.judge_work.values import JudgeJob
from grading_app.models import Bewertungsauftrag
from grading_app.services.stapelbau import take_from_cache
from grading_app.vorlagen import entscheidungen_fuer
from runs_app.engine.leases import database_now, new_token, take
from runs_app.engine.protocol import Claim, Demand
from runs_app.models import Anbieter
from runs_app.run_work.claiming import lease_length, live_leases
from runs_app.run_work.drosselung import Drossel

OFFEN = Q(status=AuftragStatus.OFFEN)


def due_orders(now: dt.datetime) -> QuerySet[Bewertungsauftrag]:
    """Orders for models that may be called now; of equal keys only one at a time (R-6.6)."""
    rows = Bewertungsauftrag.objects.filter(
        OFFEN, bewerter__art=BewerterArt.LLM, faellig_ab__lte=now, stapel__gesperrt_am__isnull=True
    )
    laufend = Bewertungsauftrag.objects.filter(status=AuftragStatus.LAEUFT).values("schluessel")
    erste = rows.order_by().values("schluessel").annotate(erste=Min("pk")).values("erste")
    return rows.filter(pk__in=erste).exclude(schluessel__in=laufend)


def claim(demand: Demand) -> list[Claim]:
    """Lease due orders for every provider that has room."""
    claims: list[Claim] = []
    due = due_orders(database_now()).order_by()
    anbieter_ids = sorted(set(due.values_list("bewerter__modell__anbieter_id", flat=True)))
    for anbieter_id in anbieter_ids:
        if len(claims) < demand.capacity:
            claims += _claim_lane(anbieter_id, demand.capacity - len(claims))
    return claims


def _claim_lane(anbieter_id: int, wanted: int) -> list[Claim]:
    with transaction.atomic():
        anbieter = Anbieter.objects.select_for_update().get(pk=anbieter_id)
        now = database_now()
        if anbieter.pause_bis and anbieter.pause_bis > now:
            return []
        free = anbieter.max_gleichzeitig - live_leases(anbieter_id, now)
        free -= live_judge_leases(anbieter_id, now)
        auftraege = _take_throttled(anbieter, now, max(0, min(free, wanted)))
        return [c for a in auftraege if (c := _claim_of(a, anbieter_id)) is not None]


def live_judge_leases(anbieter_id: int, now: dt.datetime) -> int:
    """Judge calls that a provider is serving for us, over all workers."""
    return Bewertungsauftrag.objects.filter(
        status=AuftragStatus.LAEUFT,
        lease_bis__gt=now,
        bewerter__modell__anbieter_id=anbieter_id,
    ).count()


def _take_throttled(
    anbieter: Anbieter, now: dt.datetime, wanted: int
) -> Sequence[Bewertungsauftrag]:
    if not wanted or anbieter.max_je_minute is None:
        return _take(anbieter.pk, now, wanted)
    drossel = Drossel(anbieter.pk, anbieter.max_je_minute)
    granted = drossel.reserve(wanted)
    auftraege = _take(anbieter.pk, now, granted)
    drossel.give_back(granted, len(auftraege))
    return auftraege


def _take(anbieter_id: int, now: dt.datetime, wanted: int) -> Sequence[Bewertungsauftrag]:
    if wanted <= 0:
        return []
    token = new_token()
    rows = due_orders(now).filter(bewerter__modell__anbieter_id=anbieter_id)
    # The row locks of SKIP LOCKED reach one table only: ids first, then the bare rows.
    ids = list(rows.order_by("faellig_ab", "pk").values_list("pk", flat=True)[:wanted])
    take(
        Bewertungsauftrag.objects.filter(OFFEN, pk__in=ids).order_by("pk")[:wanted],
        OFFEN,
        token=token,
        status=AuftragStatus.LAEUFT,
        lease_bis=now + lease_length(),
        versuche_zahl=F("versuche_zahl") + 1,
    )
    taken = Bewertungsauftrag.objects.filter(lease_token=token)
    return list(
        taken.select_related("bewerter__modell__anbieter", "rubrik", "run__testfall", "kontrolle")
    )


def _claim_of(auftrag: Bewertungsauftrag, anbieter_id: int) -> Claim | None:
    """The call of a leased order; None if the cache answers it (R-6.6)."""
    vorlage = lies_nutzlast(auftrag.nutzlast)
    if take_from_cache(auftrag, vorlage):
        return None
    beispiel = auftrag.kontrolle
    testfall = auftrag.run.testfall if auftrag.run else beispiel.testfall if beispiel else None
    assert testfall is not None, "an order is about a Run or a control answer"
    anfrage = anfrage_zu(auftrag, vorlage, entscheidungen_fuer(testfall))
    return Claim(
        key=auftrag.pk,
        token=auftrag.lease_token,
        lane=str(anbieter_id),
        job=JudgeJob(auftrag_id=auftrag.pk, anbieter_id=anbieter_id, anfrage=anfrage),
    )
