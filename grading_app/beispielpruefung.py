"""Whether the example answers of a Testfall grade as stated (R-1.3, step 5 of seed 002)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grading_app.begriffe import Verfahren
from grading_app.massstab import Massstab, massstab
from grading_app.models import Bewertungsregel
from grading_app.rules.types import Regelfehler
from grading_app.scoring import Kriteriumsurteil, anteil
from tasks_app.begriffe import BeispielArt
from tasks_app.models import Beispielantwort, Testfall

WORT = {
    BeispielArt.POSITIV: "ein richtiges",
    BeispielArt.TEILWEISE: "ein teilweise richtiges",
    BeispielArt.NEGATIV: "ein falsches",
}


def beispielmaengel(fall: Testfall) -> list[str]:
    """German faults of the examples of a Testfall; [] if they are complete and grade as stated."""
    if fall.aufgabensatz.archiviert:
        return []
    mass, eigene = massstab(fall), list(fall.beispielantworten.all())
    if mass.verfahren is Verfahren.REGEL:
        return _regelmaengel(mass, eigene)
    if mass.verfahren is Verfahren.KRITERIEN:
        return _fehlende(eigene, list(BeispielArt)) + [
            mangel for beispiel in eigene for mangel in _kriterienmaengel(mass, beispiel)
        ]
    return _fehlende(eigene, list(BeispielArt)) + _labelmaengel(mass, eigene)


def _fehlende(eigene: Sequence[Beispielantwort], arten: Sequence[BeispielArt]) -> list[str]:
    vorhanden = {b.art for b in eigene}
    return [f"Es fehlt {WORT[art]} Beispiel." for art in arten if art not in vorhanden]


def _regelmaengel(mass: Massstab, eigene: Sequence[Beispielantwort]) -> list[str]:
    """The rule's own examples serve all its Testfälle; own ones must grade as stated, too."""
    if mass.pruefe is None:
        return [mass.grund]
    regel = Bewertungsregel.objects.aktiv().get(kennung=mass.testfall.regel_kennung)
    maengel = (
        [] if regel.beispiele else _fehlende(eigene, [BeispielArt.POSITIV, BeispielArt.NEGATIV])
    )
    for nummer, beispiel in enumerate(eigene, start=1):
        try:
            ergebnis = mass.pruefe(beispiel.text, mass.testfall.sollwert)
        except Regelfehler as exc:
            maengel.append(f"Beispiel {nummer}: Die Regel entscheidet es nicht: {exc}")
            continue
        erwartet = lies_bruch(beispiel.erwarteter_wert)
        if erwartet is not None and ergebnis.wert != erwartet:
            maengel.append(f"Beispiel {nummer}: ergibt {ergebnis.wert} statt {erwartet}.")
        if beispiel.erwartetes_label and ergebnis.label != beispiel.erwartetes_label:
            maengel.append(f"Beispiel {nummer}: ergibt das Label „{ergebnis.label}“.")
    return maengel


def _kriterienmaengel(mass: Massstab, beispiel: Beispielantwort) -> list[str]:
    """`erwarteter_wert` is the share of the weights of `erfuellt`, before deductions."""
    name = f"Beispiel „{beispiel.get_art_display()}“"
    kennungen = {kennung for kennung, _ in mass.kriterien}
    if unbekannt := sorted(set(beispiel.erfuellt) - kennungen):
        return [f"{name}: Diese Kriterien gibt es nicht: {', '.join(unbekannt)}."]
    wert = anteil(
        [
            Kriteriumsurteil(kennung=k, gewicht=g, erfuellt=k in beispiel.erfuellt)
            for k, g in mass.kriterien
        ]
    )
    if not beispiel.erwarteter_wert:
        return []
    erwartet = lies_bruch(beispiel.erwarteter_wert)
    if erwartet is None:
        return [f"{name}: „{beispiel.erwarteter_wert}“ ist kein Bruch."]
    return [] if wert == erwartet else [f"{name}: Die Kriterien ergeben {wert} statt {erwartet}."]


def _labelmaengel(mass: Massstab, eigene: Sequence[Beispielantwort]) -> list[str]:
    if mass.rubrik is None:
        return [mass.grund]
    skala = mass.rubrik.werte()
    return [
        f"Beispiel „{b.get_art_display()}“: „{b.erwartetes_label}“ gehört nicht zur Skala."
        for b in eigene
        if b.erwartetes_label not in skala
    ]


def lies_bruch(text: str) -> Fraction | None:
    """The fraction that an example states, None if it states none that can be read."""
    try:
        return Fraction(text) if text else None
    except (ValueError, ZeroDivisionError):
        return None
