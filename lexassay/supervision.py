"""Child processes of ``manage.py start``: started in order, restarted, stopped in reverse.

Every child has a session of its own, so that Ctrl-C in the terminal reaches only us; each gets
exactly one SIGTERM (a second one would make an RQ worker drop its job). Where the system can, a
child is also told when we are killed ourselves.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PR_SET_PDEATHSIG = 1
LOG_LIMIT = 5_000_000  # bytes; a larger log is set aside at the next start
QUICK_DEATH = 10.0  # seconds; a child that dies sooner did not start
PATIENCE = 5  # quick deaths in a row before we give up
LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


@dataclass(slots=True, kw_only=True)
class Child:
    """One process with its log, and how often it died at once. ``once``: its end is no fault."""

    name: str
    command: Sequence[str]
    log: Path
    env: Mapping[str, str]
    pass_fds: tuple[int, ...] = ()
    stop_timeout: float = 20.0
    once: bool = False
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    quick_deaths: int = 0
    retry_at: float = 0.0

    def start(self) -> None:
        """Start the process; its output goes to the end of its log."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        if self.log.is_file() and self.log.stat().st_size > LOG_LIMIT:
            self.log.replace(self.log.with_suffix(".log.1"))
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                list(self.command),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env=dict(self.env),
                pass_fds=self.pass_fds,
                start_new_session=True,
                preexec_fn=end_with_us if LIBC else None,
            )
        self.started = time.monotonic()

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def is_given_up(self) -> bool:
        return self.quick_deaths >= PATIENCE

    def note_death(self, now: float) -> None:
        """Plan the next start: at once after a long life, later after each quick death."""
        quick = now - self.started < QUICK_DEATH
        self.quick_deaths = self.quick_deaths + 1 if quick else 0
        self.retry_at = now + (min(2.0**self.quick_deaths, 30.0) if quick else 0.0)
        self.process = None

    def ask_to_stop(self) -> None:
        if self.is_running and self.process is not None:
            self.process.terminate()

    def wait(self) -> bool:
        """Wait for the end; True if it came by itself, False if the process had to be killed."""
        if self.process is None:
            return True
        try:
            self.process.wait(self.stop_timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return False
        return True


def end_with_us() -> None:
    """In the child, before it starts: get SIGTERM if the starter is killed."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass(slots=True, kw_only=True)
class Household:
    """The children in the order of their start. ``say`` prints a German line."""

    say: Callable[[str], None]
    children: list[Child] = field(default_factory=list)

    def add(self, child: Child) -> Child:
        child.start()
        self.children.append(child)
        return child

    def watch_once(self) -> None:
        """Restart what died; give up, with one line, what never comes up."""
        now = time.monotonic()
        for child in self.children:
            if child.is_running or child.is_given_up or child.once:
                continue
            if child.process is not None:
                code = child.process.returncode
                child.note_death(now)
                self._report(child, code)
            elif now >= child.retry_at:
                child.start()

    def _report(self, child: Child, code: int) -> None:
        if child.is_given_up:
            self.say(f"{child.name} startet nicht ({_ending(code)}). Protokoll: {child.log}")
        else:
            self.say(f"{child.name} wurde beendet ({_ending(code)}) und startet neu.")

    def stop(self) -> None:
        """Ask the children to stop, the last started first, and wait for each."""
        for child in reversed(self.children):
            child.ask_to_stop()
        for child in reversed(self.children):
            if not child.wait():
                self.say(f"{child.name} musste hart beendet werden.")


def _ending(code: int) -> str:
    """Return an exit code in words."""
    if code >= 0:
        return f"Code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"Signal {-code}"


def free_socket(first_port: int, tries: int = 100) -> tuple[int, int]:
    """Bind a loopback address and return (file descriptor, port).

    The descriptor is handed to the web server: nobody can take the port in between, and it stays
    the same when the server is restarted. Raises ``OSError`` if all ports are taken.
    """
    import socket

    for port in range(first_port, first_port + tries):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
            listener.listen(512)
        except OSError:
            listener.close()
            continue
        os.set_inheritable(listener.fileno(), True)
        return listener.detach(), port
    raise OSError(f"Kein freier Port zwischen {first_port} und {first_port + tries - 1}.")
