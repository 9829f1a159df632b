"""An override wins over every later pass (R-6.8); what lies beneath it is computed anew."""

from __future__ import annotations

from collections.abc import Collection

from grading_app import noten
from grading_app.begriffe import Verfahren
from grading_app.bewertbar import Runzeile
from grading_app.massstab import Massstab
from grading_app.models import Bewertung
from grading_app.noten import Note, Urteilszeile
from grading_app.stufen import EvaluationsStatus


def note_mit_ueberschreibung(
    alt: Bewertung, massstab: Massstab, zeile: Runzeile, schluessel: Collection[str]
) -> Note:
    """The grade with the person's verdicts kept and citations, notice and weights as of now."""
    if not zeile.erfolgreich:
        return noten.technischer_fehler(zeile.technischer_status.label, massstab.verfahren)
    gewichte = dict(massstab.kriterien)
    if massstab.verfahren is Verfahren.KRITERIEN and {u["kennung"] for u in alt.urteile} == set(
        gewichte
    ):
        return noten.note_nach_kriterien(
            [Urteilszeile(**(u | {"gewicht": gewichte[u["kennung"]]})) for u in alt.urteile],
            schluessel=schluessel,
            antwort=zeile.antwort,
            referenz=alt.regelreferenz,
            judge_version=alt.judge_version,
        )
    return note_aus(alt)


def note_aus(alt: Bewertung) -> Note:
    """A stored grade as a Note, unchanged."""
    return Note(
        evaluations_status=EvaluationsStatus(alt.evaluations_status),
        verfahren=Verfahren(alt.verfahren),
        label=alt.label,
        correctness=alt.correctness,
        effektiv=alt.effektiv,
        anteil=alt.anteil,
        abzugsschluessel=tuple(alt.abzugsschluessel),
        hinweis_vorhanden=alt.hinweis_vorhanden,
        regelreferenz=alt.regelreferenz,
        judge_version=alt.judge_version,
        begruendung=alt.begruendung,
        treffer=tuple(alt.treffer),
        fehlend=tuple(alt.fehlend),
        urteile=tuple(Urteilszeile(**u) for u in alt.urteile),
    )
