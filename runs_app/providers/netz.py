"""Pure: no Django, no I/O. Which address a call may reach, decided before anything connects."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from runs_app.providers.base import KonfigurationsFehler

STANDARDPORT = {"https": 443, "http": 80}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ziel:
    """The one endpoint of a call. `lokal` allows loopback and private addresses and plain HTTP."""

    schema: str
    host: str
    port: int
    pfad: str
    lokal: bool

    @property
    def url(self) -> str:
        """Return the address without query, as the audit stores it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.schema}://{host}:{self.port}{self.pfad}"

    def matches(self, *, schema: str, host: str, port: int | None, pfad: str) -> bool:
        """Whether a request goes to exactly this endpoint."""
        effective = port if port is not None else STANDARDPORT.get(schema)
        wanted = (self.schema, self.host, self.port, self.pfad)
        return (schema, host.lower(), effective, pfad) == wanted


def endpoint(base_url: str, pfad: str, lokale_hosts: Iterable[str] = ()) -> Ziel:
    """Return the endpoint of a base URL; raises KonfigurationsFehler for an unfit one.

    `lokale_hosts` (setting outside the database) lists `host` or `host:port`. Only hosts named
    there may be reached by plain HTTP, on loopback or on a private network.

    >>> endpoint("https://api.example.org/v1", "/responses").url
    'https://api.example.org:443/v1/responses'
    """
    parts = urlsplit(base_url)
    try:
        port = parts.port or STANDARDPORT.get(parts.scheme, 0)
    except ValueError as error:
        raise KonfigurationsFehler("Der Port der Basisadresse ist ungültig.") from error
    host = (parts.hostname or "").lower()
    if parts.scheme not in STANDARDPORT or not host:
        raise KonfigurationsFehler("Die Basisadresse muss mit https:// und einem Host beginnen.")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise KonfigurationsFehler(
            "Die Basisadresse darf weder Zugangsdaten noch Abfrage noch Fragment enthalten."
        )
    allowed = {entry.lower() for entry in lokale_hosts}
    lokal = host in allowed or f"{host}:{port}" in allowed
    if parts.scheme != "https" and not lokal:
        raise KonfigurationsFehler(f"Der Host {host} darf nur über https aufgerufen werden.")
    ziel = Ziel(
        schema=parts.scheme, host=host, port=port, pfad=parts.path.rstrip("/") + pfad, lokal=lokal
    )
    if _is_literal(host) and not address_allowed(host, lokal=lokal):
        raise KonfigurationsFehler(f"Die Adresse {host} ist nicht als lokaler Host freigegeben.")
    return ziel


def address_allowed(address: str, *, lokal: bool) -> bool:
    """Whether a resolved address may be connected to; special ranges only for local hosts.

    >>> address_allowed("127.0.0.1", lokal=False), address_allowed("127.0.0.1", lokal=True)
    (False, True)
    >>> address_allowed("::ffff:169.254.169.254", lokal=True)
    False
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    if mapped is not None:
        ip = mapped
    if ip.is_multicast or ip.is_unspecified or ip.is_link_local:
        return False
    return lokal or ip.is_global


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True
