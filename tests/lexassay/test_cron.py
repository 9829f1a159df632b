"""The clock against a real queue server: at once, then at its intervals, never twice waiting."""

from __future__ import annotations

import importlib
import logging
import sys
import time
import types
from datetime import timedelta

import django_rq
import pytest
from redis.exceptions import ConnectionError as QueueAway
from rq.job import JobStatus
from rq.utils import now

from lexassay import zeitplan
from lexassay.cron import Clock
from lexassay.queue import StrictJob, StrictWorker
from lexassay.zeitplan import ZEITPLAN, Termin

JOB_ID = "cron-lexassay-pipeline-advance"


@pytest.fixture
def pipeline(monkeypatch):
    module = types.ModuleType("lexassay.pipeline")
    exec(
        "def advance():\n    return 1\ndef fail():\n    raise ValueError('kaputt')\n",
        module.__dict__,
    )
    monkeypatch.setitem(sys.modules, "lexassay.pipeline", module)
    monkeypatch.setattr(importlib.import_module("lexassay"), "pipeline", module, raising=False)
    return module


@pytest.fixture
def clock(valkey, pipeline, monkeypatch):
    entries = (Termin("lexassay.pipeline.advance", "default", 30),)
    monkeypatch.setattr(zeitplan, "ZEITPLAN", entries)
    made = Clock()
    made.register_all()
    return made


def waiting() -> list[str]:
    return django_rq.get_queue("default").get_job_ids()


def work_off() -> None:
    queue = django_rq.get_queue("default")
    StrictWorker([queue], connection=queue.connection).work(burst=True)


def let_the_interval_pass(clock: Clock) -> None:
    for job in clock.get_jobs():
        job.next_enqueue_time = now() - timedelta(seconds=1)


def test_a_job_starts_at_once_and_then_at_its_interval(clock):
    clock.enqueue_jobs()
    assert waiting() == [JOB_ID]
    work_off()
    assert clock.enqueue_jobs() == []
    let_the_interval_pass(clock)
    clock.enqueue_jobs()
    assert waiting() == [JOB_ID]


def test_a_job_that_still_waits_is_not_enqueued_again(clock):
    for _ in range(5):
        let_the_interval_pass(clock)
        clock.enqueue_jobs()
    assert waiting() == [JOB_ID]


def test_a_failed_job_runs_again(clock, pipeline, valkey, caplog):
    pipeline.advance = pipeline.fail
    pipeline.fail.__name__ = "advance"
    clock.enqueue_jobs()
    work_off()
    assert StrictJob.fetch(JOB_ID, connection=valkey).is_failed
    let_the_interval_pass(clock)
    clock.enqueue_jobs()
    assert waiting() == [JOB_ID]


def test_the_job_of_a_killed_worker_keeps_the_next_one_out_no_longer_than_its_sign_of_life(
    clock, valkey
):
    clock.enqueue_jobs()
    die_in_the_middle(valkey, last_sign=time.time() + 60)
    let_the_interval_pass(clock)
    clock.enqueue_jobs()
    assert waiting() == []
    die_in_the_middle(valkey, last_sign=time.time() - 1)
    let_the_interval_pass(clock)
    clock.enqueue_jobs()
    assert waiting() == [JOB_ID]


def die_in_the_middle(client, last_sign: float) -> None:
    """What a killed worker leaves: a started job, in no list but that of the working ones."""
    client.delete("rq:queue:default")
    StrictJob.fetch(JOB_ID, connection=client).set_status(JobStatus.STARTED)
    client.zadd("rq:wip:default", {f"{JOB_ID}:killed": last_sign})


def test_what_the_clock_enqueues_a_strict_worker_takes(clock, valkey):
    clock.enqueue_jobs()
    work_off()
    assert StrictJob.fetch(JOB_ID, connection=valkey).is_finished


def test_a_queue_server_that_is_away_stops_no_clock(clock, monkeypatch, caplog):
    def away(*args, **kwargs):
        raise QueueAway("weg")

    monkeypatch.setattr(StrictJob, "fetch", away)
    with caplog.at_level(logging.WARNING):
        assert clock.enqueue_jobs() == []
    assert "queue server away" in caplog.text


def test_a_missing_job_is_left_out_with_a_warning(valkey, pipeline, monkeypatch, caplog):
    entries = (
        Termin("lexassay.pipeline.none", "default", 30),
        Termin("lexassay.pipeline.advance", "default", 30),
    )
    monkeypatch.setattr(zeitplan, "ZEITPLAN", entries)
    clock = Clock()
    clock.register_all()
    assert [job.func_name for job in clock.get_jobs()] == ["lexassay.pipeline.advance"]
    assert "lexassay.pipeline.none" in caplog.text


def test_every_entry_of_the_schedule_names_a_queue_and_a_positive_interval(settings):
    for termin in ZEITPLAN:
        assert termin.queue in settings.QUEUES
        assert termin.every > 0
