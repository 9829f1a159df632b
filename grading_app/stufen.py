"""Pure: no Django, no I/O. Closed lists of grading: statuses, labels and what a label is worth.

Sources: R-6.7 (Evaluations-Status), R-6.3 (judge labels), R-1.6 (v1 labels).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from runs_app.begriffe import Begriff


class EvaluationsStatus(Begriff):
    """What became of the grading of a Run (R-6.7)."""

    BEWERTET = "bewertet", "bewertet"
    OHNE_REGEL = "ohne_regel", "ohne Regel"
    TECHNISCHER_FEHLER = "technischer_fehler", "technischer Fehler"
    JUDGE_FEHLER = "judge_fehler", "Judge-Fehler"


class Stufe(Begriff):
    """Labels of a graded answer; `richtig` belongs to v1, `formal_ungueltig` to parser rules."""

    KORREKT = "korrekt", "korrekt"
    UEBERWIEGEND_KORREKT = "ueberwiegend_korrekt", "überwiegend korrekt"
    TEILWEISE = "teilweise", "teilweise"
    FALSCH = "falsch", "falsch"
    RICHTIG = "richtig", "richtig"
    FORMAL_UNGUELTIG = "formal_ungueltig", "formal ungültig"


JUDGE_SKALA: Mapping[str, Fraction] = MappingProxyType(
    {
        Stufe.KORREKT.value: Fraction(1),
        Stufe.UEBERWIEGEND_KORREKT.value: Fraction(3, 4),
        Stufe.TEILWEISE.value: Fraction(1, 2),
        Stufe.FALSCH.value: Fraction(0),
    }
)
"""R-6.3: the score is this table of the rubric version; a judge is never asked for a number."""

DREISTUFIG_SKALA: Mapping[str, Fraction] = MappingProxyType(
    {
        Stufe.RICHTIG.value: Fraction(1),
        Stufe.TEILWEISE.value: Fraction(1, 2),
        Stufe.FALSCH.value: Fraction(0),
    }
)
"""R-1.6: Aufgabensatz v1."""


def stufe_aus_wert(wert: Fraction) -> Stufe:
    """The label of a rule value: 1 korrekt, 0 falsch, anything between teilweise.

    >>> stufe_aus_wert(Fraction(1)), stufe_aus_wert(Fraction(1, 3))
    (<Stufe.KORREKT: 'korrekt'>, <Stufe.TEILWEISE: 'teilweise'>)
    """
    if not 0 <= wert <= 1:
        raise ValueError(f"Ein Regelwert liegt zwischen 0 und 1, nicht bei {wert}.")
    if wert == 1:
        return Stufe.KORREKT
    return Stufe.FALSCH if wert == 0 else Stufe.TEILWEISE
