"""Switch sources on and off, and import states of laws."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.utils import timezone

from citations_app.begriffe import Zitatstatus
from citations_app.bestand import forget_bestand
from citations_app.models import Normenbestand, Zitat, Zitatquelle
from citations_app.normenbestand.paket import pack
from citations_app.normenbestand.parser import read_law
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import log_ereignis, require_role

# Stands in `naechste_quelle` until the check has found the source to ask.
NEU = "neu"


@transaction.atomic
def activate_quelle(
    *, kennung: str, bedingungen_url: str, bedingungen_am: date, erlaubnis: str, user: Any
) -> Zitatquelle:
    """Switch a source on after its terms were read; open Zitate are checked there too (R-9.2)."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    URLValidator(schemes=["http", "https"])(bedingungen_url)
    if not erlaubnis.strip():
        raise ValidationError("Ohne festgehaltene Erlaubnis bleibt die Quelle aus.")
    if bedingungen_am > timezone.localdate():
        raise ValidationError("Die Bedingungen können nicht in der Zukunft gelesen worden sein.")
    row = Zitatquelle.objects.select_for_update().get(kennung=kennung)
    row.bedingungen_url, row.bedingungen_am = bedingungen_url, bedingungen_am
    row.erlaubnis, row.eingeschaltet_von, row.aktiv = erlaubnis, user, True
    row.save()
    log_ereignis(
        aktion="zitatquelle_eingeschaltet",
        objekt=row,
        user=user,
        nach={"bedingungen": bedingungen_url, "gelesen_am": bedingungen_am.isoformat()},
        begruendung=erlaubnis,
    )
    _reopen()
    return row


@transaction.atomic
def deactivate_quelle(*, kennung: str, begruendung: str, user: Any) -> Zitatquelle:
    """Switch a source off; what it found stays."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    row = Zitatquelle.objects.select_for_update().get(kennung=kennung)
    row.aktiv = False
    row.save(update_fields=["aktiv"])
    log_ereignis(aktion="zitatquelle_ausgeschaltet", objekt=row, user=user, begruendung=begruendung)
    return row


def _reopen() -> None:
    """Make every Zitat without a definite status due: who is next to be asked is found then."""
    offen = Zitat.objects.filter(
        status__in=[Zitatstatus.UNGEPRUEFT, Zitatstatus.NICHT_AUFFINDBAR],
        von_hand=False,
        naechste_quelle="",
    )
    offen.update(naechste_quelle=NEU, pruefen_ab=timezone.now())


@transaction.atomic
def import_gesetz(*, slug: str, xml: bytes, herkunft: str) -> tuple[Normenbestand, bool]:
    """Store one state of a law; return (row, whether it is new). Raises `KeinGesetz`."""
    digest = hashlib.sha256(xml).hexdigest()
    known = Normenbestand.objects.filter(slug=slug, xml_sha256=digest).first()
    if known is not None:
        return known, False
    gesetz = read_law(xml)
    row = Normenbestand.objects.create(
        slug=slug,
        jurabk=gesetz.jurabk,
        amtabk=gesetz.amtabk,
        titel=gesetz.titel,
        builddate=gesetz.builddate,
        doknr=gesetz.doknr,
        xml_sha256=digest,
        paket=pack(gesetz),
        herkunft=herkunft,
        importiert_am=timezone.now(),
    )
    transaction.on_commit(forget_bestand)
    return row, True
