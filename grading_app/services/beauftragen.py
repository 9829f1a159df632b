"""Order judgements: shares of tasks, overlap, control answers, batches and their locks (R-6.5)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from citations_app.selectors import zitatpruefung_fertig
from grading_app.begriffe import AuftragStatus, BewerterArt, Zweck
from grading_app.blind import stichprobe, verteile
from grading_app.models import Bewerter, Stapel
from grading_app.selectors import beurteilbare_runs, verteilung
from grading_app.services.fehler import NichtBewertbar
from grading_app.services.stapelbau import Stapelbau
from lexassay.protokoll.einstellungen import setting
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import log_ereignis, require_role
from runs_app.models import Lauf, Run
from tasks_app.begriffe import Sichtbarkeit

KONTROLLEN_JE_STAPEL = 6


@transaction.atomic
def request_judgement(
    *,
    lauf: Lauf,
    bewerter: Sequence[Bewerter],
    user: Any,
    ueberlappung_prozent: int = 0,
    seed: str = "",
    kontrollen: int = KONTROLLEN_JE_STAPEL,
    manipulationsprobe: bool = True,
) -> list[Stapel]:
    """Order the judgement of every Run of a Lauf that is due; return the new batches.

    Each task goes to one grader, an overlap to a second; a task keeps its grader over repeated
    calls. A Run whose citations are still being checked waits; one whose order is still about what
    would be shown now is left alone. An answer that the same grader has judged under the same key
    is taken from the cache, not asked again (R-6.6).
    """
    require_role(user=user, rolle=Rolle.REDAKTION)
    if not bewerter:
        raise NichtBewertbar("Es ist kein Bewerter gewählt.")
    Lauf.objects.select_for_update().get(pk=lauf.pk)  # two editors click at once: one batch
    runs = [run for run in beurteilbare_runs(lauf) if zitatpruefung_fertig(run)]
    _check_geheim(runs, bewerter)
    seed = seed or secrets.token_hex(16)
    plan = _plan(lauf, runs, bewerter, seed, ueberlappung_prozent)
    bau = Stapelbau(
        lauf=lauf, seed=seed, kontrollen=kontrollen, manipulationsprobe=manipulationsprobe
    )
    stapel: list[Stapel] = []
    for person in bewerter:
        for stelle, zweck in enumerate((Zweck.BEWERTUNG, Zweck.UEBERLAPPUNG)):
            meine = {t for t, wer in plan.items() if wer[stelle : stelle + 1] == (person.kennung,)}
            anteil = [run for run in runs if run.testfall.kennung in meine]
            stapel += bau.baue(person, zweck, anteil)
    for eintrag in stapel:
        log_ereignis(aktion="stapel_beauftragt", objekt=eintrag, user=user)
    return stapel


def _plan(
    lauf: Lauf,
    runs: Sequence[Run],
    bewerter: Sequence[Bewerter],
    seed: str,
    ueberlappung_prozent: int,
) -> dict[str, tuple[str, ...]]:
    aufgaben = sorted({run.testfall.kennung for run in runs})
    bisher = verteilung(lauf)
    neu = verteile(
        seed,
        [a for a in aufgaben if a not in bisher],
        [b.kennung for b in bewerter],
        ueberlappung_prozent=ueberlappung_prozent,
    )
    return {a: bisher.get(a) or neu[a] for a in aufgaben}


def _check_geheim(runs: Sequence[Run], bewerter: Sequence[Bewerter]) -> None:
    """SPEC 14: no secret task goes to a provider without a recorded no-training note."""
    if not any(run.testfall.sichtbarkeit == Sichtbarkeit.GEHEIM for run in runs):
        return
    for wer in bewerter:
        modell = wer.modell
        if modell is None or modell.lokal or modell.anbieter.kein_training_nachweis.strip():
            continue
        raise NichtBewertbar(
            f"{wer}: Der Anbieter {modell.anbieter} hat keinen Nachweis „kein Training, keine "
            "Aufbewahrung“; geheime Testfälle bekommt er nicht."
        )


@transaction.atomic
def request_sample(*, lauf: Lauf, bewerter: Bewerter, user: Any) -> Stapel | None:
    """R-6.9: a seeded share of the judged Runs, graded blind by a person; None if all is drawn."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    if bewerter.art != BewerterArt.MENSCH:
        raise NichtBewertbar("Die Stichprobe bewertet eine Person.")
    runs = {str(run.pk): run for run in beurteilbare_runs(lauf) if hat_judge_urteil(run)}
    gezogen = stichprobe(
        f"stichprobe|{lauf.kennung}",
        list(runs),
        prozent=setting("stichprobe_anteil_prozent"),
        mindestens=setting("stichprobe_mindestens"),
    )
    bau = Stapelbau(lauf=lauf, seed=secrets.token_hex(16), kontrollen=0, manipulationsprobe=False)
    stapel = bau.baue(bewerter, Zweck.STICHPROBE, [runs[k] for k in sorted(gezogen)])
    for eintrag in stapel:
        log_ereignis(aktion="stichprobe_gezogen", objekt=eintrag, user=user)
    return stapel[0] if stapel else None


def hat_judge_urteil(run: Run) -> bool:
    """Whether a model has judged the Run."""
    return run.auftraege.filter(
        status=AuftragStatus.ERLEDIGT, bewerter__art=BewerterArt.LLM
    ).exists()


@transaction.atomic
def lock_stapel(*, stapel: Stapel, user: Any) -> Stapel:
    """Close a batch: no verdict changes any more, and only now may its origin be shown (R-15.7)."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    stapel = Stapel.objects.select_for_update().get(pk=stapel.pk)
    if stapel.gesperrt:
        raise NichtBewertbar("Der Stapel ist schon gesperrt.")
    offen = stapel.auftraege.filter(status__in=[AuftragStatus.OFFEN, AuftragStatus.LAEUFT]).count()
    if offen:
        raise NichtBewertbar(f"Der Stapel hat noch {offen} offene Aufträge.")
    stapel.gesperrt_am, stapel.gesperrt_von = timezone.now(), user
    stapel.save(update_fields=["gesperrt_am", "gesperrt_von"])
    log_ereignis(aktion="stapel_gesperrt", objekt=stapel, user=user)
    return stapel


@transaction.atomic
def withdraw_stapel(*, stapel: Stapel, user: Any, begruendung: str) -> int:
    """Take a batch back (a missed control, a wrong Rubrik); its verdicts no longer count."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    if not begruendung.strip():
        raise NichtBewertbar("Das Zurückziehen braucht eine Begründung.")
    zahl = stapel.auftraege.exclude(status=AuftragStatus.ZURUECKGEZOGEN).update(
        status=AuftragStatus.ZURUECKGEZOGEN, lease_token="", lease_bis=None
    )
    log_ereignis(
        aktion="stapel_zurueckgezogen", objekt=stapel, user=user, begruendung=begruendung.strip()
    )
    return zahl
