"""System checks: what production must have, and what a local site must not be used for."""

from __future__ import annotations

import ipaddress
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register


@register(Tags.security)
def check_mode(**_: Any) -> list[CheckMessage]:
    """The mode is a known word, and the open settings of a local site stay on loopback."""
    if settings.BETRIEB not in ("lokal", "produktion"):
        return [
            _error(
                "E001",
                f"LEXASSAY_BETRIEB ist „{settings.BETRIEB}“.",
                "lokal oder produktion setzen.",
            )
        ]
    if settings.PRODUKTION:
        return []
    strangers = [host for host in settings.ALLOWED_HOSTS if not _is_loopback(host)]
    if strangers:
        names = ", ".join(strangers)
        message = f"Ein lokaler Betrieb darf nur loopback-Adressen bedienen, nicht {names}."
        return [_error("E002", message, "LEXASSAY_BETRIEB=produktion setzen.")]
    return []


@register(Tags.security)
def check_production(**_: Any) -> list[CheckMessage]:
    """Secret key, DEBUG, hosts, database, second factor."""
    if not settings.PRODUKTION:
        return []
    findings = (
        (
            settings.SECRET_KEY_GIVEN,
            "E003",
            "SECRET_KEY fehlt.",
            "Mindestens 50 zufällige Zeichen setzen.",
        ),
        (not settings.DEBUG, "E004", "DEBUG ist eingeschaltet.", "DEBUG entfernen."),
        (
            _are_named(settings.ALLOWED_HOSTS),
            "E005",
            "ALLOWED_HOSTS ist leer oder „*“.",
            "Die Namen der Site nennen.",
        ),
        (
            settings.ADMIN_OTP_PFLICHT,
            "E006",
            "Der zweite Faktor ist abgeschaltet.",
            "ADMIN_OTP_PFLICHT entfernen.",
        ),
        (
            settings.DATABASE_ENGINE.endswith("postgresql"),
            "E007",
            "Die Datenbank ist nicht PostgreSQL.",
            "DATABASE_URL setzen.",
        ),
    )
    return [_error(code, text, hint) for holds, code, text, hint in findings if not holds]


@register(Tags.security)
def check_queue_server(**_: Any) -> list[CheckMessage]:
    """Whoever writes to the queue server starts jobs: it needs a password, and TLS on a network."""
    if not settings.PRODUKTION:
        return []
    url = urlsplit(settings.REDIS_URL)
    if not url.password:
        return [
            _error("E008", "Der Queue-Server hat kein Passwort.", "REDIS_URL mit Passwort setzen.")
        ]
    if url.scheme == "redis" and not _is_loopback(url.hostname or ""):
        text = "Der Queue-Server wird ohne TLS über ein Netz angesprochen."
        return [Warning(text, hint="rediss:// verwenden.", id="lexassay.W001")]
    return []


def _error(code: str, text: str, hint: str) -> Error:
    return Error(text, hint=hint, id=f"lexassay.{code}")


def _are_named(hosts: list[str]) -> bool:
    return bool(hosts) and "*" not in hosts


def _is_loopback(host: str) -> bool:
    host = host.strip("[]")
    if host in ("localhost", "testserver"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
