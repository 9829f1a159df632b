"""Grade Runs by rule, criteria or label; what has not changed is left alone (R-6.7, R-15.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from citations_app.selectors import zitatpruefung_fertig
from grading_app import noten
from grading_app.basis import Bewertungsbasis
from grading_app.begriffe import Verfahren
from grading_app.bewertbar import Runzeile, Stand, runzeilen, staende, teile
from grading_app.faelle import Fall, faelle
from grading_app.massstab import Massstab
from grading_app.models import Bewertung
from grading_app.noten import Note, Urteilszeile
from grading_app.rules.types import Regelfehler
from grading_app.services.ablage import neue_zeile
from grading_app.services.erhalten import note_mit_ueberschreibung
from grading_app.urteilsbildung import Einzelurteil
from grading_app.vorlagen import judge_version
from lexassay.protokoll.services import log_ereignis
from runs_app.models import Lauf, Run


@dataclass(slots=True)
class Gradebericht:
    """What a grading pass did: new rows, unchanged Runs, and why the others wait (German)."""

    neu: int = 0
    unveraendert: int = 0
    wartend: dict[int, str] = field(default_factory=dict)

    def add(self, other: Gradebericht) -> None:
        self.neu += other.neu
        self.unveraendert += other.unveraendert
        self.wartend |= other.wartend


def grade_run(*, run: Run, user: Any = None) -> Bewertung | None:
    """Grade one Run if it can be graded; return the grade in force, None while it waits."""
    grade_runs(ids=[run.pk])
    return Bewertung.objects.aktuell().filter(run=run).first()


def grade_lauf(*, lauf: Lauf, user: Any = None) -> Gradebericht:
    """Grade every Run of a Lauf that can be graded; one Ereignis says what changed."""
    ids = Run.objects.filter(teilnahme__lauf=lauf).order_by("pk").values_list("pk", flat=True)
    bericht = grade_runs(ids=list(ids))
    if bericht.neu:
        log_ereignis(
            aktion="lauf_bewertet",
            objekt=lauf,
            user=user,
            nach={"neu": bericht.neu, "wartend": len(bericht.wartend)},
        )
    return bericht


def grade_runs(*, ids: Sequence[int]) -> Gradebericht:
    """Grade Runs in transactions of limited size; calling it twice changes nothing."""
    bericht, masse = Gradebericht(), dict[int, Massstab]()
    for teil in teile(ids):
        bericht.add(_grade_once_more(teil, masse))
    return bericht


def _grade_once_more(ids: Sequence[int], masse: dict[int, Massstab]) -> Gradebericht:
    """One transaction; if another worker graded the same Runs meanwhile, look again."""
    try:
        with transaction.atomic():
            return _grade_teil(ids, masse)
    except IntegrityError:
        with transaction.atomic():
            return _grade_teil(ids, masse)


def _grade_teil(ids: Sequence[int], masse: dict[int, Massstab]) -> Gradebericht:
    bericht = Gradebericht()
    zeilen, vorhanden = runzeilen(ids), staende(ids)
    neu: list[Bewertung] = []
    jetzt = timezone.now()
    for fall in faelle(zeilen, masse):
        stand, basis = vorhanden.get(fall.zeile.id), fall.basis()
        if stand is not None and stand.fingerabdruck == basis.fingerabdruck():
            bericht.unveraendert += 1
            continue
        zeile = _bewerte(fall, stand, basis, jetzt, bericht)
        neu.extend([zeile] if zeile else [])
    Bewertung.objects.bulk_create(neu)
    bericht.neu += len(neu)
    return bericht


def _bewerte(
    fall: Fall,
    stand: Stand | None,
    basis: Bewertungsbasis,
    jetzt: Any,
    bericht: Gradebericht,
) -> Bewertung | None:
    nummer = stand.nummer + 1 if stand else 1
    if stand is not None and stand.ueberschrieben:
        alt = Bewertung.objects.get(run=fall.zeile.id, nummer=stand.nummer)
        note = note_mit_ueberschreibung(alt, fall.massstab, fall.zeile, fall.schluessel)
        return neue_zeile(fall.zeile.id, nummer, note, basis, jetzt, fortgefuehrt=alt)
    note_oder_grund = note_fuer(fall)
    if isinstance(note_oder_grund, str):
        bericht.wartend[fall.zeile.id] = note_oder_grund
        return None
    bewerter = fall.urteile.auftrag.bewerter if fall.urteile.auftrag else None
    konflikt = fall.run is not None and any(
        wer.im_konflikt_mit(fall.run.teilnahme.modell) for wer in fall.urteile.bewerter
    )
    return neue_zeile(
        fall.zeile.id, nummer, note_oder_grund, basis, jetzt, bewerter=bewerter, konflikt=konflikt
    )


def note_fuer(fall: Fall) -> Note | str:
    """The grade of a Run, or the German reason why there is none yet."""
    zeile, massstab = fall.zeile, fall.massstab
    if not zeile.erfolgreich:
        return noten.technischer_fehler(zeile.technischer_status.label, massstab.verfahren)
    if massstab.verfahren is Verfahren.REGEL:
        return _nach_regel(zeile, massstab)
    if massstab.rubrik is None:
        return noten.ohne_regel(massstab.grund, massstab.verfahren)
    assert fall.run is not None, "judged Runs are read in full"
    if not zitatpruefung_fertig(fall.run):
        return "Die Zitatprüfung läuft noch."
    if fall.urteile.wartet and not fall.urteile.judge_fehler:
        return fall.urteile.wartet
    return _nach_urteilen(fall)


def _nach_regel(zeile: Runzeile, massstab: Massstab) -> Note:
    if massstab.pruefe is None:
        return noten.ohne_regel(massstab.grund, Verfahren.REGEL, massstab.referenz)
    try:
        ergebnis = massstab.pruefe(zeile.antwort, massstab.testfall.sollwert)
    except Regelfehler as exc:
        return noten.ohne_regel(f"Regelfehler: {exc}", Verfahren.REGEL, massstab.referenz)
    return noten.note_nach_regel(ergebnis, massstab.referenz)


def _nach_urteilen(fall: Fall) -> Note:
    massstab, stand = fall.massstab, fall.urteile
    assert massstab.rubrik is not None
    assert stand.auftrag is not None
    version = judge_version(stand.auftrag.bewerter, massstab.rubrik)
    if stand.judge_fehler:
        return noten.judge_fehler(stand.judge_fehler, massstab.verfahren, version)
    urteile = {u.kriterium: u for u in stand.bildung.urteile}
    if massstab.verfahren is not Verfahren.KRITERIEN:
        return _nach_label(urteile[""], massstab, version)
    if set(urteile) != {kennung for kennung, _ in massstab.kriterien}:
        return noten.judge_fehler(
            "Die Urteile decken nicht jedes Kriterium ab.", massstab.verfahren, version
        )
    return noten.note_nach_kriterien(
        [_urteilszeile(urteile[kennung], gewicht) for kennung, gewicht in massstab.kriterien],
        schluessel=fall.schluessel,
        antwort=fall.zeile.antwort,
        referenz=massstab.referenz,
        judge_version=version,
    )


def _urteilszeile(urteil: Einzelurteil, gewicht: int) -> Urteilszeile:
    return Urteilszeile(
        kennung=urteil.kriterium,
        gewicht=gewicht,
        erfuellt=urteil.wert == "erfuellt",
        begruendung=urteil.begruendung,
        passage=urteil.passage,
        bewerter=urteil.bewerter,
    )


def _nach_label(urteil: Einzelurteil, massstab: Massstab, version: str) -> Note:
    assert massstab.rubrik is not None
    return noten.note_nach_stufe(
        urteil.wert,
        massstab.rubrik.werte(),
        verfahren=massstab.verfahren,
        referenz=massstab.referenz,
        judge_version=version,
        begruendung=urteil.begruendung,
        treffer=urteil.treffer,
        fehlend=urteil.fehlend,
    )
