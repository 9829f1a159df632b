"""The sample's Zitatprüfung: two Beispielquellen switched on, Handbefunde entered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from django.utils import timezone

from citations_app.begriffe import Verwendung, Zitatstatus
from citations_app.models import Zitat, Zitatquelle
from citations_app.services import activate_quelle, record_handbefund, set_verwendung
from citations_app.services.hand import Handbeleg
from lexassay.beispiel.konten import Personen

DATEN = Path(__file__).parent / "daten"
QUELLEN = ("beispielquelle_a", "beispielquelle_b")


class HandbefundOhneZitat(Exception):
    """The sample's file names a citation that the answer does not hold."""


def switch_on_sources(personen: Personen) -> None:
    """Record the terms of both Beispielquellen; without that every source stays off (R-9.2)."""
    for kennung in QUELLEN:
        if not Zitatquelle.objects.get(kennung=kennung).aktiv:
            activate_quelle(
                kennung=kennung,
                bedingungen_url="http://127.0.0.1/bedingungen",
                bedingungen_am=timezone.localdate(),
                erlaubnis="Läuft auf diesem Rechner und spielt aufgezeichnete Treffer ab.",
                user=personen.redaktion,
            )


def enter_handbefunde(personen: Personen) -> int:
    """Enter the Handbefunde of the sample that are not entered yet; return how many were new."""
    eintraege = yaml.safe_load((DATEN / "handbefunde.yaml").read_text("utf-8"))
    return sum(_enter(eintrag, personen) for eintrag in eintraege)


def _enter(eintrag: dict[str, Any], personen: Personen) -> int:
    rows = Zitat.objects.zaehlend().filter(
        run__teilnahme__modell__kennung=eintrag["modell"],
        run__testfall__kennung=eintrag["testfall"],
        run__teilnahme__lauf__katalogversion__pilot=False,
        text=eintrag["zitat"],
    )
    if "anzeige" in eintrag:
        rows = rows.filter(anzeige=eintrag["anzeige"])
    zitat = rows.order_by("nummer").first()
    if zitat is None:
        raise HandbefundOhneZitat(
            f"{eintrag['modell']}, {eintrag['testfall']}: „{eintrag['zitat']}“ steht nicht in der"
            " Antwort."
        )
    if zitat.von_hand:
        return 0
    if "verwendung" in eintrag:
        set_verwendung(
            zitat=zitat,
            verwendung=Verwendung(eintrag["verwendung"]),
            begruendung=eintrag["begruendung"],
            user=personen.redaktion,
        )
    record_handbefund(
        zitat=zitat,
        status=Zitatstatus(eintrag["status"]),
        begruendung=eintrag["begruendung"],
        beleg=Handbeleg(quelle="Redaktion (Beispiel)", auszug=eintrag["beleg"]),
        user=personen.redaktion,
    )
    return 1
