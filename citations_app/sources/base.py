"""Pure: no Django, no I/O. What a source adapter must offer, and how failures are told apart."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Protocol, runtime_checkable

from citations_app.befund import Abruf, Einzelbefund
from citations_app.begriffe import Abrufweg, Befundart
from citations_app.grammar.types import Fundstelle


class Antwort(Protocol):
    """The raw answer of a source, as `citations_app.http` returns it."""

    @property
    def status(self) -> int: ...
    @property
    def inhalt(self) -> bytes: ...
    @property
    def url(self) -> str: ...
    @property
    def kopf(self) -> Mapping[str, str]: ...


class Netz(Protocol):
    """The way out to one source: paths below its base address only."""

    @property
    def basis(self) -> str: ...
    def get(self, pfad: str, *, params: Mapping[str, str] | None = None) -> Antwort: ...
    def post(self, pfad: str, *, daten: Mapping[str, str]) -> Antwort: ...


class Quelle(Protocol):
    """One source. `fetch` goes out, `judge` only reads what was stored: it can be repeated.

    `anfrage` is the canonical citation string: all that leaves the house (R-9.9).
    """

    kennung: str
    leser_version: str
    braucht_netz: bool

    def zustaendig(self, fundstelle: Fundstelle) -> bool: ...
    def anfrage(self, fundstelle: Fundstelle) -> str: ...
    def fetch(self, anfrage: str, netz: Netz | None) -> Abruf: ...
    def judge(
        self, fundstelle: Fundstelle, felder: dict[str, Any], *, heute: date
    ) -> Einzelbefund: ...


@runtime_checkable
class Stapelquelle(Protocol):
    """A source that takes up to `stapel` citations in one request."""

    stapel: int

    def fetch_many(self, anfragen: Sequence[str], netz: Netz | None) -> dict[str, Abruf]: ...


def failure_of_status(status: int) -> Befundart | None:
    """Return the failure that an HTTP status means, None for one that carries an answer.

    404 is left to the adapter: only it knows whether that is a well-formed "not found". A status
    such as 202 is a challenge page, never an answer.

    >>> failure_of_status(503).value, failure_of_status(403).value, failure_of_status(200)
    ('ausfall', 'abweisung', None)
    """
    if status in (200, 404):
        return None
    if status == 429 or status >= 500:
        return Befundart.AUSFALL
    if status in (401, 403, 410, 451):
        return Befundart.ABWEISUNG
    return Befundart.UNBEKANNTES_FORMAT


HOECHSTENS_WARTEN_S = 3_600


def seconds_to_wait(retry_after: str) -> int:
    """Read a Retry-After of seconds, capped at one hour; anything else is 0.

    >>> [seconds_to_wait(text) for text in ("120", "86400", "-5", "morgen")]
    [120, 3600, 0, 0]
    """
    text = retry_after.strip()
    return min(int(text), HOECHSTENS_WARTEN_S) if text.isascii() and text.isdigit() else 0


def failed(antwort: Antwort, art: Befundart, grund: str) -> Abruf:
    """Return the record of a look-up that brought no usable answer."""
    return Abruf(
        url=antwort.url,
        weg=Abrufweg.ABGERUFEN,
        http_status=antwort.status,
        inhalt_sha256=hashlib.sha256(antwort.inhalt).hexdigest(),
        ausfall=art,
        grund=grund,
        warten_s=seconds_to_wait(antwort.kopf.get("retry-after", "")),
    )


def fetched(
    antwort: Antwort, felder: dict[str, Any], *, auszug: str = "", stand: str = ""
) -> Abruf:
    """Return the record of a look-up whose answer could be read."""
    return Abruf(
        url=antwort.url,
        weg=Abrufweg.ABGERUFEN,
        http_status=antwort.status,
        inhalt_sha256=hashlib.sha256(antwort.inhalt).hexdigest(),
        auszug=auszug[:2_000],
        stand=stand,
        felder=felder,
    )
