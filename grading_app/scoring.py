"""Pure: no Django, no I/O. Points and Score in exact rational arithmetic (R-7.1 to R-7.8).

Every number here is an `int` or a `fractions.Fraction`; rounding happens once, in
`lexassay.protokoll.exakt.round_half_up`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lexassay.protokoll.exakt import round_half_up

ZITATABZUG = Fraction(1, 4)
"""R-7.2: points of the task (maximum 1) for each Abzugsschlüssel with a final error status."""

HINWEISABZUG = Fraction(1, 20)
"""R-7.3: points of the task for an answer without the notice."""

FEHLERSTATUS = frozenset({"falsch_zugeordnet", "erfunden"})
STUETZEND = "stuetzend"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kriteriumsurteil:
    """One Kriterium of a Testfall with its verdict; `gewicht` is a positive integer."""

    kennung: str
    gewicht: int
    erfuellt: bool

    def __post_init__(self) -> None:
        if self.gewicht <= 0:
            raise ValueError(f"Kriterium {self.kennung}: Das Gewicht muss positiv sein.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Zitatzeile:
    """What scoring must know of one row of the Zitattabelle.

    `final` is true when the status is final under R-9.4 (a second source or a Handbefund).
    """

    schluessel: str
    status: str
    final: bool
    verwendung: str = STUETZEND


def anteil(urteile: Collection[Kriteriumsurteil]) -> Fraction:
    """R-7.1: weight of the met criteria ÷ weight of all criteria.

    >>> def k(n, g, e): return Kriteriumsurteil(kennung=n, gewicht=g, erfuellt=e)
    >>> anteil([k("a", 2, True), k("b", 1, True), k("c", 1, False)])
    Fraction(3, 4)
    """
    if not urteile:
        raise ValueError("Ohne Kriterien gibt es keinen Anteil.")
    if len({u.kennung for u in urteile}) != len(urteile):
        raise ValueError("Ein Kriterium zählt nur einmal; die Kennungen wiederholen sich.")
    return Fraction(sum(u.gewicht for u in urteile if u.erfuellt), sum(u.gewicht for u in urteile))


def abzugsschluessel(zeilen: Iterable[Zitatzeile]) -> frozenset[str]:
    """R-7.2, R-9.5, R-9.7: the keys that cost points: final error status, use *stützend*."""
    return frozenset(
        zeile.schluessel
        for zeile in zeilen
        if zeile.final and zeile.status in FEHLERSTATUS and zeile.verwendung == STUETZEND
    )


def zitatabzug(schluessel: Iterable[str]) -> Fraction:
    """R-7.2: 0.25 for each distinct Abzugsschlüssel; may exceed 1.

    >>> zitatabzug(["ZPO § 999", "ZPO § 999"])
    Fraction(1, 4)
    """
    return ZITATABZUG * len(frozenset(schluessel))


def hinweisabzug(hinweis_vorhanden: bool) -> Fraction:
    """R-7.3: 0.05 if neither notice nor recommendation stands in the answer."""
    return Fraction(0) if hinweis_vorhanden else HINWEISABZUG


def punkte(anteil: Fraction, abzuege: Fraction, *, abgeschnitten: bool = False) -> Fraction:
    """R-7.4: max(0, share − deductions); 0 for a cut-off Run.

    >>> punkte(Fraction(3, 4), Fraction(3, 10))
    Fraction(9, 20)
    """
    if not 0 <= anteil <= 1 or abzuege < 0:
        raise ValueError("Der Anteil liegt zwischen 0 und 1, ein Abzug ist nie negativ.")
    return Fraction(0) if abgeschnitten else max(Fraction(0), anteil - abzuege)


def aufgabenpunkte(wiederholungen: Sequence[Fraction]) -> Fraction:
    """R-7.5: mean over the repetitions of a Testfall; a technically failed one enters as 0."""
    if not wiederholungen:
        raise ValueError("Ohne Run gibt es keine Aufgabenpunkte.")
    return sum(wiederholungen, Fraction(0)) / len(wiederholungen)


def score_exakt(aufgabenpunkte: Collection[Fraction], testfaelle: int) -> Fraction:
    """R-7.5: Σ Aufgabenpunkte ÷ number of Testfälle of the Katalogversion × 100, unrounded."""
    if testfaelle <= 0 or len(aufgabenpunkte) != testfaelle:
        raise ValueError("Ein Score braucht Aufgabenpunkte zu jedem Testfall der Katalogversion.")
    return sum(aufgabenpunkte, Fraction(0)) * 100 / testfaelle


def score(aufgabenpunkte: Collection[Fraction], testfaelle: int) -> int:
    """R-7.5: the published Score, an integer rounded half up from the exact value.

    >>> score([Fraction(1), Fraction(1), Fraction(0)], 3)
    67
    """
    return int(round_half_up(score_exakt(aufgabenpunkte, testfaelle)))


def alle_kriterien(wiederholungen: Sequence[tuple[Fraction, int]]) -> bool:
    """R-7.6: per repetition (share, number of Zitatabzüge); a missing notice does not matter.

    >>> alle_kriterien([(Fraction(1), 0)]), alle_kriterien([(Fraction(1), 1)])
    (True, False)
    """
    return bool(wiederholungen) and all(a == 1 and n == 0 for a, n in wiederholungen)


def vollstaendig_korrekt(correctness: Fraction) -> bool:
    """R-7.8: a Run is fully correct when its Correctness is exactly 1."""
    return correctness == 1
