"""Pure: no Django, no I/O. Musterprüfung with linear-time patterns of RE2 (R-6.1).

Without `gruppe` each pattern must occur; partial values: with `teilwerte` on, patterns found ÷
patterns, off all or 0. With `gruppe` the one pattern captures a value that is compared with the
Sollwert; `vorkommen` states which occurrence counts. An empty capture is no hit. A pattern of
`ausschluss` that occurs makes the value 0. Look-around and back references do not exist here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import re2
from pydantic import Field, model_validator

from grading_app.rules.normalised import NormalisiertKonfiguration, gleichwertig
from grading_app.rules.types import (
    Konfiguration,
    Regelergebnis,
    Regelfehler,
    anteilig,
    ganz_oder_gar_nicht,
)

MAX_MUSTER = 2_000
MAX_SPEICHER = 8 * 1024 * 1024
"""Bytes that one compiled pattern may take."""


class MusterKonfiguration(Konfiguration):
    """Patterns in RE2 syntax; `vorkommen` has no default where a value is captured."""

    muster: list[str] = Field(min_length=1)
    ausschluss: list[str] = Field(default_factory=list)
    gross_klein: bool = False
    teilwerte: bool = False
    gruppe: str | None = None
    vorkommen: Literal["erstes", "letztes", "jedes"] | None = None
    vergleich: NormalisiertKonfiguration = NormalisiertKonfiguration()

    @model_validator(mode="after")
    def _pruefe(self) -> MusterKonfiguration:
        for muster in [*self.muster, *self.ausschluss]:
            kompiliere(muster, self.gross_klein)
        if self.gruppe is None:
            return self
        if self.vorkommen is None or len(self.muster) != 1:
            raise ValueError("Eine Gruppe braucht genau ein Muster und die Angabe „vorkommen“.")
        if self.gruppe not in kompiliere(self.muster[0], self.gross_klein).groupindex:
            raise ValueError(f"Das Muster hat keine Gruppe „{self.gruppe}“.")
        return self


@lru_cache(maxsize=512)
def kompiliere(muster: str, gross_klein: bool) -> Any:
    """The compiled pattern; raises ValueError with a German reason."""
    if len(muster) > MAX_MUSTER:
        raise ValueError(f"Das Muster ist länger als {MAX_MUSTER} Zeichen.")
    options = re2.Options()
    options.case_sensitive = not gross_klein
    options.log_errors = False
    options.max_mem = MAX_SPEICHER
    try:
        return re2.compile(muster, options)
    except re2.error as exc:
        raise ValueError(f"Das Muster „{muster}“ ist nicht zulässig: {_grund(exc)}.") from exc


def _grund(exc: Exception) -> str:
    roh = exc.args[0] if exc.args else ""
    return roh.decode("utf-8", "replace") if isinstance(roh, bytes) else str(roh)


def evaluate(konfiguration: MusterKonfiguration, antwort: str, sollwert: str) -> Regelergebnis:
    """See the module's docstring.

    >>> zahl = MusterKonfiguration(muster=[r"(?P<n>\\d+)"], gruppe="n", vorkommen="erstes")
    >>> evaluate(zahl, "Die Frist endet nach 72 Tagen, insgesamt, also bald.", "72").wert
    Fraction(1, 1)
    """
    verboten = [m for m in konfiguration.ausschluss if _suche(konfiguration, m, antwort)]
    if verboten:
        return ganz_oder_gar_nicht(False, ja="", nein=f"Ausgeschlossenes Muster: {verboten[0]}")
    if konfiguration.gruppe is not None:
        return _vergleiche_gruppe(konfiguration, antwort, sollwert)
    gefunden = [(m, 1) for m in konfiguration.muster if _suche(konfiguration, m, antwort)]
    fehlend = [(m, 1) for m in konfiguration.muster if (m, 1) not in gefunden]
    return anteilig(gefunden, fehlend, teilwerte=konfiguration.teilwerte)


def _suche(konfiguration: MusterKonfiguration, muster: str, antwort: str) -> bool:
    treffer = kompiliere(muster, konfiguration.gross_klein).search(antwort)
    return treffer is not None and treffer.group() != ""


def _vergleiche_gruppe(
    konfiguration: MusterKonfiguration, antwort: str, sollwert: str
) -> Regelergebnis:
    if not sollwert.strip():
        raise Regelfehler("Der Testfall hat keinen Sollwert.")
    muster = kompiliere(konfiguration.muster[0], konfiguration.gross_klein)
    werte = [t.group(konfiguration.gruppe) for t in muster.finditer(antwort)]
    werte = [w for w in werte if w]
    if not werte:
        return ganz_oder_gar_nicht(False, ja="", nein="Das Muster kommt nicht vor.")
    match konfiguration.vorkommen:
        case "erstes":
            werte = werte[:1]
        case "letztes":
            werte = werte[-1:]
    richtig = all(gleichwertig(konfiguration.vergleich, w, sollwert) for w in werte)
    return ganz_oder_gar_nicht(
        richtig,
        ja=f"Gefunden: {werte[-1]}.",
        nein=f"Gefunden: {', '.join(werte[:5])}; erwartet: {sollwert}.",
        treffer=(sollwert,),
    )
