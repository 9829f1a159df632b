"""Agreement coefficients against published reference values."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grading_app.agreement import cohen, fleiss, krippendorff, mit_intervall, prozent


def spalten(*reihen: str) -> list[tuple]:
    """One string per grader, `.` for a missing verdict, to one tuple per unit."""
    return [
        tuple(None if w == "." else w for w in einheit) for einheit in zip(*reihen, strict=True)
    ]


# Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, examples A, B, C.
# The last is the worked example of three coders with gaps from the same author's textbook.
KRIPPENDORFF = [
    (spalten("0100000010", "1110010000"), 0.095),
    (spalten("aabbdcccedda", "babbbccceddd"), 0.692),
    (spalten("123321412...", "1233224125.3", ".3332342251.", "12332441251."), 0.743),
    (spalten(".....34121133.3", "1.213343.......", "..21344.21133.4"), 0.691),
]


def test_cohen_of_a_two_by_two_table():
    """20 and 15 agreements, 5 and 10 disagreements: 0.4."""
    paare = [("j", "j")] * 20 + [("j", "n")] * 5 + [("n", "j")] * 10 + [("n", "n")] * 15
    assert cohen(paare) == F(2, 5)


FLEISS = [
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
]  # fmt: skip


def test_fleiss_of_fourteen_raters():
    """Ten subjects, five categories, 14 raters: 0.210."""
    einheiten = [[k for k, n in enumerate(zeile) for _ in range(n)] for zeile in FLEISS]
    assert float(fleiss(einheiten)) == pytest.approx(0.20993, abs=5e-6)


@pytest.mark.parametrize(("einheiten", "alpha"), KRIPPENDORFF)
def test_krippendorff_nominal(einheiten, alpha):
    assert float(krippendorff(einheiten)) == pytest.approx(alpha, abs=5e-4)


def test_percent_counts_pairs_within_a_unit():
    assert prozent([("a", "a", "b"), ("a", None, "a"), ("a", None, None)]) == F(2, 3)


@pytest.mark.parametrize("mass", [cohen, fleiss, krippendorff])
def test_without_variation_a_coefficient_is_undefined(mass):
    assert mass([("a", "a")] * 5) is None


@pytest.mark.parametrize("mass", [prozent, cohen, fleiss, krippendorff])
def test_nothing_graded_gives_no_number(mass):
    assert mass([]) is None


def test_fleiss_refuses_unequal_numbers_of_verdicts():
    with pytest.raises(ValueError, match="gleich viele"):
        fleiss([("a", "b"), ("a", None)])


urteilspaare = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), max_size=25)


@given(urteilspaare, st.randoms(use_true_random=False))
def test_order_of_units_and_of_graders_does_not_matter(paare, rnd):
    gemischt = [tuple(reversed(p)) for p in paare]
    rnd.shuffle(gemischt)
    for mass in (prozent, cohen, krippendorff):
        assert mass(gemischt) == mass(paare)


@given(urteilspaare)
def test_coefficients_never_exceed_one_and_full_agreement_reaches_it(paare):
    einig = [(a, a) for a, _ in paare]
    for mass in (cohen, fleiss, krippendorff):
        assert mass(paare) is None or mass(paare) <= 1
        assert mass(einig) in (None, 1)


def test_the_interval_is_seeded_and_holds_the_value():
    einheiten = KRIPPENDORFF[2][0] * 3
    a = mit_intervall(krippendorff, einheiten, seed="lauf-1", ziehungen=300)
    assert a == mit_intervall(krippendorff, einheiten, seed="lauf-1", ziehungen=300)
    assert a.unten <= a.wert <= a.oben
    assert a != mit_intervall(krippendorff, einheiten, seed="lauf-2", ziehungen=300)


def test_an_interval_over_units_that_never_vary_has_no_bounds():
    intervall = mit_intervall(krippendorff, [("a", "a")] * 4, seed="s", ziehungen=50)
    assert (intervall.wert, intervall.unten, intervall.oben) == (None, None, None)
