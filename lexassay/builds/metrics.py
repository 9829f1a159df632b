"""Pure: no Django, no I/O. The metrics of a group of Runs (R-10.1, R-7.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from lexassay.builds.auswertung import Budgetzahlen, Kennzahlen, Zitatzahlen
from lexassay.builds.datenstand import BewertungStand, RunStand, ZitatStand

BEWERTET = "bewertet"
OHNE_REGEL = "ohne_regel"
JUDGE_FEHLER = "judge_fehler"
STATUSKLASSEN = (
    "erfolgreich",
    "timeout",
    "leere_ausgabe",
    "provider_fehler",
    "nicht_erfolgreicher_abschluss",
    "besonderer_abschlussgrund",
)
STUETZEND = "stuetzend"
SCHLIMMSTE_ZUERST = ("erfunden", "falsch_zugeordnet", "nicht_auffindbar", "ungeprueft", "echt")


def kennzahlen(runs: Collection[RunStand], *, erwartet: int) -> Kennzahlen:
    """Return the metrics of a group; ``erwartet`` is how many Runs its plan has.

    The six classes sum to the valid Runs. Invalid Runs are counted apart and enter nothing else.
    """
    gueltige = [run for run in runs if run.gueltig]
    klassen = Counter(run.technischer_status for run in gueltige)
    noten = [run.bewertung for run in gueltige if run.bewertung]
    stand = Counter(note.evaluations_status for note in noten)
    erfolgreiche = [run for run in gueltige if run.technischer_status == "erfolgreich"]
    zeiten = sorted(run.dauer_ms for run in erfolgreiche)
    bewertete = [note for note in noten if note.evaluations_status == BEWERTET]
    voll = sum(1 for note in bewertete if note.correctness == 1)
    return Kennzahlen(
        runs=len(gueltige),
        erwartet=erwartet,
        ungueltig=len(runs) - len(gueltige),
        erfolgreich=klassen["erfolgreich"],
        timeouts=klassen["timeout"],
        leere_ausgaben=klassen["leere_ausgabe"],
        provider_fehler=klassen["provider_fehler"],
        nicht_erfolgreiche_abschluesse=klassen["nicht_erfolgreicher_abschluss"],
        besondere_abschlussgruende=klassen["besonderer_abschlussgrund"],
        ohne_regel=stand[OHNE_REGEL],
        judge_fehler=stand[JUDGE_FEHLER],
        bewertet=len(bewertete),
        vollstaendig_korrekt=voll,
        mittlere_correctness=_mean([note.correctness or Fraction(0) for note in bewertete]),
        mittlerer_effektiver_score=_effective_mean(gueltige, bewertete),
        korrektrate=_share(voll, len(bewertete) + stand[JUDGE_FEHLER]),
        median_ms=percentile(zeiten, Fraction(1, 2)),
        p95_ms=percentile(zeiten, Fraction(95, 100)),
        token_eingabe=sum(run.token_eingabe or 0 for run in gueltige),
        token_ausgabe=sum(run.token_ausgabe or 0 for run in gueltige),
    )


def _effective_mean(
    gueltige: Sequence[RunStand], bewertete: Sequence[BewertungStand]
) -> Fraction | None:
    """R-7.8: Σ effektiver Score ÷ (bewertet + technisch nicht erfolgreich)."""
    gescheitert = sum(1 for run in gueltige if run.technischer_status != "erfolgreich")
    summe = sum((note.effektiv or Fraction(0) for note in bewertete), Fraction(0))
    return _share(summe, len(bewertete) + gescheitert)


def _mean(werte: Sequence[Fraction]) -> Fraction | None:
    return _share(sum(werte, Fraction(0)), len(werte))


def _share(summe: Fraction | int, zahl: int) -> Fraction | None:
    return Fraction(summe) / zahl if zahl else None


def percentile(sortiert: Sequence[int], anteil: Fraction) -> Fraction | None:
    """Return a percentile by linear interpolation, as SQL's ``percentile_cont`` (R-10.1).

    >>> percentile([10, 20, 40], Fraction(1, 2)), percentile([10, 20], Fraction(95, 100))
    (Fraction(20, 1), Fraction(39, 2))
    """
    if not sortiert:
        return None
    stelle = anteil * (len(sortiert) - 1)
    unten = int(stelle)
    oben = min(unten + 1, len(sortiert) - 1)
    return sortiert[unten] + (stelle - unten) * (sortiert[oben] - sortiert[unten])


def zitatzahlen(runs: Iterable[RunStand]) -> Zitatzahlen:
    """Count rows of the Zitattabelle by final status, uses *stützend* only (R-9.5, R-9.7).

    A Fundstelle that stands several times in one answer is one row; its worst status is the row's.
    """
    nach_status: Counter[str] = Counter()
    nach_verwendung: Counter[str] = Counter()
    for run in runs:
        for (_, verwendung), status in citation_rows(run.zitate).items():
            nach_verwendung[verwendung] += 1
            if verwendung == STUETZEND:
                nach_status[status] += 1
    return Zitatzahlen(
        echt=nach_status["echt"],
        falsch_zugeordnet=nach_status["falsch_zugeordnet"],
        erfunden=nach_status["erfunden"],
        nicht_auffindbar=nach_status["nicht_auffindbar"],
        ungeprueft=nach_status["ungeprueft"],
        abgelehnt=nach_verwendung["abgelehnt"],
        aus_der_aufgabe=nach_verwendung["aus_der_aufgabe"],
    )


def citation_rows(zitate: Iterable[ZitatStand]) -> dict[tuple[str, str], str]:
    """Return (Fundstelle, use) → worst final status of one answer."""
    zeilen: dict[tuple[str, str], str] = {}
    for zitat in zitate:
        key = (zitat.schluessel, zitat.verwendung)
        bisher = zeilen.get(key, zitat.status)
        zeilen[key] = min(bisher, zitat.status, key=SCHLIMMSTE_ZUERST.index)
    return zeilen


def budgetzahlen(runs: Iterable[RunStand]) -> Budgetzahlen:
    """Count the cut-offs that the Laufseite states (R-3.2)."""
    erst = nachlauf = denken = weiter = 0
    for run in runs:
        abgebrochen = [v for v in run.versuche if v.abschlussgrund == "laenge"]
        zaehlt = next((v for v in run.versuche if v.zaehlt), None)
        erst += any(v.art == "erstversuch" for v in abgebrochen)
        if zaehlt is not None:
            nachlauf += zaehlt.art == "nachlauf"
            denken += zaehlt.art == "denkbegrenzt"
            weiter += zaehlt.abschlussgrund == "laenge"
    return Budgetzahlen(
        erstversuch_abgebrochen=erst,
        nachlauf_zaehlt=nachlauf,
        denkbegrenzt_zaehlt=denken,
        weiter_abgebrochen=weiter,
    )
