"""Pure: no Django, no I/O. The messages of pydantic in German, for the rule form."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

_TEXTE: Mapping[str, str] = MappingProxyType(
    {
        "missing": "fehlt",
        "extra_forbidden": "ist nicht bekannt",
        "string_type": "muss ein Text sein",
        "int_type": "muss eine ganze Zahl sein",
        "bool_type": "muss true oder false sein",
        "list_type": "muss eine Liste sein",
        "dict_type": "muss ein Objekt sein",
        "model_type": "muss ein Objekt sein",
        "literal_error": "hat keinen der zulässigen Werte",
        "enum": "hat keinen der zulässigen Werte",
        "too_short": "hat zu wenige Einträge",
        "string_too_short": "ist leer oder zu kurz",
        "string_pattern_mismatch": "hat nicht die verlangte Form",
        "greater_than_equal": "ist zu klein",
    }
)


def deutsch(fehler: ValidationError) -> list[str]:
    """One German sentence per fault, with the path of the field.

    >>> from grading_app.rules.exact import ExaktKonfiguration
    >>> try:
    ...     ExaktKonfiguration.model_validate({"strip": True})
    ... except ValidationError as exc:
    ...     deutsch(exc)
    ['Feld „strip“ ist nicht bekannt.']
    """
    return [_satz(eintrag) for eintrag in fehler.errors(include_url=False)]


def _satz(eintrag: Any) -> str:
    ort = ".".join(str(teil) for teil in eintrag["loc"])
    if eintrag["type"] == "value_error":
        return str(eintrag["ctx"]["error"])
    text = _TEXTE.get(eintrag["type"], "ist nicht gültig")
    erlaubt = eintrag.get("ctx", {}).get("expected")
    zusatz = f" ({erlaubt})" if erlaubt and eintrag["type"] == "literal_error" else ""
    return f"Feld „{ort}“ {text}{zusatz}." if ort else f"Die Konfiguration {text}."
