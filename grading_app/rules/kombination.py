"""Pure: no Django, no I/O. Kombination: parse the answer, then compare one field of it (R-6.1).

Partial values: none. An answer without the demanded form is „formal ungültig“, 0; otherwise the
text of `feld` is graded by the normalised comparison with the Sollwert. The rule `bg1_ja_nein` is
one configuration of this form (`BG1_JA_NEIN`).
"""

from __future__ import annotations

from typing import Any

from pydantic import model_validator

from grading_app.rules import normalised
from grading_app.rules.normalised import NormalisiertKonfiguration
from grading_app.rules.parsers import FormFehler, ParserKonfiguration, lies
from grading_app.rules.structure import FEHLT, JSON_PFAD, json_wert
from grading_app.rules.types import Konfiguration, Regelergebnis, formal_ungueltig


class KombinationKonfiguration(Konfiguration):
    """`parser` must be JSON; `feld` is the path of the text that is compared."""

    parser: ParserKonfiguration
    feld: str
    vergleich: NormalisiertKonfiguration = NormalisiertKonfiguration()

    @model_validator(mode="after")
    def _pruefe(self) -> KombinationKonfiguration:
        if self.parser.format != "json":
            raise ValueError("Die Kombination liest nur JSON.")
        if not JSON_PFAD.match(self.feld):
            raise ValueError(f"Der Pfad „{self.feld}“ ist nicht zulässig.")
        return self


def evaluate(konfiguration: KombinationKonfiguration, antwort: str, sollwert: str) -> Regelergebnis:
    """Value of the comparison, or „formal ungültig“."""
    try:
        dokument = lies(konfiguration.parser, antwort)
    except FormFehler as exc:
        return formal_ungueltig(str(exc))
    wert = json_wert(dokument, konfiguration.feld)
    if wert is FEHLT or not isinstance(wert, str):
        return formal_ungueltig(f"Das Feld „{konfiguration.feld}“ fehlt oder ist kein Text.")
    return normalised.evaluate(konfiguration.vergleich, wert, sollwert)


BG1_JA_NEIN: dict[str, Any] = {
    "parser": {
        "format": "json",
        "zaun_erlaubt": True,
        "json_schema": {
            "type": "object",
            "required": ["kurzantwort", "begruendung"],
            "additionalProperties": False,
            "properties": {
                "kurzantwort": {"type": "string", "pattern": "^\\s*(?i:ja|nein)[\\s.!]*$"},
                "begruendung": {"type": "string", "minLength": 1},
            },
        },
    },
    "feld": "kurzantwort",
    "vergleich": {"leerraum": True, "schlusszeichen": True, "gross_klein": True},
}
"""`bg1_ja_nein` v1: JSON with `kurzantwort` (Ja or Nein) and `begruendung`; `Ja.` equals `Ja`."""
