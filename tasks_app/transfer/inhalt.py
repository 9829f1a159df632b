"""Pure: no Django, no I/O. What a folder or file of Testfälle holds, and every fault in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tasks_app.transfer.daten import AUFGABENSATZ_FELDER, TESTFALL_FELDER, Leser, Mangel
from tasks_app.transfer.werte import contradictions


@dataclass(slots=True)
class Ordnerinhalt:
    """The Aufgabensatz, its Testfälle, and what keeps them from being imported."""

    kopf: dict[str, Any] = field(default_factory=dict)
    faelle: list[dict[str, Any]] = field(default_factory=list)
    maengel: list[Mangel] = field(default_factory=list)
    orte: dict[tuple[str, int], tuple[str, int]] = field(default_factory=dict)
    """Where each Testfall stands: file and line (0 if it has the file to itself)."""
    spalten: frozenset[str] | None = None
    """The fields that a table has; None if the file says everything about its Testfälle."""

    def read_kopf(self, datei: str, daten: Mapping[str, Any], zeilen: Mapping[str, int]) -> None:
        """Take the Aufgabensatz from the values of a file."""
        leser = Leser(datei, zeilen)
        self.kopf = leser.read(daten, AUFGABENSATZ_FELDER)
        self.maengel.extend(leser.maengel)

    def read_fall(
        self, datei: str, daten: Mapping[str, Any], zeilen: Mapping[str, int], zeile: int = 0
    ) -> None:
        """Take one Testfall; a second one of the same Kennung and Fassung is a fault."""
        leser = Leser(datei, zeilen, zeile)
        fall = leser.read(daten, TESTFALL_FELDER)
        self.maengel.extend(leser.maengel)
        if not leser.maengel:
            for feld, grund in contradictions(fall):
                oben = feld.split("[")[0]
                self.maengel.append(Mangel(datei, zeilen.get(oben, zeile), feld, grund))
        schluessel = (fall["kennung"], fall["version"])
        if schluessel in self.orte:
            anderswo, andere_zeile = self.orte[schluessel]
            ort = f"{anderswo}, Zeile {andere_zeile}" if andere_zeile else anderswo
            grund = f"Kennung und Fassung stehen schon in {ort}."
            self.maengel.append(Mangel(datei, zeile, "kennung", grund))
        self.orte[schluessel] = (datei, zeile)
        self.faelle.append(fall)
