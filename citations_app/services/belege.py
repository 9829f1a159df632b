"""Store the evidence of a look-up, and find evidence that is fresh enough to be used again."""

from __future__ import annotations

from datetime import date, timedelta

from django.utils import timezone

from citations_app.befund import Abruf
from citations_app.begriffe import Abrufweg
from citations_app.models import Beleg, Zitatquelle
from citations_app.sources.registry import adapter

OHNE_ABRUF = (Abrufweg.MITGELIEFERT, Abrufweg.BERECHNET)


def beleg_of(quelle: Zitatquelle, anfrage: str, abruf: Abruf) -> Beleg:
    """Return the row for a look-up, not yet saved; only a real retrieval gets a time."""
    weg = Abrufweg.VERSUCHT if abruf.ausfall else abruf.weg
    return Beleg(
        quelle=quelle.kennung,
        betreiber=quelle.betreiber,
        anfrage=anfrage,
        url=abruf.url[:600],
        weg=weg,
        abgerufen_am=timezone.now() if weg is Abrufweg.ABGERUFEN else None,
        stand=date.fromisoformat(abruf.stand) if abruf.stand else None,
        http_status=abruf.http_status,
        inhalt_sha256=abruf.inhalt_sha256,
        auszug=abruf.auszug,
        felder=abruf.felder,
        ausfall=abruf.ausfall or "",
        grund=abruf.grund,
        leser_version=adapter(quelle.kennung).leser_version,
    )


def save_beleg(quelle: Zitatquelle, anfrage: str, abruf: Abruf) -> Beleg:
    """Store the evidence; packaged text that is already stored is not stored again."""
    row = beleg_of(quelle, anfrage, abruf)
    if row.weg in OHNE_ABRUF:
        known = Beleg.objects.filter(
            quelle=row.quelle,
            anfrage=anfrage,
            inhalt_sha256=row.inhalt_sha256,
            leser_version=row.leser_version,
        ).first()
        if known is not None:
            return known
    row.save()
    return row


def known_beleg(quelle: Zitatquelle, anfrage: str) -> Beleg | None:
    """Return a stored answer that is fresh enough; failures are never reused."""
    if quelle.mitgeliefert:
        return None
    seit = timezone.now() - timedelta(days=quelle.zwischenspeicher_tage)
    rows = Beleg.objects.filter(
        quelle=quelle.kennung,
        anfrage=anfrage,
        ausfall="",
        leser_version=adapter(quelle.kennung).leser_version,
        abgerufen_am__gte=seit,
    )
    return rows.order_by("-id").first()
