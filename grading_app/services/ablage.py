"""Turns a Note into a row of Bewertung."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from fractions import Fraction
from typing import Any

from grading_app.basis import Bewertungsbasis
from grading_app.models import Bewerter, Bewertung
from grading_app.noten import Note


def neue_zeile(
    run_id: int,
    nummer: int,
    note: Note,
    basis: Bewertungsbasis,
    jetzt: datetime,
    *,
    bewerter: Bewerter | None = None,
    konflikt: bool = False,
    fortgefuehrt: Bewertung | None = None,
    **mehr: Any,
) -> Bewertung:
    """The unsaved row; `fortgefuehrt` is an overridden grade whose override goes on."""
    if fortgefuehrt is not None:
        mehr = _ueberschreibung(fortgefuehrt) | mehr
        bewerter, konflikt = fortgefuehrt.bewerter, fortgefuehrt.interessenkonflikt
    return Bewertung(
        run_id=run_id,
        nummer=nummer,
        evaluations_status=note.evaluations_status.value,
        verfahren=note.verfahren.value,
        label=note.label,
        **_bruch("correctness", note.correctness),
        **_bruch("effektiv", note.effektiv),
        **_bruch("anteil", note.anteil),
        zitatabzuege=len(note.abzugsschluessel),
        abzugsschluessel=list(note.abzugsschluessel),
        hinweis_vorhanden=note.hinweis_vorhanden,
        regelreferenz=note.regelreferenz,
        judge_version=note.judge_version,
        begruendung=note.begruendung,
        treffer=list(note.treffer),
        fehlend=list(note.fehlend),
        urteile=[asdict(urteil) for urteil in note.urteile],
        bewerter=bewerter,
        interessenkonflikt=konflikt,
        basis=basis.teile(),
        basis_fingerabdruck=basis.fingerabdruck(),
        erstellt_am=jetzt,
        **mehr,
    )


def _bruch(name: str, wert: Fraction | None) -> dict[str, int | None]:
    return {
        f"{name}_zaehler": None if wert is None else wert.numerator,
        f"{name}_nenner": None if wert is None else wert.denominator,
    }


def _ueberschreibung(alt: Bewertung) -> dict[str, Any]:
    return {
        "ueberschrieben": True,
        "ueberschrieben_von_id": alt.ueberschrieben_von_id,
        "ueberschreibung_grund": alt.ueberschreibung_grund,
        "nach_entblindung": alt.nach_entblindung,
    }
