"""Pure: no Django, no I/O. What the pages of one build are made of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from lexassay.builds.auswertung import Auswertung
from lexassay.builds.datenstand import Datenstand
from lexassay.public.sicht import Sicht


class Torbericht(NamedTuple):
    """One Qualitäts-Tor: its name, how many Fehler and Hinweise, and the texts of the Hinweise."""

    name: str
    fehler: int
    hinweise: int
    meldungen: tuple[str, ...]


class Export(NamedTuple):
    """One file of the build that a page may offer: path, length in bytes, SHA-256."""

    pfad: str
    laenge: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class Ausgabe:
    """Everything that the pages of a build know; the same Ausgabe gives the same bytes.

    ``stand`` is the redacted Datenstand. ``datum`` is the day of the build. ``konstanten`` holds
    the constants of the method that live in the apps (budget, deductions, …), as printable text.
    """

    kennung: str
    stand: Datenstand
    auswertung: Auswertung
    datum: dt.date
    tore: tuple[Torbericht, ...] = ()
    vorgaenger: str | None = None
    exporte: tuple[Export, ...] = ()
    konstanten: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def sicht(self) -> Sicht:
        """The indexes over the data; built once per Ausgabe."""
        return Sicht.of(self.stand, self.auswertung)

    @cached_property
    def berichte(self) -> tuple[Torbericht, ...]:
        """The gates, whatever sequence type the caller gave."""
        return tuple(Torbericht(n, f, h, tuple(texte)) for n, f, h, texte in self.tore)

    @cached_property
    def dateien(self) -> dict[str, Export]:
        """Path → export file."""
        return {pfad: Export(pfad, laenge, summe) for pfad, laenge, summe in self.exporte}

    def konstante(self, name: str) -> str:
        """Return a printable constant of the method, its published default if none was given."""
        return str(self.konstanten.get(name) or STANDARD[name])


STANDARD: dict[str, str] = {
    "budget": "64.000",
    "denkanteil": "75 %",
    "zitatabzug": "25 %",
    "hinweisabzug": "5 %",
    "ziehungen": "10.000",
    "kontextgrenze": "10.000",
    "anbietergrenze": "95 %",
    "stichprobe": "10 %",
    "stichprobe_mindestens": "20",
    "uebereinstimmung": "90 %",
    "meldefrist": "7",
    "loeschfrist": "90",
    "geheime_mindestens": "5",
    "kleine_stichprobe": "30",
    "ungueltig_wiederholungen": "3",
}
"""The published rules (SPEC 3.2, 3.3, 7, 10.4, 12.3, 13.1), for a build that states no others."""
