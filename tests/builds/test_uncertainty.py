"""The bootstrap is exact, the same everywhere, and recomputable without numpy (R-10.4)."""

from __future__ import annotations

import hashlib
import struct
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from lexassay.builds import uncertainty as u
from lexassay.protokoll.exakt import round_half_up

ANTEILE = st.fractions(min_value=0, max_value=1, max_denominator=24)


def interval_by_the_standard_library(name: str, punkte: list[Fraction]) -> tuple[int, int]:
    """The published recipe, written again without numpy."""
    zahl = len(punkte)
    strom = hashlib.shake_256(f"{name}|{u.SEED}".encode()).digest(4 * u.ZIEHUNGEN * zahl)
    worte = struct.unpack(f"<{u.ZIEHUNGEN * zahl}I", strom)
    summen = sorted(
        sum((punkte[(wort * zahl) >> 32] for wort in worte[i : i + zahl]), Fraction(0))
        for i in range(0, len(worte), zahl)
    )
    unten, oben = summen[u.UNTEN], summen[u.OBEN]
    return int(round_half_up(unten * 100 / zahl)), int(round_half_up(oben * 100 / zahl))


def test_the_interval_is_recomputable_with_the_standard_library() -> None:
    punkte = [Fraction(i % 5, 4) for i in range(8)]
    vergleich = u.compare_rows("v2|v2-k1", [punkte])
    erwartet = interval_by_the_standard_library("v2|v2-k1", punkte)
    assert (vergleich.intervalle[0].unten, vergleich.intervalle[0].oben) == erwartet


def test_the_draws_never_change() -> None:
    zaehlung = u.draw_counts("v2|v2-k1", 14)
    assert zaehlung.sum() == 14 * u.ZIEHUNGEN
    digest = hashlib.sha256(zaehlung.astype("<i8").tobytes()).hexdigest()
    assert digest == ("244d85f39a94f0daeb3cc819cd020c74261acfff842dc3f6df6ab293ee99d418")


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(ANTEILE, min_size=6, max_size=6), min_size=2, max_size=4))
def test_nobody_is_surely_better_than_a_row_that_is_surely_better(
    zeilen: list[list[Fraction]],
) -> None:
    besser = u.compare_rows("x", zeilen).besser
    for i in range(len(zeilen)):
        assert not besser[i][i]
        for j in range(len(zeilen)):
            assert not (besser[i][j] and besser[j][i])


@settings(max_examples=20, deadline=None)
@given(st.lists(ANTEILE, min_size=1, max_size=12))
def test_the_interval_holds_the_score(punkte: list[Fraction]) -> None:
    intervall = u.compare_rows("x", [punkte]).intervalle[0]
    score = int(round_half_up(sum(punkte, Fraction(0)) * 100 / len(punkte)))
    assert intervall.unten <= score <= intervall.oben


def test_sums_beyond_float_are_exact() -> None:
    gross = 2**60 + 1
    summen = u.resampled_sums("x", [[gross, gross]])
    assert set(summen[:, 0]) == {2 * gross}


def test_equal_rows_are_indistinguishable() -> None:
    zeile = [Fraction(1, 2), Fraction(1), Fraction(0)]
    vergleich = u.compare_rows("x", [zeile, zeile])
    assert vergleich.besser == ((False, False), (False, False))
    assert u.rank_spans(vergleich.besser) == [(1, 2), (1, 2)]
    assert u.smallest_detectable(vergleich.halbe_breiten) == 0
