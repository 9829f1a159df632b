"""Which hosts may have loopback or private addresses: a setting outside the database (R-3.4)."""

from __future__ import annotations

from django.conf import settings

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def local_hosts() -> frozenset[str]:
    """Return `LOKALE_HOSTS`; a site in local mode may always call its own machine."""
    given = getattr(settings, "LOKALE_HOSTS", ())
    own = LOOPBACK if getattr(settings, "BETRIEB", "") == "lokal" else ()
    return frozenset((*given, *own))
