"""Whatever is killed: no finished answer is lost, none counts twice, nothing runs for ever."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest
import redis

from lexassay.queue_server import start_queue_server
from tests.chaos.aufbau import Platz, site, wait_for

pytestmark = pytest.mark.chaos
TASKS, WIDTH = 60, 4
SEEDED = random.Random(20260101)


@pytest.fixture(scope="module")
def platz(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platz]:
    with site(tmp_path_factory.mktemp("chaos")) as ready:
        yield ready


@pytest.fixture
def aufgeraeumt(platz: Platz) -> Iterator[None]:
    yield
    for name in [n for n in platz.processes if n.startswith("worker")]:
        platz.kill(name)


class Lauf:
    """One started Lauf and the calls that the stand-in had seen before it."""

    def __init__(self, platz: Platz, scenario: str = "szenario-stop", tasks: int = TASKS) -> None:
        self.platz = platz
        self.before = platz.calls()
        self.key = platz.ask("new_lauf", platz.station_port, tasks, WIDTH, scenario)["lauf"]

    def calls(self) -> int:
        return self.platz.calls() - self.before

    def wait_until_calls(self, number: int) -> None:
        wait_for(lambda: self.calls() >= number, f"{number} calls")

    def state(self) -> dict[str, Any]:
        return dict(self.platz.ask("state", self.key))

    def wait_until_done(self) -> dict[str, Any]:
        def done() -> dict[str, Any] | None:
            found = self.state()
            return found if found["status"] == "abgeschlossen" else None

        return dict(wait_for(done, f"the end of the Lauf: {self.state()['runs']}"))


def undisturbed(tasks: int = TASKS) -> list[Any]:
    """Return the Vergleichsbild of a Lauf that nothing has hit."""
    answer = "Die Berufungsfrist beträgt einen Monat (§ 517 ZPO). Dies ist keine Rechtsberatung."
    row = [1, "erfolgreich", "gueltig", answer, "erstversuch", 12]
    return sorted([f"Probe {i}", *row] for i in range(tasks))


def assert_whole(lauf: Lauf, found: dict[str, Any], *, kills: int, tasks: int = TASKS) -> None:
    assert found["runs"] == {"beendet": tasks}
    assert found["zaehlende"] == tasks
    assert found["rohdaten"] == found["versuche"]
    assert sorted(found["vergleichsbild"]) == undisturbed(tasks)
    assert tasks <= lauf.calls() <= tasks + kills * WIDTH


def somewhere() -> int:
    """Return a seeded point in the middle of the work, counted in calls."""
    return SEEDED.randint(TASKS // 5, TASKS * 3 // 5)


def test_a_killed_work_horse_loses_nothing(platz: Platz, aufgeraeumt: None) -> None:
    worker = platz.worker()
    lauf = Lauf(platz)
    lauf.wait_until_calls(somewhere())
    os.kill(platz.horse(worker), signal.SIGKILL)
    assert_whole(lauf, lauf.wait_until_done(), kills=1)


def test_a_killed_worker_leaves_no_buyer_behind(platz: Platz, aufgeraeumt: None) -> None:
    worker = platz.worker()
    lauf = Lauf(platz)
    lauf.wait_until_calls(somewhere())
    horse = platz.horse(worker)
    platz.kill("worker")
    wait_for(lambda: not os.path.exists(f"/proc/{horse}/exe") or _is_gone(horse), "the horse's end")
    platz.worker("worker-2")
    assert_whole(lauf, lauf.wait_until_done(), kills=1)


def test_worker_and_work_horse_killed_together(platz: Platz, aufgeraeumt: None) -> None:
    worker = platz.worker()
    lauf = Lauf(platz)
    lauf.wait_until_calls(somewhere())
    os.killpg(platz.horse(worker), signal.SIGKILL)
    platz.kill("worker")
    platz.worker("worker-2")
    assert_whole(lauf, lauf.wait_until_done(), kills=1)


def test_a_polite_end_saves_what_is_in_flight_and_buys_nothing_twice(
    platz: Platz, aufgeraeumt: None
) -> None:
    worker = platz.worker()
    lauf = Lauf(platz)
    lauf.wait_until_calls(somewhere())
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(15) == 0
    del platz.processes["worker"]
    found = lauf.state()
    assert found["versuche"] == lauf.calls()
    assert "laeuft" not in found["runs"]
    platz.worker("worker-2")
    assert_whole(lauf, lauf.wait_until_done(), kills=0)


def test_an_emptied_queue_server_stops_nothing(platz: Platz, aufgeraeumt: None) -> None:
    platz.worker()
    lauf = Lauf(platz)
    lauf.wait_until_calls(somewhere())
    with redis.Redis.from_url(platz.queue.url) as server:
        server.flushall()
    assert_whole(lauf, lauf.wait_until_done(), kills=0)


def test_a_queue_that_lost_its_jobs_is_filled_again(platz: Platz, aufgeraeumt: None) -> None:
    lauf = Lauf(platz, tasks=8)
    with redis.Redis.from_url(platz.queue.url) as server:
        server.flushall()
    platz.worker()
    assert_whole(lauf, lauf.wait_until_done(), kills=0, tasks=8)


def test_a_killed_queue_server_stops_nothing(platz: Platz, aufgeraeumt: None) -> None:
    platz.worker()
    lauf = Lauf(platz)
    lauf.wait_until_calls(somewhere())
    port = platz.queue.url.rpartition(":")[2].partition("/")[0]
    platz.queue.process.kill()
    platz.queue.process.wait()
    platz.queue = _same_server_again(platz, int(port))
    assert_whole(lauf, lauf.wait_until_done(), kills=0)


@pytest.mark.postgres
def test_a_restarted_database_loses_no_answer(platz: Platz, aufgeraeumt: None) -> None:
    if "LEXASSAY_TEST_PG_DATA" not in os.environ:
        pytest.skip("only on a PostgreSQL server of our own")
    platz.worker()
    lauf = Lauf(platz)
    lauf.wait_until_calls(somewhere())
    _restart_postgres()
    assert_whole(lauf, lauf.wait_until_done(), kills=1)
    assert not list((platz.folder / "spool").glob("*.spool"))


def _is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0] == "Z"


def _same_server_again(platz: Platz, port: int) -> Any:
    """Start the queue server again at its address, as an init system would."""
    from lexassay import queue_server

    time.sleep(0.5)
    ports = iter([port])
    original = queue_server._free_port
    queue_server._free_port = lambda: next(ports)
    try:
        return start_queue_server(platz.folder / "queue", persistent=True)
    finally:
        queue_server._free_port = original


def _restart_postgres() -> None:
    """Stop at once and start again, as the account that owns the server."""
    control = [
        os.environ["LEXASSAY_TEST_PG_CTL"],
        *("-D", os.environ["LEXASSAY_TEST_PG_DATA"], "-m", "fast", "-w", "restart"),
    ]
    owner = os.environ.get("LEXASSAY_TEST_PG_OWNER", "")
    if os.getuid() == 0 and owner:
        control = ["setpriv", f"--reuid={owner}", f"--regid={owner}", "--clear-groups", *control]
    subprocess.run(control, check=True, cwd="/", stdout=subprocess.DEVNULL, timeout=120)
