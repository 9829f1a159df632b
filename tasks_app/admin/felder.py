"""How the page of a Testfall is laid out."""

from __future__ import annotations

from typing import Any

AUFKLAPPBAR = ("collapse",)
KOPF = ("aufgabensatz", ("kennung", "version"), "titel", "stand", "checkliste_anzeigen")
AUFGABE = (
    "faehigkeit",
    "hypothese",
    ("rechtsordnung", "aufgabentyp", "sichtbarkeit"),
    "kategorien",
    "prompt",
    "eingabedaten",
)
ERWARTUNG = (
    "goldloesung",
    "sollwert",
    "rechtsstand",
    ("bewertungsmodus", "regel_kennung"),
    ("jurist_name", "jurist_am"),
)
HERKUNFT = (
    "erfundene_entscheidung",
    "registerpruefung",
    "registerpruefung_am",
    "namensnennung",
)
FINGERABDRUECKE = ("prompt_fingerabdruck", "prompt_fingerabdruck_normal", "inhalts_hash")
EINSICHT = ("canary", "zugesagt_hash", "salz", "einsicht")
FELDGRUPPEN: tuple[tuple[str | None, dict[str, Any]], ...] = (
    (None, {"fields": KOPF}),
    ("Aufgabe", {"fields": AUFGABE}),
    ("Erwartung", {"fields": ERWARTUNG}),
    ("Fangfrage und Herkunft", {"classes": AUFKLAPPBAR, "fields": HERKUNFT}),
    ("Fingerabdrücke", {"classes": AUFKLAPPBAR, "fields": FINGERABDRUECKE}),
)
GEHEIMHALTUNG = ("Geheimhaltung", {"fields": EINSICHT})
IMMER_GELESEN = ("stand", "checkliste_anzeigen", *FINGERABDRUECKE, *EINSICHT)


def flat(felder: tuple[Any, ...]) -> list[str]:
    """Return the names of a fieldset without its rows."""
    return [name for feld in felder for name in (feld if isinstance(feld, tuple) else (feld,))]
