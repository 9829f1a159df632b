"""Children are restarted, given up, and stopped once and in reverse."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from lexassay.supervision import PATIENCE, Child, Household, free_socket

LIVES = [sys.executable, "-c", "import time; time.sleep(60)"]
DIES = [sys.executable, "-c", "raise SystemExit(3)"]
COUNTS_SIGNALS = """
import signal, sys, time
seen = []
signal.signal(signal.SIGTERM, lambda *_: seen.append(1))
print("ready", flush=True)
while not seen:
    time.sleep(0.01)
time.sleep(0.3)
print("signals", len(seen), flush=True)
"""


@pytest.fixture
def household():
    lines: list[str] = []
    house = Household(say=lines.append)
    yield house, lines
    house.stop()


def child(tmp_path: Path, command: list[str], name: str = "probe", **options) -> Child:
    return Child(
        name=name, command=command, log=tmp_path / f"{name}.log", env=dict(os.environ), **options
    )


def wait_until(condition, seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def test_a_killed_child_is_restarted(household, tmp_path):
    house, lines = household
    probe = house.add(child(tmp_path, LIVES))
    first = probe.process.pid
    probe.process.kill()
    probe.process.wait()
    probe.started -= 60  # it had lived for a while
    house.watch_once()
    house.watch_once()
    assert probe.is_running
    assert probe.process.pid != first
    assert lines == ["probe wurde beendet (SIGKILL) und startet neu."]


def test_a_child_that_never_starts_is_given_up_with_its_log(household, tmp_path):
    house, lines = household
    probe = house.add(child(tmp_path, DIES))
    for _ in range(PATIENCE):
        assert wait_until(lambda: not probe.is_running)
        house.watch_once()
        probe.retry_at = 0.0
        house.watch_once()
    assert probe.is_given_up
    assert lines[-1] == f"probe startet nicht (Code 3). Protokoll: {tmp_path / 'probe.log'}"


def test_a_restart_waits_longer_after_each_quick_death(tmp_path):
    probe = child(tmp_path, DIES)
    probe.started = 100.0
    probe.note_death(101.0)
    assert probe.retry_at == 103.0
    probe.started = 103.0
    probe.note_death(104.0)
    assert probe.retry_at == 108.0


def test_the_end_of_a_one_time_job_is_no_fault(household, tmp_path):
    house, lines = household
    probe = house.add(child(tmp_path, [sys.executable, "-c", ""], once=True))
    assert wait_until(lambda: not probe.is_running)
    house.watch_once()
    assert lines == []
    assert not probe.is_running


def test_each_child_gets_one_signal_and_the_last_comes_first(tmp_path, monkeypatch):
    house = Household(say=lambda line: None)
    asked, logs = [], []
    real = Child.ask_to_stop
    monkeypatch.setattr(Child, "ask_to_stop", lambda it: (asked.append(it.name), real(it)))
    for name in ("first", "second"):
        probe = house.add(child(tmp_path, [sys.executable, "-uc", COUNTS_SIGNALS], name))
        logs.append(probe.log)
        assert wait_until(lambda log=probe.log: "ready" in log.read_text())
    house.stop()
    assert asked == ["second", "first"]
    assert [log.read_text().split() for log in logs] == [["ready", "signals", "1"]] * 2


def test_a_child_that_ignores_the_signal_is_killed_and_named(tmp_path):
    lines: list[str] = []
    house = Household(say=lines.append)
    deaf = (
        "import signal, time; signal.signal(15, signal.SIG_IGN); "
        "print('x', flush=True); time.sleep(60)"
    )
    probe = house.add(child(tmp_path, [sys.executable, "-c", deaf], stop_timeout=0.3))
    assert wait_until(lambda: probe.log.read_text() == "x\n")
    house.stop()
    assert lines == ["probe musste hart beendet werden."]


def test_a_large_log_is_set_aside(tmp_path):
    probe = child(tmp_path, [sys.executable, "-c", "print('new')"])
    probe.log.write_bytes(b"x" * 5_000_001)
    probe.start()
    probe.process.wait()
    assert probe.log.read_text() == "new\n"
    assert probe.log.with_suffix(".log.1").stat().st_size == 5_000_001


def test_a_taken_port_leads_to_the_next():
    one, port = free_socket(18_000)
    two, next_port = free_socket(port)
    os.close(one)
    os.close(two)
    assert next_port > port
