"""Pure: no Django, no I/O. Gate Bewertung: rules and verdicts are traceable (R-11.1)."""

from __future__ import annotations

from collections.abc import Iterator

from lexassay.builds.datenstand import RunStand
from lexassay.builds.gates.base import Befund, Pruefling, gate


def _where(run: RunStand) -> str:
    return f"{run.testfall} · {run.teilnahme}"


@gate("bewertung")
def check_every_usable_run_is_graded(p: Pruefling) -> Iterator[Befund]:
    """R-11.1: a technically successful Run has a Bewertung or is marked „ohne Regel“."""
    for run in p.stand.runs:
        if run.gueltig and run.technischer_status == "erfolgreich" and run.bewertung is None:
            yield Befund(
                "bewertung.E001",
                f"{_where(run)} ist nicht bewertet.",
                "Den Run bewerten oder als „ohne Regel“ kennzeichnen.",
                ("runs_app.teilnahme", run.teilnahme),
            )


@gate("bewertung")
def check_no_grade_is_stale(p: Pruefling) -> Iterator[Befund]:
    """R-15.11: a grade whose inputs changed blocks until it is made anew."""
    for run in p.stand.runs:
        if run.bewertung and run.bewertung.veraltet:
            yield Befund(
                "bewertung.E002",
                f"{_where(run)}: Die Bewertung ist veraltet.",
                "Den Run erneut bewerten.",
                ("runs_app.teilnahme", run.teilnahme),
            )


@gate("bewertung")
def check_every_grade_names_its_rule(p: Pruefling) -> Iterator[Befund]:
    """R-11.1: every grade has a rule version or a judge version."""
    for run in p.stand.runs:
        note = run.bewertung
        if note is None or note.evaluations_status != "bewertet":
            continue
        if not (note.regelreferenz or note.judge_version):
            yield Befund("bewertung.E003", f"{_where(run)}: Die Bewertung nennt keine Regel.")


@gate("bewertung")
def check_no_judge_error_is_open(p: Pruefling) -> Iterator[Befund]:
    """R-6.3: a Judge-Fehler is retried, never a score; an open one blocks."""
    for run in p.stand.runs:
        if run.bewertung and run.bewertung.evaluations_status == "judge_fehler":
            yield Befund(
                "bewertung.E004",
                f"{_where(run)}: Das Urteil des Bewerters ist unlesbar (Judge-Fehler).",
                "Die Bewertung wiederholen oder von Hand bewerten.",
                ("runs_app.teilnahme", run.teilnahme),
            )


@gate("bewertung")
def check_no_second_look_is_due(p: Pruefling) -> Iterator[Befund]:
    """R-9.4: the gate blocks only while a second look-up is due."""
    for run in p.stand.runs:
        for zitat in run.zitate:
            if zitat.zweite_pruefung_faellig:
                yield Befund(
                    "bewertung.E005",
                    f"{_where(run)}: Für „{zitat.anzeige}“ steht die zweite Prüfung aus.",
                    "Die Zitatprüfung abwarten oder einen Handbefund eintragen.",
                    ("runs_app.teilnahme", run.teilnahme),
                )


@gate("bewertung")
def check_every_citation_error_is_proven_twice(p: Pruefling) -> Iterator[Befund]:
    """R-9.4: an error status rests on two operators or on one Handbefund with Beleg."""
    for run in p.stand.runs:
        for zitat in run.zitate:
            if zitat.status not in ("falsch_zugeordnet", "erfunden"):
                continue
            betreiber = {beleg.betreiber for beleg in zitat.belege}
            bewiesen = bool(zitat.belege) if zitat.von_hand else len(betreiber) >= 2
            if not bewiesen:
                yield Befund(
                    "bewertung.E006",
                    f"{_where(run)}: „{zitat.anzeige}“ gilt als fehlerhaft, ist aber nicht doppelt"
                    " belegt.",
                    "Eine zweite Quelle prüfen oder einen Handbefund mit Beleg eintragen.",
                    ("runs_app.teilnahme", run.teilnahme),
                )


@gate("bewertung")
def check_deductions_follow_the_citation_table(p: Pruefling) -> Iterator[Befund]:
    """R-7.2, R-9.5, R-9.7: the deductions in force are those of the citation table."""
    for run in p.stand.runs:
        note = run.bewertung
        if note is None or note.anteil is None:
            continue
        schluessel = {
            zitat.abzugsschluessel
            for zitat in run.zitate
            if zitat.status in ("falsch_zugeordnet", "erfunden") and zitat.verwendung == "stuetzend"
        }
        if schluessel != set(note.zitatabzuege):
            yield Befund(
                "bewertung.E007",
                f"{_where(run)}: Die Zitatabzüge stimmen nicht mit der Zitattabelle überein.",
                "Den Run erneut bewerten.",
                ("runs_app.teilnahme", run.teilnahme),
            )


ABHILFE = {
    "bewertung.E008": "Die Bewertung des Stapels prüfen und den Stapel neu beauftragen.",
    "bewertung.E009": "Die Abweichung von einer Person entscheiden lassen.",
    "bewertung.E010": "Rubrik und Bewerter prüfen; den Lauf erneut bewerten.",
    "bewertung.H001": "Vor einer Veröffentlichung mit echten Modellen eine Stichprobe ziehen.",
}


@gate("bewertung")
def check_grading_holds_nothing_against_a_lauf(p: Pruefling) -> Iterator[Befund]:
    """R-6.5, R-6.9, R-15.8: no missed control, no open split, no failed sample."""
    for kennung, meldung in p.stand.bewertungsbefunde:
        yield Befund(kennung, meldung, ABHILFE.get(kennung, ""))
