"""A real ``manage.py start`` as a subprocess, with a ``var`` folder of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.e2e.netz import Antwort, get

ROOT = Path(__file__).resolve().parents[2]
ERSTER_PORT = 18_700
FRIST_S = 240.0
"""Seconds until the sample must be published, on a busy machine with two cores."""
BEREIT = "Beenden mit Strg-C."
FREMDE_VARIABLEN = (
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "EMAIL_URL",
    "LEXASSAY_OHNE_BEISPIEL",
)


@dataclass(slots=True)
class Betrieb:
    """One site on this machine; ``adresse`` ends with a slash."""

    var: Path
    process: subprocess.Popen[bytes] | None = None
    ausgaben: list[Path] = field(default_factory=list)
    kennwort: str = ""

    # Start and end ------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the site and wait until it greets."""
        self.process = self.popen()
        self._wait_for(BEREIT, FRIST_S)
        if gefunden := re.search(r"Kennwort: (\S+)", self.text):
            self.kennwort = gefunden[1]

    def popen(self) -> subprocess.Popen[bytes]:
        """Call ``manage.py start`` once more; the newest output is ``text``."""
        self.ausgaben.append(self.var.parent / f"ausgabe-{len(self.ausgaben)}.txt")
        with self.ausgaben[-1].open("wb") as out:
            return subprocess.Popen(
                [sys.executable, "manage.py", "start", "--port", str(ERSTER_PORT)],
                cwd=ROOT,
                env=self.umgebung,
                stdout=out,
                stderr=subprocess.STDOUT,
            )

    def end(self) -> int:
        """Send one SIGTERM and return the exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(200)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"SIGTERM does not end the site:\n{self.report()}") from None

    def wait_for_no_process(self, seconds: float = 60.0) -> list[int]:
        """Return what still runs of this site once nothing is left or the time is over."""
        end = time.monotonic() + seconds
        while (rest := self.processes()) and time.monotonic() < end:
            time.sleep(0.1)
        return rest

    def processes(self) -> list[int]:
        """Return the processes that carry this ``var`` in their environment."""
        return [pid for pid in map(int, _pids()) if _belongs(pid, self.var)]

    # What it says and holds ---------------------------------------------------------------------

    @property
    def umgebung(self) -> dict[str, str]:
        env = {name: wert for name, wert in os.environ.items() if name not in FREMDE_VARIABLEN}
        return env | {"LEXASSAY_VAR": str(self.var), "LEXASSAY_OHNE_LOKALES_MODELL": "1"}

    @property
    def text(self) -> str:
        return self.ausgaben[-1].read_text("utf-8", "replace")

    @property
    def adresse(self) -> str:
        gefunden = re.search(r"LexAssay läuft(?: schon)?:\s+(\S+)", self.text)
        assert gefunden, self.report()
        return gefunden[1]

    @property
    def name(self) -> str:
        return "redaktion"

    def report(self) -> str:
        """Return the tails of all that the site wrote, for the message of a failed test."""
        dateien = [*self.ausgaben, *sorted((self.var / "log").glob("*.log"))]
        return "\n".join(f"== {d.name}\n{_tail(d)}" for d in dateien if d.is_file())

    def get(self, pfad: str = "", **kopfzeilen: str) -> Antwort:
        """Ask the site for a path; header names are written with underscores."""
        return get(self.adresse + pfad, **kopfzeilen)

    def manage(
        self, *argumente: str, eingabe: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a management command beside the running site."""
        return subprocess.run(
            [sys.executable, "manage.py", *argumente],
            cwd=ROOT,
            env=self.umgebung | {"SECRET_KEY": (self.var / "schluessel").read_text().strip()},
            input=eingabe,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def python(self, code: str) -> str:
        """Run Python inside the site's Django and return what it printed."""
        fertig = self.manage("shell", "--no-imports", "-c", code)
        assert fertig.returncode == 0, fertig.stderr
        return fertig.stdout.strip()

    def _wait_for(self, words: str, seconds: float) -> None:
        assert self.process is not None
        end = time.monotonic() + seconds
        while words not in self.text:
            if self.process.poll() is not None:
                raise AssertionError(f"The site ended while it started:\n{self.report()}")
            if time.monotonic() > end:
                self.end()
                raise AssertionError(f"No „{words}“ after {seconds:.0f} s:\n{self.report()}")
            time.sleep(0.1)


_laufend: list[Betrieb] = []


@contextmanager
def published_site() -> Iterator[Betrieb]:
    """Yield the one site of this test session; whoever asks first starts it and ends it, last."""
    if _laufend:
        yield _laufend[0]
        return
    with TemporaryDirectory(prefix="lexassay-e2e-") as ordner:
        betrieb = Betrieb(var=Path(ordner) / "var")
        try:
            betrieb.start()
            assert "ist freigegeben" in betrieb.text, betrieb.report()
            _laufend.append(betrieb)
            yield betrieb
        finally:
            _laufend.clear()
            code = betrieb.end()
            rest = betrieb.wait_for_no_process()
        assert not rest, f"left behind after SIGTERM: {rest}\n{betrieb.report()}"
        assert code == 0, betrieb.report()


def _pids() -> list[str]:
    return [ordner.name for ordner in Path("/proc").glob("[0-9]*")]


def _belongs(pid: int, var: Path) -> bool:
    try:
        umgebung = Path(f"/proc/{pid}/environ").read_bytes()
        zustand = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return f"LEXASSAY_VAR={var}".encode() in umgebung and zustand != "Z"


def _tail(datei: Path, zeilen: int = 25) -> str:
    return "\n".join(datei.read_text("utf-8", "replace").splitlines()[-zeilen:])
