"""Pure: no Django, no I/O. Gate Definition: Testfall and expectation are unambiguous (R-11.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lexassay.builds.gates.base import Befund, Pruefling, gate


@gate("definition")
def check_every_testfall_is_released(p: Pruefling) -> Iterator[Befund]:
    """R-1.3, R-11.1: every Testfall that was run is freigegeben (or archived with its set)."""
    archiviert = {satz.kennung for satz in p.stand.aufgabensaetze if satz.archiviert}
    for fall in p.stand.testfaelle:
        if fall.status == "freigegeben":
            continue
        if fall.status == "archiviert" and fall.aufgabensatz in archiviert:
            continue
        yield Befund(
            "definition.E001",
            f"Der Testfall {fall.kennung} ist nicht freigegeben (Status {fall.status}).",
            "Den Testfall freigeben oder den Lauf ohne ihn wiederholen.",
            ("tasks_app.testfall", fall.kennung),
        )


@gate("definition")
def check_content_is_unchanged(p: Pruefling) -> Iterator[Befund]:
    """R-1.2, R-11.1: the content hash still is the one of the release."""
    for fall in p.stand.testfaelle:
        if fall.inhalts_hash != fall.inhalts_hash_heute:
            yield Befund(
                "definition.E002",
                f"Der Inhalt des Testfalls {fall.kennung} weicht von der freigegebenen Fassung ab.",
                "Die Änderung als neue Fassung anlegen.",
                ("tasks_app.testfall", fall.kennung),
            )


@gate("definition")
def check_criteria_tasks_have_three_to_six_criteria(p: Pruefling) -> Iterator[Befund]:
    """R-1.3: 3–6 criteria with positive weights in criteria mode."""
    for fall in p.stand.testfaelle:
        if fall.bewertungsmodus == "kriterien" and not 3 <= len(fall.kriterien) <= 6:
            yield Befund(
                "definition.E003",
                f"Der Testfall {fall.kennung} hat {len(fall.kriterien)} statt 3 bis 6 Kriterien.",
                "Kriterien ergänzen oder zusammenfassen.",
                ("tasks_app.testfall", fall.kennung),
            )


@gate("definition")
def check_sources_are_dated(p: Pruefling) -> Iterator[Befund]:
    """R-1.1, R-1.3: undated sources only in an Aufgabensatz marked as an example."""
    beispiele = {satz.kennung for satz in p.stand.aufgabensaetze if satz.beispiel}
    im_beispiel: Counter[str] = Counter()
    for fall in p.stand.testfaelle:
        offen = sum(quelle.abrufdatum is None for quelle in fall.quellen)
        if fall.aufgabensatz in beispiele:
            im_beispiel[fall.aufgabensatz] += offen
        elif offen:
            yield Befund(
                "definition.E004",
                f"{fall.kennung}: {offen} Primärquelle(n) ohne Abrufdatum.",
                "Die Quelle abrufen oder streichen.",
                ("tasks_app.testfall", fall.kennung),
            )
    for satz, zahl in sorted(im_beispiel.items()):
        if zahl:
            yield Befund(
                "definition.H001",
                f"{satz}: {zahl} Primärquellen wurden nicht abgerufen (Beispielsatz).",
            )


@gate("definition")
def check_gold_solutions_are_reviewed(p: Pruefling) -> Iterator[Befund]:
    """R-1.7: v2 gold solutions carry name and date of the reviewing jurist, else „Beispiel“."""
    beispiele = {satz.kennung for satz in p.stand.aufgabensaetze if satz.beispiel}
    echte = {m.kennung for m in p.stand.modelle if not m.demonstration and not m.lokal}
    laeufe = {lauf.kennung: lauf.aufgabensatz for lauf in p.stand.laeufe}
    for teilnahme in p.stand.teilnahmen:
        satz = laeufe[teilnahme.lauf]
        if satz in beispiele and satz.startswith("v2") and teilnahme.modell in echte:
            yield Befund(
                "definition.E005",
                f"{teilnahme.kennung}: Ein Beispielsatz ohne juristische Prüfung darf nicht neben"
                " dem Modell eines echten Anbieters stehen.",
                "Die Goldlösungen prüfen lassen oder die Teilnahme auslassen.",
                ("runs_app.teilnahme", teilnahme.kennung),
            )


@gate("definition")
def check_no_definition_finding_is_open(p: Pruefling) -> Iterator[Befund]:
    """R-1.5, R-11.1: every finding of the definition checks is mended or ruled on."""
    for meldung in p.stand.offene_definitionsbefunde:
        yield Befund(
            "definition.E006",
            meldung,
            "Den Befund beheben oder mit Begründung entscheiden.",
        )
