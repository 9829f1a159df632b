"""Change a Lauf: create, freeze and start, pause, resume, cancel, repeat, review. One verb each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from lexassay.protokoll.kanon import canonical_hash
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import log_ereignis, require_role, require_second_person
from runs_app.begriffe import Gueltigkeit, LaufStatus, RunStatus
from runs_app.models import Lauf, Modellmetadaten, Run, SystemPrompt
from runs_app.planning import (
    frozen_configuration,
    planned_testfaelle,
    rules_of,
    start_problems,
)
from runs_app.run_plan import insert_runs
from runs_app.wecken import wake_workers
from tasks_app.fingerprint import prompt_fingerprint
from tasks_app.models import Katalogversion, Testfall
from tasks_app.services import freeze_testfall

OFFENE_STATUS = (RunStatus.GEPLANT, RunStatus.LAEUFT, RunStatus.WARTET)


class LaufFehler(Exception):
    """The step is not possible now; the message is German and shown as it is."""


class StartVerweigert(LaufFehler):
    """The Lauf may not start; `gruende` are German sentences."""

    def __init__(self, gruende: Sequence[str]) -> None:
        super().__init__("Der Lauf kann nicht starten: " + " ".join(gruende))
        self.gruende = tuple(gruende)


@transaction.atomic
def create_lauf(
    *,
    user: Any,
    kennung: str,
    titel: str,
    katalogversion: Katalogversion,
    system_prompt: SystemPrompt,
    teilnahmen: Sequence[tuple[Modellmetadaten, str]],
    wiederholungen: int = 1,
    budget: int = 64_000,
    zeitlimit_s: int = 1_800,
    kostendeckel_mikro: int | None = None,
    testfaelle: Sequence[Testfall] | None = None,
    regeln: Mapping[str, Any] | None = None,
) -> Lauf:
    """Create a Lauf in draft with its Teilnahmen (model, effort); nothing runs yet.

    `testfaelle` limits it to a part of the catalogue (a Teil-Lauf has no Score). `regeln` are
    fields of `runs_app.folge.Regeln`; `spaetere_wiederholung_s` is the next day unless given.
    """
    require_role(user=user, rolle=Rolle.TECHNIK)
    konfiguration = {"regeln": dict(regeln or {})}
    rules_of(konfiguration)
    lauf = Lauf.objects.create(
        kennung=kennung,
        titel=titel,
        katalogversion=katalogversion,
        teilweise=testfaelle is not None,
        system_prompt=system_prompt,
        wiederholungen=wiederholungen,
        budget=budget,
        zeitlimit_s=zeitlimit_s,
        kostendeckel_mikro=kostendeckel_mikro,
        konfiguration=konfiguration,
        angelegt_von=user,
        angelegt_am=timezone.now(),
    )
    if testfaelle is not None:
        lauf.testfaelle.set(testfaelle)
    for modell, effort in teilnahmen:
        kontext = modell.geladener_kontext if modell.lokal else None
        lauf.teilnahmen.create(modell=modell, effort=effort, geladener_kontext=kontext)
    log_ereignis(aktion="lauf_angelegt", objekt=lauf, user=user)
    return lauf


@transaction.atomic
def freeze_and_start(*, lauf: Lauf, user: Any) -> int:
    """Freeze the configuration, write all planned Runs, set the Lauf going; return their number.

    A second start is refused: the row is locked, and its status decides.
    """
    require_role(user=user, rolle=Rolle.TECHNIK)
    locked = _lock(lauf, LaufStatus.ENTWURF, LaufStatus.BEREIT)
    if problems := start_problems(locked):
        raise StartVerweigert(problems)
    locked.konfiguration = frozen_configuration(locked)
    locked.konfiguration_hash = canonical_hash(locked.konfiguration)
    now = timezone.now()
    testfaelle = list(planned_testfaelle(locked))
    freeze_testfaelle(testfaelle, user)
    number = insert_runs(
        lauf_id=locked.pk,
        fingerprints={t.pk: prompt_fingerprint(t.gesendeter_text) for t in testfaelle},
        wiederholungen=locked.wiederholungen,
        now=now,
    )
    locked.gestartet_am = now
    _move(locked, LaufStatus.LAEUFT, user, aktion="lauf_gestartet", nach={"runs": number})
    _refresh(lauf, locked)
    return number


@transaction.atomic
def pause_lauf(*, lauf: Lauf, user: Any, begruendung: str = "") -> None:
    """Start no new call; what is in flight is finished and saved."""
    require_role(user=user, rolle=Rolle.TECHNIK)
    locked = _lock(lauf, LaufStatus.LAEUFT)
    _move(locked, LaufStatus.PAUSIERT, user, aktion="lauf_pausiert", begruendung=begruendung)
    _refresh(lauf, locked)


@transaction.atomic
def resume_lauf(*, lauf: Lauf, user: Any, begruendung: str = "") -> None:
    """Go on with what is missing; refused while the cost ceiling is reached."""
    require_role(user=user, rolle=Rolle.TECHNIK)
    locked = _lock(lauf, LaufStatus.PAUSIERT)
    deckel = locked.kostendeckel_mikro
    if deckel is not None and locked.verbraucht_mikro >= deckel:
        raise LaufFehler("Der Kostendeckel ist erreicht. Bitte zuerst erhöhen.")
    _move(locked, LaufStatus.LAEUFT, user, aktion="lauf_fortgesetzt", begruendung=begruendung)
    _refresh(lauf, locked)


@transaction.atomic
def raise_ceiling(*, lauf: Lauf, user: Any, kostendeckel_mikro: int | None) -> None:
    """Change the cost ceiling of a Lauf at any time before it has ended."""
    require_role(user=user, rolle=Rolle.TECHNIK)
    locked = _lock(lauf, LaufStatus.ENTWURF, LaufStatus.BEREIT, *RUNNING)
    before = locked.kostendeckel_mikro
    locked.kostendeckel_mikro = kostendeckel_mikro
    locked.save(update_fields=["kostendeckel_mikro"])
    log_ereignis(
        aktion="kostendeckel_geaendert",
        objekt=locked,
        user=user,
        von={"kostendeckel_mikro": before},
        nach={"kostendeckel_mikro": kostendeckel_mikro},
    )
    _refresh(lauf, locked)


@transaction.atomic
def cancel_lauf(*, lauf: Lauf, user: Any, begruendung: str) -> None:
    """End a Lauf for good; finished answers stay, calls in flight are still saved."""
    require_role(user=user, rolle=Rolle.TECHNIK)
    if not begruendung.strip():
        raise LaufFehler("Ein Abbruch braucht eine Begründung.")
    locked = _lock(lauf, LaufStatus.ENTWURF, LaufStatus.BEREIT, *RUNNING)
    locked.beendet_am = timezone.now()
    _move(locked, LaufStatus.ABGEBROCHEN, user, aktion="lauf_abgebrochen", begruendung=begruendung)
    _refresh(lauf, locked)


@transaction.atomic
def repeat_invalid(*, lauf: Lauf, user: Any, begruendung: str) -> int:
    """Run again every Run that stayed ungültig (R-7.5); return how many."""
    require_role(user=user, rolle=Rolle.TECHNIK)
    rows = Run.objects.filter(status=RunStatus.BEENDET, gueltigkeit=Gueltigkeit.UNGUELTIG)
    return _reopen(lauf, user, rows, aktion="ungueltige_wiederholt", begruendung=begruendung)


@transaction.atomic
def unpark_runs(*, lauf: Lauf, user: Any, begruendung: str = "") -> int:
    """Plan parked Runs again, after a person has removed the cause; return how many."""
    require_role(user=user, rolle=Rolle.TECHNIK)
    rows = Run.objects.filter(status=RunStatus.GEPARKT)
    return _reopen(lauf, user, rows, aktion="geparkte_eingeplant", begruendung=begruendung)


@transaction.atomic
def review_lauf(*, lauf: Lauf, user: Any) -> None:
    """Record that the editors reviewed a finished Lauf (R-11.3); not by its creator."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    require_second_person(user=user, first=lauf.angelegt_von, what="den Lauf")
    locked = _lock(lauf, LaufStatus.ABGESCHLOSSEN)
    if parked := Run.objects.filter(teilnahme__lauf=locked, status=RunStatus.GEPARKT).count():
        raise LaufFehler(f"{parked} Runs sind geparkt. Bitte zuerst klären.")
    locked.geprueft_von, locked.geprueft_am = user, timezone.now()
    locked.save(update_fields=["geprueft_von", "geprueft_am"])
    log_ereignis(aktion="lauf_geprueft", objekt=locked, user=user)
    _refresh(lauf, locked)


