"""Rows and rankings follow R-7.5, R-10.1 to R-10.4 exactly."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from lexassay.builds.aggregation import evaluate
from lexassay.builds.auswertung import Zeile
from lexassay.builds.datenstand import Datenstand
from tests.builds import bausteine as b

FAELLE = [b.fall_of(f"t{i}") for i in range(1, 5)]


def stand_of(*noten: tuple[str, ...]) -> Datenstand:
    runs = [b.run("l1-aster", f"t{i}", b.bewertung(note)) for i, note in enumerate(noten, 1)]
    return b.datenstand({"aster": runs}, FAELLE[: len(noten)])


def zeile_of(stand: Datenstand, teilnahme: str = "l1-aster") -> Zeile:
    return evaluate(stand).zeile(teilnahme)


def test_the_score_is_the_rounded_mean_of_the_task_points() -> None:
    zeile = zeile_of(stand_of(("K1", "K2", "K3"), ("K1",), (), ("K1", "K2")))
    assert zeile.score_oeffentlich_exakt == Fraction(225, 4)
    assert zeile.score == 56


def test_an_exact_half_is_rounded_up() -> None:
    zeile = zeile_of(stand_of(("K1", "K2", "K3"), ("K2",)))
    assert zeile.score_oeffentlich_exakt == Fraction(125, 2)
    assert zeile.score == 63


def test_a_technical_failure_counts_zero_and_stays_in_the_denominator() -> None:
    runs = [b.run("l1-aster", f"t{i}") for i in range(1, 4)]
    runs.append(b.run("l1-aster", "t4", status="timeout"))
    zeile = zeile_of(b.datenstand({"aster": runs}, FAELLE))
    assert zeile.score == 75
    assert zeile.kennzahlen.mittlere_correctness == 1
    assert zeile.kennzahlen.mittlerer_effektiver_score == Fraction(3, 4)


def test_six_classes_sum_to_the_valid_runs() -> None:
    klassen = (
        "erfolgreich",
        "timeout",
        "leere_ausgabe",
        "provider_fehler",
        "nicht_erfolgreicher_abschluss",
        "besonderer_abschlussgrund",
    )
    faelle = [b.fall_of(f"t{i}") for i in range(6)]
    runs = [b.run("l1-aster", f"t{i}", status=klasse) for i, klasse in enumerate(klassen)]
    k = zeile_of(b.datenstand({"aster": runs}, faelle)).kennzahlen
    assert (k.runs, k.erfolgreich, k.timeouts, k.leere_ausgaben) == (6, 1, 1, 1)
    assert (k.provider_fehler, k.nicht_erfolgreiche_abschluesse) == (1, 1)
    assert k.besondere_abschlussgruende == 1


@pytest.mark.parametrize("fehlt", ["fehlend", "ungueltig"])
def test_a_row_with_a_missing_or_invalid_run_has_no_score(fehlt: str) -> None:
    runs = [b.run("l1-aster", f"t{i}") for i in range(1, 5)]
    if fehlt == "fehlend":
        runs.pop()
    else:
        runs[0] = b.run("l1-aster", "t1", gueltig=False)
    stand = b.datenstand({"aster": runs}, FAELLE)
    zeile = zeile_of(stand)
    assert zeile.score is None
    assert "1 von 4 Runs" in zeile.grund
    assert not evaluate(stand).rangliste("v2").zeilen


def test_all_criteria_counts_tasks_without_deduction_and_ignores_the_notice() -> None:
    runs = [
        b.run("l1-aster", "t1", b.bewertung(hinweis=False)),
        b.run("l1-aster", "t2", b.bewertung(abzuege=["ZPO § 999"])),
        b.run("l1-aster", "t3"),
        b.run("l1-aster", "t4", b.bewertung(("K1",))),
    ]
    zeile = zeile_of(b.datenstand({"aster": runs}, FAELLE))
    assert zeile.alle_kriterien == 2
    assert zeile.kennzahlen.vollstaendig_korrekt == 1


def test_equal_scores_share_the_rank_and_stand_by_name() -> None:
    runs = {
        name: [b.run(f"l1-{name}", f"t{i}", b.bewertung(note)) for i, note in enumerate(noten, 1)]
        for name, noten in {
            "birke": [("K1",), ("K1",), ("K1",), ("K1",)],
            "aster": [("K1",), ("K1",), ("K1",), ("K1",)],
            "cassia": [(), (), (), ()],
        }.items()
    }
    liste = evaluate(b.datenstand(runs, FAELLE)).rangliste("v2")
    assert [(z.modell, z.rang) for z in liste.zeilen] == [
        ("aster", 1),
        ("birke", 1),
        ("cassia", 3),
    ]
    assert [z.gruppe for z in liste.zeilen] == ["A", "A", "B"]
    assert [(z.rang_von, z.rang_bis) for z in liste.zeilen] == [(1, 2), (1, 2), (3, 3)]


def test_shuffled_rows_give_the_same_numbers() -> None:
    runs = {
        name: [
            b.run(f"l1-{name}", f"t{i}", b.bewertung(("K1",) if i % 2 else ())) for i in range(1, 5)
        ]
        for name in ("aster", "birke")
    }
    stand = b.datenstand(runs, FAELLE)
    gemischt = replace(stand, runs=stand.runs[::-1], teilnahmen=stand.teilnahmen[::-1])
    assert evaluate(gemischt) == evaluate(stand)


def test_secret_tasks_enter_the_score_and_nothing_else() -> None:
    faelle = [*FAELLE, *(b.fall_of(f"g{i}", geheim=True) for i in range(5))]
    runs = [b.run("l1-aster", f"t{i}") for i in range(1, 5)]
    runs += [b.run("l1-aster", f"g{i}", b.bewertung(())) for i in range(5)]
    zeile = zeile_of(b.datenstand({"aster": runs}, faelle))
    assert (zeile.score, zeile.score_oeffentlich, zeile.score_geheim) == (44, 100, 0)
    assert zeile.kennzahlen.runs == 4
    assert zeile.alle_kriterien == 4


def test_fewer_than_five_secret_tasks_leave_the_public_part_as_score() -> None:
    faelle = [*FAELLE, b.fall_of("g1", geheim=True)]
    runs = [b.run("l1-aster", f"t{i}") for i in range(1, 5)]
    runs.append(b.run("l1-aster", "g1", b.bewertung(())))
    zeile = zeile_of(b.datenstand({"aster": runs}, faelle))
    assert (zeile.score, zeile.score_geheim, zeile.testfaelle) == (100, None, 4)


def test_a_citation_that_stands_twice_is_one_row_with_its_worst_status() -> None:
    zitate = [
        b.zitat("§ 1 BGB", "echt", nummer=1),
        b.zitat("§ 1 BGB", "erfunden", nummer=2),
        b.zitat("§ 2 BGB", "echt", nummer=3),
        b.zitat("§ 3 BGB", "erfunden", verwendung="abgelehnt", nummer=4),
    ]
    runs = [b.run("l1-aster", f"t{i}", zitate=zitate if i == 1 else ()) for i in range(1, 5)]
    zahlen = zeile_of(b.datenstand({"aster": runs}, FAELLE)).zitate
    assert (zahlen.echt, zahlen.erfunden, zahlen.abgelehnt, zahlen.gesamt) == (1, 1, 1, 2)


def test_every_level_keeps_its_denominator() -> None:
    runs = {"aster": [b.run("l1-aster", f"t{i}") for i in range(1, 5)]}
    gruppen = evaluate(b.datenstand(runs, FAELLE)).gruppen
    ebenen = {gruppe.ebene for gruppe in gruppen}
    assert ebenen == {
        "modell",
        "testfall",
        "modell_testfall",
        "kategorie",
        "zugangsweg",
        "bewertungsverfahren",
        "lauf",
    }
    assert all(g.kennzahlen.runs == g.kennzahlen.erwartet for g in gruppen)
