"""R-7.1 to R-7.8: every example that the specification names, and the laws behind them."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grading_app.rechenweg import Schrittart, rechenweg_kriterien
from grading_app.scoring import (
    Kriteriumsurteil,
    Zitatzeile,
    abzugsschluessel,
    alle_kriterien,
    anteil,
    aufgabenpunkte,
    punkte,
    score,
    vollstaendig_korrekt,
    zitatabzug,
)
from lexassay.protokoll.exakt import round_half_up


def urteile(*paare: tuple[int, bool]) -> list[Kriteriumsurteil]:
    return [
        Kriteriumsurteil(kennung=f"k{i}", gewicht=g, erfuellt=e) for i, (g, e) in enumerate(paare)
    ]


def zitat(
    schluessel: str,
    status: str = "erfunden",
    *,
    final: bool = True,
    verwendung: str = "stuetzend",
) -> Zitatzeile:
    return Zitatzeile(schluessel=schluessel, status=status, final=final, verwendung=verwendung)


TEILWEISE = urteile((2, True), (1, True), (1, False))
VOLL = urteile((2, True), (1, True), (1, True))
VIER_SCHLECHTE = [zitat(f"ZPO § {n}") for n in (901, 902, 903, 904)]

BEISPIELE = [
    ("weights 2,1,1 with 2 and 1 met", TEILWEISE, [], True, F(3, 4), False),
    (
        "one invented and no notice",
        TEILWEISE,
        [zitat("ZPO § 999")],
        False,
        F(9, 20),
        False,
    ),
    ("four bad ones", TEILWEISE, VIER_SCHLECHTE, True, F(0), False),
    (
        "the same bad one three times",
        TEILWEISE,
        [zitat("ZPO § 999")] * 3,
        True,
        F(1, 2),
        False,
    ),
    (
        "two Absätze of one §, both bad",
        VOLL,
        [zitat("ZPO § 999", "erfunden"), zitat("ZPO § 999", "falsch_zugeordnet")],
        True,
        F(3, 4),
        False,
    ),
    (
        "a Verdacht that nobody confirmed",
        VOLL,
        [zitat("ZPO § 999", final=False)],
        True,
        F(1),
        True,
    ),
    (
        "nicht auffindbar costs nothing",
        VOLL,
        [zitat("BGH I", "nicht_auffindbar")],
        True,
        F(1),
        True,
    ),
    ("ungeprüft costs nothing", VOLL, [zitat("BGH I", "ungeprueft")], True, F(1), True),
    (
        "the invented judgment of the prompt, rejected",
        VOLL,
        [zitat("BGH VIII ZR 999/23", verwendung="abgelehnt")],
        True,
        F(1),
        True,
    ),
    (
        "the invented judgment of the prompt, repeated",
        VOLL,
        [zitat("BGH VIII ZR 999/23", verwendung="aus_der_aufgabe")],
        True,
        F(1),
        True,
    ),
    ("all criteria, no notice", VOLL, [], False, F(19, 20), True),
    ("all criteria, one bad", VOLL, [zitat("ZPO § 999")], True, F(3, 4), False),
    (
        "five inventions, never below zero",
        VOLL,
        [*VIER_SCHLECHTE, zitat("x")],
        False,
        F(0),
        False,
    ),
]


@pytest.mark.parametrize(
    ("kriterien", "zitate", "hinweis", "erwartet", "alle"),
    [zeile[1:] for zeile in BEISPIELE],
    ids=[zeile[0] for zeile in BEISPIELE],
)
def test_example_of_r_7_7_holds(kriterien, zitate, hinweis, erwartet, alle):
    schluessel = abzugsschluessel(zitate)
    weg = rechenweg_kriterien(kriterien, schluessel=schluessel, hinweis_vorhanden=hinweis)
    assert weg.punkte == erwartet
    assert alle_kriterien([(weg.anteil, len(schluessel))]) is alle


def test_all_criteria_without_notice_is_not_fully_correct():
    weg = rechenweg_kriterien(VOLL, schluessel=[], hinweis_vorhanden=False)
    assert not vollstaendig_korrekt(weg.punkte)
    assert vollstaendig_korrekt(
        rechenweg_kriterien(VOLL, schluessel=[], hinweis_vorhanden=True).punkte
    )


def test_a_cut_off_run_has_no_points():
    assert punkte(F(1), F(0), abgeschnitten=True) == 0


@pytest.mark.parametrize(
    ("aufgaben", "erwartet"),
    [
        ([F(1)] * 8 + [F(905, 1000)] + [F(0)] * 4, 69),
        ([F(1)] * 199 + [F(0)], 100),
        ([F(1), F(1), F(0)], 67),
        ([F(1, 3), F(1), F(1, 3), F(5, 6)], 63),
    ],
    ids=["13 tasks, sum 8.905", "200 tasks, sum 199", "2 of 3", "thirds and sixths"],
)
def test_score_is_rounded_half_up_from_the_exact_value(aufgaben, erwartet):
    assert score(aufgaben, len(aufgaben)) == erwartet


def test_score_needs_every_testfall():
    with pytest.raises(ValueError, match="jedem Testfall"):
        score([F(1)], 2)


def test_a_failed_repetition_counts_zero_in_the_mean():
    assert aufgabenpunkte([F(1), F(0), F(1, 2)]) == F(1, 2)


def test_every_repetition_must_meet_all_criteria():
    assert not alle_kriterien([(F(1), 0), (F(3, 4), 0)])
    assert not alle_kriterien([])


@pytest.mark.parametrize(
    ("wert", "stellen", "erwartet"),
    [(F(25, 2), 0, 13), (F(2675, 1000), 2, F(268, 100)), (F(1, 3), 0, 0), (F(0), 0, 0)],
)
def test_halves_go_up(wert, stellen, erwartet):
    assert round_half_up(wert, stellen) == erwartet


@pytest.mark.parametrize("gewicht", [0, -1])
def test_a_weight_is_positive(gewicht):
    with pytest.raises(ValueError, match="Gewicht"):
        urteile((gewicht, True))


def test_a_criterion_counts_once():
    doppelt = urteile((1, True)) + urteile((1, False))
    with pytest.raises(ValueError, match="nur einmal"):
        anteil(doppelt)


kriterienlisten = st.lists(st.tuples(st.integers(1, 9), st.booleans()), min_size=1, max_size=6).map(
    lambda paare: urteile(*paare)
)


@given(
    kriterienlisten,
    st.frozensets(st.text(min_size=1, max_size=4), max_size=6),
    st.booleans(),
)
def test_steps_add_up_to_the_points(kriterien, schluessel, hinweis):
    weg = rechenweg_kriterien(kriterien, schluessel=schluessel, hinweis_vorhanden=hinweis)
    summanden = [s.wert for s in weg.schritte if s.art in {Schrittart.KRITERIUM, Schrittart.ABZUG}]
    assert weg.punkte == max(F(0), sum(summanden, F(0)))
    assert weg.schritte[-1].wert == weg.punkte
    assert 0 <= weg.punkte <= 1


@given(kriterienlisten, st.integers(0, 5))
def test_meeting_one_more_criterion_never_costs(kriterien, index):
    index %= len(kriterien)
    besser = list(kriterien)
    alt = besser[index]
    besser[index] = Kriteriumsurteil(kennung=alt.kennung, gewicht=alt.gewicht, erfuellt=True)
    assert anteil(besser) >= anteil(kriterien)


@given(st.lists(st.sampled_from("abc")), st.randoms(use_true_random=False))
def test_order_and_repetition_of_keys_do_not_matter(schluessel, rnd):
    gemischt = schluessel * 2
    rnd.shuffle(gemischt)
    assert zitatabzug(gemischt) == zitatabzug(schluessel)


@given(st.lists(st.fractions(0, 1), min_size=1, max_size=30))
def test_score_lies_between_0_and_100_and_ignores_order(aufgaben):
    assert 0 <= score(aufgaben, len(aufgaben)) <= 100
    assert score(aufgaben, len(aufgaben)) == score(aufgaben[::-1], len(aufgaben))
