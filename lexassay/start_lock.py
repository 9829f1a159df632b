"""The lock of a running site, and the secrets that a local site makes for itself."""

from __future__ import annotations

import fcntl
import json
import os
import secrets
from pathlib import Path
from typing import IO


class AlreadyRunning(Exception):
    """Another start holds the lock; the message is its address, "" while it is still starting."""


def take_lock(var: Path) -> IO[str]:
    """Take the site's lock, which ends with this process. Raises ``AlreadyRunning``."""
    var.mkdir(parents=True, exist_ok=True)
    lock = (var / "start.lock").open("a+", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        text = lock.read()
        lock.close()
        raise AlreadyRunning(json.loads(text or "{}").get("adresse", "")) from None
    publish_address(lock, "")
    return lock


def publish_address(lock: IO[str] | None, address: str) -> None:
    """Write the address into the lock file, for a second start to print."""
    if lock is None:
        return
    lock.seek(0)
    lock.truncate()
    json.dump({"adresse": address, "pid": os.getpid()}, lock)
    lock.flush()


def private_value(file: Path) -> str:
    """Return a secret of this site, made at its first use (mode 0600)."""
    if not file.is_file() or not file.read_text().strip():
        with open(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as out:
            out.write(secrets.token_urlsafe(48))
    return file.read_text().strip()
