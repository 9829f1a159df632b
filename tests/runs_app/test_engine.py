"""The engine by itself, with a source of work that knows neither Runs nor a database."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from django.db import OperationalError

from runs_app.engine.backoff import backoff_ms
from runs_app.engine.lanes import Lanes
from runs_app.engine.loop import Engine
from runs_app.engine.protocol import Claim, Demand, Outcome, Takt
from runs_app.engine.saving import Saver
from runs_app.engine.spool import Spool

SCHNELL = Takt(idle_s=0.01, idle_end_s=0.05, soon_s=0.0, retry_min_s=0.01, retry_max_s=0.02)


@dataclass
class Liste:
    """Numbers as work; each may be leased once, at most `limit` at a time."""

    due: list[int]
    limit: int = 4
    latency_s: float = 0.002
    away: int = 0
    poison: set[int] = field(default_factory=set)
    refuse: set[int] = field(default_factory=set)
    leased: dict[int, Claim] = field(default_factory=dict)
    saved: list[int] = field(default_factory=list)
    freed: list[int] = field(default_factory=list)
    now: int = 0
    most: int = 0

    def claim(self, demand: Demand) -> Sequence[Claim]:
        slots = sum(not c.reserve for c in self.leased.values())
        claims = [self._lease(False) for _ in range(min(demand.capacity, self.limit - slots))]
        claims += [self._lease(True) for _ in range(demand.reserves.get("a", 0))]
        return [c for c in claims if c is not None]

    def _lease(self, reserve: bool) -> Claim | None:
        if not self.due:
            return None
        key = self.due.pop(0)
        self.leased[key] = Claim(key=key, token=str(key), lane="a", reserve=reserve)
        return self.leased[key]

    def claim_suspect(self) -> Claim | None:
        return None

    async def call(self, claim: Claim) -> int:
        if claim.key in self.poison:
            raise RuntimeError("a fault of ours")
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(self.latency_s)
        self.now -= 1
        return claim.key

    def save(self, outcomes: Sequence[Outcome]) -> None:
        if self.away:
            self.away -= 1
            raise OperationalError("gone")
        if any(o.claim.key in self.refuse for o in outcomes):
            raise ValueError("this row cannot be stored")
        for outcome in outcomes:
            if outcome.claim.key not in self.saved:
                self.saved.append(outcome.claim.key)
            self.leased.pop(outcome.claim.key, None)
            if outcome.promoted is not None and outcome.promoted.key in self.leased:
                self.leased[outcome.promoted.key] = replace(outcome.promoted, reserve=False)

    def may_refill(self, result: int) -> bool:
        return True

    def renew(self, claims: Sequence[Claim]) -> None: ...

    def free(self, claims: Sequence[Claim]) -> None:
        for claim in claims:
            self.leased.pop(claim.key, None)
            self.freed.append(claim.key)
            self.due.append(claim.key)

    def sweep(self) -> int:
        return 0

    def due_in(self) -> float | None:
        return 0.0 if self.due else None

    def dump(self, outcome: Outcome) -> bytes:
        return json.dumps([outcome.claim.key, outcome.result]).encode()

    def load(self, record: bytes) -> Outcome:
        key, result = json.loads(record)
        return Outcome(claim=Claim(key=key, token=str(key), lane="a"), result=result)

    async def close(self) -> None: ...


def work_off(work: Liste, folder, takt: Takt = SCHNELL) -> bool:
    return asyncio.run(Engine(work, spool=Spool(folder), takt=takt).run())


def test_everything_is_saved_once_and_the_limit_holds(tmp_path):
    work = Liste(list(range(300)), limit=7)
    work_off(work, tmp_path)
    assert sorted(work.saved) == list(range(300))
    assert work.most <= 7


def test_reserves_keep_the_slots_busy(tmp_path):
    work = Liste(list(range(400)), limit=20, latency_s=0.01)
    work_off(work, tmp_path)
    assert work.most == 20
    assert sorted(work.saved) == list(range(400))


def test_a_database_that_comes_back_gets_what_was_held(tmp_path):
    work = Liste(list(range(20)), away=5)
    work_off(work, tmp_path)
    assert sorted(work.saved) == list(range(20))


def test_after_a_long_outage_answers_lie_in_private_files_and_are_read_again(tmp_path):
    work = Liste(list(range(6)), away=4)
    seen: list[int] = []
    spool = Spool(tmp_path)
    write = spool.write

    def watched(record: bytes):
        path = write(record)
        seen.append(stat.S_IMODE(path.stat().st_mode))
        return path

    spool.write = watched
    takt = replace(SCHNELL, spool_after_s=0.02)
    asyncio.run(Engine(work, spool=spool, takt=takt).run())
    assert seen
    assert set(seen) == {0o600}
    assert sorted(work.saved) == list(range(6))
    assert not list(tmp_path.iterdir())


def test_what_lies_in_files_is_saved_at_the_next_start(tmp_path):
    spool = Spool(tmp_path)
    spool.write(b"[41, 41]")
    work = Liste([1])
    work_off(work, tmp_path)
    assert sorted(work.saved) == [1, 41]


def test_a_damaged_file_is_put_aside_and_named(tmp_path):
    path = Spool(tmp_path).write(b"[41, 41]")
    path.write_bytes(path.read_bytes().replace(b"41, 41", b"41, 42"))
    work = Liste([])
    work_off(work, tmp_path)
    assert work.saved == []
    assert [p.suffix for p in tmp_path.iterdir()] == [".beschaedigt"]


def test_one_row_that_cannot_be_stored_spoils_no_other(tmp_path):
    work = Liste(list(range(10)), refuse={3})
    work_off(work, tmp_path)
    assert sorted(work.saved) == [n for n in range(10) if n != 3]
    assert [p.suffix for p in tmp_path.iterdir()] == [".beschaedigt"]


def test_a_fault_of_our_own_in_one_call_stops_no_other(tmp_path):
    work = Liste(list(range(10)), poison={3})
    work_off(work, tmp_path)
    assert sorted(work.saved) == [n for n in range(10) if n != 3]


def test_a_stopped_engine_finishes_its_calls_and_claims_no_more(tmp_path):
    work = Liste(list(range(1_000)), latency_s=0.05)

    async def run() -> bool:
        engine = Engine(work, spool=Spool(tmp_path), takt=SCHNELL)
        asyncio.get_running_loop().call_later(0.12, engine.stop)
        return await engine.run()

    assert asyncio.run(run()) is True
    assert not work.leased
    assert 0 < len(work.saved) < 1_000


def test_a_window_ends_and_asks_for_a_successor(tmp_path):
    work = Liste(list(range(10_000)))
    assert work_off(work, tmp_path, replace(SCHNELL, claim_s=0.1)) is True
    assert not work.leased


def test_a_reserve_of_a_lane_that_slows_down_is_given_back():
    lanes = Lanes()
    lanes.take([Claim(key=1, token="t", lane="a"), Claim(key=2, token="t", lane="a", reserve=True)])
    assert [c.key for c in lanes.give_back(now=100.0, all_of_them=False)] == [2]


@pytest.mark.parametrize("tries", range(1, 12))
def test_backoff_grows_is_capped_and_repeats_itself(tries):
    wait = backoff_ms(seed="9", tries=tries, base_ms=100, cap_ms=5_000)
    step = min(5_000, 100 * 2 ** (tries - 1))
    assert step // 2 <= wait <= step
    assert wait == backoff_ms(seed="9", tries=tries, base_ms=100, cap_ms=5_000)


def test_saving_passes_on_a_database_that_is_away(tmp_path):
    work = Liste([], away=1)
    outcome = Outcome(claim=Claim(key=1, token="t", lane="a"), result=1)
    with pytest.raises(OperationalError):
        Saver(work, Spool(tmp_path)).save([outcome])
