"""Import recorded raw runs as a Lauf of their own: all or nothing, never ranked (R-3.1).

Nobody audited these calls. Their Versuche say so ("Aufrufe nicht geprüft"), and their
Ausführungsweg keeps them out of every Rangliste.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from lexassay.protokoll.kanon import canonical_hash
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import log_ereignis, require_role
from runs_app.begriffe import Ausfuehrungsweg, LaufStatus, RunStatus
from runs_app.budget import Anforderung, Budgetplan, Versuchsausgang, counting_attempt
from runs_app.folge import Regeln
from runs_app.models import Lauf, Modellmetadaten, Rohdaten, Run, SystemPrompt, Teilnahme, Versuch
from runs_app.normalise import Normalisat, normalise
from runs_app.planning import frozen_configuration, knows_effort
from runs_app.providers.dialekte import request_texts
from runs_app.providers.recorded import Aufzeichnung, Importfehler, read_records
from runs_app.run_work.rows import attempt_row
from runs_app.run_work.values import Kopf
from runs_app.services import freeze_testfaelle
from tasks_app.models import Katalogversion, Testfall

RunKey = tuple[str, int, str, str, int]


class ImportAbgelehnt(Exception):
    """Nothing was imported; `fehler` name line, field and reason in German."""

    def __init__(self, fehler: Sequence[Importfehler]) -> None:
        self.fehler = tuple(fehler)
        lines = [f"Zeile {f.zeile}{f' ({f.feld})' if f.feld else ''}: {f.grund}" for f in fehler]
        super().__init__("\n".join(lines))


@transaction.atomic
def import_recorded(
    *,
    user: Any,
    kennung: str,
    titel: str,
    katalogversion: Katalogversion,
    system_prompt: SystemPrompt,
    raw: bytes,
    budget: int = 64_000,
) -> Lauf:
    """Create a finished Lauf from JSON Lines; raises ImportAbgelehnt with every fault."""
    require_role(user=user, rolle=Rolle.TECHNIK)
    records, faults = read_records(raw)
    testfaelle = {(t.kennung, t.version): t for t in katalogversion.testfaelle.all()}
    modelle = {m.kennung: m for m in Modellmetadaten.objects.select_related("anbieter")}
    found = [*faults, *_faults(records, testfaelle, modelle, system_prompt.text)]
    if found or not records:
        raise ImportAbgelehnt(
            found or [Importfehler(zeile=1, feld="", grund="Die Datei ist leer.")]
        )
    used = {(r.testfall, r.testfall_version) for r in records}
    lauf = _lauf(user, kennung, titel, katalogversion, system_prompt, budget, records)
    lauf.teilweise = used != set(testfaelle)
    if lauf.teilweise:
        lauf.testfaelle.set(testfaelle[key] for key in used)
    teilnahmen = {
        pair: lauf.teilnahmen.create(modell=modelle[pair[0]], effort=pair[1])
        for pair in sorted({(r.modell, r.effort) for r in records})
    }
    freeze_testfaelle([testfaelle[key] for key in sorted(used)], user)
    for key, attempts in _by_run(records).items():
        _store(teilnahmen[key[2], key[3]], testfaelle[key[0], key[1]], key[4], attempts, budget)
    lauf.konfiguration = frozen_configuration(lauf)
    lauf.konfiguration_hash = canonical_hash(lauf.konfiguration)
    lauf.status = LaufStatus.ABGESCHLOSSEN
    lauf.save()
    log_ereignis(aktion="lauf_importiert", objekt=lauf, user=user, nach={"versuche": len(records)})
    return lauf


def _faults(
    records: Sequence[Aufzeichnung],
    testfaelle: Mapping[tuple[str, int], Testfall],
    modelle: Mapping[str, Modellmetadaten],
    system: str,
) -> Iterator[Importfehler]:
    for record in records:
        for feld, grund in _faults_of(record, testfaelle, modelle, system):
            yield Importfehler(zeile=record.zeile, feld=feld, grund=grund)


def _faults_of(
    record: Aufzeichnung,
    testfaelle: Mapping[tuple[str, int], Testfall],
    modelle: Mapping[str, Modellmetadaten],
    system: str,
) -> Iterator[tuple[str, str]]:
    testfall = testfaelle.get((record.testfall, record.testfall_version))
    if testfall is None:
        yield "testfall", "Der Testfall steht nicht in dieser Fassung in der Katalogversion."
    elif record.prompt != testfall.gesendeter_text:
        yield "anfrage", "Der Prompt ist nicht Byte für Byte der des Testfalls."
    sent, _ = request_texts(record.roh.dialekt, json.loads(record.roh.anfrage))
    if sent != system:
        yield "anfrage", "Der System-Prompt ist nicht der des Laufs."
    modell = modelle.get(record.modell)
    if modell is None:
        yield "modell", f"Das Modell „{record.modell}“ gibt es nicht."
    elif modell.ausfuehrungsweg != Ausfuehrungsweg.IMPORT:
        yield "modell", "Das Modell ist nicht für den Import aufgezeichneter Läufe angelegt."
    elif not knows_effort(modell, record.effort):
        yield "effort", f"Das Modell kennt den Effort „{record.effort}“ nicht."


def _lauf(
    user: Any,
    kennung: str,
    titel: str,
    katalogversion: Katalogversion,
    system_prompt: SystemPrompt,
    budget: int,
    records: Sequence[Aufzeichnung],
) -> Lauf:
    return Lauf.objects.create(
        kennung=kennung,
        titel=titel,
        katalogversion=katalogversion,
        system_prompt=system_prompt,
        wiederholungen=max(r.run_index for r in records),
        budget=budget,
        konfiguration={"regeln": {"spaetere_wiederholung_s": None}},
        angelegt_von=user,
        angelegt_am=timezone.now(),
        gestartet_am=min(r.roh.started_at for r in records),
        beendet_am=max(r.roh.ended_at for r in records),
    )


def _by_run(records: Sequence[Aufzeichnung]) -> dict[RunKey, list[Aufzeichnung]]:
    """Group by Run, the attempts of each in the order of their beginning."""
    runs: dict[RunKey, list[Aufzeichnung]] = defaultdict(list)
    for r in sorted(records, key=lambda r: (r.roh.started_at, r.zeile)):
        runs[r.testfall, r.testfall_version, r.modell, r.effort, r.run_index].append(r)
    return runs


def _store(
    teilnahme: Teilnahme,
    testfall: Testfall,
    run_index: int,
    attempts: Sequence[Aufzeichnung],
    budget: int,
) -> None:
    """Store one final Run with its attempts; the budget rule picks the one that counts."""
    run = Run.objects.create(
        teilnahme=teilnahme,
        testfall=testfall,
        run_index=run_index,
        faellig_ab=attempts[-1].roh.ended_at,
        versuche_zahl=len(attempts),
        prompt_fingerabdruck=testfall.prompt_fingerabdruck,
    )
    normals = [normalise(attempt.roh) for attempt in attempts]
    plan = _plan(normals, budget)
    rows = []
    for nummer, (attempt, normal) in enumerate(zip(attempts, normals, strict=True), start=1):
        kopf = _head(run, attempt, normal, plan)
        row = attempt_row(run, nummer, kopf, normal, 0)
        row.save()
        Rohdaten.of(versuch=row, raw=attempt.roh.to_bytes()).save()
        rows.append(row)
    counting = _counting(rows, normals, plan)
    run.status = RunStatus.BEENDET
    run.zaehlender_versuch = counting
    run.gueltigkeit, run.technischer_status = counting.gueltigkeit, counting.technischer_status
    run.save()


def _plan(normals: Sequence[Normalisat], budget: int) -> Budgetplan:
    """Take what the records asked for as the first limit, and the largest of all as granted."""
    limits = [normal.limit or budget for normal in normals]
    granted = min(budget, max(limits))
    return Budgetplan(gewaehrt=granted, erstlimit=min(granted, limits[0]))


def _head(run: Run, attempt: Aufzeichnung, normal: Normalisat, plan: Budgetplan) -> Kopf:
    limit = normal.limit or plan.gewaehrt
    return Kopf(
        run_id=run.pk,
        lauf_id=run.teilnahme.lauf_id,
        anbieter_id=run.teilnahme.modell.anbieter_id,
        lokal=False,
        anforderung=Anforderung(art=attempt.art, limit=limit),
        plan=plan,
        regeln=Regeln(),
    )


def _counting(rows: Sequence[Versuch], normals: Sequence[Normalisat], plan: Budgetplan) -> Versuch:
    """Return the counting attempt; where one was due that nobody made, the last that was made."""
    history = [
        Versuchsausgang(
            art=row.art,  # type: ignore[arg-type]
            limit=row.limit,
            abgeschnitten=normal.abgeschnitten,
            ausgabe_token=normal.token_ausgabe,
        )
        for row, normal in zip(rows, normals, strict=True)
    ]
    index = counting_attempt(history, plan)
    return rows[-1 if index is None else index]
