"""Who may call which Run: claims, leases, late answers, suspects (R-3.6)."""

from __future__ import annotations

import asyncio
import datetime as dt

import pytest
from django.db.models import F
from django.utils import timezone

from runs_app.begriffe import RunStatus
from runs_app.engine import protocol
from runs_app.engine.protocol import Demand, Outcome
from runs_app.models import Anbieter, Run, Versuch
from runs_app.run_work.work import RunWork
from runs_app.services import pause_lauf
from tests.runs_app.bausteine import ENTFERNT, anbieter, arbeite, katalog, lauf, modell, technik

pytestmark = pytest.mark.django_db(transaction=True)
ALLES = Demand(capacity=100, reserves={})


def worker() -> RunWork:
    return RunWork(wege=ENTFERNT)


def call(work: RunWork, claim) -> Outcome:
    """Make the real call of a claim and return its outcome, unsaved."""

    async def ask():
        try:
            return await work.call(claim)
        finally:
            await work.close()

    return Outcome(claim=claim, result=asyncio.run(ask()))


def expire_leases() -> None:
    Run.objects.filter(status=RunStatus.LAEUFT).update(
        lease_bis=timezone.now() - dt.timedelta(seconds=1)
    )


def test_after_any_crash_everything_is_claimed_again_within_the_promised_time():
    assert protocol.LEASE_S + protocol.SWEEP_S <= protocol.RECLAIM_S == 90
    assert protocol.RENEW_S * 2 < protocol.LEASE_S


def test_two_workers_never_hold_the_same_run(station):
    lauf([modell(station.base_url)], katalogversion=katalog(6))
    first, second = worker().claim(ALLES), worker().claim(ALLES)
    assert len(first) == 6
    assert not second


def test_all_workers_together_stay_within_the_limit_of_the_provider(station):
    lauf(
        [modell(station.base_url, anbieter=anbieter("eng", max_gleichzeitig=4))],
        katalogversion=katalog(10),
    )
    claims = [*worker().claim(Demand(capacity=3, reserves={})), *worker().claim(ALLES)]
    assert len(claims) == 4
    assert not worker().claim(ALLES)


def test_a_reserve_holds_no_slot_until_it_is_promoted(station):
    model = modell(station.base_url, anbieter=anbieter("eng", max_gleichzeitig=1))
    lauf([model], katalogversion=katalog(4))
    work = worker()
    lane = str(model.anbieter_id)
    slot, reserve = work.claim(Demand(capacity=5, reserves={lane: 1}))
    assert (slot.reserve, reserve.reserve) == (False, True)
    outcome = call(work, slot)
    work.save([Outcome(claim=slot, result=outcome.result, promoted=reserve)])
    assert Run.objects.get(status=RunStatus.LAEUFT, lease_reserve=False).pk == reserve.key
    assert not worker().claim(ALLES)


def test_a_provider_in_back_off_costs_no_slot(station):
    eilig = modell(station.base_url, anbieter=anbieter("eilig"))
    wartend = modell(station.base_url, anbieter=anbieter("wartend"))
    lauf([eilig, wartend])
    Anbieter.objects.filter(kennung="wartend").update(
        pause_bis=timezone.now() + dt.timedelta(minutes=5)
    )
    lanes = {claim.lane for claim in worker().claim(ALLES)}
    assert lanes == {str(eilig.anbieter_id)}


def test_providers_share_a_small_capacity(station):
    models = [modell(station.base_url, anbieter=anbieter(f"a{i}")) for i in range(3)]
    lauf(models, katalogversion=katalog(20))
    lanes = [claim.lane for claim in worker().claim(Demand(capacity=6, reserves={}))]
    assert sorted(lanes.count(str(m.anbieter_id)) for m in models) == [2, 2, 2]


def test_a_paused_lauf_is_claimed_by_nobody(station):
    row = lauf([modell(station.base_url)])
    work = worker()
    work.claim(Demand(capacity=1, reserves={}))
    pause_lauf(lauf=row, user=technik())
    assert not work.claim(ALLES)


def test_a_claim_given_back_is_due_at_once_and_not_counted_as_lost(station):
    lauf([modell(station.base_url)])
    work = worker()
    work.free(work.claim(ALLES))
    assert set(Run.objects.values_list("status", "verlorene_leases")) == {(RunStatus.GEPLANT, 0)}


def test_an_expired_lease_is_freed_and_counted(station):
    lauf([modell(station.base_url)])
    worker().claim(ALLES)
    assert worker().sweep() == 0
    expire_leases()
    assert worker().sweep() == 3
    assert set(Run.objects.values_list("status", "verlorene_leases")) == {(RunStatus.GEPLANT, 1)}


