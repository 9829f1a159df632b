"""Pure: no Django, no I/O. Recompute a published table of scores by the code of our own ranking.

The input has one line per system and task with a score from 0 to 100. Systems must cover the same
tasks; nothing is filled in.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from fractions import Fraction

from lexassay.builds.uncertainty import compare_rows, competition_ranks, groups, rank_spans
from lexassay.protokoll.exakt import round_half_up

SPALTEN = ("system", "task", "score")
AUSGABE = ("system", "n", "score", "unten", "oben", "rang", "rang_von", "rang_bis", "gruppe")


class TabelleUnlesbar(ValueError):
    """The table cannot be recomputed; the message names line and reason in German."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tabellenzeile:
    """One system of the table with its recomputed numbers."""

    system: str
    n: int
    score: int
    unten: int
    oben: int
    rang: int
    rang_von: int
    rang_bis: int
    gruppe: str


def read_table(text: str) -> dict[str, dict[str, Fraction]]:
    """Return system → task → points (0 to 1) of a CSV text; commas or semicolons."""
    trenner = ";" if text.split("\n", 1)[0].count(";") >= 2 else ","
    leser = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), delimiter=trenner)
    if not set(SPALTEN) <= set(leser.fieldnames or ()):
        raise TabelleUnlesbar(f"Zeile 1: Es fehlt eine der Spalten {', '.join(SPALTEN)}.")
    tabelle: dict[str, dict[str, Fraction]] = {}
    for zeile in leser:
        system, aufgabe = str(zeile["system"]), str(zeile["task"])
        punkte = tabelle.setdefault(system, {})
        if aufgabe in punkte:
            raise TabelleUnlesbar(f"Zeile {leser.line_num}: {system}, {aufgabe} steht zweimal.")
        punkte[aufgabe] = _points(str(zeile["score"]), leser.line_num)
    return tabelle


def _points(wert: str, nummer: int) -> Fraction:
    try:
        score = Fraction(wert.strip().replace(",", "."))
    except (ValueError, ZeroDivisionError):
        raise TabelleUnlesbar(f"Zeile {nummer}: „{wert}“ ist keine Zahl.") from None
    if not 0 <= score <= 100:
        raise TabelleUnlesbar(f"Zeile {nummer}: {wert} liegt nicht zwischen 0 und 100.")
    return score / 100


def recompute(tabelle: dict[str, dict[str, Fraction]], name: str) -> list[Tabellenzeile]:
    """Return means, 95 % intervals, rank spans and groups; ``name`` seeds the draws (R-10.4)."""
    if not tabelle:
        raise TabelleUnlesbar("Die Tabelle ist leer.")
    aufgaben = sorted(next(iter(tabelle.values())))
    for system, punkte in tabelle.items():
        if sorted(punkte) != aufgaben:
            raise TabelleUnlesbar(f"{system} hat nicht dieselben Aufgaben wie die anderen.")
    scores = {
        system: int(round_half_up(sum(punkte.values(), Fraction(0)) * 100 / len(aufgaben)))
        for system, punkte in tabelle.items()
    }
    systeme = sorted(tabelle, key=lambda s: (-scores[s], s))
    vergleich = compare_rows(name, [[tabelle[s][a] for a in aufgaben] for s in systeme])
    raenge = competition_ranks([scores[s] for s in systeme])
    spannen, buchstaben = rank_spans(vergleich.besser), groups(vergleich.besser)
    return [
        Tabellenzeile(
            system=system,
            n=len(aufgaben),
            score=scores[system],
            unten=vergleich.intervalle[i].unten,
            oben=vergleich.intervalle[i].oben,
            rang=raenge[i],
            rang_von=spannen[i][0],
            rang_bis=spannen[i][1],
            gruppe=buchstaben[i],
        )
        for i, system in enumerate(systeme)
    ]


def to_csv(zeilen: list[Tabellenzeile]) -> str:
    """Return the recomputed table as CSV."""
    puffer = io.StringIO()
    schreiber = csv.writer(puffer, delimiter=";", lineterminator="\n")
    schreiber.writerow(AUSGABE)
    for zeile in zeilen:
        schreiber.writerow([getattr(zeile, name) for name in AUSGABE])
    return puffer.getvalue()
