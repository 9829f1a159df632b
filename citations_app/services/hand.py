"""What a person of the Redaktion decides about a Zitat (R-9.4, R-9.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.db.models import F, Max, Q
from django.utils import timezone

from citations_app.begriffe import Abrufweg, Befundart, Verwendung, Zitatstatus
from citations_app.models import Befund, Beleg, Zitat
from citations_app.services.concluding import conclude_zitat
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import log_ereignis, require_role


class Ueberholt(ValidationError):
    """Somebody else decided the Zitat since the person opened it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handbeleg:
    """What a person relies on: where it was looked up, and the passage or result found there."""

    quelle: str
    auszug: str
    url: str = ""


def record_handbefund(
    *,
    zitat: Zitat,
    status: Zitatstatus,
    begruendung: str,
    beleg: Handbeleg,
    user: Any,
    nur_dieses: bool = False,
    ueberall: bool = False,
    gesehen: int | None = None,
) -> Befund:
    """Decide a Zitat by hand, with reason and Beleg; it wins over every automatic finding.

    The decision covers every Zitat of the same Fundstelle and use in the answer, unless
    `nur_dieses` is set (a Fundstelle that carries one statement but not another). With `ueberall`
    it covers those of all answers that no person has decided: whether a Fundstelle exists is the
    same everywhere, whether it carries a statement is not. `gesehen` is the
    number of Befunde that the person saw: if another came since, `Ueberholt` is raised.
    """
    require_role(user=user, rolle=Rolle.REDAKTION)
    _require(begruendung, "Begründung")
    _require(beleg.quelle, "Quelle des Belegs")
    _require(beleg.auszug, "Auszug des Belegs")
    if ueberall and Zitatstatus(status) is Zitatstatus.FALSCH_ZUGEORDNET:
        raise ValidationError(
            "„falsch zugeordnet“ hängt an der Aussage und gilt daher nur für diese Antwort."
        )
    if beleg.url:
        URLValidator(schemes=["http", "https"])(beleg.url)
    with transaction.atomic():
        _refuse_if_outdated(zitat, gesehen)
        row = _save_beleg(zitat, beleg)
        befunde = [
            _save_befund(
                z, row, user, art=Befundart.VON_HAND, status=status, begruendung=begruendung
            )
            for z in _covered(zitat, nur_dieses=nur_dieses, ueberall=ueberall)
        ]
        log_ereignis(
            aktion="zitat_handbefund",
            objekt=zitat,
            user=user,
            von={"status": zitat.status},
            nach={"status": str(status), "zitate": [b.zitat_id for b in befunde]},
            begruendung=begruendung,
        )
    zitat.refresh_from_db()
    return befunde[0]


def withdraw_handbefund(
    *, zitat: Zitat, begruendung: str, user: Any, gesehen: int | None = None
) -> Befund:
    """Take the newest Handbefund of one Zitat back: the automatic findings decide again."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    _require(begruendung, "Begründung")
    if not zitat.von_hand:
        raise ValidationError("Zu diesem Zitat gilt kein Handbefund.")
    with transaction.atomic():
        _refuse_if_outdated(zitat, gesehen)
        row = _save_beleg(zitat, Handbeleg(quelle="Redaktion", auszug=begruendung))
        art = Befundart.ZURUECKGENOMMEN
        befund = _save_befund(zitat, row, user, art=art, status="", begruendung=begruendung)
        log_ereignis(
            aktion="zitat_handbefund_zurueckgenommen",
            objekt=zitat,
            user=user,
            von={"status": zitat.status},
            begruendung=begruendung,
        )
    zitat.refresh_from_db()
    return befund


def _require(value: str, what: str) -> None:
    if not value.strip():
        raise ValidationError(f"Es fehlt: {what}.")


def _refuse_if_outdated(zitat: Zitat, gesehen: int | None) -> None:
    row = Zitat.objects.select_for_update().get(pk=zitat.pk)
    if gesehen is not None and row.befunde.count() != gesehen:
        raise Ueberholt(
            f"Zu diesem Zitat gibt es einen neueren Befund: jetzt „{row.get_status_display()}“."
            " Bitte erneut ansehen."
        )


def _covered(zitat: Zitat, *, nur_dieses: bool, ueberall: bool) -> list[Zitat]:
    """Return the Zitat itself first, then its equals in the same answer, or in all of them."""
    if nur_dieses:
        return [zitat]
    equal = Q(schluessel=zitat.schluessel, verwendung=zitat.verwendung)
    here = Q(versuch=zitat.versuch_id)
    elsewhere = Q(versuch=F("run__zaehlender_versuch"), von_hand=False)
    others = Zitat.objects.filter(equal, here | elsewhere if ueberall else here)
    return [zitat, *others.exclude(pk=zitat.pk).order_by("pk")]


def _save_beleg(zitat: Zitat, beleg: Handbeleg) -> Beleg:
    return Beleg.objects.create(
        quelle="hand",
        betreiber=beleg.quelle[:150],
        anfrage=zitat.anzeige,
        url=beleg.url,
        weg=Abrufweg.VON_HAND,
        auszug=beleg.auszug,
        leser_version="hand",
    )


def _save_befund(
    zitat: Zitat, beleg: Beleg, user: Any, *, art: Befundart, status: str, begruendung: str
) -> Befund:
    Zitat.objects.select_for_update().get(pk=zitat.pk)
    letzte = zitat.befunde.aggregate(n=Max("nummer"))["n"] or 0
    befund = Befund.objects.create(
        zitat=zitat,
        nummer=letzte + 1,
        quelle="hand",
        betreiber=beleg.betreiber,
        art=art,
        beleg=beleg,
        hand_status=status,
        begruendung=begruendung,
        erhoben_von=user,
        erhoben_am=timezone.now(),
    )
    conclude_zitat(zitat=zitat)
    return befund


@transaction.atomic
def set_verwendung(*, zitat: Zitat, verwendung: Verwendung, begruendung: str, user: Any) -> Zitat:
    """Say by hand what the answer uses a Zitat for; the reason names the passage (R-9.7)."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    _require(begruendung, "Begründung mit der Textstelle")
    row = Zitat.objects.select_for_update().get(pk=zitat.pk)
    vorher = row.verwendung
    row.verwendung = Verwendung(verwendung)
    row.verwendung_von_hand = True
    row.save(update_fields=["verwendung", "verwendung_von_hand"])
    log_ereignis(
        aktion="zitat_verwendung",
        objekt=row,
        user=user,
        von={"verwendung": vorher},
        nach={"verwendung": str(row.verwendung)},
        begruendung=begruendung,
    )
    zitat.refresh_from_db()
    return row
