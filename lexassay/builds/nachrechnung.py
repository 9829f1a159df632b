"""Pure: no Django, no I/O. A second, independent way to every Score (R-11.1, gate Aggregation).

It shares no function with ``aggregation`` or with the grading app: points come from the single
verdicts, weights and deductions of each Run, sums from plain loops over integers.
"""

from __future__ import annotations

from fractions import Fraction

from lexassay.builds.datenstand import Datenstand, RunStand, TestfallStand

ZITAT_ZWANZIGSTEL = 5
HINWEIS_ZWANZIGSTEL = 1


def recompute_points(run: RunStand, fall: TestfallStand) -> Fraction | None:
    """Return the points of a Run from its verdicts; None where the rule's value is all there is."""
    note = run.bewertung
    if run.technischer_status != "erfolgreich":
        return Fraction(0)
    if note is None or note.evaluations_status != "bewertet":
        return None
    if fall.bewertungsmodus != "kriterien":
        return note.correctness
    gewichte = {kriterium.kennung: kriterium.gewicht for kriterium in fall.kriterien}
    erreicht = 0
    for urteil in note.urteile:
        if urteil.erfuellt:
            erreicht += gewichte.get(urteil.kriterium, 0)
    nenner = sum(gewichte.values()) or 1
    zwanzigstel = erreicht * 20 - nenner * ZITAT_ZWANZIGSTEL * len(set(note.zitatabzuege))
    if not note.hinweis_vorhanden:
        zwanzigstel -= nenner * HINWEIS_ZWANZIGSTEL
    return Fraction(max(zwanzigstel, 0), nenner * 20)


def recompute_score(stand: Datenstand, teilnahme: str, testfaelle: tuple[str, ...]) -> int | None:
    """Return the integer Score of a Teilnahme over given Testfälle; None if a grade is missing."""
    faelle = {fall.kennung: fall for fall in stand.testfaelle}
    summe, zahl = Fraction(0), 0
    for kennung in testfaelle:
        runs = [r for r in stand.runs if r.teilnahme == teilnahme and r.testfall == kennung]
        punkte = [recompute_points(run, faelle[kennung]) for run in runs]
        if not punkte or any(wert is None for wert in punkte):
            return None
        for wert in punkte:
            summe += (wert or 0) / Fraction(len(punkte))
        zahl += 1
    if zahl == 0:
        return None
    doppelt = summe * 200 / zahl + 1
    return int(doppelt // 2)
