"""One call through a provider SDK: deadline, times, raw bytes, errors; shared by the adapters."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx2

from runs_app.begriffe import Fehlerart
from runs_app.providers.base import Anfrage, KonfigurationsFehler, Rohergebnis
from runs_app.providers.netz import Ziel
from runs_app.providers.parameter import forbidden_parameters
from runs_app.providers.transport import (
    MITSCHRIFT,
    AdresseVerweigert,
    Mitschrift,
    PruefTransport,
    ZielVerweigert,
)

GESCHWAERZT = b"[entfernt]"
KURZER_SCHLUESSEL = 8


Senden = Callable[[], Awaitable[httpx2.Response]]


def read_key(key_env: str) -> str:
    """Return the key of an environment variable; empty for endpoints without one (R-3.8)."""
    if not key_env:
        return ""
    key = os.environ.get(key_env, "")
    if not key:
        raise KonfigurationsFehler(f"Die Umgebungsvariable {key_env} ist nicht gesetzt.")
    return key


def check_parameters(anfrage: Anfrage) -> None:
    """Refuse tools, search, files and unknown parameters before anything is sent (R-3.4)."""
    if names := forbidden_parameters(anfrage.effort_parameter):
        raise KonfigurationsFehler(f"Unzulässige Parameter: {', '.join(names)}.")
    if anfrage.model_id.endswith(":online"):
        raise KonfigurationsFehler("Die Modellkennung verlangt eine Websuche („:online“).")


def http_client(ziel: Ziel) -> httpx2.AsyncClient:
    """Return a client that reaches one endpoint only, for either SDK.

    It keeps no cookie: one call must not know of another.
    """
    return httpx2.AsyncClient(
        transport=PruefTransport(ziel),
        follow_redirects=False,
        trust_env=False,
        timeout=None,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
    )


async def perform(
    anfrage: Anfrage,
    ziel: Ziel,
    key: str,
    senden: Senden,
    sdk_errors: tuple[type[Exception], ...],
) -> Rohergebnis:
    """Make the call and return its raw record; only cancellation passes through."""
    note = Mitschrift()
    token = MITSCHRIFT.set(note)
    response: httpx2.Response | None = None
    errors: tuple[type[Exception], ...] = (*sdk_errors, httpx2.HTTPError)
    art, fehlertext = Fehlerart.KEIN_FEHLER, ""
    started_at, start = datetime.now(UTC), time.monotonic_ns()
    try:
        async with asyncio.timeout(anfrage.deadline_s):
            response = await senden()
    except TimeoutError:
        art, fehlertext = Fehlerart.ZEITLIMIT, f"Keine Antwort in {anfrage.deadline_s:g} s."
    except errors as error:
        art, fehlertext = describe_error(error)
        response = getattr(error, "response", None)
    finally:
        MITSCHRIFT.reset(token)
    return Rohergebnis(
        ausfuehrungsweg=anfrage.ausfuehrungsweg,
        dialekt=anfrage.dialekt,
        model_id=anfrage.model_id,
        gestreamt=anfrage.stream,
        anfrage=_without(note.anfrage, key),
        antwort=_without(_body(response, note), key),
        http_status=note.status,
        headers=tuple((n, _without(v.encode(), key).decode()) for n, v in note.headers),
        started_at=started_at,
        ended_at=datetime.now(UTC),
        dauer_ns=time.monotonic_ns() - start,
        fehlerart=art,
        fehlertext=_without(fehlertext.encode(), key).decode("utf-8", "replace"),
        endpunkt=ziel.url,
        kontakte=note.contacts(),
    )


def describe_error(error: BaseException) -> tuple[Fehlerart, str]:
    """Return kind and German text of an error, from the innermost cause that tells."""
    chain = list(_chain(error))
    for link in chain:
        if isinstance(link, ZielVerweigert | AdresseVerweigert):
            return Fehlerart.VERWEIGERT, str(link)
    for link in chain:
        if isinstance(link, httpx2.TimeoutException):
            return Fehlerart.ZEITLIMIT, "Zeitüberschreitung der Verbindung."
    response = getattr(error, "response", None)
    if isinstance(response, httpx2.Response):
        return Fehlerart.HTTP, f"HTTP-Status {response.status_code}."
    for link in chain:
        if isinstance(link, httpx2.HTTPError):
            return Fehlerart.VERBINDUNG, f"{link}."
    return Fehlerart.VERBINDUNG, f"{type(error).__name__}."


def _chain(error: BaseException) -> list[BaseException]:
    links: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and len(links) < 10:
        links.append(current)
        current = current.__cause__ or current.__context__
    return links


def _body(response: httpx2.Response | None, note: Mitschrift) -> bytes:
    """Return the decoded body, or what had arrived when the call broke off."""
    if response is not None and response.is_closed:
        try:
            return response.content
        except httpx2.ResponseNotRead:
            pass
    return bytes(note.koerper)


def _without(raw: bytes, key: str) -> bytes:
    """Remove a key that a provider echoed; keys never reach a record (R-3.8)."""
    if len(key) < KURZER_SCHLUESSEL:
        return raw
    return raw.replace(key.encode(), GESCHWAERZT)


def refused(anfrage: Anfrage, error: KonfigurationsFehler, ziel: Ziel | None = None) -> Rohergebnis:
    """Return the record of a call that could not be made as configured; nothing was sent."""
    now = datetime.now(UTC)
    return Rohergebnis(
        ausfuehrungsweg=anfrage.ausfuehrungsweg,
        dialekt=anfrage.dialekt,
        model_id=anfrage.model_id,
        gestreamt=anfrage.stream,
        anfrage=b"",
        antwort=b"",
        started_at=now,
        ended_at=now,
        dauer_ns=0,
        fehlerart=Fehlerart.KONFIGURATION,
        fehlertext=str(error),
        endpunkt=ziel.url if ziel else "",
    )
