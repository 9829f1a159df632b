"""Which sources may be asked, where they are, and when the next request may go out (R-9.2)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from citations_app.grammar.types import Fundstelle
from citations_app.http import Ziel
from citations_app.models import Zitat, Zitatquelle
from citations_app.sources.registry import ADAPTER, adapter
from citations_app.verdict import Zustaendig
from tasks_app.models import Aufgabensatz

BASIS = {
    "gesetze_im_internet": "https://www.gesetze-im-internet.de",
    "dejure": "https://dejure.org",
    "neuris": "https://testphase.rechtsinformationen.bund.de",
    "courtlistener": "https://www.courtlistener.com",
    "cornell": "https://www.law.cornell.edu",
}
LOOPBACK = {"localhost", "127.0.0.1", "127.0.0.2", "::1"}


def basis_of(kennung: str) -> str:
    """Return the base address of a source: from the settings, else its public one, else ""."""
    configured: dict[str, str] = getattr(settings, "ZITATQUELLEN_BASIS", {})
    return configured.get(kennung) or BASIS.get(kennung, "")


def switched_on(*, beispiel: bool) -> list[Zitatquelle]:
    """Return the sources that are switched on, in the order to ask.

    Example sources answer for the tasks of a Beispielsatz only: an invented source must never
    cost a real answer points.
    """
    rows = Zitatquelle.objects.filter(aktiv=True, kennung__in=ADAPTER)
    return [quelle for quelle in rows if beispiel or not quelle.beispiel]


def sources_for(zitat: Zitat) -> list[Zustaendig]:
    """Return the sources that may be asked about a stored Zitat, in order."""
    satz = Aufgabensatz.objects.get(testfaelle__runs=zitat.run_id)
    return competent_sources(zitat.fundstelle(), switched_on(beispiel=satz.beispiel))


def competent_sources(f: Fundstelle, eingeschaltet: Sequence[Zitatquelle]) -> list[Zustaendig]:
    """Return those of the given sources that can say something about a Fundstelle, in order."""
    return [
        Zustaendig(quelle=quelle.kennung, betreiber=quelle.betreiber)
        for quelle in eingeschaltet
        if (quelle.mitgeliefert or basis_of(quelle.kennung))
        and adapter(quelle.kennung).zustaendig(f)
    ]


def netz_of(quelle: Zitatquelle) -> Ziel | None:
    """Return the way out to a source; None for one that needs no network.

    Loopback is permitted for an address that the settings name, never for one from the database.
    """
    if not adapter(quelle.kennung).braucht_netz:
        return None
    basis = basis_of(quelle.kennung)
    loopback = (urlsplit(basis).hostname or "") in LOOPBACK
    return Ziel(
        basis=basis,
        loopback=loopback,
        kontakt=getattr(settings, "ZITATQUELLEN_KONTAKT", ""),
        kopf=_authorization(quelle.kennung),
    )


def _authorization(kennung: str) -> dict[str, str]:
    token = getattr(settings, "COURTLISTENER_TOKEN", "")
    if kennung == "courtlistener" and token:
        return {"Authorization": f"Token {token}"}
    return {}


def reserve_slot(quelle: Zitatquelle) -> datetime | None:
    """Reserve the next request to a source for all workers; return when to come back if taken."""
    if quelle.mitgeliefert:
        return None
    now = timezone.now()
    free = Q(naechster_abruf_ab__isnull=True) | Q(naechster_abruf_ab__lte=now)
    after = now + timedelta(milliseconds=quelle.mindestabstand_ms)
    rows = Zitatquelle.objects.filter(free, pk=quelle.pk)
    if rows.update(naechster_abruf_ab=after):
        return None
    quelle.refresh_from_db(fields=["naechster_abruf_ab"])
    return quelle.naechster_abruf_ab


def hold_back(quelle: Zitatquelle, seconds: int) -> None:
    """Leave a source alone for as long as it asked; no worker may ask it before."""
    if seconds > 0:
        until = timezone.now() + timedelta(seconds=seconds)
        Zitatquelle.objects.filter(pk=quelle.pk).update(naechster_abruf_ab=until)


def wait_for_slot(quelle: Zitatquelle) -> None:
    """Wait until the next request to a source may go out; for jobs that visit many pages."""
    while (besetzt_bis := reserve_slot(quelle)) is not None:
        time.sleep(max(0.0, (besetzt_bis - timezone.now()).total_seconds()))
