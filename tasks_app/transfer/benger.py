"""Pure: no Django, no I/O. The task file of BenGER (CC BY 4.0) as an Aufgabensatz of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FELDER = frozenset(
    {"id", "bereich", "grundprinzip", "frage", "fall", "kurzantwort", "begruendung", "autoren"}
)
QUELLE = "SebastianNagl/benger-platform; arXiv:2605.28183"
LIZENZ = "CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)"
BEREICHE = {"strafrecht": "Strafrecht", "zivilrecht": "Zivilrecht"}
ANTWORTFORMAT = (
    'Antworten Sie nur mit einem JSON-Objekt mit genau zwei Schlüsseln: "kurzantwort" mit dem Wert'
    ' "Ja" oder "Nein" und "begruendung" mit einer kurzen Begründung in ein bis drei Sätzen.'
    " Schreiben Sie nichts davor und nichts danach."
)
KOPF: Mapping[str, Any] = {
    "kennung": "benger",
    "titel": "Grundprinzipien (BenGER)",
    "beschreibung": "Fälle aus dem Straf- und dem Zivilrecht. Jeder Fall fragt, ob ein"
    " Grundprinzip gewahrt, verletzt oder anwendbar ist; bewertet wird die Kurzantwort.",
    "bewertungsverfahren": "regel",
    "beispiel": False,
    "archiviert": False,
    "veroeffentlichung": "voll",
    "hinweis": "Ja/Nein-Aufgabe, Ratewahrscheinlichkeit 50 %",
    "lizenz": "CC BY 4.0",
    "namensnennung": f"BenGER, Datensatz Grundprinzipien ({QUELLE}). Lizenz: {LIZENZ}. Fälle,"
    " Fragen, Kurzantworten und Begründungen sind unverändert übernommen; Titel, Einordnung und"
    " der Satz zum Antwortformat stammen von LexAssay.",
}


def is_benger(objekt: Mapping[str, Any]) -> bool:
    """Return whether a line has exactly the fields of a BenGER task."""
    return frozenset(objekt) == FELDER


def task_of(zeile: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a Testfall; texts and gold label stay exactly as they are."""
    nummer = str(zeile["id"])
    return {
        "kennung": f"benger-{nummer.lower()}",
        "titel": f"{zeile['grundprinzip']} ({nummer})",
        "faehigkeit": f"Den Rechtsgrundsatz „{zeile['grundprinzip']}“ auf einen Fall anwenden.",
        "hypothese": "Modelle kennen den Grundsatz, ordnen Grenzfälle aber falsch ein.",
        "rechtsordnung": "de",
        "aufgabentyp": "rechtsgrundsatz",
        "kategorien": _categories(zeile),
        "prompt": f"Fall:\n{zeile['fall']}\n\nFrage: {zeile['frage']}\n\n{ANTWORTFORMAT}",
        "goldloesung": zeile["begruendung"],
        "sollwert": zeile["kurzantwort"],
        "bewertungsmodus": "regel",
        "regel": "bg1_ja_nein",
        "namensnennung": f"BenGER, Grundprinzipien, {nummer} ({QUELLE}), verfasst von"
        f" {zeile['autoren']}. Lizenz: {LIZENZ}.",
        "quellen": [
            {"fundstelle": f"BenGER, Grundprinzipien, {nummer}", "abruf": "nicht_abgerufen"}
        ],
    }


def _categories(zeile: Mapping[str, Any]) -> list[dict[str, str]]:
    bereich = str(zeile["bereich"])
    return [
        {"art": "domaene", "name": BEREICHE.get(bereich, bereich)},
        {"art": "format", "name": "Ja/Nein mit Begründung (JSON)"},
        {"art": "standard", "name": str(zeile["grundprinzip"])},
        {"art": "faehigkeit", "name": "Anwendung eines Rechtsgrundsatzes"},
    ]
