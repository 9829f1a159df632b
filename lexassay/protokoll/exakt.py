"""Pure: no Django, no I/O. The one rounding function of the house (DESIGN 8)."""

from __future__ import annotations

import math
from fractions import Fraction


def round_half_up(wert: Fraction | int, stellen: int = 0) -> Fraction:
    """Kaufmännische Rundung to ``stellen`` decimals: halves go away from zero (R-7.5).

    Page, CSV, JSON and sort key all call this function and no other.

    >>> int(round_half_up(Fraction(137, 2))), int(round_half_up(Fraction(-5, 2)))
    (69, -3)
    >>> round_half_up(Fraction(2675, 1000), 2)
    Fraction(67, 25)
    """
    faktor = 10**stellen
    betrag = math.floor(abs(Fraction(wert)) * faktor + Fraction(1, 2))
    return Fraction(betrag if wert >= 0 else -betrag, faktor)
