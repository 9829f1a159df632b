"""Every row against every public task: a number in each cell, the tint only repeats it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from lexassay.builds.datenstand import RunStand, TestfallStand
from lexassay.protokoll.exakt import round_half_up
from lexassay.public import adressen
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.formate import hundert, prozent, zahl
from lexassay.public.pages.befunde import Befund
from lexassay.public.pages.rahmen import exporte_zu, page
from lexassay.public.pages.zeilen import Reihe, row


@dataclass(frozen=True, slots=True, kw_only=True)
class Zelle:
    """One cell: points of 100, heat step, deduction, technical failure, where it leads."""

    punkte: int | None
    stufe: str
    abzug: bool
    technik: bool
    adresse: str


def matrix(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the matrix of a set; KeyError if the build has no such set."""
    sicht = ausgabe.sicht
    satz = sicht.saetze[params["satz"]]
    liste = sicht.ranglisten[satz.kennung]
    faelle = sicht.geordnete_faelle(satz.testfaelle)
    spalten = [(o, list(g)) for o, g in groupby(faelle, key=lambda f: f.rechtsordnung)]
    gereiht = [row(ausgabe, zeile) for zeile in liste.zeilen]
    ohne = [row(ausgabe, zeile) for zeile in liste.ohne_rang]
    zeilen = [_row(ausgabe, r, faelle) for r in gereiht]
    return page(
        ausgabe,
        "matrix.html",
        adressen.matrix(satz.kennung),
        titel=f"Matrix {satz.kennung}",
        nav="matrix",
        quer=True,
        englisch=f"Points of every ranked entry on every public task of set {satz.kennung}.",
        satz=satz,
        saetze=sicht.laufende,
        liste=liste,
        spalten=spalten,
        erste={gruppe[0].kennung for _, gruppe in spalten[1:]},
        breite=len(faelle) + 2,
        faelle=faelle,
        zeilen=list(zip(gereiht, zeilen, strict=True)),
        ohne=[(r, _row(ausgabe, r, faelle)) for r in ohne],
        befunde=_findings(zeilen, faelle, _means(ausgabe, satz.kennung, faelle)),
        exporte=exporte_zu(
            ausgabe, f"daten/matrix-{satz.kennung}.csv", f"daten/matrix-{satz.kennung}.json"
        ),
    )


def _row(ausgabe: Ausgabe, reihe: Reihe, faelle: Sequence[TestfallStand]) -> list[Zelle]:
    je_fall: dict[str, list[RunStand]] = {}
    for run in ausgabe.sicht.runs_je_teilnahme.get(reihe.z.teilnahme, []):
        je_fall.setdefault(run.testfall, []).append(run)
    return [cell(je_fall.get(fall.kennung, [])) for fall in faelle]


def cell(runs: Sequence[RunStand]) -> Zelle:
    """Return the cell of a Testfall: the mean of its repetitions, a failed one as 0 (R-7.5)."""
    gezaehlt = [r for r in runs if r.gueltig and r.bewertung is not None]
    adresse = (
        adressen.antwort(runs[0].teilnahme, runs[0].testfall, runs[0].run_index) if runs else ""
    )
    if not gezaehlt or len(gezaehlt) < len(runs):
        return Zelle(punkte=None, stufe="", abzug=False, technik=False, adresse=adresse)
    summe = sum(((r.bewertung and r.bewertung.effektiv) or Fraction(0) for r in runs), Fraction(0))
    punkte = int(round_half_up(summe / len(runs) * 100))
    return Zelle(
        punkte=punkte,
        stufe=heat(punkte),
        abzug=any(r.bewertung and r.bewertung.zitatabzuege for r in runs),
        technik=any(r.technischer_status != "erfolgreich" for r in runs),
        adresse=adresse,
    )


def heat(punkte: int) -> str:
    """Return the heat step: 0, quarters, 100.

    >>> [heat(p) for p in (0, 1, 25, 50, 75, 100)]
    ['0', '1', '2', '3', '4', '5']
    """
    if punkte == 0:
        return "0"
    return "5" if punkte == 100 else str(min(1 + punkte // 25, 4))


def _means(ausgabe: Ausgabe, satz: str, faelle: Sequence[TestfallStand]) -> list[int | None]:
    """Return the mean points per task over ranked rows, as the Auswertung holds them."""
    zellen = {
        g.schluessel[0]: g.kennzahlen for g in ausgabe.sicht.gruppen.get((satz, "testfall"), [])
    }
    kennzahlen = [zellen.get(fall.kennung) for fall in faelle]
    return [hundert(k.mittlerer_effektiver_score) if k else None for k in kennzahlen]


def _findings(
    zeilen: Sequence[Sequence[Zelle]],
    faelle: Sequence[TestfallStand],
    mittelwerte: Sequence[int | None],
) -> list[Befund]:
    werte = [z.punkte for zeile in zeilen for z in zeile if z.punkte is not None]
    mittel = [(m, f) for m, f in zip(mittelwerte, faelle, strict=True) if m is not None]
    if not werte or not mittel:
        return []
    voll, null = sum(w == 100 for w in werte), sum(w == 0 for w in werte)
    befunde = [
        Befund(
            "",
            prozent(Fraction(voll, len(werte)), 0),
            " der Antworten erreichen die volle Punktzahl, "
            f"{prozent(Fraction(null, len(werte)), 0)} gar keine Punkte.",
            f"{voll} und {null} von {zahl(len(werte))}, nur Teilnahmen mit Rang",
        )
    ]
    leicht = max(mittel, key=lambda p: p[0])
    schwer = min(mittel, key=lambda p: p[0])
    if leicht[0] == schwer[0]:
        return befunde
    for wort, (punkte, fall) in (("Am leichtesten", leicht), ("Am schwersten", schwer)):
        befunde.append(
            Befund(f"{wort} fiel ", fall.titel, ".", f"{fall.kennung}, im Mittel {punkte} Punkte")
        )
    return befunde
