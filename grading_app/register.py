"""What an entry of the register would touch, and how far scores could move by it (R-15.9)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from grading_app.models import Bewertung, Regelentscheidung
from runs_app.status import TechnischerStatus
from tasks_app.begriffe import Bewertungsmodus

BEURTEILT = [Bewertungsmodus.KRITERIEN, Bewertungsmodus.DREISTUFIG, Bewertungsmodus.JUDGE]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wirkung:
    """One row of a Lauf: how many grades are touched, and the widest possible change of its Score.

    Nobody knows the new verdicts before they are given; `senkt` and `hebt` are the bounds, in
    points of the Score, if every touched grade fell to 0 or rose to 1.
    """

    teilnahme: str
    betroffen: int
    senkt: Fraction
    hebt: Fraction


def betroffene(entscheidung: Regelentscheidung) -> QuerySet[Bewertung]:
    """The grades in force that an entry touches: all judged ones, or those of its Testfall."""
    rows = Bewertung.objects.aktuell().filter(run__testfall__bewertungsmodus__in=BEURTEILT)
    rows = rows.filter(run__technischer_status=TechnischerStatus.ERFOLGREICH)
    if entscheidung.testfall_kennung:
        rows = rows.filter(run__testfall__kennung=entscheidung.testfall_kennung)
    return rows.select_related("run__testfall", "run__teilnahme__modell").order_by("run")


def wirkung(entscheidung: Regelentscheidung) -> list[Wirkung]:
    """The possible change of the Score of every row that an entry touches."""
    je_zeile: dict[int, list[Bewertung]] = defaultdict(list)
    for bewertung in betroffene(entscheidung).select_related(
        "run__teilnahme__lauf__katalogversion"
    ):
        je_zeile[bewertung.run.teilnahme_id].append(bewertung)
    return [_wirkung(rows) for _, rows in sorted(je_zeile.items())]


def _wirkung(rows: list[Bewertung]) -> Wirkung:
    teilnahme = rows[0].run.teilnahme
    runs = teilnahme.runs.count()
    jetzt = sum((row.effektiv or Fraction(0) for row in rows), Fraction(0))
    return Wirkung(
        teilnahme=f"{teilnahme.lauf.kennung}: {teilnahme}",
        betroffen=len(rows),
        senkt=jetzt * 100 / runs,
        hebt=(len(rows) - jetzt) * 100 / runs,
    )
