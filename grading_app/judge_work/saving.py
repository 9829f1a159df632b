"""Save what judges answered: the raw bytes always, a verdict only if it can be read (R-6.3)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from grading_app.begriffe import AuftragStatus
from grading_app.judge.parse import JudgeFehler, Richterspruch, parse_richterspruch
from grading_app.judge.prompt import Bewertungsvorlage, lies_nutzlast
from grading_app.judge_work.values import JudgeErgebnis, JudgeJob
from grading_app.models import Bewertungsauftrag, Richterantwort
from grading_app.services.stapelbau import take_from_cache
from grading_app.services.urteilen import store_spruch
from runs_app.begriffe import Fehlerart, Gueltigkeit
from runs_app.engine.leases import database_now
from runs_app.engine.protocol import Outcome
from runs_app.normalise import Normalisat, normalise
from runs_app.run_work.batch import lengthen_pause
from runs_app.status import TechnischerStatus

VERSUCHE = 4
"""Calls after which an order without a readable verdict is a Judge-Fehler."""

WARTEN_S = 10.0
WARTEN_HOECHSTENS_S = 300.0


def save_outcomes(outcomes: Sequence[Outcome]) -> None:
    """Store outcomes in one transaction; only what the lease token still covers moves on."""
    with transaction.atomic():
        for outcome in outcomes:
            _save(outcome)


def _save(outcome: Outcome) -> None:
    job: JudgeJob = outcome.claim.job
    ergebnis: JudgeErgebnis = outcome.result
    auftrag = (
        Bewertungsauftrag.objects.select_for_update(of=("self",))
        .select_related("rubrik", "bewerter")
        .get(pk=job.auftrag_id)
    )
    gehalten = auftrag.status == AuftragStatus.LAEUFT and auftrag.lease_token == outcome.claim.token
    if ergebnis.roh is None:
        if gehalten:
            _fehlschlag(auftrag, ergebnis.hindernis, endgueltig=True)
        return
    vorlage, normal = lies_nutzlast(auftrag.nutzlast), normalise(ergebnis.roh)
    spruch, grund = _lies(normal, vorlage)
    gespeichert = _store_antwort(auftrag, ergebnis, normal, lesbar=spruch is not None, grund=grund)
    if not gehalten:
        return
    if spruch is not None and (gespeichert or not take_from_cache(auftrag, vorlage)):
        store_spruch(auftrag, spruch, vorlage.antwort)
    elif spruch is None:
        _fehlschlag(auftrag, grund)
        _halte_zurueck(job.anbieter_id, normal)


def _lies(normal: Normalisat, vorlage: Bewertungsvorlage) -> tuple[Richterspruch | None, str]:
    """The verdict, or the German reason why there is none."""
    if normal.gueltigkeit is Gueltigkeit.UNGUELTIG:
        return None, "Der Judge hat ein Werkzeug benutzt oder ein fremdes Ziel angesprochen."
    if normal.status is not TechnischerStatus.ERFOLGREICH:
        einzelheit = normal.fehlertext or normal.abschlussgrund.label
        return None, f"{normal.status.label}: {einzelheit}"
    try:
        return parse_richterspruch(normal.antwort, vorlage), ""
    except JudgeFehler as exc:
        return None, str(exc)


def _store_antwort(
    auftrag: Bewertungsauftrag,
    ergebnis: JudgeErgebnis,
    normal: Normalisat,
    *,
    lesbar: bool,
    grund: str,
) -> bool:
    """Keep the raw bytes; False if a readable answer of the same key was there before."""
    assert ergebnis.roh is not None
    doppelt = (
        lesbar
        and Richterantwort.objects.filter(schluessel=auftrag.schluessel, lesbar=True).exists()
    )
    Richterantwort.objects.create(
        auftrag=auftrag,
        schluessel=auftrag.schluessel,
        lesbar=lesbar and not doppelt,
        text=normal.antwort,
        fehlertext="Zu diesem Schlüssel gab es schon ein Urteil." if doppelt else grund,
        gemeldetes_modell=normal.gemeldetes_modell[:200],
        token_eingabe=normal.token_eingabe,
        token_ausgabe=normal.token_ausgabe,
        erstellt_am=timezone.now(),
        **Richterantwort.packed(ergebnis.roh.to_bytes()),
    )
    return not doppelt


def _fehlschlag(auftrag: Bewertungsauftrag, grund: str, *, endgueltig: bool = False) -> None:
    """Retry later, or give up: a Judge-Fehler is a status, never a score."""
    vorbei = endgueltig or auftrag.versuche_zahl >= VERSUCHE
    basis = float(getattr(settings, "JUDGE_WARTEN_S", WARTEN_S))
    warten = min(WARTEN_HOECHSTENS_S, basis * 2 ** max(0, auftrag.versuche_zahl - 1))
    auftrag.status = AuftragStatus.JUDGE_FEHLER if vorbei else AuftragStatus.OFFEN
    auftrag.faellig_ab = database_now() + dt.timedelta(seconds=warten)
    auftrag.fehlertext, auftrag.lease_token, auftrag.lease_bis = grund, "", None
    auftrag.save(update_fields=["status", "faellig_ab", "fehlertext", "lease_token", "lease_bis"])


def _halte_zurueck(anbieter_id: int, normal: Normalisat) -> None:
    """A provider that asks for restraint gets it from every worker."""
    if normal.fehlerart is Fehlerart.HTTP and normal.http_status in (429, 503, 529):
        basis = float(getattr(settings, "JUDGE_WARTEN_S", WARTEN_S))
        lengthen_pause(anbieter_id, database_now() + dt.timedelta(seconds=basis))
