"""Pure: no Django, no I/O. Scores with and without graders of the graded vendor (R-15.10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lexassay.builds.auswertung import Rangliste
from lexassay.builds.datenstand import RunStand
from lexassay.protokoll.exakt import round_half_up


@dataclass(frozen=True, slots=True)
class Vergleichszeile:
    """One ranked row: public score over all Testfälle and over those without a conflict."""

    teilnahme: str
    alle: int
    rang_alle: int
    ohne: int | None
    rang_ohne: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Konfliktlage:
    """The panel of one Rangliste; ``berechenbar`` needs half of the public Testfälle."""

    testfaelle: int
    ohne_konflikt: int
    berechenbar: bool
    zeilen: tuple[Vergleichszeile, ...]

    @property
    def besteht(self) -> bool:
        """Whether any ranked answer was graded by a grader of its own vendor."""
        return self.ohne_konflikt < self.testfaelle


def conflict_panel(
    liste: Rangliste, faelle: Collection[str], runs: Mapping[str, Sequence[RunStand]]
) -> Konfliktlage:
    """Compare both scores over the public Testfälle; a Testfall counts if no row has a conflict."""
    teilnahmen = [zeile.teilnahme for zeile in liste.zeilen]
    betroffen = {
        run.testfall
        for teilnahme in teilnahmen
        for run in runs.get(teilnahme, ())
        if run.bewertung and run.bewertung.interessenkonflikt
    }
    frei = set(faelle) - betroffen
    berechenbar = bool(frei) and 2 * len(frei) >= len(faelle)
    alle = {t: _score(runs.get(t, ()), set(faelle)) for t in teilnahmen}
    ohne = {t: _score(runs.get(t, ()), frei) for t in teilnahmen} if berechenbar else {}
    return Konfliktlage(
        testfaelle=len(faelle),
        ohne_konflikt=len(frei),
        berechenbar=berechenbar,
        zeilen=tuple(
            Vergleichszeile(t, alle[t], _rank(alle, t), ohne.get(t), _rank(ohne, t) or None)
            for t in teilnahmen
        ),
    )


def _score(runs: Sequence[RunStand], faelle: Collection[str]) -> int:
    """R-7.5 over some Testfälle: mean of each one's repetitions, then of all, half up."""
    je: dict[str, list[Fraction]] = {kennung: [] for kennung in faelle}
    for run in runs:
        if run.testfall in je and run.bewertung:
            je[run.testfall].append(run.bewertung.effektiv or Fraction(0))
    mittel = [sum(werte, Fraction(0)) / len(werte) for werte in je.values() if werte]
    if not je:
        return 0
    return int(round_half_up(sum(mittel, Fraction(0)) / len(je) * 100))


def _rank(scores: Mapping[str, int], teilnahme: str) -> int:
    """Return the competition rank (1, 1, 3); 0 if there is nothing to rank."""
    if teilnahme not in scores:
        return 0
    return 1 + sum(1 for wert in scores.values() if wert > scores[teilnahme])
