"""Pure: no Django, no I/O. What the engine asks of its user: claim, call, save, free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

LEASE_S = 45.0
SWEEP_S = 30.0
RENEW_S = 15.0
RECLAIM_S = 90.0  # after any crash everything is claimed again or final within this (SPEC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One unit of work that this worker holds: its key, its lease token, and its lane (provider).

    `reserve` says that it does not count against the lane's limit yet: it may start only in the
    place of a call of the same lane and worker that has ended. `job` is the user's own value.
    """

    key: int
    token: str
    lane: str
    reserve: bool = False
    job: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one call brought: the claim that it belongs to, and the user's own value.

    `promoted` is the reserve claim that started in this one's place, if any.
    """

    claim: Claim
    result: Any
    promoted: Claim | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """What the engine can take: `capacity` units that start at once, and reserves per lane."""

    capacity: int
    reserves: Mapping[str, int]


class Work(Protocol):
    """A source of work. All methods but `call` run in the one thread that owns the connection."""

    def claim(self, demand: Demand) -> Sequence[Claim]:
        """Lease due units; never more per lane than its provider allows over all workers."""

    def claim_suspect(self) -> Claim | None:
        """Lease one unit that lost its worker before, to be called with nothing beside it."""

    async def call(self, claim: Claim) -> Any:
        """Make the one call of a unit in the event loop; failures of the call are results."""

    def save(self, outcomes: Sequence[Outcome]) -> None:
        """Store outcomes in one transaction; only what the lease token still covers moves on."""

    def renew(self, claims: Sequence[Claim]) -> None:
        """Lengthen the leases of units that are being called or held in reserve."""

    def free(self, claims: Sequence[Claim]) -> None:
        """Give back units that were not started; they are due at once."""

    def sweep(self) -> int:
        """Free units whose lease has run out, whoever held them; return how many."""

    def due_in(self) -> float | None:
        """Return the seconds until the next open unit is due (0 for now), None if none is open."""

    def may_refill(self, result: Any) -> bool:
        """Whether a reserve may start in the place of a call that ended so (not in a back-off)."""

    def dump(self, outcome: Outcome) -> bytes:
        """Serialise an outcome for the spool file; the database is away."""

    def load(self, record: bytes) -> Outcome:
        """Read what `dump` wrote; raises ValueError for anything else."""

    async def close(self) -> None:
        """Close connections of the event loop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Takt:
    """The engine's times in seconds and sizes in rows; tests shorten them.

    A worker claims for `claim_s`, and longer (up to `claim_max_s`) while its calls are so long that
    draining would leave slots idle: `short_drain_s` is what one drain may cost.
    """

    claim_s: float = 60.0
    claim_max_s: float = 3_600.0
    short_drain_s: float = 10.0
    idle_s: float = 0.25
    idle_end_s: float = 2.0
    soon_s: float = 15.0
    renew_s: float = RENEW_S
    sweep_s: float = SWEEP_S
    flush_rows: int = 200
    capacity: int = 200
    spool_after_s: float = 30.0
    retry_min_s: float = 0.1
    retry_max_s: float = 2.0
