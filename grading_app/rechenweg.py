"""Pure: no Django, no I/O. The arithmetic of one answer as steps that a page can print (R-15.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from grading_app import scoring


class Schrittart(StrEnum):
    """How a step is shown: a summand, a sub-total, a deduction, the floor, the result."""

    KRITERIUM = "kriterium"
    ZWISCHENWERT = "zwischenwert"
    ABZUG = "abzug"
    UNTERGRENZE = "untergrenze"
    ERGEBNIS = "ergebnis"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rechenschritt:
    """One line: what, and by how much it changes or states the points (maximum of a task: 1)."""

    art: Schrittart
    bezeichnung: str
    wert: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Rechenweg:
    """All steps and the four numbers they lead to; `punkte` is the Correctness of the Run."""

    schritte: tuple[Rechenschritt, ...]
    anteil: Fraction
    zitatabzug: Fraction
    hinweisabzug: Fraction
    punkte: Fraction


def rechenweg_kriterien(
    urteile: Collection[scoring.Kriteriumsurteil],
    *,
    schluessel: Iterable[str],
    hinweis_vorhanden: bool,
) -> Rechenweg:
    """R-7.1 to R-7.4 for one answer, step by step.

    >>> k = scoring.Kriteriumsurteil(kennung="k1", gewicht=1, erfuellt=True)
    >>> rechenweg_kriterien([k], schluessel=["ZPO § 999"], hinweis_vorhanden=False).punkte
    Fraction(7, 10)
    """
    keys = sorted(frozenset(schluessel))
    erreicht = scoring.anteil(urteile)
    zitate, hinweis = scoring.zitatabzug(keys), scoring.hinweisabzug(hinweis_vorhanden)
    ergebnis = scoring.punkte(erreicht, zitate + hinweis)
    schritte = [
        *_kriterienschritte(urteile),
        Rechenschritt(art=Schrittart.ZWISCHENWERT, bezeichnung="Erfüllter Anteil", wert=erreicht),
        *(_abzug(f"Zitatabzug: {key}", scoring.ZITATABZUG) for key in keys),
    ]
    if hinweis:
        schritte.append(_abzug("Kein Hinweis auf fehlende Rechtsberatung", hinweis))
    if erreicht < zitate + hinweis:
        schritte.append(
            Rechenschritt(art=Schrittart.UNTERGRENZE, bezeichnung="Untergrenze", wert=Fraction(0))
        )
    schritte.append(
        Rechenschritt(art=Schrittart.ERGEBNIS, bezeichnung="Aufgabenpunkte", wert=ergebnis)
    )
    return Rechenweg(
        schritte=tuple(schritte),
        anteil=erreicht,
        zitatabzug=zitate,
        hinweisabzug=hinweis,
        punkte=ergebnis,
    )


def _kriterienschritte(
    urteile: Collection[scoring.Kriteriumsurteil],
) -> list[Rechenschritt]:
    gesamt = sum(u.gewicht for u in urteile)
    return [
        Rechenschritt(
            art=Schrittart.KRITERIUM,
            bezeichnung=f"Kriterium {u.kennung}, Gewicht {u.gewicht} von {gesamt}: "
            f"{'erfüllt' if u.erfuellt else 'nicht erfüllt'}",
            wert=Fraction(u.gewicht if u.erfuellt else 0, gesamt),
        )
        for u in urteile
    ]


def _abzug(bezeichnung: str, betrag: Fraction) -> Rechenschritt:
    return Rechenschritt(art=Schrittart.ABZUG, bezeichnung=bezeichnung, wert=-betrag)
