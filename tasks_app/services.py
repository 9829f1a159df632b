"""Import, freeze, pilot, release, copy: every change of a Testfall is one of these verbs."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from lexassay.protokoll.kanon import canonical_hash
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import (
    NichtErlaubt,
    log_ereignis,
    require_role,
    require_second_person,
)
from tasks_app.begriffe import Sichtbarkeit, TestfallStatus
from tasks_app.definition import checkliste, open_findings
from tasks_app.fingerprint import (
    commitment,
    content_hash,
    normal_fingerprint,
    prompt_fingerprint,
)
from tasks_app.holdout import give_canary, open_commitment
from tasks_app.inhalt import content
from tasks_app.models import (
    Aufgabensatz,
    Definitionsentscheidung,
    Katalogversion,
    Kategorie,
    Testfall,
)
from tasks_app.transfer.daten import Mangel
from tasks_app.transfer.ordner import read_folder

EINZELFELDER = (
    "titel",
    "faehigkeit",
    "hypothese",
    "rechtsordnung",
    "aufgabentyp",
    "prompt",
    "eingabedaten",
    "goldloesung",
    "sollwert",
    "rechtsstand",
    "bewertungsmodus",
    "sichtbarkeit",
    "namensnennung",
    "jurist_name",
    "jurist_am",
    "canary",
)


class ImportAbgelehnt(Exception):
    """Nothing was imported; every reason is named."""

    def __init__(self, maengel: Iterable[Mangel]) -> None:
        self.maengel = list(maengel)
        super().__init__("\n".join(str(mangel) for mangel in self.maengel))


class FreigabeAbgelehnt(Exception):
    """The Definitions-Tor is closed; the message says what is open."""


class Eingefroren(Exception):
    """A frozen Testfall does not change; a change makes a new version."""

    def __init__(self, fall: Testfall) -> None:
        super().__init__(
            f"{fall} ist eingefroren. Eine Änderung wird als neue Fassung angelegt (Fassung"
            f" {fall.version + 1})."
        )


# Import -------------------------------------------------------------------------------------------


@transaction.atomic
def import_folder(*, ordner: Path, user: Any) -> tuple[Aufgabensatz, int, int]:
    """Import a folder, all or nothing; return the Aufgabensatz, new and unchanged Testfälle.

    Importing the same folder again changes nothing. A frozen Testfall with other content is
    refused: its change needs a new version.
    """
    require_role(user=user, rolle=Rolle.REDAKTION)
    inhalt = read_folder(ordner)
    if inhalt.maengel:
        raise ImportAbgelehnt(inhalt.maengel)
    satz = _save_set(inhalt.kopf)
    neu = gleich = 0
    maengel: list[Mangel] = []
    for daten in inhalt.faelle:
        try:
            geaendert = import_testfall(satz=satz, daten=daten, user=user)
        except Eingefroren as fehler:
            maengel.append(Mangel(f"{daten['kennung']}.yaml", 0, "version", str(fehler)))
            continue
        neu, gleich = neu + geaendert, gleich + (not geaendert)
    if maengel:
        raise ImportAbgelehnt(maengel)
    log_ereignis(
        aktion="aufgabensatz_importiert",
        objekt=satz,
        user=user,
        nach={"neu": neu, "unveraendert": gleich},
    )
    return satz, neu, gleich


def _save_set(kopf: dict[str, Any]) -> Aufgabensatz:
    werte = {name: wert for name, wert in kopf.items() if name != "kennung"}
    satz, _ = Aufgabensatz.objects.update_or_create(kennung=kopf["kennung"], defaults=werte)
    return satz


@transaction.atomic
def import_testfall(*, satz: Aufgabensatz, daten: dict[str, Any], user: Any) -> bool:
    """Create or replace a draft from values; return whether anything changed."""
    fall = Testfall.objects.filter(kennung=daten["kennung"], version=daten["version"]).first()
    vorher = content_hash(content(fall)) if fall else ""
    punkt = transaction.savepoint()
    if fall is None:
        fall = Testfall(kennung=daten["kennung"], version=daten["version"], angelegt_von=user)
    _write(fall, satz, daten)
    nachher = content_hash(content(fall))
    if nachher == vorher:
        transaction.savepoint_rollback(punkt)
        return False
    if vorher and fall.eingefroren:
        transaction.savepoint_rollback(punkt)
        raise Eingefroren(fall)
    transaction.savepoint_commit(punkt)
    log_ereignis(
        aktion="testfall_importiert",
        objekt=fall,
        user=user,
        von={"inhalts_hash": vorher},
        nach={"inhalts_hash": nachher},
    )
    return True


def _write(fall: Testfall, satz: Aufgabensatz, daten: dict[str, Any]) -> None:
    fall.aufgabensatz = satz
    bisher = fall.canary
    for name in EINZELFELDER:
        setattr(fall, name, daten[name])
    fall.sichtbarkeit = daten["sichtbarkeit"] or Sichtbarkeit.OEFFENTLICH
    fall.regel_kennung = daten["regel"]
    erfunden = daten["erfundene_entscheidung"] or {}
    fall.erfundene_entscheidung = erfunden.get("zitat", "")
    fall.registerpruefung = erfunden.get("register", "")
    fall.registerpruefung_am = erfunden.get("geprueft_am")
    give_canary(fall, bisher=bisher)
    fall.suchtext = search_text(fall)
    fall.save()
    fall.kategorien.set(
        Kategorie.objects.get_or_create(art=k["art"], name=k["name"])[0]
        for k in daten["kategorien"]
    )
    for related in (fall.kriterien, fall.quellen, fall.beispielantworten):
        related.all().delete()
    for position, werte in enumerate(daten["kriterien"], start=1):
        fall.kriterien.create(position=position, **werte)
    for position, werte in enumerate(daten["quellen"], start=1):
        fall.quellen.create(position=position, **werte)
    for werte in daten["beispielantworten"]:
        fall.beispielantworten.create(**werte)


def search_text(fall: Testfall) -> str:
    """Return the stored, casefolded text that the admin searches on both databases (DESIGN 8)."""
    teile = (fall.kennung, fall.titel, fall.prompt, fall.goldloesung, fall.faehigkeit)
    return "\n".join(teile).casefold()


# Life ---------------------------------------------------------------------------------------------


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


# Catalogue ----------------------------------------------------------------------------------------


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
