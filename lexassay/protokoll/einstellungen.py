"""The settings that editors may change, with their defaults (SPEC 14, DESIGN 0)."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import transaction
from django.utils import timezone

from lexassay.protokoll.models import Einstellung
from lexassay.protokoll.services import log_ereignis

STANDARDWERTE: dict[str, Any] = {
    "seitenname": "LexAssay",
    "kontaktadresse": "contact@lexassay.com",
    "impressum": "",
    "datenschutz": "",
    "kontextgrenze_nicht_vergleichbar": 10_000,
    "geheime_testfaelle_mindestens": 5,
    "meldung_frist_tage": 7,
    "meldung_loeschfrist_tage": 90,
    "stichprobe_anteil_prozent": 10,
    "stichprobe_mindestens": 20,
    "eur_je_usd_mikro": 1_000_000,
    "rechtsstand_hoechstens_tage": 365,
}


class UnbekannteEinstellung(KeyError):
    """No setting of this name exists."""

    def __str__(self) -> str:
        return f"Die Einstellung „{self.args[0]}“ gibt es nicht."


def setting(name: str, *, at: dt.datetime | None = None) -> Any:
    """Return the value in force now, or at a moment; the default if nobody ever set it."""
    if name not in STANDARDWERTE:
        raise UnbekannteEinstellung(name)
    rows = Einstellung.objects.filter(name=name, gilt_ab__lte=at or timezone.now())
    row = rows.order_by("-gilt_ab", "-id").first()
    return STANDARDWERTE[name] if row is None else row.wert


def set_since(name: str) -> dt.date | None:
    """Return the day since which an editor's value is in force; None while the default holds."""
    row = Einstellung.objects.filter(name=name, gilt_ab__lte=timezone.now()).order_by("-id").first()
    return timezone.localdate(row.gilt_ab) if row else None


@transaction.atomic
def set_setting(*, name: str, wert: Any, user: Any, begruendung: str = "") -> Einstellung:
    """Put a new value in force from now on and log the change."""
    vorher = setting(name)
    row = Einstellung.objects.create(name=name, wert=wert, gilt_ab=timezone.now(), gesetzt_von=user)
    log_ereignis(
        aktion="einstellung_geaendert",
        objekt=row,
        user=user,
        von={"wert": vorher},
        nach={"wert": wert},
        begruendung=begruendung,
    )
    return row
