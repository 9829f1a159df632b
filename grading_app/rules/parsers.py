"""Pure: no Django, no I/O. Parser- und Validator-Prüfung of JSON and XML answers (R-6.1).

Partial values: none; an answer is formally valid (1) or „formal ungültig“ (0). The Sollwert is not
read. JSON is read strictly (`grading_app.strict_json`): duplicate keys, NaN, trailing text, deep
nesting and huge integers are invalid. A Markdown fence around the whole answer is accepted only
with the switch `zaun_erlaubt`. XML: see `grading_app.rules.xml`.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import model_validator

from grading_app.rules import xml
from grading_app.rules.schemata import pruefe_schema, schemafehler
from grading_app.rules.types import (
    Konfiguration,
    Regelergebnis,
    formal_ungueltig,
    ganz_oder_gar_nicht,
)
from grading_app.strict_json import JsonFehler, lade, ohne_zaun

MAX_NOTIZEN = 5


class FormFehler(ValueError):
    """The answer does not have the demanded form; German reason."""


class ParserKonfiguration(Konfiguration):
    """`json_schema` goes with JSON; `xsd`, `relaxng`, `schematron` (sources as text) with XML."""

    format: Literal["json", "xml"]
    zaun_erlaubt: bool = False
    json_schema: dict[str, Any] | None = None
    xsd: str | None = None
    relaxng: str | None = None
    schematron: str | None = None

    @model_validator(mode="after")
    def _pruefe(self) -> ParserKonfiguration:
        xml_teile = [self.xsd, self.relaxng, self.schematron]
        if self.format == "json" and any(teil is not None for teil in xml_teile):
            raise ValueError("XSD, RELAX NG und Schematron gehören zum Format „xml“.")
        if self.format == "xml" and self.json_schema is not None:
            raise ValueError("Ein JSON-Schema gehört zum Format „json“.")
        if self.json_schema is not None:
            pruefe_schema(self.json_schema)
        for quelle, kompiliere in zip(
            xml_teile, (xml.xsd, xml.relaxng, xml.schematron), strict=True
        ):
            if quelle is not None:
                kompiliere(quelle)
        return self


def evaluate(konfiguration: ParserKonfiguration, antwort: str, sollwert: str) -> Regelergebnis:
    """1 if the answer is valid, else „formal ungültig“ with value 0.

    >>> evaluate(ParserKonfiguration(format="json"), '{"a": 1, "a": 2}', "").label.value
    'formal_ungueltig'
    """
    try:
        lies(konfiguration, antwort)
    except FormFehler as exc:
        return formal_ungueltig(str(exc))
    return ganz_oder_gar_nicht(
        True, ja="Die Antwort ist formal gültig.", nein="", treffer=("gültige Form",)
    )


def lies(konfiguration: ParserKonfiguration, antwort: str) -> Any:
    """The parsed answer (JSON value or XML root element); raises FormFehler."""
    text = ohne_zaun(antwort) if konfiguration.zaun_erlaubt else antwort
    if konfiguration.format == "json":
        return _json(konfiguration, text)
    return _xml(konfiguration, text)


def _json(konfiguration: ParserKonfiguration, text: str) -> Any:
    try:
        wert = lade(text)
    except JsonFehler as exc:
        raise FormFehler(str(exc)) from exc
    if konfiguration.json_schema is not None:
        _melde(schemafehler(konfiguration.json_schema, wert))
    return wert


def _xml(konfiguration: ParserKonfiguration, text: str) -> Any:
    try:
        wurzel = xml.lies_xml(text)
    except xml.XmlFehler as exc:
        raise FormFehler(str(exc)) from exc
    if konfiguration.xsd is not None:
        _melde(xml.grammatikfehler(xml.xsd(konfiguration.xsd), wurzel))
    if konfiguration.relaxng is not None:
        _melde(xml.grammatikfehler(xml.relaxng(konfiguration.relaxng), wurzel))
    if konfiguration.schematron is not None:
        _melde(xml.schematron_fehler(konfiguration.schematron, wurzel))
    return wurzel


def _melde(notizen: list[str]) -> None:
    if notizen:
        raise FormFehler("; ".join(notizen[:MAX_NOTIZEN]) + ".")
