"""The only module that imports httpx: one careful way out of the house (R-9.2, R-9.9).

A request goes to the host of its `Ziel` and nowhere else. Every resolved address is checked before
the connection and the checked address is the one connected to, so that neither a redirect nor a
name that changes its mind leads elsewhere. Loopback is reached only where the settings, never the
database, name a stand-in there.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from citations_app.robots import rules_for

VERSION = "LexAssay/1"
FRIST_S = 20.0
MAX_BYTES = 16 * 1024 * 1024


class Nichterreichbar(Exception):
    """No usable answer arrived; the message says why, in German, without any secret."""


class Abgewiesen(Nichterreichbar):
    """The source does not want to be asked (robots.txt)."""


class ZielVerboten(Nichterreichbar):
    """The address may not be contacted at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rohantwort:
    """What the source answered: status, raw bytes, headers in lower case."""

    status: int
    inhalt: bytes
    kopf: Mapping[str, str]
    url: str


@dataclass(frozen=True, kw_only=True)
class Ziel:
    """A base address from the settings; `loopback` permits exactly this stand-in."""

    basis: str
    loopback: bool = False
    kontakt: str = ""
    kopf: Mapping[str, str] = field(default_factory=dict, repr=False)
    frist_s: float = FRIST_S
    max_bytes: int = MAX_BYTES

    def __post_init__(self) -> None:
        parts = urlsplit(self.basis)
        plain_allowed = self.loopback and parts.scheme == "http"
        if parts.scheme != "https" and not plain_allowed:
            raise ZielVerboten(f"Die Adresse {self.basis} ist nicht https.")
        if not parts.hostname or parts.username or parts.password or parts.query or parts.fragment:
            raise ZielVerboten(f"Die Adresse {self.basis} ist keine reine Basisadresse.")

    @cached_property
    def agent(self) -> str:
        """Return the honest User-Agent, with the contact address if one is set."""
        return f"{VERSION} (Zitatprüfung; {self.kontakt})" if self.kontakt else VERSION

    def get(self, pfad: str, *, params: Mapping[str, str] | None = None) -> Rohantwort:
        """Fetch a path below the base address, if the source's robots.txt permits it."""
        self._ask_robots(pfad)
        return self._send("GET", pfad, params=params)

    def post(self, pfad: str, *, daten: Mapping[str, str]) -> Rohantwort:
        """Send form fields to a path below the base address, if robots.txt permits it."""
        self._ask_robots(pfad)
        return self._send("POST", pfad, data=daten)

    def _ask_robots(self, pfad: str) -> None:
        rules = rules_for(self.basis, lambda: self._send("GET", "robots.txt"))
        if not rules.can_fetch(self._url(pfad), VERSION):
            raise Abgewiesen("robots.txt der Quelle erlaubt diesen Abruf nicht")

    def _url(self, pfad: str) -> str:
        return self.basis.rstrip("/") + "/" + pfad.lstrip("/")

    def _send(self, method: str, pfad: str, **arguments: Any) -> Rohantwort:
        import httpx

        headers = {"User-Agent": self.agent.encode("ascii", "replace").decode(), **self.kopf}
        ende = time.monotonic() + self.frist_s
        try:
            with (
                httpx.Client(
                    transport=_transport(loopback=self.loopback),
                    timeout=self.frist_s,
                    follow_redirects=False,
                    trust_env=False,
                ) as client,
                client.stream(method, self._url(pfad), headers=headers, **arguments) as antwort,
            ):
                inhalt = _read(antwort.iter_bytes(), ende=ende, max_bytes=self.max_bytes)
                kopf = {name.lower(): value for name, value in antwort.headers.items()}
                return Rohantwort(
                    status=antwort.status_code, inhalt=inhalt, kopf=kopf, url=str(antwort.url)
                )
        except httpx.TimeoutException as error:
            raise Nichterreichbar("Zeitüberschreitung") from error
        except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError) as error:
            raise Nichterreichbar(f"Verbindungsfehler ({type(error).__name__})") from error


def _read(chunks: Iterable[bytes], *, ende: float, max_bytes: int) -> bytes:
    """Collect a body; a body that drips or never ends is cut by deadline and size."""
    parts: list[bytes] = []
    size = 0
    for chunk in chunks:
        parts.append(chunk)
        size += len(chunk)
        if size > max_bytes:
            raise Nichterreichbar(f"Antwort größer als {max_bytes} Bytes")
        if time.monotonic() > ende:
            raise Nichterreichbar("Zeitüberschreitung beim Lesen")
    return b"".join(parts)


def check_address(address: str, *, loopback: bool) -> None:
    """Refuse every address that is not public, but a permitted loopback.

    >>> check_address("::ffff:127.0.0.1", loopback=False)
    Traceback (most recent call last):
    citations_app.http.ZielVerboten: Die Adresse ::ffff:127.0.0.1 ist nicht öffentlich.
    """
    ip: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    if loopback and ip.is_loopback:
        return
    if loopback or not ip.is_global or ip.is_multicast:
        raise ZielVerboten(f"Die Adresse {address} ist nicht öffentlich.")


def resolve(host: str, port: int, *, loopback: bool) -> str:
    """Return one checked address of a host; every address it has must be allowed."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise Nichterreichbar(f"Der Name {host} ist nicht auflösbar") from error
    addresses = [str(entry[4][0]) for entry in found]
    for address in addresses:
        check_address(address, loopback=loopback)
    return addresses[0]


def _transport(*, loopback: bool) -> Any:
    """Build an httpx transport that connects to checked addresses only."""
    import httpcore
    import httpx

    class CheckedBackend(httpcore.SyncBackend):
        def connect_tcp(
            self, host: str, port: int, *args: Any, **options: Any
        ) -> httpcore.NetworkStream:
            checked = resolve(host, port, loopback=loopback)
            return super().connect_tcp(checked, port, *args, **options)

    transport = httpx.HTTPTransport(trust_env=False, retries=0)
    transport._pool = httpcore.ConnectionPool(
        ssl_context=httpx.create_ssl_context(trust_env=False),
        max_connections=1,
        network_backend=CheckedBackend(),
    )
    return transport
