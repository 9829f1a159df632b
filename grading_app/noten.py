"""Pure: no Django, no I/O. From a finding to the fields of a Bewertung (R-6.7, R-7.1 to R-7.4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from grading_app.begriffe import Verfahren
from grading_app.hinweis import hinweis_vorhanden
from grading_app.rechenweg import rechenweg_kriterien
from grading_app.rules.types import Regelergebnis
from grading_app.scoring import Kriteriumsurteil
from grading_app.stufen import EvaluationsStatus, stufe_aus_wert


@dataclass(frozen=True, slots=True, kw_only=True)
class Urteilszeile:
    """The verdict on one Kriterium that counts, with its weight and who gave it."""

    kennung: str
    gewicht: int
    erfuellt: bool
    begruendung: str = ""
    passage: str = ""
    bewerter: str = ""
    ueberschrieben: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A grade before it is stored. `correctness` and `effektiv` are exact, None where undefined."""

    evaluations_status: EvaluationsStatus
    verfahren: Verfahren
    label: str = ""
    correctness: Fraction | None = None
    effektiv: Fraction | None = None
    anteil: Fraction | None = None
    abzugsschluessel: tuple[str, ...] = ()
    hinweis_vorhanden: bool | None = None
    regelreferenz: str = ""
    judge_version: str = ""
    begruendung: str = ""
    treffer: tuple[str, ...] = ()
    fehlend: tuple[str, ...] = ()
    urteile: tuple[Urteilszeile, ...] = ()


def technischer_fehler(grund: str, verfahren: Verfahren) -> Note:
    """A technically failed Run, a cut-off one included: effective score 0, no Correctness."""
    return Note(
        evaluations_status=EvaluationsStatus.TECHNISCHER_FEHLER,
        verfahren=verfahren,
        effektiv=Fraction(0),
        begruendung=f"Technisch nicht auswertbar: {grund}.",
    )


def ohne_regel(grund: str, verfahren: Verfahren, referenz: str = "") -> Note:
    """No rule, or a rule that cannot decide: in no mean, shown with the reason."""
    return Note(
        evaluations_status=EvaluationsStatus.OHNE_REGEL,
        verfahren=verfahren,
        regelreferenz=referenz,
        begruendung=grund,
    )


def judge_fehler(grund: str, verfahren: Verfahren, judge_version: str) -> Note:
    """No readable verdict (R-6.3): never a score."""
    return Note(
        evaluations_status=EvaluationsStatus.JUDGE_FEHLER,
        verfahren=verfahren,
        judge_version=judge_version,
        begruendung=grund,
    )


def note_nach_regel(ergebnis: Regelergebnis, referenz: str) -> Note:
    """The value of a deterministic rule is the Correctness; no deductions (SPEC 7)."""
    return Note(
        evaluations_status=EvaluationsStatus.BEWERTET,
        verfahren=Verfahren.REGEL,
        label=str(ergebnis.label),
        correctness=ergebnis.wert,
        effektiv=ergebnis.wert,
        regelreferenz=referenz,
        begruendung=ergebnis.begruendung,
        treffer=ergebnis.treffer,
        fehlend=ergebnis.fehlend,
    )


def note_nach_stufe(
    label: str,
    skala: Mapping[str, Fraction],
    *,
    verfahren: Verfahren,
    referenz: str,
    judge_version: str,
    begruendung: str,
    treffer: tuple[str, ...] = (),
    fehlend: tuple[str, ...] = (),
) -> Note:
    """The value of a label by the table of the Rubrik; no deductions (R-6.3, v1)."""
    wert = skala[label]
    return Note(
        evaluations_status=EvaluationsStatus.BEWERTET,
        verfahren=verfahren,
        label=label,
        correctness=wert,
        effektiv=wert,
        regelreferenz=referenz,
        judge_version=judge_version,
        begruendung=begruendung,
        treffer=treffer,
        fehlend=fehlend,
    )


def note_nach_kriterien(
    urteile: Collection[Urteilszeile],
    *,
    schluessel: Collection[str],
    antwort: str,
    referenz: str,
    judge_version: str,
) -> Note:
    """Points by R-7.1 to R-7.4: share of met criteria, Zitatabzug, Hinweisabzug, floor 0."""
    hinweis = hinweis_vorhanden(antwort)
    weg = rechenweg_kriterien(
        [
            Kriteriumsurteil(kennung=u.kennung, gewicht=u.gewicht, erfuellt=u.erfuellt)
            for u in urteile
        ],
        schluessel=schluessel,
        hinweis_vorhanden=hinweis,
    )
    erfuellt = tuple(u.kennung for u in urteile if u.erfuellt)
    return Note(
        evaluations_status=EvaluationsStatus.BEWERTET,
        verfahren=Verfahren.KRITERIEN,
        label=str(stufe_aus_wert(weg.punkte)),
        correctness=weg.punkte,
        effektiv=weg.punkte,
        anteil=weg.anteil,
        abzugsschluessel=tuple(sorted(frozenset(schluessel))),
        hinweis_vorhanden=hinweis,
        regelreferenz=referenz,
        judge_version=judge_version,
        begruendung=f"{len(erfuellt)} von {len(urteile)} Kriterien erfüllt.",
        treffer=erfuellt,
        fehlend=tuple(u.kennung for u in urteile if not u.erfuellt),
        urteile=tuple(urteile),
    )
