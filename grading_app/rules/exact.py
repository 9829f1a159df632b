"""Pure: no Django, no I/O. Exakter Vergleich: the answer is the Sollwert, byte for byte (R-6.1).

Partial values: none. The only switch is `rand_leerraum` (white space at both ends is ignored).
"""

from __future__ import annotations

from grading_app.rules.types import Konfiguration, Regelergebnis, ganz_oder_gar_nicht, sollwerte


class ExaktKonfiguration(Konfiguration):
    """`mehrere_sollwerte`: each line of the Sollwert is an alternative."""

    rand_leerraum: bool = False
    mehrere_sollwerte: bool = False


def evaluate(konfiguration: ExaktKonfiguration, antwort: str, sollwert: str) -> Regelergebnis:
    """1 if the answer equals the Sollwert, else 0.

    >>> evaluate(ExaktKonfiguration(), "29", "29").wert
    Fraction(1, 1)
    >>> evaluate(ExaktKonfiguration(), "29 ", "29").wert
    Fraction(0, 1)
    """
    kandidaten = sollwerte(sollwert, zeilenweise=konfiguration.mehrere_sollwerte)
    if konfiguration.rand_leerraum:
        antwort, kandidaten = antwort.strip(), [k.strip() for k in kandidaten]
    return ganz_oder_gar_nicht(
        antwort in kandidaten,
        ja="Die Antwort ist genau der Sollwert.",
        nein="Die Antwort ist nicht genau der Sollwert.",
        treffer=("Sollwert",),
    )
