"""Freeze, pilot, release, archive, copy: every change of a Testfall is one of these verbs."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone

from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import (
    NichtErlaubt,
    log_ereignis,
    require_role,
    require_second_person,
)
from tasks_app.begriffe import TestfallStatus
from tasks_app.definition import checkliste
from tasks_app.fingerprint import (
    commitment,
    content_hash,
    normal_fingerprint,
    prompt_fingerprint,
)
from tasks_app.holdout import give_canary, open_commitment
from tasks_app.inhalt import EINZELFELDER, content
from tasks_app.models import Testfall
from tasks_app.services.fehler import FreigabeAbgelehnt


@transaction.atomic
def freeze_testfall(*, testfall: Testfall, user: Any) -> Testfall:
    """Fix content and fingerprints of this version for ever; doing it twice is harmless."""
    if testfall.eingefroren:
        return testfall
    give_canary(testfall)
    testfall.prompt_fingerabdruck = prompt_fingerprint(testfall.gesendeter_text)
    testfall.prompt_fingerabdruck_normal = normal_fingerprint(testfall.gesendeter_text)
    testfall.inhalts_hash = content_hash(content(testfall))
    testfall.eingefroren_am = timezone.now()
    if testfall.geheim:
        testfall.zusage_salz = secrets.token_hex(32)
        testfall.zugesagt_hash = commitment(testfall.zusage_salz, testfall.inhalts_hash)
    testfall.save()
    log_ereignis(
        aktion="testfall_eingefroren",
        objekt=testfall,
        user=user,
        nach={"inhalts_hash": testfall.inhalts_hash},
    )
    return testfall


@transaction.atomic
def start_pilot(*, testfall: Testfall, user: Any) -> Testfall:
    """Move a draft to Pilot: it is frozen and may be run by a pilot Lauf."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    if testfall.status != TestfallStatus.ENTWURF:
        raise FreigabeAbgelehnt(f"{testfall} ist kein Entwurf.")
    freeze_testfall(testfall=testfall, user=user)
    testfall.status = TestfallStatus.PILOT
    testfall.save(update_fields=["status"])
    log_ereignis(
        aktion="testfall_pilot",
        objekt=testfall,
        user=user,
        von={"status": "entwurf"},
        nach={"status": "pilot"},
    )
    return testfall


def open_steps(testfall: Testfall) -> list[str]:
    """Return in German what still blocks a release of the Testfall (R-1.3)."""
    return [
        f"Schritt {eintrag.nummer}, {eintrag.titel}: {stand.text}"
        for eintrag, stand in checkliste(testfall)
        if eintrag.vor_freigabe and not stand.erfuellt
    ]


@transaction.atomic
def release_testfall(*, testfall: Testfall, user: Any) -> Testfall:
    """Release a pilot by a second person, through the whole Definitions-Tor (R-1.3)."""
    require_role(user=user, rolle=Rolle.FREIGABE)
    require_second_person(
        user=user, first=testfall.angelegt_von, what=f"den Testfall {testfall.kennung}"
    )
    if testfall.status != TestfallStatus.PILOT:
        raise FreigabeAbgelehnt(f"{testfall} ist nicht im Pilot.")
    offen = open_steps(testfall)
    if offen:
        raise FreigabeAbgelehnt(f"{testfall}: " + " · ".join(offen))
    testfall.status = TestfallStatus.FREIGEGEBEN
    testfall.freigegeben_von = user
    testfall.freigegeben_am = timezone.now()
    testfall.save(update_fields=["status", "freigegeben_von", "freigegeben_am"])
    log_ereignis(
        aktion="testfall_freigegeben",
        objekt=testfall,
        user=user,
        von={"status": "pilot"},
        nach={"status": "freigegeben", "inhalts_hash": testfall.inhalts_hash},
    )
    return testfall


@transaction.atomic
def archive_testfall(*, testfall: Testfall, user: Any, begruendung: str) -> Testfall:
    """Archive a Testfall; one of an archived set needs no pilot (R-1.3: archived v1 is exempt).

    A secret one is opened: the salt of its commitment is published (R-15.6).
    """
    require_role(user=user, rolle=Rolle.FREIGABE)
    vorher = testfall.status
    if vorher != TestfallStatus.FREIGEGEBEN and not testfall.aufgabensatz.archiviert:
        raise FreigabeAbgelehnt("Archiviert werden nur freigegebene Testfälle.")
    freeze_testfall(testfall=testfall, user=user)
    testfall.status = TestfallStatus.ARCHIVIERT
    testfall.save(update_fields=["status"])
    log_ereignis(
        aktion="testfall_archiviert",
        objekt=testfall,
        user=user,
        von={"status": vorher},
        nach={"status": "archiviert"},
        begruendung=begruendung,
    )
    open_commitment(testfall=testfall, user=user)
    return testfall


@transaction.atomic
def new_version(*, testfall: Testfall, user: Any) -> Testfall:
    """Copy a Testfall with all that belongs to it into the next version, as a draft."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    letzte = Testfall.objects.filter(kennung=testfall.kennung).order_by("-version").first()
    if letzte is not None and not letzte.eingefroren:
        raise NichtErlaubt(f"{letzte} ist noch ein Entwurf; bitte diesen weiterbearbeiten.")
    kopie = Testfall(
        aufgabensatz=testfall.aufgabensatz,
        kennung=testfall.kennung,
        version=(letzte or testfall).version + 1,
        regel_kennung=testfall.regel_kennung,
        erfundene_entscheidung=testfall.erfundene_entscheidung,
        registerpruefung=testfall.registerpruefung,
        registerpruefung_am=testfall.registerpruefung_am,
        suchtext=testfall.suchtext,
        angelegt_von=user,
        **{name: getattr(testfall, name) for name in EINZELFELDER},
    )
    kopie.save()
    kopie.kategorien.set(testfall.kategorien.all())
    for related in ("kriterien", "quellen", "beispielantworten"):
        for zeile in getattr(testfall, related).all():
            zeile.pk, zeile.testfall, zeile._state.adding = None, kopie, True
            zeile.save()
    log_ereignis(
        aktion="testfall_neue_fassung",
        objekt=kopie,
        user=user,
        von={"fassung": testfall.version},
        nach={"fassung": kopie.version},
    )
    return kopie
