"""What workers and the clock start: work a slot, sweep. Ids only; running one twice is harmless."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from runs_app.begriffe import Ausfuehrungsweg
from runs_app.engine.loop import Engine
from runs_app.engine.protocol import Takt
from runs_app.engine.saving import Saver
from runs_app.engine.spool import Spool
from runs_app.run_work.work import RunWork
from runs_app.wecken import (
    ALIVE_S,
    SlotSign,
    enqueue_slot,
    tolerate_queue_server,
    wake_workers,
)

LOKAL = frozenset({Ausfuehrungsweg.LOKAL_GGUF})
ENTFERNT = frozenset(Ausfuehrungsweg) - LOKAL - {Ausfuehrungsweg.IMPORT}


def work(slot: int) -> None:
    """Work off due Runs of all remote models until the window is over; enqueue a successor."""
    _work("runs", slot, ENTFERNT)


def work_local(slot: int) -> None:
    """Work off due Runs of local model files, one process of the model at a time."""
    _work("local", slot, LOKAL)


def sweep() -> int:
    """Free expired leases, pick up what lies in files, wake idle slots; return how many freed."""
    runs = RunWork(wege=frozenset(Ausfuehrungsweg))
    Saver(runs, Spool(spool_directory())).replay()
    freed = runs.sweep()
    if _is_due(runs):
        wake_workers()
    return freed


def _work(queue: str, slot: int, wege: frozenset[Ausfuehrungsweg]) -> None:
    sign = SlotSign(queue, slot)
    if not sign.take():
        return
    try:
        with _shown_alive(sign):
            due = asyncio.run(_engine(wege).run())
    finally:
        sign.drop()
    if due or _is_due(RunWork(wege=wege)):
        with tolerate_queue_server():
            enqueue_slot(queue, slot)


def _is_due(runs: RunWork) -> bool:
    seconds = runs.due_in()
    return seconds is not None and seconds <= Takt().soon_s


def _engine(wege: frozenset[Ausfuehrungsweg]) -> Engine:
    takt: Takt = getattr(settings, "RUN_TAKT", Takt())
    return Engine(RunWork(wege=wege), spool=Spool(spool_directory()), takt=takt)


def spool_directory() -> Path:
    """Return where answers wait for a database that is away (`SPOOL_DIR`)."""
    return Path(getattr(settings, "SPOOL_DIR", Path(settings.VAR_DIR) / "spool"))


@contextmanager
def _shown_alive(sign: SlotSign) -> Iterator[None]:
    """Renew the sign of life from a thread of its own: the event loop may be busy with a burst."""
    over = threading.Event()

    def renew() -> None:
        while not over.wait(ALIVE_S / 4):
            sign.renew()

    thread = threading.Thread(target=renew, name="slot-sign", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
