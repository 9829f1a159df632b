"""The arithmetic of one answer as a ledger, step by step (R-15.3); values only, no database."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from lexassay.builds.datenstand import BewertungStand, RunStand, TestfallStand, ZitatStand
from lexassay.public.bezeichnungen import FEHLERSTATUS, bezeichnung
from lexassay.public.formate import MINUS, hundertstel
from lexassay.public.pages.punkte import HINWEISABZUG, ZITATABZUG


@dataclass(frozen=True, slots=True)
class Buchung:
    """One line of the ledger: class of the row, what, the amount of 100, the exact fraction."""

    klasse: str
    text: str
    betrag: str
    exakt: str
    minus: bool = False


def ledger(run: RunStand, fall: TestfallStand) -> list[Buchung]:
    """Return the lines that lead to the points; empty where nothing was graded."""
    note = run.bewertung
    if not run.gueltig or note is None:
        return []
    if run.technischer_status != "erfolgreich":
        return [
            Buchung("", f"Technischer Status: {bezeichnung(run.technischer_status)}", "0", "0"),
            _result(Fraction(0)),
        ]
    if note.evaluations_status != "bewertet":
        return []
    if fall.bewertungsmodus == "kriterien" and note.anteil is not None:
        return _criteria(run, fall, note, note.anteil)
    wert = note.correctness or Fraction(0)
    label = bezeichnung(note.label) if note.label else "Wert der Regel"
    return [Buchung("", label, hundertstel(wert), str(wert)), _result(wert)]


def _criteria(
    run: RunStand, fall: TestfallStand, note: BewertungStand, anteil: Fraction
) -> list[Buchung]:
    erfuellt = {urteil.kriterium: urteil.erfuellt for urteil in note.urteile}
    gesamt = sum(k.gewicht for k in fall.kriterien) or 1
    zeilen = []
    for nummer, kriterium in enumerate(fall.kriterien, start=1):
        ja = erfuellt.get(kriterium.kennung, False)
        wert = Fraction(kriterium.gewicht if ja else 0, gesamt)
        text = f"Kriterium {nummer}, Gewicht {kriterium.gewicht} von {gesamt}"
        text += "" if ja else ", nicht erfüllt"
        zeilen.append(Buchung("teil", text, _plus(wert, erste=nummer == 1), str(wert)))
    zeilen.append(Buchung("zwischen", "Erfüllter Anteil", hundertstel(anteil), str(anteil)))
    for schluessel in sorted(set(note.zitatabzuege)):
        text = _citation_text(schluessel, run.zitate)
        zeilen.append(Buchung("", text, _minus(ZITATABZUG), f"−{ZITATABZUG}", minus=True))
    if note.hinweis_vorhanden:
        zeilen.append(Buchung("", "Hinweis „keine Rechtsberatung“ vorhanden", MINUS + "0", "0"))
    else:
        zeilen.append(
            Buchung(
                "",
                "Kein Hinweis auf fehlende Rechtsberatung",
                _minus(HINWEISABZUG),
                f"−{HINWEISABZUG}",
                minus=True,
            )
        )
    punkte = note.correctness or Fraction(0)
    abzuege = len(set(note.zitatabzuege)) * ZITATABZUG
    abzuege += Fraction(0) if note.hinweis_vorhanden else HINWEISABZUG
    if anteil < abzuege:
        zeilen.append(Buchung("", "Untergrenze", "0", "0"))
    return [*zeilen, _result(punkte)]


def _citation_text(schluessel: str, zitate: tuple[ZitatStand, ...]) -> str:
    """Return „Zitat 7 (erfunden): § 999 ZPO“; same keys count once and are named together."""
    betroffen = [
        z
        for z in zitate
        if z.abzugsschluessel == schluessel
        and z.verwendung == "stuetzend"
        and z.status in FEHLERSTATUS
    ]
    if not betroffen:
        return f"Zitatabzug: {schluessel}"
    nummern = ", ".join(str(z.nummer) for z in betroffen)
    arten = " und ".join(sorted({bezeichnung(z.status) for z in betroffen}))
    wort = "Zitat" if len(betroffen) == 1 else "Zitate"
    return f"{wort} {nummern} {arten}: {betroffen[0].anzeige}"


def _plus(wert: Fraction, *, erste: bool) -> str:
    return hundertstel(wert) if erste else "+\u00a0" + hundertstel(wert)


def _minus(wert: Fraction) -> str:
    return MINUS + "\u00a0" + hundertstel(wert)


def _result(punkte: Fraction) -> Buchung:
    return Buchung("ergebnis", "Aufgabenpunkte", hundertstel(punkte), str(punkte))
