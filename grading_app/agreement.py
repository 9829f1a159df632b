"""Pure: no Django, no I/O. Agreement of graders on nominal verdicts (R-6.5, R-6.9).

A unit is the list of the verdicts that several graders gave it; None is a missing verdict. All
coefficients are computed exactly; where chance agreement is complete (no variation at all) a
coefficient is undefined and None is returned, never 1.

Sources: Cohen (1960), Educational and Psychological Measurement 20; Fleiss (1971), Psychological
Bulletin 76; Krippendorff (2011), Computing Krippendorff's Alpha-Reliability.
"""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

Einheit = Sequence[Hashable | None]
ZIEHUNGEN = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Intervall:
    """A value with its percentile bootstrap interval over units (order statistics, 95 %)."""

    wert: Fraction | None
    unten: Fraction | None
    oben: Fraction | None
    einheiten: int


def _paarbar(einheiten: Sequence[Einheit]) -> list[list[Hashable]]:
    gefuellt = [[w for w in einheit if w is not None] for einheit in einheiten]
    return [werte for werte in gefuellt if len(werte) >= 2]


def prozent(einheiten: Sequence[Einheit]) -> Fraction | None:
    """Share of agreeing pairs of verdicts, each unit weighing the same.

    >>> prozent([("a", "a"), ("a", "b")])
    Fraction(1, 2)
    """
    anteile = [_uebereinstimmung(werte) for werte in _paarbar(einheiten)]
    return sum(anteile, Fraction(0)) / len(anteile) if anteile else None


def _uebereinstimmung(werte: Sequence[Hashable]) -> Fraction:
    n = len(werte)
    return Fraction(sum(c * (c - 1) for c in Counter(werte).values()), n * (n - 1))


def cohen(einheiten: Sequence[Einheit]) -> Fraction | None:
    """Cohen's kappa of two graders; units with a missing verdict are left out."""
    paare = [(a, b) for a, b in einheiten if a is not None and b is not None]
    if not paare:
        return None
    n = len(paare)
    beobachtet = Fraction(sum(a == b for a, b in paare), n)
    links, rechts = Counter(a for a, _ in paare), Counter(b for _, b in paare)
    erwartet = Fraction(sum(links[k] * rechts[k] for k in links), n * n)
    return None if erwartet == 1 else (beobachtet - erwartet) / (1 - erwartet)


def fleiss(einheiten: Sequence[Einheit]) -> Fraction | None:
    """Fleiss' kappa; every unit needs the same number (at least 2) of verdicts."""
    werte = [[w for w in einheit if w is not None] for einheit in einheiten]
    if not werte:
        return None
    if len({len(w) for w in werte}) != 1 or len(werte[0]) < 2:
        raise ValueError("Fleiss’ Kappa verlangt gleich viele Urteile je Einheit, mindestens zwei.")
    beobachtet = sum((_uebereinstimmung(w) for w in werte), Fraction(0)) / len(werte)
    gesamt = Counter(urteil for w in werte for urteil in w)
    n = sum(gesamt.values())
    erwartet = sum((Fraction(c, n) ** 2 for c in gesamt.values()), Fraction(0))
    return None if erwartet == 1 else (beobachtet - erwartet) / (1 - erwartet)


def krippendorff(einheiten: Sequence[Einheit]) -> Fraction | None:
    """Krippendorff's alpha for nominal data; any number of graders, verdicts may be missing."""
    werte = _paarbar(einheiten)
    gesamt = Counter(urteil for w in werte for urteil in w)
    n = sum(gesamt.values())
    gleich_zufall = sum(c * (c - 1) for c in gesamt.values())
    if not werte or gleich_zufall == n * (n - 1):
        return None
    gleich = sum(
        (Fraction(sum(c * (c - 1) for c in Counter(w).values()), len(w) - 1) for w in werte),
        Fraction(0),
    )
    verschieden = n - gleich
    erwartet = Fraction(n * n - sum(c * c for c in gesamt.values()), n - 1)
    return 1 - verschieden / erwartet


def mit_intervall(
    mass: Callable[[Sequence[Einheit]], Fraction | None],
    einheiten: Sequence[Einheit],
    *,
    seed: str,
    ziehungen: int = ZIEHUNGEN,
) -> Intervall:
    """The coefficient with its bootstrap interval over units; the same for the same seed.

    Draws in which the coefficient is undefined are left out; bounds are order statistics at 2.5 %
    and 97.5 %. None as bounds if fewer than half of the draws are defined.
    """
    werte = sorted(
        wert
        for zug in _zuege(seed, len(einheiten), ziehungen)
        if (wert := mass([einheiten[i] for i in zug])) is not None
    )
    if not einheiten or 2 * len(werte) < ziehungen:
        unten = oben = None
    else:
        unten = werte[(25 * len(werte)) // 1000]
        oben = werte[min(len(werte) - 1, (975 * len(werte)) // 1000)]
    return Intervall(wert=mass(einheiten), unten=unten, oben=oben, einheiten=len(einheiten))


def _zuege(seed: str, anzahl: int, ziehungen: int) -> list[list[int]]:
    """Draws by `shake_256(seed)` read as little-endian u32, `(x·n) >> 32` (DESIGN 8)."""
    if anzahl == 0:
        return []
    roh = hashlib.shake_256(seed.encode()).digest(4 * anzahl * ziehungen)
    zahlen = [(x * anzahl) >> 32 for (x,) in struct.iter_unpack("<I", roh)]
    return [zahlen[i * anzahl : (i + 1) * anzahl] for i in range(ziehungen)]
