"""The exact list of Testfälle at a time, and rulings on what the definition checks found."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from lexassay.protokoll.kanon import canonical_hash
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import NichtErlaubt, log_ereignis, require_role
from tasks_app.begriffe import TestfallStatus
from tasks_app.definition import open_findings
from tasks_app.models import Aufgabensatz, Definitionsentscheidung, Katalogversion, Testfall
from tasks_app.services.fehler import FreigabeAbgelehnt


@transaction.atomic
def freeze_catalogue(
    *, aufgabensatz: Aufgabensatz, user: Any, anlass: str, pilot: bool = False
) -> Katalogversion:
    """Write down the exact list of Testfall versions now; the same list gives the same row.

    A normal catalogue holds the released Testfälle (of an archived set the archived ones), a pilot
    catalogue those in Pilot.
    """
    faelle = _catalogue_faelle(aufgabensatz, pilot=pilot)
    if not faelle:
        raise FreigabeAbgelehnt(f"{aufgabensatz.kennung}: Kein Testfall ist so weit.")
    digest = canonical_hash([[f.kennung, f.version, f.inhalts_hash] for f in faelle])
    letzte = aufgabensatz.katalogversionen.order_by("-nummer").first()
    gleiche = aufgabensatz.katalogversionen.filter(inhalts_hash=digest, pilot=pilot).first()
    if gleiche is not None:
        return gleiche
    katalog = Katalogversion.objects.create(
        aufgabensatz=aufgabensatz,
        nummer=letzte.nummer + 1 if letzte else 1,
        inhalts_hash=digest,
        angelegt_am=timezone.now(),
        anlass=anlass,
        pilot=pilot,
    )
    katalog.testfaelle.set(faelle)
    log_ereignis(
        aktion="katalogversion_angelegt",
        objekt=katalog,
        user=user,
        nach={"testfaelle": len(faelle), "inhalts_hash": digest},
        begruendung=anlass,
    )
    return katalog


def _catalogue_faelle(satz: Aufgabensatz, *, pilot: bool) -> list[Testfall]:
    if pilot:
        status = TestfallStatus.PILOT
    elif satz.archiviert:
        status = TestfallStatus.ARCHIVIERT
    else:
        status = TestfallStatus.FREIGEGEBEN
    neueste: dict[str, Testfall] = {}
    for fall in satz.testfaelle.filter(status=status).order_by("kennung", "version"):
        neueste[fall.kennung] = fall
    return [neueste[kennung] for kennung in sorted(neueste)]


@transaction.atomic
def rule_on_finding(
    *, aufgabensatz: Aufgabensatz, befund: str, gegenstand: str, begruendung: str, user: Any
) -> Definitionsentscheidung:
    """Close one open finding of the definition checks by a recorded ruling (R-1.5)."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    offen = {(b.id, b.gegenstand) for b in open_findings(aufgabensatz)}
    if (befund, gegenstand) not in offen:
        raise NichtErlaubt(f"Ein Befund „{befund}: {gegenstand}“ ist nicht offen.")
    if not begruendung.strip():
        raise NichtErlaubt("Die Entscheidung braucht eine Begründung.")
    entscheidung = Definitionsentscheidung.objects.create(
        aufgabensatz=aufgabensatz,
        befund=befund,
        gegenstand=gegenstand,
        begruendung=begruendung,
        entschieden_von=user,
        entschieden_am=timezone.now(),
    )
    log_ereignis(
        aktion="definitionsbefund_entschieden",
        objekt=entscheidung,
        user=user,
        nach={"befund": befund, "gegenstand": gegenstand},
        begruendung=begruendung,
    )
    return entscheidung
