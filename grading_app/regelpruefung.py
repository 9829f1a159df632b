"""Pure: no Django, no I/O. A rule may come into force when its examples grade as stated (R-6.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from grading_app.begriffe import Regelform
from grading_app.rules.registry import evaluate, pruefe_konfiguration
from grading_app.rules.types import KonfigurationsFehler, Regelfehler

PFLICHT = {"positiv": "richtiges", "negativ": "falsches"}


def pruefe_regel(
    form: Regelform, konfiguration: Mapping[str, Any], beispiele: Sequence[Mapping[str, Any]]
) -> list[str]:
    """German faults of a rule: configuration, missing kinds of example, wrong grades; [] if none.

    >>> pruefe_regel(Regelform.EXAKT, {}, [
    ...     {"art": "positiv", "antwort": "29", "sollwert": "29", "erwarteter_wert": "1"},
    ...     {"art": "negativ", "antwort": "28", "sollwert": "29", "erwarteter_wert": "0"}])
    []
    """
    try:
        gelesen = pruefe_konfiguration(form, konfiguration)
    except KonfigurationsFehler as exc:
        return exc.meldungen
    arten = {str(b.get("art")) for b in beispiele}
    befunde = [
        f"Es fehlt ein {wort} Beispiel." for art, wort in PFLICHT.items() if art not in arten
    ]
    if getattr(gelesen, "teilwerte", False) and "teilweise" not in arten:
        befunde.append("Die Regel kennt Teilwerte; es fehlt ein teilweise richtiges Beispiel.")
    for nummer, beispiel in enumerate(beispiele, start=1):
        befunde.extend(_beispiel(nummer, form, konfiguration, beispiel))
    return befunde


def _beispiel(
    nummer: int, form: Regelform, konfiguration: Mapping[str, Any], beispiel: Mapping[str, Any]
) -> list[str]:
    wo = f"Beispiel {nummer}"
    try:
        erwartet = Fraction(str(beispiel["erwarteter_wert"]))
        antwort = str(beispiel["antwort"] if "antwort" in beispiel else beispiel["text"])
        sollwert = str(beispiel.get("sollwert", ""))
    except (KeyError, ValueError, ZeroDivisionError):
        return [f"{wo}: „antwort“ und „erwarteter_wert“ (Bruch) sind Pflicht."]
    try:
        ergebnis = evaluate(form, konfiguration, antwort, sollwert)
    except Regelfehler as exc:
        return [f"{wo}: Die Regel entscheidet es nicht: {exc}"]
    befunde = []
    if ergebnis.wert != erwartet:
        befunde.append(f"{wo}: ergibt {ergebnis.wert} statt {erwartet}.")
    label = str(beispiel.get("erwartetes_label", ""))
    if label and ergebnis.label != label:
        befunde.append(f"{wo}: ergibt das Label „{ergebnis.label}“ statt „{label}“.")
    return befunde
