"""Pure: no Django, no I/O. What a gate check is: it finds, names and advises; it never repairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from lexassay.builds.auswertung import Auswertung
from lexassay.builds.datenstand import Datenstand


class Tor(StrEnum):
    """The eight Qualitäts-Tore of seed 002, in their order (SPEC 11)."""

    DEFINITION = "definition"
    AUSFUEHRUNG = "ausfuehrung"
    TECHNIK = "technik"
    BEWERTUNG = "bewertung"
    AGGREGATION = "aggregation"
    INHALT = "inhalt"
    DARSTELLUNG = "darstellung"
    FREIGABE = "freigabe"


TORNAMEN: dict[Tor, str] = {
    Tor.DEFINITION: "Definition",
    Tor.AUSFUEHRUNG: "Ausführung",
    Tor.TECHNIK: "Technik",
    Tor.BEWERTUNG: "Bewertung",
    Tor.AGGREGATION: "Aggregation",
    Tor.INHALT: "Inhalt",
    Tor.DARSTELLUNG: "Darstellung",
    Tor.FREIGABE: "Freigabe",
}


class Schwere(StrEnum):
    """A Fehler blocks, without waiver; a Hinweis is printed in the manifest."""

    FEHLER = "fehler"
    HINWEIS = "hinweis"


@dataclass(frozen=True, slots=True)
class Befund:
    """One finding: stable id (``tor.E001`` Fehler, ``tor.H001`` Hinweis), sentence, advice.

    ``objekt`` is (Django model label, natural key) of what the admin links to, or None. A finding
    names a secret Testfall by its Kennung and never quotes its text.
    """

    id: str
    meldung: str
    hinweis: str = ""
    objekt: tuple[str, str] | None = None

    @property
    def schwere(self) -> Schwere:
        return Schwere.HINWEIS if ".H" in self.id else Schwere.FEHLER


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruefling:
    """What the gates look at: full and public data, numbers, and every byte of the build."""

    kennung: str
    stand: Datenstand
    oeffentlich: Datenstand
    auswertung: Auswertung
    artefakte: Mapping[str, bytes] = field(default_factory=dict)
    produktion: bool = False
    interne_hosts: tuple[str, ...] = ()
    normtexte: Callable[[], Iterable[str]] | None = None


Check = Callable[[Pruefling], Iterator[Befund]]
_CHECKS: dict[Tor, list[Check]] = {tor: [] for tor in Tor}


def gate(tor: str) -> Callable[[Check], Check]:
    """Register a check under a gate; the order of registration is the order of the report."""

    def register(check: Check) -> Check:
        _CHECKS[Tor(tor)].append(check)
        return check

    return register


def checks(tor: Tor) -> tuple[Check, ...]:
    """Return the registered checks of a gate."""
    return tuple(_CHECKS[tor])


def run_gates(pruefling: Pruefling) -> dict[Tor, list[Befund]]:
    """Run all checks of all eight gates; findings keep the order of the checks."""
    return {tor: [befund for check in _CHECKS[tor] for befund in check(pruefling)] for tor in Tor}


def errors(bericht: Mapping[Tor, list[Befund]]) -> list[Befund]:
    """Return the findings that block a release."""
    return [b for liste in bericht.values() for b in liste if b.schwere is Schwere.FEHLER]


def notices(bericht: Mapping[Tor, list[Befund]]) -> list[Befund]:
    """Return the findings that only stand in the manifest."""
    return [b for liste in bericht.values() for b in liste if b.schwere is Schwere.HINWEIS]
