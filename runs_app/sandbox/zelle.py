"""Starts the closed child process, collects what it says and what it tried (R-3.4)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from runs_app.audit import Abschottung, Kontakt
from runs_app.sandbox.siegel import MITTEL

WURZEL = Path(__file__).resolve().parents[2]
UMGEBUNG = ("PATH", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES")
PROFIL = "(version 1)(allow default)(deny network*)"
SANDBOX_EXEC = "/usr/bin/sandbox-exec"
ZEILE = 16 * 1024 * 1024


@dataclass(slots=True)
class Zellenbericht:
    """What came out of a child: its data lines (JSON, as written), its seal and its attempts.

    `exit_code` is negative for a signal; `abgelaufen` says that the deadline killed it.
    """

    zeilen: list[str] = field(default_factory=list)
    abschottung: Abschottung = Abschottung.PYTHON
    kontakte: list[Kontakt] = field(default_factory=list)
    fehler: str = ""
    exit_code: int | None = None
    abgelaufen: bool = False
    fertig: bool = False


async def run_closed(
    ziel: str,
    argumente: Mapping[str, Any],
    *,
    deadline_s: float,
    mittel: Sequence[Abschottung] = MITTEL,
) -> Zellenbericht:
    """Run `ziel` ("module:function", a generator of JSON values) closed off from the network.

    Killed with the deadline and on cancellation; never raises for what the child does.
    """
    bericht = Zellenbericht()
    order = {"ziel": ziel, "argumente": argumente, "mittel": [art.value for art in mittel]}
    process = await asyncio.create_subprocess_exec(
        *_command(mittel),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=WURZEL,
        env=_environment(mittel),
        limit=ZEILE,
    )
    try:
        async with asyncio.timeout(deadline_s):
            await _converse(process, order, bericht)
    except TimeoutError:
        bericht.abgelaufen = True
    finally:
        await _end(process)
    bericht.exit_code = process.returncode
    if process.returncode == -signal.SIGSYS:
        bericht.kontakte.append(Kontakt(host="unbekannt", methode="socket", verweigert=True))
    return bericht


async def _converse(
    process: asyncio.subprocess.Process, order: Mapping[str, Any], bericht: Zellenbericht
) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(ConnectionError):
        process.stdin.write(json.dumps(order).encode())
        await process.stdin.drain()
    process.stdin.close()
    async for line in process.stdout:
        _take(json.loads(line), bericht)
    await process.wait()


def _take(event: Mapping[str, Any], bericht: Zellenbericht) -> None:
    match event:
        case {"daten": daten}:
            bericht.zeilen.append(json.dumps(daten, ensure_ascii=False, separators=(",", ":")))
        case {"siegel": art}:
            bericht.abschottung = Abschottung(art)
        case {"verweigert": {"host": host, "port": port}}:
            bericht.kontakte.append(Kontakt(host=host, port=port, verweigert=True))
        case {"fehler": text}:
            bericht.fehler = text
        case {"ende": True}:
            bericht.fertig = True


async def _end(process: asyncio.subprocess.Process) -> None:
    """Make sure that nothing is left running; also under cancellation."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _command(mittel: Sequence[Abschottung]) -> list[str]:
    command = [sys.executable, "-s", "-m", "runs_app.sandbox.kind"]
    if _under_sandbox_exec(mittel):
        return [SANDBOX_EXEC, "-p", PROFIL, *command]
    return command


def _under_sandbox_exec(mittel: Sequence[Abschottung]) -> bool:
    return (
        sys.platform == "darwin"
        and Abschottung.SANDBOX_EXEC in mittel
        and Path(SANDBOX_EXEC).exists()
    )


def _environment(mittel: Sequence[Abschottung]) -> dict[str, str]:
    """Return an environment without secrets (R-3.8)."""
    kept = {name: os.environ[name] for name in UMGEBUNG if name in os.environ}
    marker = {"LEXASSAY_SANDBOX_EXEC": "1"} if _under_sandbox_exec(mittel) else {}
    return kept | marker | {"PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"}
