"""Pure: no Django, no I/O. Bootstrap over Testfälle, recomputable by anyone (R-10.4, DESIGN 8).

Draw k of a bootstrap over T Testfälle is made of T little-endian 32-bit words x of
``shake_256("<name>|<seed>")``; each picks Testfall ``(x · T) >> 32``. Points are scaled to integers
by their common denominator, so that every sum is exact; interval bounds are order statistics of
the 10,000 sums. Nothing depends on a library's random generator, a platform or the order of rows.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from lexassay.protokoll.exakt import round_half_up

ZIEHUNGEN = 10_000
SEED = "lexassay-1"
UNTEN = 249
"""Index of the lower bound: the 250th smallest of 10,000 (2.5 %)."""
OBEN = 9_750
"""Index of the upper bound: the 250th largest of 10,000 (97.5 %)."""
EXAKT_BIS = 2**53

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Intervall:
    """A 95 % interval of a Score; both bounds integers, rounded like the Score."""

    unten: int
    oben: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Vergleich:
    """What the paired bootstrap says about rows: intervals and who is *gesichert besser*."""

    intervalle: tuple[Intervall, ...]
    besser: tuple[tuple[bool, ...], ...]
    halbe_breiten: tuple[Fraction, ...]


def draw_counts(name: str, testfaelle: int, *, ziehungen: int = ZIEHUNGEN) -> Ints:
    """Return how often each draw picks each Testfall, shape (ziehungen, testfaelle)."""
    if testfaelle < 1:
        raise ValueError("Ohne Testfälle gibt es keine Ziehung.")
    stream = hashlib.shake_256(f"{name}|{SEED}".encode()).digest(4 * ziehungen * testfaelle)
    words = np.frombuffer(stream, dtype="<u4").astype(np.uint64)
    picks = ((words * np.uint64(testfaelle)) >> np.uint64(32)).astype(np.int64)
    offsets = np.repeat(np.arange(ziehungen, dtype=np.int64) * testfaelle, testfaelle)
    flat = np.bincount(picks + offsets, minlength=ziehungen * testfaelle)
    return flat.reshape(ziehungen, testfaelle)


def scale_points(punkte: Sequence[Sequence[Fraction]]) -> tuple[list[list[int]], int]:
    """Return points as integers and their common denominator.

    >>> scale_points([[Fraction(1, 2), Fraction(1, 3)]])
    ([[3, 2]], 6)
    """
    nenner = math.lcm(1, *(wert.denominator for zeile in punkte for wert in zeile))
    return [[int(wert * nenner) for wert in zeile] for zeile in punkte], nenner


def resampled_sums(
    name: str, ganzzahlen: Sequence[Sequence[int]]
) -> npt.NDArray[np.object_] | Ints:
    """Return the exact sums of all draws, shape (10,000, rows).

    Products stay exact in float64 below 2⁵³; larger ones are computed with Python integers.
    """
    testfaelle = len(ganzzahlen[0])
    gewichte = draw_counts(name, testfaelle)
    groesste = max((abs(wert) for zeile in ganzzahlen for wert in zeile), default=0)
    if groesste * testfaelle < EXAKT_BIS:
        matrix = np.array(ganzzahlen, dtype=np.float64)
        return np.rint(gewichte.astype(np.float64) @ matrix.T).astype(np.int64)
    exakt: npt.NDArray[np.object_] = gewichte.astype(object) @ np.array(ganzzahlen, dtype=object).T
    return exakt


def compare_rows(name: str, punkte: Sequence[Sequence[Fraction]]) -> Vergleich:
    """Return intervals and paired comparisons of rows over the same Testfälle in the same order.

    Row i is *gesichert besser* than j iff the 2.5 % percentile of the paired difference is > 0.
    """
    if not punkte:
        return Vergleich(intervalle=(), besser=(), halbe_breiten=())
    ganzzahlen, nenner = scale_points(punkte)
    summen = resampled_sums(name, ganzzahlen)
    teiler = nenner * len(punkte[0])
    sortiert = np.sort(summen, axis=0)
    besser, breiten = _pairs(summen, teiler)
    return Vergleich(
        intervalle=tuple(
            Intervall(
                unten=_score(sortiert[UNTEN, i], teiler), oben=_score(sortiert[OBEN, i], teiler)
            )
            for i in range(len(punkte))
        ),
        besser=besser,
        halbe_breiten=breiten,
    )


def _score(summe: int, teiler: int) -> int:
    return int(round_half_up(Fraction(int(summe) * 100, teiler)))


def _pairs(
    summen: npt.NDArray[np.object_] | Ints, teiler: int
) -> tuple[tuple[tuple[bool, ...], ...], tuple[Fraction, ...]]:
    zahl = summen.shape[1]
    besser = [[False] * zahl for _ in range(zahl)]
    breiten: list[Fraction] = []
    for i in range(zahl):
        for j in range(i + 1, zahl):
            differenz = np.partition(summen[:, i] - summen[:, j], (UNTEN, OBEN))
            unten, oben = int(differenz[UNTEN]), int(differenz[OBEN])
            besser[i][j] = unten > 0
            besser[j][i] = -oben > 0
            breiten.append(Fraction((oben - unten) * 100, 2 * teiler))
    return tuple(tuple(zeile) for zeile in besser), tuple(breiten)


def smallest_detectable(halbe_breiten: Sequence[Fraction]) -> int | None:
    """Return the median half-width of the paired 95 % intervals in points, rounded up.

    A difference below it is, for a typical pair of rows, not distinguishable with this number of
    tasks (R-15.4). None for fewer than two rows.
    """
    if not halbe_breiten:
        return None
    mitte = sorted(halbe_breiten)[len(halbe_breiten) // 2]
    return math.ceil(mitte)


def rank_spans(besser: Sequence[Sequence[bool]]) -> list[tuple[int, int]]:
    """Return the rank span of each row: 1 + better ones; N − worse ones (R-10.4).

    >>> rank_spans([[False, True], [False, False]])
    [(1, 1), (2, 2)]
    """
    zahl = len(besser)
    return [
        (1 + sum(besser[j][i] for j in range(zahl)), zahl - sum(besser[i])) for i in range(zahl)
    ]


def groups(besser: Sequence[Sequence[bool]]) -> list[str]:
    """Return group letters of rows in ranked order (R-10.4).

    A head stands with all rows that it is not *gesichert besser* than; the next one heads the next.

    >>> groups([[False, False, True], [False, False, True], [False, False, False]])
    ['A', 'A', 'B']
    """
    namen: list[str] = []
    kopf, nummer = 0, 0
    for i in range(len(besser)):
        if i and besser[kopf][i]:
            kopf, nummer = i, nummer + 1
        namen.append(_letter(nummer))
    return namen


def _letter(nummer: int) -> str:
    """0 → A, 25 → Z, 26 → AA."""
    name = ""
    nummer += 1
    while nummer:
        nummer, rest = divmod(nummer - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def competition_ranks(scores: Sequence[int]) -> list[int]:
    """Return ranks of scores in descending order; equal integers share one (1, 1, 3).

    >>> competition_ranks([90, 90, 80])
    [1, 1, 3]
    """
    return [1 + sum(1 for andere in scores if andere > score) for score in scores]
