"""From the stored Befunde of a Zitat to its status; the only place that writes a status."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from citations_app.begriffe import DURCH_PERSON, FEHLERSTATUS, Befundart, Mangel, Zitatstatus
from citations_app.models import Befund, Endbefund, Zitat
from citations_app.services.wege import sources_for
from citations_app.verdict import Entscheidung, Handbefund, Quellenbefund, Zustaendig, decide
from lexassay.protokoll.services import log_ereignis


def entscheidung_of(zitat: Zitat, quellen: Sequence[Zustaendig]) -> Entscheidung:
    """Return what the stored Befunde of a Zitat justify."""
    rows = list(zitat.befunde.order_by("nummer"))
    automatic = [_quellenbefund(row) for row in rows if row.art not in DURCH_PERSON]
    by_person = [row for row in rows if row.art in DURCH_PERSON]
    hand = None
    if by_person and by_person[-1].art == Befundart.VON_HAND:
        newest = by_person[-1]
        hand = Handbefund(
            status=Zitatstatus(newest.hand_status), begruendung=newest.begruendung, nr=newest.pk
        )
    return decide(automatic, quellen, hand)


def _quellenbefund(row: Befund) -> Quellenbefund:
    return Quellenbefund(
        quelle=row.quelle,
        betreiber=row.betreiber,
        art=Befundart(row.art),
        maengel=frozenset(Mangel(m) for m in row.maengel),
        nr=row.pk,
    )


@transaction.atomic
def conclude_zitat(*, zitat: Zitat, pruefen_ab: datetime | None = None) -> Entscheidung:
    """Bring status, Verdacht and Endbefund of a Zitat in line with its Befunde.

    `pruefen_ab` is when a source that must still be asked may be asked again (default: now).
    Running it again changes nothing.
    """
    row = Zitat.objects.select_for_update().get(pk=zitat.pk)
    stand = entscheidung_of(row, sources_for(row))
    befunde = {b.pk: b for b in row.befunde.filter(pk__in=stand.belege).select_related("beleg")}
    vorher = row.status
    row.endbefund = _endbefund(row, stand, [befunde[nr] for nr in stand.belege if nr in befunde])
    notes = [hinweis for befund in befunde.values() for hinweis in befund.hinweise]
    for name, value in fields_of(stand, notes, pruefen_ab=pruefen_ab or timezone.now()).items():
        setattr(row, name, value)
    row.save()
    _log_change(row, vorher)
    return stand


def fields_of(stand: Entscheidung, notes: Iterable[str], *, pruefen_ab: datetime) -> dict[str, Any]:
    """Return the fields of a Zitat that follow from where it stands."""
    return {
        "status": stand.status,
        "verdacht": stand.verdacht or "",
        "hinweise": list(dict.fromkeys([*stand.hinweise, *notes])),
        "von_hand": stand.von_hand,
        "fuer_redaktion": stand.fuer_redaktion,
        "naechste_quelle": stand.naechste_quelle,
        "pruefen_ab": pruefen_ab if stand.naechste_quelle else None,
    }


def _endbefund(row: Zitat, stand: Entscheidung, befunde: list[Befund]) -> Endbefund | None:
    """Return the Endbefund that carries the status; make it if the present one is another."""
    if stand.von_hand:
        return _by_hand(row, befunde[0])
    if stand.status not in FEHLERSTATUS:
        return None
    a, b = befunde
    same = {"status": stand.status, "von_hand": False, "beleg_a": a.beleg, "beleg_b": b.beleg}
    known = row.endbefunde.filter(**same).first()
    return known or Endbefund.objects.create(
        zitat=row,
        **same,
        mangel=stand.verdacht or "",
        quelle_a=a.quelle,
        betreiber_a=a.betreiber,
        quelle_b=b.quelle,
        betreiber_b=b.betreiber,
        begruendung="; ".join([*a.hinweise, *b.hinweise]),
        entschieden_am=timezone.now(),
    )


def _by_hand(row: Zitat, befund: Befund) -> Endbefund:
    same = {"status": befund.hand_status, "von_hand": True, "beleg_a": befund.beleg}
    known = row.endbefunde.filter(**same, begruendung=befund.begruendung).first()
    return known or Endbefund.objects.create(
        zitat=row,
        **same,
        quelle_a=befund.quelle,
        betreiber_a=befund.betreiber,
        begruendung=befund.begruendung,
        entschieden_von=befund.erhoben_von,
        entschieden_am=timezone.now(),
    )


def _log_change(row: Zitat, vorher: str) -> None:
    """Every move into or out of an error status leaves an Ereignis; the rest is in the Befunde."""
    if row.status == vorher or not ({row.status, vorher} & set(FEHLERSTATUS)):
        return
    log_ereignis(
        aktion="zitat_status",
        objekt=row,
        user=row.endbefund.entschieden_von if row.endbefund else None,
        von={"status": vorher},
        nach={"status": str(row.status), "endbefund": row.endbefund_id},
        begruendung=row.endbefund.begruendung if row.endbefund else "",
    )