RUNNING = (LaufStatus.LAEUFT, LaufStatus.PAUSIERT)


def _lock(lauf: Lauf, *allowed: LaufStatus) -> Lauf:
    """Lock the row, then look: two editors who click at once act one after the other."""
    locked = Lauf.objects.select_for_update().get(pk=lauf.pk)
    if locked.status not in allowed:
        raise LaufFehler(
            f"Der Lauf „{locked.kennung}“ steht auf „{locked.get_status_display()}“;"
            " dieser Schritt ist jetzt nicht möglich."
        )
    return locked


def _move(
    lauf: Lauf,
    status: LaufStatus,
    user: Any,
    *,
    aktion: str,
    begruendung: str = "",
    nach: Mapping[str, Any] | None = None,
) -> None:
    before = lauf.status
    lauf.status = status
    lauf.save()
    log_ereignis(
        aktion=aktion,
        objekt=lauf,
        user=user,
        von={"status": before},
        nach={"status": status.value, "hash": lauf.konfiguration_hash, **(nach or {})},
        begruendung=begruendung,
    )
    if status is LaufStatus.LAEUFT:
        transaction.on_commit(wake_workers)


def _reopen(lauf: Lauf, user: Any, rows: Any, *, aktion: str, begruendung: str) -> int:
    """Make Runs due again; a finished Lauf runs again and loses its review."""
    locked = _lock(lauf, LaufStatus.ABGESCHLOSSEN, *RUNNING)
    number = rows.filter(teilnahme__lauf=locked).update(
        status=RunStatus.GEPLANT,
        faellig_ab=timezone.now(),
        wiederholt_ungueltig=0,
        verlorene_leases=0,
        park_grund="",
        gueltigkeit="",
        ungueltig_grund="",
        technischer_status="",
        zaehlender_versuch=None,
    )
    if not number:
        return 0
    paused = locked.status == LaufStatus.PAUSIERT
    if locked.status == LaufStatus.ABGESCHLOSSEN:
        locked.beendet_am = locked.geprueft_von = locked.geprueft_am = None
    status = LaufStatus.PAUSIERT if paused else LaufStatus.LAEUFT
    _move(locked, status, user, aktion=aktion, begruendung=begruendung, nach={"runs": number})
    _refresh(lauf, locked)
    return number


def freeze_testfaelle(testfaelle: Sequence[Testfall], user: Any) -> None:
    """A Testfall used by a Run is frozen (R-1.2)."""
    for testfall in testfaelle:
        if not testfall.eingefroren:
            freeze_testfall(testfall=testfall, user=user)


def _refresh(lauf: Lauf, locked: Lauf) -> None:
    """Give the caller's object the new state."""
    for field in ("status", "konfiguration", "konfiguration_hash", "gestartet_am", "beendet_am"):
        setattr(lauf, field, getattr(locked, field))
    lauf.geprueft_von, lauf.geprueft_am = locked.geprueft_von, locked.geprueft_am
    lauf.kostendeckel_mikro = locked.kostendeckel_mikro
