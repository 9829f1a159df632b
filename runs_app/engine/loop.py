"""The event loop of one worker slot: claim, call, save, and again, until there is nothing due."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import structlog

from runs_app.engine.lanes import Lanes
from runs_app.engine.protocol import Claim, Outcome, Takt, Work
from runs_app.engine.saving import Saver
from runs_app.engine.spool import Spool
from runs_app.engine.thread import DATABASE_AWAY, DatabaseThread

log = structlog.get_logger(__name__)
SWITCH_S = 0.0005  # the database thread gets the interpreter back sooner: 18 % less makespan [M]


class Engine:
    """Works off one source of work in one process; `run` ends when it has drained.

    Every database round happens in one thread: save what has ended, then claim what has become
    free. Calls go on meanwhile. While the database is away nothing new is claimed, outcomes are
    held, and after `spool_after_s` written to files.
    """

    def __init__(self, work: Work, *, spool: Spool, takt: Takt | None = None) -> None:
        self.work = work
        self.takt = takt or Takt()
        self.lanes = Lanes()
        self.outcomes: list[Outcome] = []
        self.stopping = False
        self._saver = Saver(work, spool)
        self._thread = DatabaseThread()
        self._wake = asyncio.Event()
        self._calls: set[asyncio.Task[None]] = set()
        self._alone = False
        self._longest_call_s = 0.0
        self._away_since: float | None = None
        self._next: dict[str, float] = {}
        self._started = time.monotonic()

    async def run(self) -> bool:
        """Work; return whether something is still due, so that a successor should follow."""
        self._started = time.monotonic()
        with self._signals(), _switching_fast():
            try:
                await self._suspects()
                await self._rounds()
                return await self._is_due_soon()
            finally:
                await self.work.close()
                self._thread.close()

    def stop(self) -> None:
        """Claim nothing more; what is in flight is finished and saved."""
        self.stopping = True
        self._wake.set()

    # One round after another ---------------------------------------------------------------------

    async def _rounds(self) -> None:
        idle_since: float | None = None
        while True:
            if not await self._database_round():
                continue
            if self.lanes.busy or self.outcomes:
                idle_since = None
            elif not self._may_claim():
                return
            else:
                idle_since = idle_since or time.monotonic()
                idle = time.monotonic() - idle_since >= self.takt.idle_end_s
                if idle and not await self._is_due_soon():
                    return
            await self._wait()

    async def _wait(self) -> None:
        """Sleep until a call ends or the idle time is over, whichever comes first."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.takt.idle_s):
                await self._wake.wait()
        self._wake.clear()

    async def _database_round(self) -> bool:
        """Save, give back, renew, claim; False if the database was away."""
        batch = self.outcomes[: self.takt.flush_rows]
        try:
            claims = await self._thread.run(self._in_thread, batch)
        except DATABASE_AWAY as error:
            await self._database_away(error)
            return False
        del self.outcomes[: len(batch)]
        self._away_since = None
        for claim in self.lanes.take(claims):
            self._start(claim)
        if self.outcomes:
            self._wake.set()
        return True

    def _in_thread(self, batch: Sequence[Outcome]) -> Sequence[Claim]:
        self._saver.save(batch)
        if self._away_since is not None or self._is_time("spool", 5.0):
            self._saver.replay()
        if self._is_time("renew", self.takt.renew_s):
            self.work.renew(self.lanes.held())
        if self._is_time("sweep", self.takt.sweep_s):
            self.work.sweep()
        now, claiming = time.monotonic(), self._may_claim()
        if surplus := self.lanes.give_back(now, all_of_them=not claiming):
            self.work.free(surplus)
        demand = self.lanes.demand(self.takt.capacity, now)
        if not claiming or not (demand.capacity or demand.reserves):
            return ()
        return self.work.claim(demand)

    # Calls ---------------------------------------------------------------------------------------

    def _start(self, claim: Claim) -> None:
        task = asyncio.create_task(self._call(claim))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def _call(self, claim: Claim) -> None:
        began = time.monotonic()
        try:
            result = await self.work.call(claim)
        except Exception:
            # A fault of ours, not of the provider: the lease runs out and the sweeper counts it.
            log.exception("call failed inside", key=claim.key)
            self.lanes.end(claim, time.monotonic(), refill=False)
        else:
            self._ended(claim, result, began)
        self._wake.set()

    def _ended(self, claim: Claim, result: Any, began: float) -> None:
        now = time.monotonic()
        self._longest_call_s = max(self._longest_call_s, now - began)
        refill = self._may_claim() and self._away_since is None and self.work.may_refill(result)
        successor = self.lanes.end(claim, now, call_s=now - began, refill=refill)
        self.outcomes.append(Outcome(claim=claim, result=result, promoted=successor))
        if successor is not None:
            self._start(successor)

    async def _suspects(self) -> None:
        """Call units that lost their worker before, each with nothing beside it.

        A unit that kills its process takes nobody with it, and is found out after a few times.
        """
        while self._may_claim():
            claim = await self._try(self.work.claim_suspect)
            if claim is None:
                return
            self._alone = True
            for ready in self.lanes.take([claim]):
                self._start(ready)
            while self.lanes.busy or self.outcomes:
                await self._wait()
                await self._database_round()
            self._alone = False

    # The database is away ------------------------------------------------------------------------

    async def _database_away(self, error: Exception) -> None:
        now = time.monotonic()
        self._away_since = self._away_since or now
        away = now - self._away_since
        log.warning("database away", seconds=round(away, 1), error=type(error).__name__)
        if away >= self.takt.spool_after_s and self.outcomes:
            self._saver.spool_all(self.outcomes)
            self.outcomes.clear()
        await asyncio.sleep(min(self.takt.retry_max_s, self.takt.retry_min_s + away / 2))

    async def _try(self, function: Callable[[], Any]) -> Any:
        """Call in the thread; wait for a database that is away, as long as the window lasts."""
        while True:
            try:
                return await self._thread.run(function)
            except DATABASE_AWAY as error:
                await self._database_away(error)
                if not self._may_claim():
                    return None

    async def _is_due_soon(self) -> bool:
        seconds = await self._try(self.work.due_in)
        return seconds is not None and seconds <= self.takt.soon_s

    # Time and signals ----------------------------------------------------------------------------

    def _may_claim(self) -> bool:
        """Not when stopping, nor when a suspect runs alone, nor after the window.

        The window is `claim_s`, or longer while the calls are so long that draining would leave
        slots idle for minutes.
        """
        if self.stopping or self._alone:
            return False
        elapsed = time.monotonic() - self._started
        if elapsed < self.takt.claim_s:
            return True
        return self._longest_call_s > self.takt.short_drain_s and elapsed < self.takt.claim_max_s

    def _is_time(self, name: str, every_s: float) -> bool:
        now = time.monotonic()
        if now < self._next.get(name, 0.0):
            return False
        self._next[name] = now + every_s
        return True

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """SIGUSR1 (the worker shuts down) and SIGTERM mean: claim nothing more, then drain."""
        loop = asyncio.get_running_loop()
        installed = []
        for number in (signal.SIGUSR1, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self.stop)
                installed.append(number)
        try:
            yield
        finally:
            for number in installed:
                loop.remove_signal_handler(number)
                # Outside the loop a late signal must not end the process before its job is done.
                if number == signal.SIGUSR1:
                    signal.signal(number, signal.SIG_IGN)


@contextlib.contextmanager
def _switching_fast() -> Iterator[None]:
    """Let two busy threads alternate often while the engine runs in this process."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
