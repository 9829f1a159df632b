"""The closed child: nothing gets out, every attempt is on record (R-3.4). Real processes."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from runs_app.audit import Abschottung, Pruefprotokoll, validity
from runs_app.begriffe import Gueltigkeit
from runs_app.sandbox.zelle import Zellenbericht, run_closed

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="seccomp gibt es nur hier")
SECCOMP, NAMENSRAUM, PYTHON = Abschottung.SECCOMP, Abschottung.NAMENSRAUM, Abschottung.PYTHON


class Falle:
    """A listening socket on loopback that counts who knocks."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.socket.settimeout(0.2)
        self.port = self.socket.getsockname()[1]

    def knocked(self) -> bool:
        try:
            connection, _ = self.socket.accept()
        except TimeoutError:
            return False
        connection.close()
        return True


@pytest.fixture
def falle() -> Iterator[Falle]:
    trap = Falle()
    yield trap
    trap.socket.close()


def run(probe: str, deadline_s: float = 20, mittel: Any = None, **argumente: Any) -> Zellenbericht:
    options = {} if mittel is None else {"mittel": mittel}
    ziel = f"tests.runs_app.sandbox.probe:{probe}"
    return asyncio.run(run_closed(ziel, argumente, deadline_s=deadline_s, **options))


def said(bericht: Zellenbericht) -> list[dict[str, Any]]:
    return [json.loads(line) for line in bericht.zeilen]


def judged(bericht: Zellenbericht) -> Gueltigkeit:
    return validity(
        Pruefprotokoll(kontakte=tuple(bericht.kontakte), abschottung=bericht.abschottung)
    )


def test_a_quiet_child_hands_over_its_values_and_is_valid():
    bericht = run("nothing", wert="ä\u2028🙂")
    assert said(bericht) == [{"wert": "ä\u2028🙂"}]
    assert (bericht.exit_code, bericht.fertig, bericht.kontakte) == (0, True, [])
    assert judged(bericht) is Gueltigkeit.GUELTIG


@linux
def test_this_machine_gets_the_strongest_means():
    assert run("nothing", wert=1).abschottung is SECCOMP


@linux
@pytest.mark.parametrize("probe", ["libc_connect", "libc_datagram"])
def test_a_socket_opened_in_c_kills_the_child_and_is_recorded(probe, falle):
    bericht = run(probe, port=falle.port)
    assert bericht.exit_code == -signal.SIGSYS
    assert not falle.knocked()
    assert [k.verweigert for k in bericht.kontakte] == [True]
    assert judged(bericht) is Gueltigkeit.UNGUELTIG


@linux
def test_what_was_said_before_the_kill_is_kept(falle):
    assert said(run("libc_connect", port=falle.port)) == [{"vorher": True}]


def test_a_connection_from_python_is_refused_and_recorded_with_its_target(falle):
    bericht = run("python_connect", port=falle.port)
    assert said(bericht) == [{"verweigert": True}]
    assert not falle.knocked()
    assert [(k.host, k.port) for k in bericht.kontakte] == [("127.0.0.1", falle.port)]
    assert judged(bericht) is Gueltigkeit.UNGUELTIG


def test_a_name_look_up_is_recorded_with_its_name():
    bericht = run("python_resolve")
    assert [(k.host, k.port) for k in bericht.kontakte] == [("telemetrie.example.org", 443)]


def test_no_further_process_can_be_started():
    assert said(run("spawn")) == [{"verweigert": True}]


@linux
def test_a_fork_in_c_fails():
    (seen,) = said(run("libc_fork"))
    assert seen["kind"] == -1


@linux
def test_io_uring_is_no_way_around():
    (seen,) = said(run("io_uring"))
    assert (seen["handle"], seen["errno"]) == (-1, 1)


def test_threads_and_files_go_on_working():
    assert said(run("compute")) == [{"faeden": [0, 1, 2, 3], "gelesen": True}]


def test_no_key_reaches_the_child(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "geheim")
    (seen,) = said(run("environment"))
    assert "OPENAI_API_KEY" not in seen["namen"]


def test_noise_of_the_model_code_does_not_disturb_the_record():
    assert said(run("noise")) == [{"wert": 1}]


@linux
def test_the_second_best_means_hides_even_loopback(falle):
    bericht = run("libc_connect", port=falle.port, mittel=[NAMENSRAUM, PYTHON])
    if bericht.abschottung is PYTHON:
        pytest.skip("Dieser Rechner erlaubt keinen eigenen Netz-Namensraum.")
    assert said(bericht)[1]["verbunden"] is False
    assert not falle.knocked()


def test_the_weakest_means_says_what_it_is():
    bericht = run("python_connect", port=1, mittel=[PYTHON])
    assert bericht.abschottung is PYTHON
    assert said(bericht) == [{"verweigert": True}]


def test_an_exception_in_the_child_is_reported_with_what_came_before():
    bericht = run("fail")
    assert (bericht.exit_code, bericht.fehler) == (1, "MemoryError: kein Speicher")
    assert said(bericht) == [{"wert": 1}]


@linux
def test_a_crash_in_c_is_a_signal():
    bericht = run("crash")
    assert bericht.exit_code == -signal.SIGABRT
    assert judged(bericht) is Gueltigkeit.GUELTIG


def test_the_deadline_kills_the_child():
    bericht = run("endless", deadline_s=2)
    assert bericht.abgelaufen
    assert is_gone(said(bericht)[0]["pid"])


@linux
def test_cancellation_kills_the_child():
    assert is_gone(asyncio.run(_cancel_when_running()))


async def _cancel_when_running() -> int:
    """Cancel a call once its child runs; returns the child's pid."""
    before = _children()
    task = asyncio.create_task(
        run_closed("tests.runs_app.sandbox.probe:endless", {}, deadline_s=60)
    )
    while not (started := _children() - before):
        await asyncio.sleep(0.02)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return started.pop()


def _children() -> set[int]:
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
        return {int(pid) for pid in file.read().split()}


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False
