"""Wake the worker slots: put one work job per slot into the queue, unless one is there already.

The database is the queue of record. A lost job is put back by the sweeper; a job too many finds
nothing to claim. So nothing here needs to be exact, and a queue server that is away is no error.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterable, Iterator

import django_rq
import redis
import structlog
from django.conf import settings

log = structlog.get_logger(__name__)

ALIVE_S = 4  # seconds; a working slot renews its sign of life every second
PENDING_S = 5
JOBS = {"runs": "runs_app.jobs.work", "local": "runs_app.jobs.work_local"}


def slots(queue: str) -> int:
    """Return how many work jobs serve a queue: one per worker process."""
    return int(getattr(settings, "RUN_SLOTS", 1)) if queue == "runs" else 1


def wake_workers() -> int:
    """Put a work job into the queue for each slot without one; return how many were put."""
    put = 0
    with tolerate_queue_server():
        for queue in JOBS:
            put += sum(wake_slot(queue, slot) for slot in range(slots(queue)))
    return put


def wake_slot(queue: str, slot: int) -> bool:
    """Put a job for a slot that neither works nor waits; True if one was put."""
    rq_queue = django_rq.get_queue(queue)
    server = rq_queue.connection
    if server.exists(alive_key(queue, slot)) or _is_waiting(rq_queue.job_ids, queue, slot):
        return False
    # Two who wake at once, or a job between its queue and its sign of life.
    if not server.set(pending_key(queue, slot), "1", nx=True, ex=PENDING_S):
        return False
    enqueue_slot(queue, slot)
    return True


def _is_waiting(job_ids: Iterable[str], queue: str, slot: int) -> bool:
    return any(job_id.startswith(f"work-{queue}-{slot}-") for job_id in job_ids)


def enqueue_slot(queue: str, slot: int) -> None:
    """Put one work job into its queue; no timeout of RQ's, each call has its own deadline."""
    django_rq.get_queue(queue).enqueue_call(
        JOBS[queue],
        args=(slot,),
        job_id=f"work-{queue}-{slot}-{secrets.token_hex(6)}",
        timeout=-1,
        result_ttl=60,
        failure_ttl=86_400,
    )


class SlotSign:
    """The sign of life of one working slot; only one job at a time holds it."""

    def __init__(self, queue: str, slot: int) -> None:
        self.queue, self.slot = queue, slot
        self.key = alive_key(queue, slot)
        self.token = secrets.token_hex(8)

    def take(self) -> bool:
        """Take the sign; False if another job works this slot. Without a server: work anyway."""
        with tolerate_queue_server():
            server = django_rq.get_queue(self.queue).connection
            taken = bool(server.set(self.key, self.token, nx=True, ex=ALIVE_S))
            server.delete(pending_key(self.queue, self.slot))
            return taken
        return True

    def renew(self) -> None:
        """Show life; also after the server lost its data."""
        with tolerate_queue_server():
            server = django_rq.get_queue(self.queue).connection
            if server.get(self.key) in (None, self.token.encode()):
                server.set(self.key, self.token, ex=ALIVE_S)

    def drop(self) -> None:
        """Give the sign back, before the last look for due work: no waking can fall between."""
        with tolerate_queue_server():
            server = django_rq.get_queue(self.queue).connection
            if server.get(self.key) == self.token.encode():
                server.delete(self.key)


def alive_key(queue: str, slot: int) -> str:
    return f"lexassay:work:{queue}:{slot}:alive"


def pending_key(queue: str, slot: int) -> str:
    return f"lexassay:work:{queue}:{slot}:pending"


@contextlib.contextmanager
def tolerate_queue_server() -> Iterator[None]:
    """Log a queue server that does not answer; the sweeper and the next start make up for it."""
    try:
        yield
    except redis.RedisError as error:
        log.warning("queue server away", error=type(error).__name__)
