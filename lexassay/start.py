"""``manage.py start``: the whole site on one machine, without any set-up.

Queue server → database → sample servers → workers and clock → web → sample; stopped in reverse.
A second start finds the first one by its lock and prints its address. Everything it needs lies in
``var/``.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from lexassay import sample
from lexassay.local_model import local_sample, may_run_local, prepare_local_model
from lexassay.queue_server import QueueServer, start_queue_server
from lexassay.start_lock import private_value, publish_address, take_lock
from lexassay.supervision import Child, Household, free_socket

STEPS = 6
FIRST_PORT = 8000
WEB_TIMEOUT = 90.0  # seconds until the first page must have answered
ADMIN_NAME = "redaktion"


class Stopped(BaseException):
    """A signal came while the site was still starting; no ``except Exception`` may keep it."""


@dataclass(slots=True, kw_only=True)
class Site:
    """One running site. ``say`` prints a line for the person at the terminal."""

    say: Callable[[str], None]
    first_port: int = FIRST_PORT
    var: Path = field(default_factory=lambda: Path(settings.VAR_DIR))
    household: Household = field(init=False)
    queue: QueueServer | None = None
    lock: IO[str] | None = None
    ports: sample.Ports | None = None
    sample_loaded: bool = False
    env: dict[str, str] = field(default_factory=dict)
    starting: bool = False
    stop_requested: float = 0.0  # monotonic time of the first signal

    def __post_init__(self) -> None:
        self.household = Household(say=self.say)

    def run(self) -> None:
        """Start everything, watch it until a signal comes, stop everything."""
        self.lock = take_lock(self.var)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._request_stop)
        try:
            self.starting = True
            self._start()
            self.starting = False
            while not self.stop_requested:
                self._watch()
                time.sleep(0.3)
        except Stopped:
            pass
        finally:
            self.starting = False
            self._stop()

    def _request_stop(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self.stop_requested:
            # make and the terminal may both send the first signal: only a later one is a question.
            if now - self.stop_requested > 2.0:
                self.say("LexAssay wird schon beendet; laufende Aufrufe werden noch gespeichert.")
            return
        self.stop_requested = now
        if self.starting:
            raise Stopped

    def _start(self) -> None:
        key = os.environ.get("SECRET_KEY") or private_value(self.var / "schluessel")
        env = {**os.environ, "SECRET_KEY": key, "PYTHONUNBUFFERED": "1"}
        self._step(1, "Queue-Server", self._start_queue)
        env["REDIS_URL"] = settings.REDIS_URL = self.queue.url if self.queue else settings.REDIS_URL
        for queue in settings.RQ_QUEUES.values():
            queue["URL"] = settings.REDIS_URL
        os.environ.update({name: env[name] for name in ("SECRET_KEY", "REDIS_URL")})
        self._step(2, "Datenbank", self._migrate)
        self._step(3, "Beispielserver", lambda: self._start_sample_servers(env))
        self._step(4, "Worker und Zeitplan", lambda: self._start_workers(env))
        address = self._step(5, "Webserver", lambda: self._start_web(env))
        if self.ports:
            self.say(f"      Die Site ist erreichbar, das Beispiel entsteht gerade: {address}")
        self._step(6, "Beispieldaten", lambda: self._load_sample(env))
        self._greet(address)
        prepare_local_model(self.household, self.var, self.say)
        self.env = env

    def _step(self, number: int, name: str, action: Callable[[], str]) -> str:
        self.say(f"[{number}/{STEPS}] {name} …")
        began = time.monotonic()
        result = action()
        seconds = f"{time.monotonic() - began:.1f}".replace(".", ",")
        self.say(f"      {result} ({seconds} s)")
        return result

    def _start_queue(self) -> str:
        if os.environ.get("REDIS_URL"):
            return f"benutzt den vorhandenen auf {urlsplit(settings.REDIS_URL).hostname}"
        self.queue = start_queue_server(self.var / "queue")
        return f"läuft auf 127.0.0.1:{urlsplit(self.queue.url).port}"

    def _migrate(self) -> str:
        call_command("migrate", interactive=False, verbosity=0)
        return "ist auf dem neuesten Stand"

    def _start_sample_servers(self, env: dict[str, str]) -> str:
        if reason := sample.is_wanted():
            return reason
        self.ports = sample.choose_ports(self.var)
        sample.start_servers(self.household, self.var, env, self.ports)
        return f"ein Anbieter auf 127.0.0.1:{self.ports.anbieter}, zwei Zitatquellen"

    def _load_sample(self, env: dict[str, str]) -> str:
        if self.ports is None:
            return "entfällt"
        outcome = sample.load(self.var, env, self.ports, self.say, self._watch)
        self.sample_loaded = outcome == "geladen"
        return outcome

    def _start_workers(self, env: dict[str, str]) -> str:
        manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
        for queue in settings.QUEUES:
            self._add(f"worker-{queue}", [*manage, "rqworker", queue], env, stop_timeout=180.0)
        self._add("zeitplan", [*manage, "cron"], env)
        return f"{len(settings.QUEUES)} Worker, ein Zeitplan"

    def _start_web(self, env: dict[str, str]) -> str:
        descriptor, port = free_socket(self.first_port)
        command = [sys.executable, "-m", "gunicorn", "lexassay.wsgi:application"]
        command += ["--bind", f"fd://{descriptor}", "--worker-class", "gthread", "--workers", "2"]
        command += ["--threads", "8", "--no-control-socket", "--graceful-timeout", "10"]
        web = self._add("web", command, env, pass_fds=(descriptor,))
        address = f"http://127.0.0.1:{port}/"
        self._wait_for(address, web)
        publish_address(self.lock, address)
        return address

    def _add(self, name: str, command: list[str], env: dict[str, str], **options: Any) -> Child:
        log = self.var / "log" / f"{name}.log"
        return self.household.add(Child(name=name, command=command, log=log, env=env, **options))

    def _wait_for(self, address: str, web: Child) -> None:
        """Wait for the first answer, whatever its status."""
        end = time.monotonic() + WEB_TIMEOUT
        while not answers(address):
            if not web.is_running or time.monotonic() > end:
                raise CommandError(f"Der Webserver antwortet nicht. Protokoll: {web.log}")
            time.sleep(0.1)

    def _greet(self, address: str) -> None:
        self.say("")
        self.say(f"LexAssay läuft:  {address}")
        self.say(f"Redaktion:       {address}admin/   {self._credentials()}")
        self.say("Beenden mit Strg-C.")

    def _credentials(self) -> str:
        from lexassay.first_account import first_password

        password = first_password(self.var, ADMIN_NAME)
        if password:
            return f"Name: {ADMIN_NAME}   Kennwort: {password} (bis zur ersten Anmeldung angezeigt)"
        return f"Name: {ADMIN_NAME}   (Kennwort vergessen: make passwort)"

    def _watch(self) -> None:
        if self.queue and self.queue.process.poll() is not None:
            self.say("Der Queue-Server wurde beendet und startet neu.")
            port = urlsplit(self.queue.url).port
            self.queue = start_queue_server(self.var / "queue", port=port)
        self.household.watch_once()
        if self.sample_loaded and self.env and may_run_local():
            self.sample_loaded = False
            self.household.add(local_sample(self.var, self.env))

    def _stop(self) -> None:
        self.say("LexAssay wird beendet …")
        self.household.stop()
        if self.queue:
            self.queue.stop()
        if self.lock:
            publish_address(self.lock, "")
            self.lock.close()
        self.say("Beendet.")


def answers(address: str) -> bool:
    """True once a web server answers, with whatever status."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        opener.open(address, timeout=10).close()
    except urllib.error.HTTPError as error:
        error.close()
        return True
    except OSError:
        return False
    return True
