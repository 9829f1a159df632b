"""Pure: no Django, no I/O. Enthaltensein: terms that the answer must hold as whole tokens (R-6.1).

Partial values: with `teilwerte` on, number of terms found ÷ number of terms; off, all or 0. A term
is a list of spellings separated by `|`. A hit must not touch a letter or digit on either side, so
that `§ 19` is not found in `§ 195` nor `ja` in `Jahr`. An exclusion that is found makes the value
0. With `verneinung` a hit counts only if none of the three words before it, in the same clause,
negates it.
"""

from __future__ import annotations

import re

from pydantic import Field

from grading_app.rules.types import (
    Konfiguration,
    Regelergebnis,
    anteilig,
    ganz_oder_gar_nicht,
    sollwerte,
)

_VERNEINT = re.compile(
    r"\b(?:nicht|kein(?:e[mnrs]?)?|nie(?:mals)?|weder|ohne|not|no|never|neither|without)\b"
    r"(?:[^\S\n]+[^\s,.;:!?]+){0,2}[^\S\n]*$",
    re.IGNORECASE,
)


class EnthaltenKonfiguration(Konfiguration):
    """`begriffe` empty: each line of the Sollwert is a term."""

    begriffe: list[str] = Field(default_factory=list)
    ausschluss: list[str] = Field(default_factory=list)
    gross_klein: bool = False
    teilwerte: bool = False
    verneinung: bool = False


def evaluate(konfiguration: EnthaltenKonfiguration, antwort: str, sollwert: str) -> Regelergebnis:
    """Share of the terms found (or all-or-nothing), 0 if an exclusion is found.

    >>> evaluate(EnthaltenKonfiguration(begriffe=["§ 19"]), "Nach § 195 BGB", "").wert
    Fraction(0, 1)
    """
    begriffe = konfiguration.begriffe or sollwerte(sollwert, zeilenweise=True)
    text = " ".join(antwort.split())
    verboten = [b for b in konfiguration.ausschluss if finde(konfiguration, b, text)]
    if verboten:
        return ganz_oder_gar_nicht(
            False, ja="", nein=f"Ausschlusskriterium enthalten: {', '.join(verboten)}."
        )
    gefunden = [(b, 1) for b in begriffe if finde(konfiguration, b, text, bejaht=True)]
    fehlend = [(b, 1) for b in begriffe if (b, 1) not in gefunden]
    return anteilig(gefunden, fehlend, teilwerte=konfiguration.teilwerte)


def finde(
    konfiguration: EnthaltenKonfiguration, begriff: str, text: str, *, bejaht: bool = False
) -> bool:
    """Whether one spelling of the term stands in the text as whole tokens."""
    flags = re.IGNORECASE if konfiguration.gross_klein else 0
    for schreibweise in begriff.split("|"):
        kern = re.escape(" ".join(schreibweise.split()))
        for treffer in re.finditer(rf"(?<!\w){kern}(?!\w)", text, flags):
            if not (bejaht and konfiguration.verneinung and _verneint(text, treffer.start())):
                return True
    return False


def _verneint(text: str, stelle: int) -> bool:
    return bool(_VERNEINT.search(text[max(0, stelle - 80) : stelle]))
