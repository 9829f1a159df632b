"""At most so many calls a minute per provider, over all workers: a sliding log in the queue server.

Without the queue server no new call of such a provider starts (DESIGN 5).
"""

from __future__ import annotations

import secrets

import django_rq
import redis
import structlog

log = structlog.get_logger(__name__)

RESERVE = """
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 60000)
local n = math.min(tonumber(ARGV[2]), tonumber(ARGV[1]) - redis.call('ZCARD', KEYS[1]))
for i = 1, n do redis.call('ZADD', KEYS[1], now, ARGV[3] .. ':' .. i) end
redis.call('PEXPIRE', KEYS[1], 60000)
return math.max(n, 0)
"""


class Drossel:
    """The places of one claim round in a provider's minute."""

    def __init__(self, anbieter_id: int, je_minute: int) -> None:
        self.key = f"lexassay:rate:{anbieter_id}"
        self.je_minute = je_minute
        self.mark = secrets.token_hex(6)

    def reserve(self, wanted: int) -> int:
        """Book up to `wanted` calls in the running minute; return how many are granted."""
        try:
            server = django_rq.get_connection("runs")
            granted = server.eval(RESERVE, 1, self.key, self.je_minute, wanted, self.mark)
        except redis.RedisError as error:
            log.warning("queue server away, no new calls", error=type(error).__name__)
            return 0
        return int(granted)

    def give_back(self, granted: int, used: int) -> None:
        """Return booked places for which no Run was due."""
        unused = [f"{self.mark}:{i}" for i in range(used + 1, granted + 1)]
        if not unused:
            return
        try:
            django_rq.get_connection("runs").zrem(self.key, *unused)
        except redis.RedisError as error:
            log.warning("queue server away", error=type(error).__name__)
