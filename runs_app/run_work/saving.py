"""Store what calls brought, and move their Runs on: everything of a batch in one transaction.

Saving the same outcome twice stores it once. An answer whose lease was lost is stored all the same;
it moves its Run on only where nobody else holds it and the attempt is still the one due.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from runs_app.begriffe import RunStatus
from runs_app.budget import Anforderung, Budgetplan
from runs_app.ceiling import add_costs
from runs_app.engine.backoff import backoff_ms, retry_after_ms
from runs_app.engine.leases import database_now
from runs_app.engine.protocol import Outcome
from runs_app.folge import ZURUECKHALTUNG_HTTP, Ausgang, Folge, Schritt, due_attempt, follow
from runs_app.laufende import finish_laeufe
from runs_app.models import Run, Versuch
from runs_app.normalise import Normalisat
from runs_app.run_work.batch import Batch, Move, promote
from runs_app.run_work.reading import GELESEN, History, read_histories, stand_of
from runs_app.run_work.rows import attempt_row, call_cost, try_row
from runs_app.run_work.values import Ergebnis, Kopf


def save_outcomes(outcomes: Sequence[Outcome]) -> None:
    """Store a batch; raises what the database raises, and then nothing was stored."""
    with transaction.atomic():
        batch = _open(outcomes)
        for outcome in outcomes:
            _add(batch, outcome)
        batch.write()
        promote([o.promoted for o in outcomes if o.promoted is not None])
        add_costs(batch.costs)
        final = (Schritt.FERTIG, Schritt.PARKEN)
        finish_laeufe({m.kopf.lauf_id for m in batch.moves if m.folge.schritt in final})


def _open(outcomes: Sequence[Outcome]) -> Batch:
    """Lock the Runs, in the order of their keys, and read what is stored of them."""
    keys = sorted({outcome.claim.key for outcome in outcomes})
    rows = Run.objects.select_for_update().filter(pk__in=keys).only(*GELESEN).order_by("pk")
    runs = {run.pk: run for run in rows}
    begun = {key for key in keys if key in runs and runs[key].versuche_zahl}
    late = {o.claim.key for o in outcomes if not _holds(runs.get(o.claim.key), o)}
    return Batch(now=database_now(), runs=runs, histories=read_histories(begun | late))


def _holds(run: Run | None, outcome: Outcome) -> bool:
    return (
        run is not None
        and run.status == RunStatus.LAEUFT
        and run.lease_token == outcome.claim.token
    )


def _add(batch: Batch, outcome: Outcome) -> None:
    """Decide what follows from one outcome and note the rows."""
    run = batch.runs.get(outcome.claim.key)
    if run is None:
        return
    kopf: Kopf = outcome.claim.job.kopf
    ergebnis: Ergebnis = outcome.result
    history = batch.histories.setdefault(run.pk, History())
    if _is_stored(history, ergebnis):
        return
    moving = _holds(run, outcome) or _may_adopt(run, history, kopf)
    if ergebnis.normal is None or ergebnis.roh is None:
        if moving:
            folge = Folge(schritt=Schritt.PARKEN, grund=ergebnis.hindernis)
            batch.moves.append(Move(run=run, folge=folge, kopf=kopf, faellig_ab=batch.now))
        return
    kopf = _with_real_budget(kopf, ergebnis.normal)
    stand = replace(stand_of(run, history, kopf.plan), plan=kopf.plan)
    folge = follow(
        stand, kopf.anforderung, _ending(ergebnis.normal), kopf.regeln, ergebnis.normal.fehlertext
    )
    _note(batch, run, kopf, ergebnis, history, folge, moving=moving)


def _is_stored(history: History, ergebnis: Ergebnis) -> bool:
    """Whether this very call was saved before: one call has one beginning."""
    if ergebnis.normal is None:
        return False
    began = ergebnis.normal.started_at
    return any(v["started_at"] == began for v in history.versuche) or any(
        t["zeitpunkt"] == began for t in history.tries
    )


def _may_adopt(run: Run, history: History, kopf: Kopf) -> bool:
    """Whether a late answer takes the place of the call now due: it is not bought again."""
    if run.status not in (RunStatus.GEPLANT, RunStatus.WARTET):
        return False
    due = due_attempt(stand_of(run, history, kopf.plan))
    return due is not None and due.art is kopf.anforderung.art


def _with_real_budget(kopf: Kopf, normal: Normalisat) -> Kopf:
    """A local model grants what its context leaves beside the counted prompt (R-3.2)."""
    if not kopf.lokal or normal.limit is None or normal.limit >= kopf.anforderung.limit:
        return kopf
    limit = max(1, normal.limit)
    plan = Budgetplan(gewaehrt=limit, erstlimit=limit, denkbegrenzbar=kopf.plan.denkbegrenzbar)
    alt = kopf.anforderung
    neu = Anforderung(art=alt.art, limit=limit, denklimit=alt.denklimit)
    return replace(kopf, plan=plan, anforderung=neu)


def _ending(normal: Normalisat) -> Ausgang:
    return Ausgang(
        status=normal.status,
        gueltigkeit=normal.gueltigkeit,
        fehlerart=normal.fehlerart,
        http_status=normal.http_status,
        abgeschnitten=normal.abgeschnitten,
        ausgabe_token=normal.token_ausgabe,
    )


def _note(
    batch: Batch,
    run: Run,
    kopf: Kopf,
    ergebnis: Ergebnis,
    history: History,
    folge: Folge,
    *,
    moving: bool,
) -> None:
    normal, roh = ergebnis.normal, ergebnis.roh
    assert normal is not None  # _add has looked
    assert roh is not None
    tries = history.open_tries()
    attempt, faellig = None, batch.now
    if folge.schritt in (Schritt.TRANSPORT, Schritt.PARKEN):
        wait = _wait_ms(run, kopf, ergebnis, len(tries) + 1, batch.now)
        if folge.schritt is Schritt.TRANSPORT:
            faellig = batch.now + dt.timedelta(milliseconds=wait)
            _note_pause(batch, kopf, normal, faellig)
        batch.tries.append(try_row(run, history.next_number, normal, wait))
    else:
        if folge.schritt is Schritt.SPAETER:
            faellig = batch.now + dt.timedelta(seconds=kopf.regeln.spaetere_wiederholung_s or 0)
        waited = sum(t["warten_ms"] for t in tries)
        attempt = attempt_row(run, history.next_number, kopf, normal, waited)
        batch.attempts.append(attempt)
        batch.raws.append(roh.to_bytes())
    cost = call_cost(kopf.preis, normal)
    batch.costs[kopf.lauf_id] = batch.costs.get(kopf.lauf_id, 0) + cost
    _remember(history, run, normal, attempt)
    if not moving:
        batch.late.append(run.pk)
        return
    batch.moves.append(Move(run=run, folge=folge, kopf=kopf, normal=normal, faellig_ab=faellig))


def _wait_ms(run: Run, kopf: Kopf, ergebnis: Ergebnis, tries: int, now: dt.datetime) -> int:
    """Honour Retry-After up to the cap, else wait exponentially with jitter."""
    regeln = kopf.regeln
    demanded = None
    if ergebnis.roh is not None:
        demanded = retry_after_ms(
            ergebnis.roh.retry_after(), now=now, cap_ms=regeln.wartezeit_max_ms
        )
    own = backoff_ms(
        seed=str(run.pk),
        tries=tries,
        base_ms=regeln.wartezeit_basis_ms,
        cap_ms=regeln.wartezeit_max_ms,
    )
    return max(own, demanded or 0) if demanded is not None else own


def _note_pause(batch: Batch, kopf: Kopf, normal: Normalisat, until: dt.datetime) -> None:
    """A provider that asks for restraint gets it from all workers."""
    if normal.http_status in ZURUECKHALTUNG_HTTP:
        known = batch.pauses.get(kopf.anbieter_id)
        batch.pauses[kopf.anbieter_id] = max(until, known) if known else until


def _remember(history: History, run: Run, normal: Normalisat, attempt: Versuch | None) -> None:
    """Keep a batch consistent in itself: two outcomes of one Run may come together."""
    if attempt is None:
        history.tries.append(
            {
                "run_id": run.pk,
                "versuch_nummer": history.next_number,
                "fehlerart": normal.fehlerart,
                "warten_ms": 0,
                "zeitpunkt": normal.started_at,
            }
        )
        return
    history.versuche.append(
        {
            "run_id": run.pk,
            "nummer": attempt.nummer,
            "art": attempt.art,
            "limit": attempt.limit,
            "gewaehrt": attempt.gewaehrt,
            "abschlussgrund": attempt.abschlussgrund,
            "technischer_status": attempt.technischer_status,
            "token_ausgabe": attempt.token_ausgabe,
            "gueltigkeit": attempt.gueltigkeit,
            "started_at": attempt.started_at,
        }
    )
