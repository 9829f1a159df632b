"""The auditing transport: one endpoint, every contact recorded, everything else refused.

It carries the provider SDKs over aiohttp. No redirect is followed, no environment proxy is read,
no cookie is kept; the resolved address is checked before a connection is opened (R-3.4).
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

import aiohttp
import httpx2
from aiohttp.abc import AbstractResolver, ResolveResult

from runs_app.audit import Kontakt
from runs_app.providers.base import RELEVANTE_HEADER
from runs_app.providers.netz import Ziel, address_allowed

GROESSTE_ANTWORT = 128 * 1024 * 1024


@dataclass(slots=True)
class Mitschrift:
    """What the transport saw of one call; filled while the call runs."""

    anfrage: bytes = b""
    kontakte: list[Kontakt] = field(default_factory=list)
    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    koerper: bytearray = field(default_factory=bytearray)

    def contacts(self) -> tuple[Kontakt, ...]:
        """Return the contacts with the bytes that had arrived when the call ended."""
        if not self.kontakte:
            return ()
        return (*self.kontakte[:-1], replace(self.kontakte[-1], empfangen=len(self.koerper)))


MITSCHRIFT: ContextVar[Mitschrift] = ContextVar("lexassay_mitschrift")


class ZielVerweigert(httpx2.ConnectError):
    """The transport refused a destination; nothing was sent."""


class AdresseVerweigert(OSError):
    """A host name resolved to an address that may not be reached."""


class GuardedResolver(AbstractResolver):
    """Resolves one host name and lets through only addresses that its Ziel allows."""

    def __init__(self, ziel: Ziel) -> None:
        self._ziel = ziel
        self._inner = aiohttp.ThreadedResolver()

    async def resolve(self, host: str, port: int = 0, family: Any = 0) -> list[ResolveResult]:
        """Return the allowed addresses; raises AdresseVerweigert if none is left."""
        found = await self._inner.resolve(host, port, family)
        allowed = [a for a in found if address_allowed(a["host"], lokal=self._ziel.lokal)]
        if not allowed:
            raise AdresseVerweigert(f"Der Host {host} führt zu einer nicht freigegebenen Adresse.")
        return allowed

    async def close(self) -> None:
        """Close the inner resolver."""
        await self._inner.close()


class PruefTransport(httpx2.AsyncBaseTransport):
    """Carries requests to one Ziel. It belongs to the event loop that makes the first request."""

    def __init__(self, ziel: Ziel) -> None:
        self._ziel = ziel
        self._session: aiohttp.ClientSession | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request; raises httpx2 exceptions only."""
        note = MITSCHRIFT.get()
        note.anfrage = request.content
        kontakt = self._contact(request)
        if kontakt.verweigert:
            note.kontakte.append(kontakt)
            raise ZielVerweigert("Verbindung zu einem fremden Ziel verweigert.", request=request)
        note.kontakte.append(kontakt)
        with _mapped(request):
            response = await self._client().request(
                request.method,
                str(request.url),
                headers=list(request.headers.multi_items()),
                data=request.content or None,
                allow_redirects=False,
                timeout=_timeout(request),
            )
        _note_head(note, kontakt, response)
        return httpx2.Response(
            response.status,
            headers=list(response.raw_headers),
            stream=_Body(response, note, request),
            request=request,
        )

    async def aclose(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()

    def _contact(self, request: httpx2.Request) -> Kontakt:
        url = request.url
        fits = self._ziel.matches(schema=url.scheme, host=url.host, port=url.port, pfad=url.path)
        return Kontakt(
            host=url.host.lower(),
            port=url.port or {"https": 443, "http": 80}.get(url.scheme),
            methode=request.method,
            pfad=url.path,
            gesendet=len(request.content) if fits else 0,
            verweigert=not fits,
        )

    def _client(self) -> aiohttp.ClientSession:
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=0, resolver=GuardedResolver(self._ziel))
            self._session = aiohttp.ClientSession(
                connector=connector,
                auto_decompress=False,
                trust_env=False,
                cookie_jar=aiohttp.DummyCookieJar(),
                skip_auto_headers=("Accept-Encoding", "User-Agent"),
            )
        return self._session


class _Body(httpx2.AsyncByteStream):
    """Passes the body on and keeps it: of a stream that breaks off, what came is the record."""

    def __init__(
        self, response: aiohttp.ClientResponse, note: Mitschrift, request: httpx2.Request
    ) -> None:
        self._response = response
        self._note = note
        self._request = request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _mapped(self._request):
            async for chunk in self._response.content.iter_any():
                self._note.koerper += chunk
                if len(self._note.koerper) > GROESSTE_ANTWORT:
                    raise httpx2.ReadError("Antwort zu groß", request=self._request)
                yield chunk

    async def aclose(self) -> None:
        self._response.release()


def _note_head(note: Mitschrift, kontakt: Kontakt, response: aiohttp.ClientResponse) -> None:
    note.status = response.status
    note.headers = tuple(
        sorted(
            (name.lower(), value)
            for name, value in response.headers.items()
            if name.lower() in RELEVANTE_HEADER
        )
    )
    note.kontakte[-1] = replace(kontakt, status=response.status)


def _timeout(request: httpx2.Request) -> aiohttp.ClientTimeout:
    limits = request.extensions.get("timeout", {})
    return aiohttp.ClientTimeout(
        total=None, sock_connect=limits.get("connect"), sock_read=limits.get("read")
    )


@contextlib.contextmanager
def _mapped(request: httpx2.Request) -> Iterator[None]:
    """Translate aiohttp's exceptions; a reset is a network error here, never a timeout."""
    try:
        yield
    except (aiohttp.ServerTimeoutError, TimeoutError) as error:
        raise httpx2.ReadTimeout("Zeitüberschreitung", request=request) from error
    except aiohttp.ClientConnectorError as error:
        raise httpx2.ConnectError("Verbindung nicht möglich", request=request) from error
    except (aiohttp.ClientConnectionError, aiohttp.ClientPayloadError, OSError) as error:
        raise httpx2.ReadError("Verbindung abgebrochen", request=request) from error
    except aiohttp.ClientError as error:
        raise httpx2.RemoteProtocolError("Antwort ist kein HTTP", request=request) from error