def test_a_renewed_lease_is_not_swept(station):
    lauf([modell(station.base_url)])
    work = worker()
    claims = work.claim(ALLES)
    expire_leases()
    work.renew(claims)
    assert worker().sweep() == 0


def test_a_late_answer_is_taken_where_nobody_else_has_the_run(station, tmp_path):
    lauf([modell(station.base_url)], katalogversion=katalog(1))
    work = worker()
    (claim,) = work.claim(ALLES)
    outcome = call(work, claim)
    expire_leases()
    work.sweep()
    work.save([outcome])
    run = Run.objects.get()
    assert (run.status, run.versuche.count()) == (RunStatus.BEENDET, 1)


def test_a_late_answer_is_stored_beside_the_call_of_the_new_holder(station):
    lauf([modell(station.base_url)], katalogversion=katalog(1))
    slow, quick = worker(), worker()
    (old,) = slow.claim(ALLES)
    late = call(slow, old)
    expire_leases()
    quick.sweep()
    (new,) = quick.claim(ALLES)
    slow.save([late])
    run = Run.objects.get()
    assert (run.status, run.lease_token, run.versuche.count()) == (RunStatus.LAEUFT, new.token, 1)
    quick.save([call(quick, new)])
    run.refresh_from_db()
    assert (run.status, run.versuche.count()) == (RunStatus.BEENDET, 2)


def test_a_late_answer_changes_nothing_of_a_finished_run(station):
    lauf([modell(station.base_url)], katalogversion=katalog(1))
    slow, quick = worker(), worker()
    (old,) = slow.claim(ALLES)
    late = call(slow, old)
    expire_leases()
    quick.sweep()
    (new,) = quick.claim(ALLES)
    quick.save([call(quick, new)])
    counting = Run.objects.get().zaehlender_versuch_id
    slow.save([late])
    run = Run.objects.get()
    assert (run.zaehlender_versuch_id, run.versuche.count()) == (counting, 2)


def test_saving_the_same_outcome_twice_stores_it_once(station):
    lauf([modell(station.base_url)], katalogversion=katalog(1))
    work = worker()
    (claim,) = work.claim(ALLES)
    outcome = call(work, claim)
    work.save([outcome])
    work.save([outcome])
    assert Versuch.objects.count() == 1


def test_a_spooled_outcome_is_the_same_outcome(station):
    lauf([modell(station.base_url)], katalogversion=katalog(1))
    work = worker()
    (claim,) = work.claim(ALLES)
    outcome = call(work, claim)
    again = work.load(work.dump(outcome))
    assert again.result == outcome.result
    assert again.claim.job.kopf == outcome.claim.job.kopf
    work.save([again])
    assert Run.objects.get().status == RunStatus.BEENDET


def test_a_run_that_lost_its_worker_twice_is_called_alone(station, tmp_path):
    lauf([modell(station.base_url)])
    suspect = Run.objects.first()
    Run.objects.filter(pk=suspect.pk).update(verlorene_leases=2)
    work = worker()
    assert suspect.pk not in {claim.key for claim in work.claim(ALLES)}
    assert work.claim_suspect().key == suspect.pk


def test_a_run_that_kills_its_worker_each_time_is_parked_with_the_reason(station):
    lauf([modell(station.base_url)], katalogversion=katalog(1))
    for _ in range(2):
        assert worker().claim(ALLES)
        expire_leases()
        worker().sweep()
    assert worker().claim_suspect() is not None
    expire_leases()
    worker().sweep()
    run = Run.objects.get()
    assert run.status == RunStatus.GEPARKT
    assert run.park_grund == "Die Ausführung ist 3-mal abgerissen: Der Worker endete jedes Mal."


def test_a_success_clears_the_suspicion(station, tmp_path):
    lauf([modell(station.base_url)], katalogversion=katalog(1))
    Run.objects.update(verlorene_leases=F("verlorene_leases") + 2)
    arbeite(tmp_path)
    assert Run.objects.get().verlorene_leases == 0
    assert Run.objects.get().status == RunStatus.BEENDET


def test_a_clock_that_jumps_back_does_not_lose_the_answer(station):
    lauf([modell(station.base_url)], katalogversion=katalog(1))
    work = worker()
    (claim,) = work.claim(ALLES)
    outcome = call(work, claim)
    normal = outcome.result.normal
    object.__setattr__(normal, "ended_at", normal.started_at - dt.timedelta(hours=1))
    work.save([outcome])
    versuch = Versuch.objects.get()
    assert versuch.ended_at == versuch.started_at
    assert any("Uhr" in hinweis for hinweis in versuch.hinweise)
