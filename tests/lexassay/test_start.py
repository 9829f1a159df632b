"""``make start`` on a real machine: first, second, killed and ended starts."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.chaos
READY = "Beenden mit Strg-C."


class Start:
    """One ``manage.py start`` with its own ``var``."""

    def __init__(self, var: Path, port: int = 18_100) -> None:
        self.var = var
        self.out = var.parent / f"out-{time.monotonic_ns()}"
        env = {**os.environ, "LEXASSAY_VAR": str(var), "LEXASSAY_OHNE_LOKALES_MODELL": "1"}
        for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
            env.pop(name, None)
        env["LEXASSAY_OHNE_BEISPIEL"] = "1"
        with self.out.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "start", "--port", str(port)],
                cwd=ROOT, env=env, stdout=out, stderr=subprocess.STDOUT,
            )  # fmt: skip

    @property
    def text(self) -> str:
        return self.out.read_text()

    def wait_for(self, words: str, seconds: float = 120) -> str:
        end = time.monotonic() + seconds
        while words not in self.text:
            assert time.monotonic() < end, self.text
            assert self.process.poll() is None or words in self.text, self.text
            time.sleep(0.1)
        return self.text

    @property
    def address(self) -> str:
        return re.search(r"LexAssay läuft:\s+(\S+)", self.text)[1]

    def end(self, number: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(60)


@pytest.fixture
def start(tmp_path):
    started: list[Start] = []

    def begin(port: int = 18_100) -> Start:
        started.append(Start(tmp_path / "var", port))
        return started[-1]

    yield begin
    for one in started:
        one.end()
    assert wait_for_no_process(tmp_path)


def processes_of(var: Path) -> list[int]:
    """The processes that were started with this ``var`` in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environment = (folder / "environ").read_bytes()
            state = (folder / "stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            continue
        if f"LEXASSAY_VAR={var}".encode() in environment and state != "Z":
            found.append(int(folder.name))
    return found


def wait_for_no_process(tmp_path: Path, seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while processes_of(tmp_path / "var"):
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def status_of(address: str) -> int:
    with urllib.request.urlopen(address, timeout=20) as response:
        return response.status


def test_a_first_start_serves_and_one_signal_ends_all_of_it(start, tmp_path):
    site = start()
    text = site.wait_for(READY)
    assert "Kennwort: " in text
    assert status_of(f"{site.address}admin/login/") == 200
    assert (tmp_path / "var" / "schluessel").stat().st_mode & 0o077 == 0
    assert site.end() == 0
    assert site.text.rstrip().endswith("Beendet.")
    assert "hart beendet" not in site.text
    assert wait_for_no_process(tmp_path)


def test_a_second_start_prints_the_address_of_the_first(start):
    first = start()
    first.wait_for(READY)
    second = start()
    assert second.process.wait(60) == 0
    assert f"LexAssay läuft schon:  {first.address}" in second.text
    assert first.process.poll() is None


def test_a_killed_start_leaves_nothing_that_runs_and_the_next_one_works(start, tmp_path):
    first = start()
    first.wait_for(READY)
    password = re.search(r"Kennwort: (\S+)", first.text)[1]
    first.process.kill()
    first.process.wait()
    second = start()
    assert password in second.wait_for(READY)
    assert status_of(f"{second.address}admin/login/") == 200


def test_an_interrupted_first_start_is_continued_by_the_next(start):
    first = start()
    first.wait_for("[2/6]")
    first.end(signal.SIGINT)
    second = start()
    assert "Kennwort: " in second.wait_for(READY)


def test_a_killed_part_comes_back_at_the_same_address(start, tmp_path):
    site = start()
    site.wait_for(READY)
    queue_pid = int((tmp_path / "var" / "queue" / "pid").read_text())
    os.kill(queue_pid, signal.SIGKILL)
    site.wait_for("Der Queue-Server wurde beendet und startet neu.")
    for pid in processes_of(tmp_path / "var"):
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ")
        if b"gunicorn" in command and pid != site.process.pid:
            os.kill(pid, signal.SIGKILL)
    site.wait_for("web wurde beendet")
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            assert status_of(f"{site.address}admin/login/") == 200
            return
        except OSError:
            time.sleep(0.2)
    pytest.fail(site.text)


def test_a_taken_port_leads_to_the_next_one(start):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        site = start(port)
        site.wait_for(READY)
        assert site.address != f"http://127.0.0.1:{port}/"
        assert status_of(f"{site.address}admin/login/") == 200


def test_the_lock_file_holds_no_secret(start, tmp_path):
    site = start()
    site.wait_for(READY)
    state = json.loads((tmp_path / "var" / "start.lock").read_text())
    assert state == {"adresse": site.address, "pid": site.process.pid}
