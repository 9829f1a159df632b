"""What one Run is worth, as the public reads it: points, deductions, status, criteria."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from lexassay.builds.auswertung import Zitatzahlen
from lexassay.builds.datenstand import RunStand, TestfallStand
from lexassay.builds.metrics import zitatzahlen
from lexassay.public import adressen
from lexassay.public.bezeichnungen import bezeichnung, status_kurz
from lexassay.public.charts import Block, Segment, citation_bar, criteria_strip
from lexassay.public.formate import MINUS, hundert, hundertstel

ZITATABZUG = Fraction(1, 4)
HINWEISABZUG = Fraction(1, 20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ergebnis:
    """One Run in a table of tasks or answers."""

    run: RunStand
    fall: TestfallStand
    adresse: str
    punkte: int | None
    streifen: list[Block]
    erfuellt: int
    kriterien: int
    zitate: Zitatzahlen
    balken: list[Segment]
    abzug: str
    abzug_grund: str
    label: str
    status: str
    status_klasse: str
    status_zeichen: str
    nachlauf: str


def result(run: RunStand, fall: TestfallStand) -> Ergebnis:
    """Return the view of one Run; a technically failed one is 0 points, an invalid one none."""
    note = run.bewertung
    gut = run.technischer_status == "erfolgreich"
    zitate = zitatzahlen([run])
    gewichte = {k.kennung: k.gewicht for k in fall.kriterien}
    urteile = [
        (gewichte[u.kriterium], u.erfuellt)
        for u in (note.urteile if note and gut else ())
        if u.kriterium in gewichte
    ]
    abzug, grund = _deduction(run)
    return Ergebnis(
        run=run,
        fall=fall,
        adresse=adressen.antwort(run.teilnahme, run.testfall, run.run_index),
        punkte=points(run),
        streifen=criteria_strip(urteile),
        erfuellt=sum(1 for _, ja in urteile if ja),
        kriterien=len(urteile),
        zitate=zitate,
        balken=citation_bar(zitate),
        abzug=abzug,
        abzug_grund=grund,
        label=bezeichnung(note.label) if note and note.label and gut else "",
        status="ungültig"
        if not run.gueltig
        else status_kurz(run.technischer_status, run.abschlussgrund),
        status_klasse="status--still" if gut and run.gueltig else "status--fehl",
        status_zeichen="echt" if gut and run.gueltig else "achtung",
        nachlauf=counting_attempt(run) if gut else "",
    )


def points(run: RunStand) -> int | None:
    """Return the points of a Run of 100; None where there is nothing to count."""
    if not run.gueltig or run.bewertung is None:
        return None
    if run.bewertung.evaluations_status in ("ohne_regel", "judge_fehler"):
        return None
    return hundert(run.bewertung.effektiv or Fraction(0))


def counting_attempt(run: RunStand) -> str:
    """Return „Nachlauf zählt“ where not the first attempt counts."""
    zaehlt = next((v for v in run.versuche if v.zaehlt), None)
    if zaehlt is None or zaehlt.art == "erstversuch":
        return ""
    return "Nachlauf zählt" if zaehlt.art == "nachlauf" else "begrenztes Denken zählt"


def _deduction(run: RunStand) -> tuple[str, str]:
    note = run.bewertung
    if note is None or note.anteil is None or run.technischer_status != "erfolgreich":
        return "–", ""
    zitate = len(set(note.zitatabzuege))
    ohne_hinweis = note.hinweis_vorhanden is False
    summe = zitate * ZITATABZUG + (HINWEISABZUG if ohne_hinweis else 0)
    if not summe:
        return "0", ""
    teile = [f"{zitate} {'Zitat' if zitate == 1 else 'Zitate'}"] if zitate else []
    teile += ["Hinweis"] if ohne_hinweis else []
    return MINUS + hundertstel(summe), ", ".join(teile)


def mean_points(ergebnisse: Sequence[Ergebnis]) -> Fraction | None:
    """Return the exact mean of the points of Runs that have some, of 100."""
    werte = [
        (e.run.bewertung.effektiv or Fraction(0)) * 100
        for e in ergebnisse
        if e.punkte is not None and e.run.bewertung is not None
    ]
    return sum(werte, Fraction(0)) / len(werte) if werte else None
