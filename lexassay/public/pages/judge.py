"""How graders graded: versions, labels, conflicts of interest, per Aufgabensatz (R-12.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lexassay.builds.datenstand import AufgabensatzStand, BewertungStand, RunStand
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.konflikt import Konfliktlage, Vergleichszeile, conflict_panel
from lexassay.public.pages.rahmen import modellname, page

LABELFOLGE = ("richtig", "korrekt", "ueberwiegend_korrekt", "teilweise", "falsch")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bewerterzeile:
    """What one grader did under one judge version."""

    bewerter: str
    familie: str
    judge_version: str
    regel: str
    urteile: int
    labels: tuple[tuple[str, int], ...]
    mittel: Fraction | None
    konflikte: int
    ueberschrieben: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Abschnitt:
    """One Aufgabensatz on the page."""

    satz: AufgabensatzStand
    zeilen: list[Bewerterzeile]
    nach_regel: int
    judge_fehler: int
    konflikt: Konfliktlage
    vergleich: list[tuple[Vergleichszeile, str]]


def judge(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the results of the graders."""
    saetze = [*ausgabe.sicht.laufende, *ausgabe.sicht.archivierte]
    abschnitte = [_section(ausgabe, satz) for satz in saetze]
    return page(
        ausgabe,
        "judge.html",
        "judge/",
        titel="Bewerter und Judge-Ergebnisse",
        nav="methode-",
        englisch="Graders, judge versions, labels and conflicts of interest per task set.",
        abschnitte=[a for a in abschnitte if a.zeilen or a.nach_regel],
    )


def _section(ausgabe: Ausgabe, satz: AufgabensatzStand) -> Abschnitt:
    faelle = set(satz.testfaelle)
    runs = [r for r in ausgabe.stand.runs if r.testfall in faelle and r.bewertung]
    noten = [r.bewertung for r in runs if r.bewertung]
    fehler = sum(1 for note in noten if note.evaluations_status == "judge_fehler")
    bewertet = [note for note in noten if note.evaluations_status == "bewertet"]
    lage = conflict_panel(ausgabe.sicht.ranglisten[satz.kennung], faelle, _runs_by_row(runs))
    return Abschnitt(
        satz=satz,
        zeilen=grader_rows([note for note in bewertet if note.bewerter]),
        nach_regel=sum(1 for note in bewertet if not note.bewerter),
        judge_fehler=fehler,
        konflikt=lage,
        vergleich=[(zeile, _row_name(ausgabe, zeile.teilnahme)) for zeile in lage.zeilen],
    )


def _row_name(ausgabe: Ausgabe, kennung: str) -> str:
    teilnahme = ausgabe.sicht.teilnahmen[kennung]
    return f"{modellname(ausgabe.sicht.modelle[teilnahme.modell])}, {teilnahme.effort}"


def _runs_by_row(runs: Sequence[RunStand]) -> dict[str, list[RunStand]]:
    je: dict[str, list[RunStand]] = {}
    for run in runs:
        je.setdefault(run.teilnahme, []).append(run)
    return je


def grader_rows(noten: Sequence[BewertungStand]) -> list[Bewerterzeile]:
    """Return one row per grader, judge version and rule, in alphabetical order."""
    je: dict[tuple[str, str, str, str], list[BewertungStand]] = {}
    for note in noten:
        schluessel = (note.bewerter, note.judge_version, note.regelreferenz, note.bewerter_familie)
        je.setdefault(schluessel, []).append(note)
    return [
        Bewerterzeile(
            bewerter=bewerter,
            familie=familie,
            judge_version=version,
            regel=regel,
            urteile=len(teil),
            labels=_labels(teil),
            mittel=_mean(teil),
            konflikte=sum(1 for n in teil if n.interessenkonflikt),
            ueberschrieben=sum(1 for n in teil if n.ueberschrieben),
        )
        for (bewerter, version, regel, familie), teil in sorted(je.items())
    ]


def _labels(noten: Sequence[BewertungStand]) -> tuple[tuple[str, int], ...]:
    """Return (label, count), the best label first."""
    zahl = Counter(note.label for note in noten if note.label)
    bekannt = [label for label in LABELFOLGE if label in zahl]
    return tuple((label, zahl[label]) for label in [*bekannt, *sorted(zahl.keys() - {*bekannt})])


def _mean(noten: Sequence[BewertungStand]) -> Fraction | None:
    werte = [n.correctness for n in noten if n.correctness is not None]
    return sum(werte, Fraction(0)) / len(werte) if werte else None
