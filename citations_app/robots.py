"""What a source's robots.txt permits, remembered for a day per process (R-9.2)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from protego import Protego

GILT_S = 24 * 3600
MAX_ZEICHEN = 500_000


class Antwort(Protocol):
    """The raw answer to the request for robots.txt."""

    @property
    def status(self) -> int: ...
    @property
    def inhalt(self) -> bytes: ...


_known: dict[str, tuple[float, Any]] = {}


def rules_for(basis: str, fetch: Callable[[], Antwort]) -> Any:
    """Return a host's rules; a missing file permits all, a broken server nothing (RFC 9309)."""
    now = time.monotonic()
    if basis in _known and _known[basis][0] > now:
        return _known[basis][1]
    antwort = fetch()
    if antwort.status >= 500 or antwort.status == 429:
        return Protego.parse("User-agent: *\nDisallow: /")
    text = antwort.inhalt.decode("utf-8", "replace")[:MAX_ZEICHEN] if antwort.status == 200 else ""
    rules = Protego.parse(text)
    _known[basis] = (now + GILT_S, rules)
    return rules


def forget_robots() -> None:
    """Read every robots.txt again."""
    _known.clear()
