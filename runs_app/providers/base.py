"""Pure: no Django, no I/O. The small interface between the engine and the access paths (R-3.1).

One `Anfrage` is one call and yields one `Rohergebnis`: the bytes sent and received, the times, the
audit of every contact. Nothing here interprets an answer; retries are the caller's (R-3.5).
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from runs_app.audit import Abschottung, Kontakt
from runs_app.begriffe import Ausfuehrungsweg, Dialekt, Fehlerart

FORMAT = "lexassay-rohdaten-1"
RELEVANTE_HEADER = frozenset(
    {
        "content-type",
        "content-length",
        "date",
        "retry-after",
        "retry-after-ms",
        "request-id",
        "x-request-id",
        "openai-processing-ms",
        "openai-version",
        "anthropic-version",
        "x-should-retry",
        "location",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Anfrage:
    """One call to one model.

    `limit` and `thinking_limit` are tokens, `deadline_s` seconds on the monotonic clock.
    `effort_parameter` is data of the model and merged into the request body; only names of
    `parameter.ERLAUBTE_PARAMETER` are accepted. `key_env` names the environment variable that
    holds the key; the key itself is never part of an Anfrage. `lokale_hosts` are the hosts
    (setting outside the database) whose addresses may be loopback or private.
    """

    ausfuehrungsweg: Ausfuehrungsweg
    dialekt: Dialekt
    model_id: str
    system: str
    prompt: str
    limit: int
    deadline_s: float
    base_url: str = ""
    limit_parameter: str = ""
    thinking_limit: int | None = None
    effort_parameter: Mapping[str, Any] = field(default_factory=dict)
    stream: bool = True
    key_env: str = ""
    lokale_hosts: frozenset[str] = frozenset()
    datei_pfad: str = ""
    datei_sha256: str = ""
    geladener_kontext: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rohergebnis:
    """The raw record of one call (R-4.1); stored unchanged, read by `normalise` and `audit`.

    `anfrage` is the exact request body (keys travel in headers and are never recorded), `antwort`
    the body or the event stream as received, decoded from its content encoding. `dauer_ns` comes
    from the monotonic clock and covers this one call. `fehlertext` is German and free of secrets.
    """

    ausfuehrungsweg: Ausfuehrungsweg
    dialekt: Dialekt
    model_id: str
    gestreamt: bool
    anfrage: bytes
    antwort: bytes
    http_status: int | None = None
    exit_code: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    started_at: datetime
    ended_at: datetime
    dauer_ns: int
    fehlerart: Fehlerart = Fehlerart.KEIN_FEHLER
    fehlertext: str = ""
    endpunkt: str = ""
    kontakte: tuple[Kontakt, ...] = ()
    abschottung: Abschottung = Abschottung.KEINE
    geprueft: bool = True

    def retry_after(self) -> str | None:
        """Return the `Retry-After` header as sent, if any; the engine caps and reads it."""
        return dict(self.headers).get("retry-after")

    def to_bytes(self) -> bytes:
        """Serialise for storage: canonical JSON, bytes as base64, loss-free and repeatable."""
        record = {
            "format": FORMAT,
            "ausfuehrungsweg": self.ausfuehrungsweg.value,
            "dialekt": self.dialekt.value,
            "model_id": self.model_id,
            "gestreamt": self.gestreamt,
            "anfrage": base64.b64encode(self.anfrage).decode("ascii"),
            "antwort": base64.b64encode(self.antwort).decode("ascii"),
            "http_status": self.http_status,
            "exit_code": self.exit_code,
            "headers": [list(pair) for pair in self.headers],
            "started_at": self.started_at.astimezone(UTC).isoformat(),
            "ended_at": self.ended_at.astimezone(UTC).isoformat(),
            "dauer_ns": self.dauer_ns,
            "fehlerart": self.fehlerart.value,
            "fehlertext": self.fehlertext,
            "endpunkt": self.endpunkt,
            "kontakte": [kontakt.to_dict() for kontakt in self.kontakte],
            "abschottung": self.abschottung.value,
            "geprueft": self.geprueft,
        }
        return json.dumps(record, sort_keys=True, separators=(",", ":")).encode("ascii")

    @classmethod
    def from_bytes(cls, raw: bytes) -> Rohergebnis:
        """Read a stored record; raises ValueError (German) for anything that is not one."""
        try:
            record = json.loads(raw)
            return cls._from_record(record)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"Kein lesbarer Rohdatensatz: {error}") from error

    @classmethod
    def _from_record(cls, record: Mapping[str, Any]) -> Rohergebnis:
        if record["format"] != FORMAT:
            raise ValueError(f"unbekanntes Format {record['format']!r}")
        return cls(
            ausfuehrungsweg=Ausfuehrungsweg(record["ausfuehrungsweg"]),
            dialekt=Dialekt(record["dialekt"]),
            model_id=record["model_id"],
            gestreamt=record["gestreamt"],
            anfrage=base64.b64decode(record["anfrage"], validate=True),
            antwort=base64.b64decode(record["antwort"], validate=True),
            http_status=record["http_status"],
            exit_code=record["exit_code"],
            headers=tuple((name, value) for name, value in record["headers"]),
            started_at=datetime.fromisoformat(record["started_at"]),
            ended_at=datetime.fromisoformat(record["ended_at"]),
            dauer_ns=record["dauer_ns"],
            fehlerart=Fehlerart(record["fehlerart"]),
            fehlertext=record["fehlertext"],
            endpunkt=record["endpunkt"],
            kontakte=tuple(Kontakt.from_dict(item) for item in record["kontakte"]),
            abschottung=Abschottung(record["abschottung"]),
            geprueft=record["geprueft"],
        )


class KonfigurationsFehler(ValueError):
    """The call cannot be made as configured; nothing was sent. The message is German."""


class Adapter(Protocol):
    """One access path. An adapter belongs to the event loop that first used it."""

    async def ask(self, anfrage: Anfrage) -> Rohergebnis:
        """Make one call; every failure of the call is a Rohergebnis, only cancellation passes."""

    async def close(self) -> None:
        """Close connections; the adapter may not be used afterwards."""
