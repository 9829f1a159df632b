"""Definition checks and the nine steps to a new Testfall, both open to upper apps by registration.

``tasks_app`` knows nothing of runs, rules or builds. An upper app registers in its
``AppConfig.ready()`` what it can say about a Testfall: a step, a check, a source of accesses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tasks_app.models import Aufgabensatz, Definitionsentscheidung, Testfall


@dataclass(frozen=True, slots=True)
class Schrittstand:
    """Where a Testfall stands in one of the nine steps; ``ziel`` is an admin address or ""."""

    erfuellt: bool
    text: str
    ziel: str = ""


@dataclass(frozen=True, slots=True)
class Schritt:
    """One of the nine steps of seed 002, „Erweiterung um einen neuen Testfall“."""

    nummer: int
    titel: str
    pruefe: Callable[[Testfall], Schrittstand]
    vor_freigabe: bool


@dataclass(frozen=True, slots=True)
class Definitionsbefund:
    """A finding about an Aufgabensatz; it names Testfälle and never quotes a secret one."""

    id: str
    gegenstand: str
    meldung: str


@dataclass(frozen=True, slots=True)
class Zugriff:
    """One person or provider that has seen a secret Testfall (R-15.6)."""

    wer: str
    wann: str
    weg: str


Check = Callable[[Aufgabensatz, list[Testfall]], Iterator[Definitionsbefund]]
_SCHRITTE: dict[int, Schritt] = {}
_CHECKS: list[Check] = []
_ZUGRIFFE: list[Callable[[Testfall], Iterable[Zugriff]]] = []


class DoppelteAnmeldung(RuntimeError):
    """A step number was registered twice."""


def schritt(
    nummer: int, titel: str, *, vor_freigabe: bool = True
) -> Callable[[Callable[[Testfall], Schrittstand]], Callable[[Testfall], Schrittstand]]:
    """Register one of the nine steps; ``vor_freigabe`` steps block a release while open."""

    def register(pruefe: Callable[[Testfall], Schrittstand]) -> Callable[[Testfall], Schrittstand]:
        vorhanden = _SCHRITTE.get(nummer)
        if vorhanden and vorhanden.pruefe.__qualname__ != pruefe.__qualname__:
            raise DoppelteAnmeldung(f"Schritt {nummer} ist schon angemeldet.")
        _SCHRITTE[nummer] = Schritt(nummer, titel, pruefe, vor_freigabe)
        return pruefe

    return register


def definition_check(check: Check) -> Check:
    """Register a check over the Testfälle of one Aufgabensatz."""
    if check not in _CHECKS:
        _CHECKS.append(check)
    return check


def zugriff_quelle(
    quelle: Callable[[Testfall], Iterable[Zugriff]],
) -> Callable[[Testfall], Iterable[Zugriff]]:
    """Register a source for the ledger of who has seen a secret Testfall."""
    if quelle not in _ZUGRIFFE:
        _ZUGRIFFE.append(quelle)
    return quelle


def schritte() -> list[Schritt]:
    """Return the registered steps in their order."""
    return [_SCHRITTE[nummer] for nummer in sorted(_SCHRITTE)]


def checkliste(testfall: Testfall) -> list[tuple[Schritt, Schrittstand]]:
    """Return the live checklist of a Testfall."""
    return [(eintrag, eintrag.pruefe(testfall)) for eintrag in schritte()]


def zugriffe(testfall: Testfall) -> list[Zugriff]:
    """Return the ledger of a Testfall, oldest first."""
    alle = [zugriff for quelle in _ZUGRIFFE for zugriff in quelle(testfall)]
    return sorted(alle, key=lambda z: (_sortable(z.wann), z.wer))


def _sortable(wann: str) -> str:
    """Bring „30.11.2026 14:00“ into the order of ISO dates; both forms occur."""
    tag, _, uhr = wann.partition(" ")
    return "-".join(reversed(tag.split("."))) + "T" + uhr if "." in tag else wann


def findings(
    aufgabensatz: Aufgabensatz, *, nur_oeffentliche: bool = False
) -> list[Definitionsbefund]:
    """Run all definition checks over the current Testfälle of an Aufgabensatz.

    ``nur_oeffentliche`` leaves the secret ones out, for readers who may not know of them.
    """
    rows = aufgabensatz.testfaelle.exclude(status="archiviert")
    rows = rows.oeffentlich() if nur_oeffentliche else rows
    faelle = list(
        rows.prefetch_related("kriterien", "quellen", "beispielantworten").order_by(
            "kennung", "version"
        )
    )
    for fall in faelle:
        fall.aufgabensatz = aufgabensatz
    return [befund for check in _CHECKS for befund in check(aufgabensatz, faelle)]


def open_findings(
    aufgabensatz: Aufgabensatz, *, nur_oeffentliche: bool = False
) -> list[Definitionsbefund]:
    """Return the findings that no recorded ruling closes."""
    entschieden = set(
        Definitionsentscheidung.objects.filter(aufgabensatz=aufgabensatz).values_list(
            "befund", "gegenstand"
        )
    )
    befunde = findings(aufgabensatz, nur_oeffentliche=nur_oeffentliche)
    return [b for b in befunde if (b.id, b.gegenstand) not in entschieden]
