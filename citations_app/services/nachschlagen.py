"""Go out to a source: one citation, or as many as it takes at once (R-9.2)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from django.utils import timezone

from citations_app.befund import Abruf
from citations_app.begriffe import Abrufweg, Befundart
from citations_app.http import Abgewiesen, Nichterreichbar, Ziel
from citations_app.models import Zitat, Zitatquelle
from citations_app.services.belege import known_beleg, save_beleg
from citations_app.services.wege import basis_of, hold_back, netz_of, reserve_slot
from citations_app.sources.base import Stapelquelle
from citations_app.sources.registry import adapter

log = logging.getLogger(__name__)
UNLESBAR = (ValueError, KeyError, TypeError, LookupError, RecursionError)


def look_up(quelle: Zitatquelle, anfrage: str) -> Abruf:
    """Ask about one citation; every failure becomes a recorded Ausfall."""
    (abruf,) = _guarded(
        quelle, lambda netz: {anfrage: adapter(quelle.kennung).fetch(anfrage, netz)}, [anfrage]
    ).values()
    return abruf


def prefetch(*, kennung: str, limit: int) -> int:
    """Ask a source that takes many citations at once about what is due; return how many.

    The answers lie ready as Belege when the Zitate are checked. Nothing happens for a source that
    takes one at a time, that is off, or whose next request is not yet allowed.
    """
    quelle = Zitatquelle.objects.filter(kennung=kennung, aktiv=True).first()
    source = adapter(kennung)
    if quelle is None or not isinstance(source, Stapelquelle):
        return 0
    anfragen = _open_anfragen(quelle, min(limit, source.stapel))
    if not anfragen or reserve_slot(quelle) is not None:
        return 0
    abrufe = _guarded(quelle, lambda netz: source.fetch_many(anfragen, netz), anfragen)
    for anfrage, abruf in abrufe.items():
        if abruf.ausfall is None:
            save_beleg(quelle, anfrage, abruf)
    return len(abrufe)


def _open_anfragen(quelle: Zitatquelle, limit: int) -> list[str]:
    """Return the distinct citations that wait for a source and are not known from before."""
    rows = (
        Zitat.objects.zaehlend().faellig(at=timezone.now()).filter(naechste_quelle=quelle.kennung)
    )
    source, found = adapter(quelle.kennung), dict[str, None]()
    for zitat in rows.order_by("pruefen_ab", "id").iterator():
        anfrage = source.anfrage(zitat.fundstelle())[:400]
        if anfrage not in found and known_beleg(quelle, anfrage) is None:
            found[anfrage] = None
        if len(found) >= limit:
            break
    return list(found)


def _guarded(
    quelle: Zitatquelle, ask: Callable[[Ziel | None], dict[str, Abruf]], anfragen: Iterable[str]
) -> dict[str, Abruf]:
    """Ask; a failure, a fault of our own reading included, is the answer to all questions."""
    try:
        abrufe = ask(netz_of(quelle))
    except Abgewiesen as error:
        grund, ausfall = str(error), Befundart.ABWEISUNG
    except Nichterreichbar as error:
        grund, ausfall = str(error), Befundart.AUSFALL
    except UNLESBAR as error:
        log.exception("source %s could not be read", quelle.kennung)
        grund = f"Antwort nicht lesbar ({type(error).__name__})"
        ausfall = Befundart.UNBEKANNTES_FORMAT
    else:
        hold_back(quelle, max((a.warten_s for a in abrufe.values()), default=0))
        return abrufe
    url = basis_of(quelle.kennung)
    abruf = Abruf(url=url, weg=Abrufweg.VERSUCHT, ausfall=ausfall, grund=grund)
    return dict.fromkeys(anfragen, abruf)
