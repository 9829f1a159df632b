"""Work jobs, their slots and the throttle, on a real queue server."""

from __future__ import annotations

import datetime as dt

import django_rq
import pytest
from django.utils import timezone

from runs_app import jobs
from runs_app.begriffe import LaufStatus, RunStatus
from runs_app.engine.protocol import Demand
from runs_app.models import Run
from runs_app.run_work.work import RunWork
from runs_app.wecken import SlotSign, enqueue_slot, wake_slot, wake_workers
from tests.runs_app.bausteine import ENTFERNT, SCHNELL, anbieter, katalog, lauf, modell

pytestmark = pytest.mark.django_db(transaction=True)
ALLES = Demand(capacity=100, reserves={})


@pytest.fixture(autouse=True)
def _schnell(settings, tmp_path):
    settings.RUN_TAKT = SCHNELL
    settings.SPOOL_DIR = tmp_path


def waiting(queue: str = "runs") -> list[str]:
    return [job_id.rpartition("-")[0] for job_id in django_rq.get_queue(queue).job_ids]


def test_a_start_puts_one_job_per_slot_into_each_queue(valkey):
    lauf([modell("http://127.0.0.1:9/v1")])
    assert waiting("runs") == ["work-runs-0"]
    assert waiting("local") == ["work-local-0"]


def test_waking_twice_puts_one_job(valkey):
    assert wake_workers() == 2
    assert wake_workers() == 0
    assert waiting() == ["work-runs-0"]


def test_a_slot_at_work_is_not_woken(valkey):
    sign = SlotSign("runs", 0)
    assert sign.take()
    assert not wake_slot("runs", 0)
    sign.drop()
    assert wake_slot("runs", 0)


def test_of_two_jobs_for_a_slot_one_works(valkey):
    first = SlotSign("runs", 0)
    assert first.take()
    assert not SlotSign("runs", 0).take()
    SlotSign("runs", 0).drop()  # a stranger's sign stays
    assert not SlotSign("runs", 0).take()


def test_a_slot_whose_worker_died_shows_no_life_after_a_few_seconds(valkey):
    SlotSign("runs", 0).take()
    assert 0 < valkey.pttl("lexassay:work:runs:0:alive") <= 4_000


def test_a_work_job_works_off_what_is_due(valkey, station):
    row = lauf([modell(station.base_url)])
    jobs.work(0)
    row.refresh_from_db()
    assert row.status == LaufStatus.ABGESCHLOSSEN
    jobs.work(0)  # twice is harmless
    assert Run.objects.filter(status=RunStatus.BEENDET).count() == 3


def test_a_window_that_ends_with_work_left_enqueues_a_successor(valkey, station, settings):
    from dataclasses import replace

    settings.RUN_TAKT = replace(SCHNELL, claim_s=0.0)
    lauf([modell(station.base_url)])
    django_rq.get_queue("runs").empty()
    jobs.work(0)
    assert waiting() == ["work-runs-0"]


def test_the_sweep_puts_back_a_job_that_the_queue_server_has_lost(valkey, station):
    lauf([modell(station.base_url)])
    valkey.flushall()
    jobs.sweep()
    assert waiting() == ["work-runs-0"]


def test_the_sweep_frees_what_a_dead_worker_held(valkey, station):
    lauf([modell(station.base_url)])
    RunWork(wege=ENTFERNT).claim(ALLES)
    Run.objects.update(lease_bis=timezone.now() - dt.timedelta(seconds=1))
    assert jobs.sweep() == 3


def test_a_start_survives_a_queue_server_that_is_away():
    row = lauf([modell("http://127.0.0.1:9/v1")])
    assert row.status == LaufStatus.LAEUFT


def test_a_work_job_runs_without_a_queue_server(station):
    lauf([modell(station.base_url)])
    jobs.work(0)
    assert Run.objects.filter(status=RunStatus.BEENDET).count() == 3


def test_a_job_carries_nothing_but_the_number_of_its_slot(valkey):
    enqueue_slot("runs", 0)
    queue = django_rq.get_queue("runs")
    (job,) = queue.jobs
    assert (job.func_name, list(job.args), job.kwargs) == ("runs_app.jobs.work", [0], {})
    assert job.timeout == -1


def test_no_more_calls_a_minute_than_the_provider_allows(valkey, station):
    provider = anbieter("langsam", max_gleichzeitig=50, max_je_minute=5)
    lauf([modell(station.base_url, anbieter=provider)], katalogversion=katalog(20))
    first, second = RunWork(wege=ENTFERNT), RunWork(wege=ENTFERNT)
    assert len(first.claim(Demand(capacity=3, reserves={}))) == 3
    assert len(second.claim(ALLES)) == 2
    assert not first.claim(ALLES)


def test_places_of_the_minute_that_nobody_needs_are_given_back(valkey, station):
    provider = anbieter("langsam", max_gleichzeitig=50, max_je_minute=5)
    model = modell(station.base_url, anbieter=provider)
    lauf([model], katalogversion=katalog(1))
    assert len(RunWork(wege=ENTFERNT).claim(ALLES)) == 1
    lauf([model], katalogversion=katalog(10))
    assert len(RunWork(wege=ENTFERNT).claim(ALLES)) == 4


def test_a_throttled_provider_gets_no_new_call_without_the_queue_server(station):
    provider = anbieter("langsam", max_je_minute=5)
    lauf([modell(station.base_url, anbieter=provider)])
    assert not RunWork(wege=ENTFERNT).claim(ALLES)
