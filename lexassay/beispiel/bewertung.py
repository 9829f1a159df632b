"""The sample's rule, Rubriken, register and graders, put into force by the ordinary services."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import yaml

from grading_app.begriffe import BewerterArt, Regelform, Rubrikmodus
from grading_app.models import Bewerter, Bewertungsregel, Regelentscheidung, Rubrik
from grading_app.rules.kombination import BG1_JA_NEIN
from grading_app.selectors import beurteilbare_runs
from grading_app.services import (
    publish_entscheidung,
    publish_regel,
    publish_rubrik,
    request_judgement,
)
from lexassay.beispiel.konten import Personen
from lexassay.beispiel.modelle import BEWERTERMODELLE
from runs_app.models import Lauf, Modellmetadaten

DATEN = Path(__file__).parent / "daten"
SEED = "lexassay-beispiel"
UEBERLAPPUNG_PROZENT = 20

KRITERIEN_ANWEISUNG = (
    "Prüfen Sie jedes Kriterium einzeln: Ist es nach der Antwort erfüllt oder nicht? Erfüllt ist es"
    " nur, wenn das Ergebnis stimmt und, wo eine Fundstelle verlangt ist, auch die tragende"
    " Fundstelle. Nennen Sie zuerst den Grund und die Stelle der Antwort, dann das Urteil."
)
STUFEN_ANWEISUNG = (
    "Vergleichen Sie die Antwort mit der Goldlösung. Richtig: Ergebnis und tragende Fundstelle"
    " stimmen. Teilweise: Das Ergebnis stimmt, die Begründung hat Lücken. Falsch: sonst. Bei der"
    " Fangfrage zählt, ob die erfundene Voraussetzung erkannt wird."
)
ENTSCHEIDUNGEN = (
    (
        1,
        "Präzisionsregel",
        "Weniger genau, aber nicht falsch gilt als erfüllt (etwa ein Paragraf ohne Satz); eine"
        " falsche Angabe nicht.",
    ),
    (
        2,
        "Vorbehaltsregel",
        "Eine richtige Antwort mit Vorbehalt („soweit mir bekannt“) zählt; zwei Rechtslagen"
        " nebeneinander ohne Entscheidung zählen nicht.",
    ),
)


def seed(personen: Personen) -> None:
    """Create what grading needs; what is in force already stays as it is."""
    _rule(personen)
    _rubrics(personen)
    for nummer, titel, text in ENTSCHEIDUNGEN:
        if not Regelentscheidung.objects.filter(nummer=nummer).exists():
            entscheidung = Regelentscheidung.objects.create(
                nummer=nummer, titel=titel, text=text, angelegt_von=personen.redaktion
            )
            publish_entscheidung(entscheidung=entscheidung, user=personen.freigabe)
    graders()


def _rule(personen: Personen) -> None:
    inhalt = yaml.safe_load((DATEN / "bg1" / "regelbeispiele.yaml").read_text("utf-8"))
    if Bewertungsregel.objects.filter(kennung=inhalt["regel"]).exists():
        return
    regel = Bewertungsregel.objects.create(
        kennung=inhalt["regel"],
        form=Regelform.KOMBINATION,
        konfiguration=BG1_JA_NEIN,
        fachliche_beschreibung=(
            "Die Antwort ist ein JSON-Objekt mit genau zwei Schlüsseln: „kurzantwort“ (Ja oder"
            " Nein) und „begruendung“. Richtig ist sie, wenn die Kurzantwort dem Sollwert gleicht;"
            " Groß- und Kleinschreibung, Leerraum und ein Schlusszeichen zählen nicht. Ein"
            " ungültiges Objekt ist „formal ungültig“ und zählt 0."
        ),
        begruendung_verfahren=(
            "Der Sollwert ist Ja oder Nein; ein Vergleich entscheidet ihn ohne Spielraum."
        ),
        beispiele=inhalt["beispiele"],
        angelegt_von=personen.redaktion,
    )
    publish_regel(regel=regel, user=personen.freigabe)


def _rubrics(personen: Personen) -> None:
    for kennung, modus, anweisung, skala in (
        ("kriterien", Rubrikmodus.KRITERIEN, KRITERIEN_ANWEISUNG, {}),
        (
            "dreistufig",
            Rubrikmodus.STUFEN,
            STUFEN_ANWEISUNG,
            {"richtig": "1", "teilweise": "1/2", "falsch": "0"},
        ),
    ):
        if not Rubrik.objects.filter(kennung=kennung).exists():
            rubrik = Rubrik.objects.create(
                kennung=kennung,
                modus=modus,
                anweisung=anweisung,
                skala=skala,
                angelegt_von=personen.redaktion,
            )
            publish_rubrik(rubrik=rubrik, user=personen.freigabe)


def graders() -> list[Bewerter]:
    """Return the graders of the sample: two demonstration models, so that tasks are shared."""
    return [
        Bewerter.objects.get_or_create(
            kennung=vorlage.kennung,
            defaults={
                "name": vorlage.name,
                "art": BewerterArt.LLM,
                "modell": Modellmetadaten.objects.get(kennung=vorlage.kennung),
                "herstellerfamilie": vorlage.familie,
            },
        )[0]
        for vorlage in BEWERTERMODELLE
    ]


def order_judgements(laeufe: Sequence[Lauf], personen: Personen) -> None:
    """Order the judgement of every Lauf that holds tasks for graders."""
    for lauf in laeufe:
        if beurteilbare_runs(lauf):
            request_judgement(
                lauf=lauf,
                bewerter=graders(),
                user=personen.redaktion,
                ueberlappung_prozent=UEBERLAPPUNG_PROZENT,
                seed=SEED,
            )
