"""The worked example of a local site: its two stand-in servers, and its way through the pipeline.

The servers stay up, so that an editor can start Läufe with the demo models. They run only beside a
database that holds nothing but the example.
"""

from __future__ import annotations

import json
import os
import selectors
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from lexassay.supervision import Child, Household, end_with_us

OFF_SWITCH = "LEXASSAY_OHNE_BEISPIEL"
PORTS_FILE = "beispiel.json"
PACKAGE = "lexassay.beispiel.standin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Where the stand-ins listen; kept over starts, because models and sources name them."""

    anbieter: int
    quelle_a: int
    quelle_b: int

    @property
    def anbieter_url(self) -> str:
        return f"http://127.0.0.1:{self.anbieter}"

    @property
    def quellen(self) -> dict[str, str]:
        return {
            "beispielquelle_a": f"http://127.0.0.1:{self.quelle_a}",
            "beispielquelle_b": f"http://127.0.0.1:{self.quelle_b}",
        }


def is_wanted() -> str:
    """Return "" if the example belongs here, else why not."""
    from lexassay.beispiel.fremd import FremdeDaten, refuse_foreign_rows

    if os.environ.get(OFF_SWITCH):
        return "abgeschaltet"
    try:
        refuse_foreign_rows()
    except FremdeDaten:
        return "entfällt, die Datenbank enthält eigene Daten"
    return ""


def choose_ports(var: Path) -> Ports:
    """Return the ports of the last start as far as they are free, else new ones."""
    file = var / PORTS_FILE
    try:
        known = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        known = {}
    known = known if isinstance(known, dict) else {}
    names = ("anbieter", "quelle_a", "quelle_b")
    taken: set[int] = set()
    for name in names:
        port = known.get(name)
        if not isinstance(port, int) or port in taken or not is_free(port):
            port = _any_port(taken)
        taken.add(port)
        known[name] = port
    ports = Ports(**{name: known[name] for name in names})
    file.write_text(json.dumps({name: known[name] for name in names}), "utf-8")
    return ports


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True


def _any_port(taken: set[int]) -> int:
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        if port not in taken:
            return port


def start_servers(household: Household, var: Path, env: dict[str, str], ports: Ports) -> None:
    """Start provider and sources; tell this process and the workers where the sources are."""
    daten = settings.BASE_DIR / "lexassay" / "beispiel" / "daten"
    env["ZITATQUELLEN_BASIS"] = os.environ["ZITATQUELLEN_BASIS"] = json.dumps(ports.quellen)
    settings.ZITATQUELLEN_BASIS = ports.quellen
    commands = {
        "beispielanbieter": [
            "anbieterserver",
            "--port",
            str(ports.anbieter),
            "--daten",
            str(daten),
        ],
        "beispielquellen": [
            "quellenserver",
            *("--port", str(ports.quelle_a), "--port-b", str(ports.quelle_b)),
            *("--daten", str(daten / "quellen.yaml")),
        ],
    }
    for name, (module, *arguments) in commands.items():
        command = [sys.executable, "-m", f"{PACKAGE}.{module}", *arguments]
        log = var / "log" / f"{name}.log"
        household.add(Child(name=name, command=command, log=log, env={**env, **_from_root()}))


def _from_root() -> dict[str, str]:
    """``python -m`` must find our packages wherever the site was started from."""
    return {"PYTHONPATH": str(settings.BASE_DIR)}


def load(
    var: Path,
    env: dict[str, str],
    ports: Ports,
    say: Callable[[str], None],
    meanwhile: Callable[[], None],
) -> str:
    """Run ``manage.py beispiel`` and pass its lines on; ``meanwhile`` is called all the time.

    Interrupted, it is ended: every step of it is a transaction, and the next start goes on. Returns
    a German word for the outcome; a failure never keeps the site from running.
    """
    manage = str(settings.BASE_DIR / "manage.py")
    command = [sys.executable, manage, "beispiel", "--anbieter", ports.anbieter_url]
    log = var / "log" / "beispiel.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as errors:
        process = subprocess.Popen(
            command,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
            preexec_fn=end_with_us,
        )
    try:
        _pass_lines_on(process, say, meanwhile)
        return "geladen" if process.wait() == 0 else f"nicht vollständig geladen: {_last_line(log)}"
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
        if process.stdout:
            process.stdout.close()


def _last_line(log: Path) -> str:
    lines = log.read_text("utf-8", errors="replace").strip().splitlines()
    return f"{lines[-1] if lines else 'ohne Meldung'} (Protokoll: {log})"


def _pass_lines_on(
    process: subprocess.Popen[bytes], say: Callable[[str], None], meanwhile: Callable[[], None]
) -> None:
    """Say each line as it comes."""
    assert process.stdout is not None
    os.set_blocking(process.stdout.fileno(), False)
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            meanwhile()
            if not selector.select(timeout=0.3):
                continue
            chunk = os.read(process.stdout.fileno(), 65_536)
            if not chunk:
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                say("      " + line.decode("utf-8", "replace").rstrip())
