"""A whole site for the chaos tests: database, queue server, stand-in, clock, workers; real ones."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lexassay.queue_server import QueueServer, start_queue_server

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 20.0


def wait_for(condition: Callable[[], Any], what: str, patience_s: float = PATIENCE_S) -> Any:
    """Poll until the condition holds; fail with what was waited for."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError(f"not within {patience_s:g} s: {what}")


@dataclass(slots=True)
class Platz:
    """The site; `env` is what its processes see."""

    folder: Path
    env: dict[str, str]
    queue: QueueServer
    station_port: int
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    asker: subprocess.Popen[str] | None = None

    def start(self, name: str, *command: str) -> subprocess.Popen[bytes]:
        """Start a process of the site; its output goes to a file that a failing test may show."""
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.processes[name] = process
        return process

    def worker(self, name: str = "worker") -> subprocess.Popen[bytes]:
        """Start a worker of the queue `runs`, as the site does."""
        return self.start(name, "manage.py", "rqworker", "runs", "--worker-ttl", "30")

    def horse(self, worker: subprocess.Popen[bytes]) -> int:
        """Return the process that carries out the job of a worker."""
        children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children")
        return int(wait_for(lambda: children.read_text().split(), "a work-horse")[0])

    def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        """Signal one of our processes and, if it was killed, forget it."""
        process = self.processes[name]
        process.send_signal(number)
        if number == signal.SIGKILL:
            process.wait(60)
            del self.processes[name]

    def calls(self) -> int:
        """Return how many calls the stand-in has received so far."""
        address = f"http://127.0.0.1:{self.station_port}/statistik"
        with urllib.request.urlopen(address, timeout=30) as answer:
            return int(json.loads(answer.read())["aufrufe"])

    def ask(self, question: str, *arguments: Any) -> Any:
        """Ask the database through the site's own code, in a process that stays for it."""
        if self.asker is None:
            self.asker = subprocess.Popen(
                [sys.executable, "-m", "tests.chaos.fragen"],
                cwd=ROOT,
                env={**self.env, "LOG_LEVEL": "CRITICAL"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        stdin, stdout = self.asker.stdin, self.asker.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps([question, *map(str, arguments)]) + "\n")
        stdin.flush()
        while True:  # log lines may stand between
            line = stdout.readline()
            assert line, f"no answer to {question}"
            if line.startswith("{"):
                return json.loads(line)

    def stop(self) -> None:
        """End everything that was started, by its number."""
        for process in reversed(self.processes.values()):
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.wait(60)
        self.processes.clear()
        if self.asker is not None:
            self.asker.kill()
            self.asker.communicate()


@contextlib.contextmanager
def site(folder: Path) -> Iterator[Platz]:
    """Set up a migrated site and tear it down."""
    queue = start_queue_server(folder / "queue", persistent=True)
    database = os.environ.get("LEXASSAY_TEST_DATABASE_URL") or f"sqlite:///{folder / 'c.sqlite3'}"
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.chaos.einstellungen",
        "DATABASE_URL": database,
        "REDIS_URL": queue.url,
        "LEXASSAY_VAR": str(folder),
        "LEXASSAY_ENV_DATEI": os.devnull,
        "LEXASSAY_BETRIEB": "lokal",
        "CHAOS_SLOTS": "1",
        "PYTHONUNBUFFERED": "1",
    }
    platz = Platz(folder=folder, env=env, queue=queue, station_port=0)
    try:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True
        )
        platz.station_port = _station(platz)
        platz.start("uhr", "-m", "tests.chaos.uhr")
        yield platz
    finally:
        platz.stop()
        platz.queue.stop()


def _station(platz: Platz) -> int:
    module = "lexassay.beispiel.standin.anbieterserver"
    platz.start("station", "-m", module, "--port", "0", "--latenz-ms", "150")
    log = platz.folder / "station.log"
    ready = wait_for(lambda: "bereit" in log.read_text() and log.read_text(), "the stand-in")
    return int(str(ready).strip().rpartition(":")[2])
