"""Scores with and without graders of the graded vendor stand side by side (R-15.10)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from lexassay.builds.auswertung import Rangliste
from lexassay.builds.datenstand import RunStand
from lexassay.public.konflikt import Konfliktlage, conflict_panel
from tests.public.stand_fixture import OFFEN, full_ausgabe, note, run

A, B = "l1-aquila-standard", "l1-boreas-hoch"
Werte = dict[str, tuple[Fraction, bool]]
VOLL, HALB, NICHTS = Fraction(1), Fraction(1, 2), Fraction(0)


def liste() -> Rangliste:
    zeilen = full_ausgabe().auswertung.rangliste("v2").zeilen
    return replace(
        full_ausgabe().auswertung.rangliste("v2"),
        zeilen=tuple(z for z in zeilen if z.teilnahme in (A, B)),
    )


def runs_of(teilnahme: str, werte: Werte) -> list[RunStand]:
    return [
        run(fall, teilnahme, bewertung=note(effektiv=wert, interessenkonflikt=konflikt))
        for fall, (wert, konflikt) in werte.items()
    ]


def panel(a: Werte, b: Werte) -> Konfliktlage:
    return conflict_panel(liste(), a.keys(), {A: runs_of(A, a), B: runs_of(B, b)})


def test_a_task_counts_only_if_no_row_has_a_conflict_there() -> None:
    eins, zwei, drei, *_ = OFFEN
    lage = panel(
        {eins: (VOLL, True), zwei: (HALB, False), drei: (HALB, False)},
        {eins: (NICHTS, False), zwei: (VOLL, False), drei: (VOLL, False)},
    )
    assert (lage.testfaelle, lage.ohne_konflikt, lage.besteht) == (3, 2, True)
    je = {zeile.teilnahme: zeile for zeile in lage.zeilen}
    assert (je[A].alle, je[A].ohne, je[A].rang_ohne) == (67, 50, 2)
    assert (je[B].alle, je[B].ohne, je[B].rang_ohne) == (67, 100, 1)
    assert (je[A].rang_alle, je[B].rang_alle) == (1, 1)


def test_below_half_of_the_tasks_nothing_is_computed() -> None:
    eins, zwei, drei, *_ = OFFEN
    a: Werte = {eins: (VOLL, True), zwei: (VOLL, True), drei: (VOLL, False)}
    lage = panel(a, dict.fromkeys(a, (VOLL, False)))
    assert not lage.berechenbar
    assert {(zeile.ohne, zeile.rang_ohne) for zeile in lage.zeilen} == {(None, None)}


def test_without_a_conflict_there_is_no_panel() -> None:
    werte: Werte = {OFFEN[0]: (VOLL, False)}
    assert not panel(werte, werte).besteht
