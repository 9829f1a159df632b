"""What may be called, and with which key: lists outside the database (R-2.0, R-3.4, R-3.8)."""

from __future__ import annotations

import re

from django.conf import settings

from runs_app.providers.base import KonfigurationsFehler
from runs_app.providers.netz import endpoint

ANBIETER_HOSTS = frozenset({"api.openai.com", "api.anthropic.com"})
KEY_NAME = re.compile(r"[A-Z][A-Z0-9_]*_(?:API_KEY|SCHLUESSEL|TOKEN)")
OWN_SECRETS = frozenset({"SECRET_KEY", "METRICS_TOKEN"})
LOOPBACK = ("localhost", "127.0.0.1", "::1")


def local_hosts() -> frozenset[str]:
    """Return `LOKALE_HOSTS`; a site in local mode may always call its own machine."""
    given = getattr(settings, "LOKALE_HOSTS", ())
    own = LOOPBACK if getattr(settings, "BETRIEB", "") == "lokal" else ()
    return frozenset((*given, *own))


def host_problem(base_url: str) -> str:
    """Return why a base URL may not be called, or "": hosts come from a list outside the database.

    Known are the two providers with an adapter of their own, `ANBIETER_HOSTS` and `LOKALE_HOSTS`.
    """
    try:
        ziel = endpoint(base_url, "", local_hosts())
    except KonfigurationsFehler as error:
        return str(error)
    known = {*ANBIETER_HOSTS, *getattr(settings, "ANBIETER_HOSTS", ())}
    if ziel.lokal or ziel.host in known:
        return ""
    return f"Der Host {ziel.host} steht nicht auf der Liste erlaubter Anbieter (ANBIETER_HOSTS)."


def key_problem(name: str) -> str:
    """Return why a name may not be that of a key variable, or "".

    Only names made for keys: no other secret of the environment can be sent to a provider.
    """
    if not name or (KEY_NAME.fullmatch(name) and name not in OWN_SECRETS):
        return ""
    return f"„{name}“ ist kein Name einer Schlüssel-Variable (…_API_KEY, …_SCHLUESSEL, …_TOKEN)."
