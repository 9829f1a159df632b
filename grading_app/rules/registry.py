"""Pure: no Django, no I/O. The deterministic forms by name: configuration and function of each.

`evaluate(form, konfiguration, antwort, sollwert)` is the one door for services, checks and the
live try of the admin. Configurations are validated once per content and then kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from grading_app.begriffe import Regelform
from grading_app.rules import (
    contains,
    exact,
    kombination,
    logic,
    normalised,
    parsers,
    pattern,
    structure,
)
from grading_app.rules.meldungen import deutsch
from grading_app.rules.types import Konfiguration, KonfigurationsFehler, Regelergebnis
from grading_app.strict_json import lade
from lexassay.protokoll.kanon import canonical_json

MAX_ANTWORT = 2_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One deterministic form: the model of its configuration, its function, its documentation."""

    konfiguration: type[Konfiguration]
    evaluate: Callable[[Any, str, str], Regelergebnis]
    dokumentation: str


def _form(modul: Any, konfiguration: type[Konfiguration]) -> Form:
    return Form(
        konfiguration=konfiguration,
        evaluate=modul.evaluate,
        dokumentation=(modul.__doc__ or "").removeprefix("Pure: no Django, no I/O. "),
    )


FORMEN: Mapping[Regelform, Form] = MappingProxyType(
    {
        Regelform.EXAKT: _form(exact, exact.ExaktKonfiguration),
        Regelform.NORMALISIERT: _form(normalised, normalised.NormalisiertKonfiguration),
        Regelform.ENTHALTEN: _form(contains, contains.EnthaltenKonfiguration),
        Regelform.MUSTER: _form(pattern, pattern.MusterKonfiguration),
        Regelform.STRUKTUR: _form(structure, structure.StrukturKonfiguration),
        Regelform.PARSER: _form(parsers, parsers.ParserKonfiguration),
        Regelform.LOGIK: _form(logic, logic.LogikKonfiguration),
        Regelform.KOMBINATION: _form(kombination, kombination.KombinationKonfiguration),
    }
)


def pruefe_konfiguration(form: str, konfiguration: Mapping[str, Any]) -> Konfiguration:
    """The validated configuration; raises KonfigurationsFehler with German sentences."""
    try:
        return FORMEN[Regelform(form)].konfiguration.model_validate(dict(konfiguration))
    except ValidationError as exc:
        raise KonfigurationsFehler(deutsch(exc)) from exc


def evaluate(
    form: str, konfiguration: Mapping[str, Any], antwort: str, sollwert: str
) -> Regelergebnis:
    """Grade one answer; raises Regelfehler (undecidable) or KonfigurationsFehler.

    >>> evaluate("exakt", {}, "29", "29").label.value
    'korrekt'
    """
    return pruefer(form, konfiguration)(antwort, sollwert)


def pruefer(form: str, konfiguration: Mapping[str, Any]) -> Callable[[str, str], Regelergebnis]:
    """The form with its configuration bound: (answer, Sollwert) → result, for many answers."""
    gelesen = _gelesen(form, canonical_json(konfiguration))
    funktion = FORMEN[Regelform(form)].evaluate

    def pruefe(antwort: str, sollwert: str) -> Regelergebnis:
        return funktion(gelesen, antwort[:MAX_ANTWORT], sollwert)

    return pruefe


@lru_cache(maxsize=256)
def _gelesen(form: str, konfiguration: str) -> Konfiguration:
    return pruefe_konfiguration(form, lade(konfiguration))
