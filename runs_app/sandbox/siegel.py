"""Seals the running process by the strongest means at hand, plus a recording hook (R-3.4).

Called in the child before any model code is loaded; it cannot be undone. Standard library only.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from runs_app.audit import Abschottung
from runs_app.sandbox import seccomp

CLONE_NEWUSER = 0x1000_0000
CLONE_NEWNET = 0x4000_0000
PR_SET_PDEATHSIG = 1
SIGKILL = 9
AF_UNIX = 1
MITTEL = (
    Abschottung.SECCOMP,
    Abschottung.NAMENSRAUM,
    Abschottung.SANDBOX_EXEC,
    Abschottung.PYTHON,
)
NETZ = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo"})
PROZESS = frozenset(
    {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty"}
)

Melden = Callable[[str, int | None], None]


def seal(melden: Melden, mittel: Sequence[Abschottung] = MITTEL) -> Abschottung:
    """Close the process and return by what; `melden(host, port)` records refused attempts.

    `mittel` are tried in order; SANDBOX_EXEC counts only if the parent already started the process
    under it (environment variable). The Python hook is always added.
    """
    _install_hook(melden)
    for art in mittel:
        if _TRY[art]():
            return art
    return Abschottung.PYTHON


def die_with_parent() -> None:
    """Ask the kernel to kill this process when its parent dies (Linux)."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)


def _seccomp() -> bool:
    try:
        seccomp.install()
    except seccomp.NichtVerfuegbar:
        return False
    return True


def _namespace() -> bool:
    """Move into a network namespace of its own, in which not even loopback is up."""
    if not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0)


def _sandbox_exec() -> bool:
    return sys.platform == "darwin" and os.environ.get("LEXASSAY_SANDBOX_EXEC") == "1"


_TRY: dict[Abschottung, Callable[[], bool]] = {
    Abschottung.SECCOMP: _seccomp,
    Abschottung.NAMENSRAUM: _namespace,
    Abschottung.SANDBOX_EXEC: _sandbox_exec,
    Abschottung.PYTHON: lambda: True,
}


def _install_hook(melden: Melden) -> None:
    """Refuse and record network use from Python code; C code is the other means' business."""

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event in NETZ:
            melden(*_target(event, args))
            raise PermissionError("Netzzugriff ist in diesem Prozess verboten.")
        if event == "socket.__new__" and _family(args) != AF_UNIX:
            melden("unbekannt", None)
            raise PermissionError("Netzzugriff ist in diesem Prozess verboten.")
        if event in PROZESS:
            raise PermissionError("Weitere Prozesse sind hier verboten.")

    sys.addaudithook(hook)


def _family(args: tuple[Any, ...]) -> int:
    return int(args[1]) if len(args) > 1 and isinstance(args[1], int) else -1


def _target(event: str, args: tuple[Any, ...]) -> tuple[str, int | None]:
    """Return (host, port) of an audit event, as far as it tells."""
    address: Any = args[:2] if event == "socket.getaddrinfo" else args[-1]
    if isinstance(address, tuple) and len(address) >= 2:
        host, port = address[0], address[1]
        return _text(host), int(port) if str(port or "").isdigit() else None
    return _text(address), None


def _text(value: Any) -> str:
    raw = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    return raw[:200]
