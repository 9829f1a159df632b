"""Pure: no Django, no I/O. What a worker has in flight and in reserve, lane by lane.

A slot of a provider is a live lease in the database. It becomes free there only when the outcome
is saved, a few milliseconds after the call ended. A reserve bridges this gap: it is leased without
a slot and starts in the place of the call that has just ended, so that the provider never sees
more calls than slots, and no slot stands idle while a transaction is written.

Only lanes of short calls hold reserves. There a transaction is long beside a call; where calls are
long, a reserve would gain nothing, and a killed worker loses no more calls than it had in flight.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from runs_app.engine.protocol import Claim, Demand

WINDOW_S = 0.3
SHORT_CALL_S = 0.1


@dataclass(slots=True)
class Lane:
    """One provider as this worker sees it."""

    in_flight: int = 0
    reserve: deque[Claim] = field(default_factory=deque)
    ends: deque[float] = field(default_factory=deque)
    last_call_s: float = float("inf")

    def pace(self, now: float) -> int:
        """Return how many calls ended within the window."""
        while self.ends and self.ends[0] < now - WINDOW_S:
            self.ends.popleft()
        return len(self.ends)

    def wanted_reserve(self, now: float) -> int:
        """Return how many more reserves are worth holding at the present pace."""
        if self.last_call_s > SHORT_CALL_S:
            return 0
        return max(0, min(self.in_flight, self.pace(now)) - len(self.reserve))


@dataclass(slots=True)
class Lanes:
    """All lanes of a worker, and the claims that are being called."""

    lanes: dict[str, Lane] = field(default_factory=dict)
    calling: dict[int, Claim] = field(default_factory=dict)

    def lane(self, name: str) -> Lane:
        return self.lanes.setdefault(name, Lane())

    def take(self, claims: Iterable[Claim]) -> list[Claim]:
        """Book new claims; return those that start now, keep the reserves."""
        starting = []
        for claim in claims:
            lane = self.lane(claim.lane)
            if claim.reserve:
                lane.reserve.append(claim)
            else:
                lane.in_flight += 1
                self.calling[claim.key] = claim
                starting.append(claim)
        return starting

    def end(
        self, claim: Claim, now: float, *, call_s: float = float("inf"), refill: bool
    ) -> Claim | None:
        """Book the end of a call; return the reserve that starts in its place, if any."""
        lane = self.lane(claim.lane)
        lane.last_call_s = call_s
        lane.in_flight -= 1
        lane.ends.append(now)
        self.calling.pop(claim.key, None)
        if not refill or not lane.reserve:
            return None
        successor = lane.reserve.popleft()
        lane.in_flight += 1
        self.calling[successor.key] = successor
        return successor

    def demand(self, capacity: int, now: float) -> Demand:
        """Return what may be claimed now."""
        reserves = {name: lane.wanted_reserve(now) for name, lane in self.lanes.items()}
        return Demand(
            capacity=max(0, capacity - len(self.calling)),
            reserves={name: wanted for name, wanted in reserves.items() if wanted},
        )

    def give_back(self, now: float, *, all_of_them: bool) -> list[Claim]:
        """Return and forget reserves: all when the worker stops, else those of slow lanes."""
        returned: list[Claim] = []
        for lane in self.lanes.values():
            if lane.reserve and (all_of_them or lane.pace(now) == 0):
                returned += lane.reserve
                lane.reserve.clear()
        return returned

    def held(self) -> list[Claim]:
        """Return every claim whose lease must be renewed."""
        reserves = [claim for lane in self.lanes.values() for claim in lane.reserve]
        return [*self.calling.values(), *reserves]

    @property
    def busy(self) -> bool:
        return bool(self.calling)
