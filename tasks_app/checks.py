"""The definition checks that tasks_app itself can make (R-1.5)."""

from __future__ import annotations

from collections.abc import Iterator

from tasks_app.begriffe import Abruf
from tasks_app.definition import Definitionsbefund, Schrittstand, definition_check, schritt
from tasks_app.models import Aufgabensatz, Testfall
from tasks_app.pflicht import missing_fields
from tasks_app.pruefungen import label_variants, leaked_runs, near_duplicates


@definition_check
def check_gold_labels_agree(
    satz: Aufgabensatz, faelle: list[Testfall]
) -> Iterator[Definitionsbefund]:
    """„Ja“ beside „Ja.“ in one Aufgabensatz."""
    for gruppe in label_variants({fall.adresse: fall.sollwert for fall in faelle}):
        zahlen = ", ".join(
            f"„{wert}“ ({sum(fall.sollwert == wert for fall in faelle)}×)" for wert in gruppe
        )
        yield Definitionsbefund(
            "sollwert_uneinheitlich",
            " / ".join(gruppe),
            f"{satz.kennung}: Der Sollwert ist uneinheitlich geschrieben: {zahlen}.",
        )


@definition_check
def check_prompts_are_not_duplicates(
    satz: Aufgabensatz, faelle: list[Testfall]
) -> Iterator[Definitionsbefund]:
    """Duplicate and near-duplicate prompts."""
    for a, b, prozent in near_duplicates({fall.adresse: fall.gesendeter_text for fall in faelle}):
        yield Definitionsbefund(
            "prompt_aehnlich",
            f"{a} / {b}",
            f"Die Prompts von {a} und {b} stimmen zu {prozent} % überein.",
        )


@definition_check
def check_criteria_do_not_overlap(
    satz: Aufgabensatz, faelle: list[Testfall]
) -> Iterator[Definitionsbefund]:
    """Two criteria of one Testfall that say the same would count it twice."""
    for fall in faelle:
        texte = {kriterium.kennung: kriterium.text for kriterium in fall.kriterien.all()}
        for a, b, prozent in near_duplicates(texte):
            yield Definitionsbefund(
                "kriterien_ueberschneiden",
                f"{fall.adresse}: {a} / {b}",
                f"{fall.adresse}: Die Kriterien {a} und {b} stimmen zu {prozent} % überein.",
            )


@definition_check
def check_no_secret_text_is_public(
    satz: Aufgabensatz, faelle: list[Testfall]
) -> Iterator[Definitionsbefund]:
    """Secret text inside a public task."""
    geheim = {f.adresse: f"{f.gesendeter_text} {f.goldloesung}" for f in faelle if f.geheim}
    offen = {f.adresse: f"{f.gesendeter_text} {f.goldloesung}" for f in faelle if not f.geheim}
    for a, b in leaked_runs(geheim, offen):
        yield Definitionsbefund(
            "geheimes_oeffentlich", f"{a} / {b}", f"{b} enthält Text des geheimen Testfalls {a}."
        )


@definition_check
def check_sources_have_a_date(
    satz: Aufgabensatz, faelle: list[Testfall]
) -> Iterator[Definitionsbefund]:
    """Sources without Abrufdatum; allowed only in a set marked as an example (R-1.3)."""
    if satz.beispiel:
        return
    for fall in faelle:
        for quelle in fall.quellen.all():
            if quelle.abruf == Abruf.NICHT_ABGERUFEN:
                yield Definitionsbefund(
                    "quelle_ohne_abruf",
                    f"{fall.adresse}: {quelle.fundstelle}",
                    f"{fall.adresse}: Die Quelle „{quelle.fundstelle}“ hat kein Abrufdatum.",
                )


FELDZIELE = (
    ("Titel", "#id_titel"),
    ("Fähigkeit", "#id_faehigkeit"),
    ("Hypothese", "#id_hypothese"),
    ("Prompt", "#id_prompt"),
    ("mindestens eine Kategorie", "#id_kategorien_from"),
    ("Goldlösung", "#id_goldloesung"),
    ("Sollwert", "#id_sollwert"),
    ("Bewertungsregel", "#id_regel_kennung"),
    ("Rechtsstand", "#id_rechtsstand"),
    ("3 bis 6 Kriterien", "#kriterien-group"),
    ("mindestens eine Primärquelle", "#quellen-group"),
    ("Abrufdatum der Quelle", "#quellen-group"),
)
"""Where on the Testfall's page each missing thing is entered."""


def _step(fehlt: list[str], gut: str) -> Schrittstand:
    if not fehlt:
        return Schrittstand(True, gut)
    ziel = next((ziel for name, ziel in FELDZIELE if fehlt[0].startswith(name)), "")
    return Schrittstand(False, "Es fehlt: " + ", ".join(fehlt), ziel)


@schritt(1, "Fähigkeit und Hypothese festlegen")
def step_ability(fall: Testfall) -> Schrittstand:
    fehlt = [
        name
        for name, wert in (("Fähigkeit", fall.faehigkeit), ("Hypothese", fall.hypothese))
        if not wert.strip()
    ]
    return _step(fehlt, "Fähigkeit und Hypothese sind beschrieben.")


@schritt(2, "Testfall mit eindeutiger ID definieren")
def step_identity(fall: Testfall) -> Schrittstand:
    return Schrittstand(True, f"Kennung {fall.kennung}, Fassung {fall.version}.")


@schritt(3, "Prompt und Eingabedaten erstellen")
def step_prompt(fall: Testfall) -> Schrittstand:
    return _step([] if fall.prompt.strip() else ["Prompt"], "Der Prompt liegt vor.")


@schritt(4, "Erwartetes Ergebnis und Bewertungsverfahren bestimmen")
def step_expectation(fall: Testfall) -> Schrittstand:
    return _step(missing_fields(fall), "Erwartung und Bewertungsverfahren sind vollständig.")


@schritt(7, "Unklarheiten korrigieren und Version festlegen")
def step_version(fall: Testfall) -> Schrittstand:
    if fall.eingefroren:
        return Schrittstand(True, f"Fassung {fall.version} ist eingefroren.")
    text = "Die Fassung ist noch ein Entwurf; „In den Pilot geben“ friert ein."
    return Schrittstand(False, text, "#naechste-schritte")
