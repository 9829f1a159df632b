"""Pure: no Django, no I/O. JSON read strictly: what Python would accept silently is refused here.

Refused, each with a German reason: duplicate keys (Python keeps the last one), `NaN` and
`Infinity`, text after the value, a byte-order mark, nesting deeper than `MAX_TIEFE`, integers with
more than `MAX_ZIFFERN` digits, numbers that overflow to infinity, unpaired surrogates. A document
longer than `MAX_ZEICHEN` is refused before it is read.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

MAX_TIEFE = 64
MAX_ZIFFERN = 400
MAX_ZEICHEN = 2_000_000

ZAUN = re.compile(r"\A\s*(`{3,})(?:json|JSON)?[ \t]*\n(?P<inhalt>.*?)\n?[ \t]*\1\s*\Z", re.DOTALL)


class JsonFehler(ValueError):
    """The text is not strict JSON; the message is German and names the place where known."""


def ohne_zaun(text: str) -> str:
    r"""The content of a single Markdown fence that spans the whole text, else the text itself.

    >>> ohne_zaun('```json\n{"a": 1}\n```')
    '{"a": 1}'
    >>> ohne_zaun('Hier: ```json {} ```')
    'Hier: ```json {} ```'
    """
    treffer = ZAUN.match(text)
    return treffer["inhalt"] if treffer else text


def lade(text: str) -> Any:
    """The value of a strict JSON document; raises `JsonFehler`.

    >>> lade('{"frist": "falsch", "frist": "richtig"}')
    Traceback (most recent call last):
    ...
    grading_app.strict_json.JsonFehler: Der Schlüssel „frist“ steht mehrfach in einem Objekt.
    """
    if len(text) > MAX_ZEICHEN:
        raise JsonFehler(f"Der Text ist länger als {MAX_ZEICHEN} Zeichen.")
    if text.startswith("\ufeff"):
        raise JsonFehler("Der Text beginnt mit einer Byte-Order-Mark.")
    _check_tiefe(text)
    try:
        return json.loads(
            text,
            object_pairs_hook=_objekt,
            parse_constant=_konstante,
            parse_int=_ganzzahl,
            parse_float=_kommazahl,
        )
    except JsonFehler:
        raise
    except json.JSONDecodeError as exc:
        raise JsonFehler(_ort(exc)) from exc


def _check_tiefe(text: str) -> None:
    """Counts brackets outside strings in one pass, before the recursive reader sees them."""
    if text.count("[") + text.count("{") <= MAX_TIEFE:
        return
    tiefe, in_text, flucht = 0, False, False
    for zeichen in text:
        if in_text:
            if flucht:
                flucht = False
            elif zeichen == "\\":
                flucht = True
            elif zeichen == '"':
                in_text = False
        elif zeichen == '"':
            in_text = True
        elif zeichen in "[{":
            tiefe += 1
            if tiefe > MAX_TIEFE:
                raise JsonFehler(f"Der Text ist tiefer als {MAX_TIEFE} Ebenen verschachtelt.")
        elif zeichen in "]}":
            tiefe -= 1


def _objekt(paare: list[tuple[str, Any]]) -> dict[str, Any]:
    ergebnis: dict[str, Any] = {}
    for schluessel, wert in paare:
        if schluessel in ergebnis:
            raise JsonFehler(f"Der Schlüssel „{schluessel}“ steht mehrfach in einem Objekt.")
        _check_zeichen(schluessel)
        if isinstance(wert, str):
            _check_zeichen(wert)
        ergebnis[schluessel] = wert
    return ergebnis


def _check_zeichen(text: str) -> None:
    if any("\ud800" <= z <= "\udfff" for z in text):
        raise JsonFehler("Der Text enthält ein halbes Ersatzzeichen (Surrogat).")


def _konstante(wort: str) -> NoReturn:
    raise JsonFehler(f"„{wort}“ ist in JSON nicht erlaubt.")


def _ganzzahl(ziffern: str) -> int:
    if len(ziffern) > MAX_ZIFFERN:
        raise JsonFehler(f"Eine Zahl hat mehr als {MAX_ZIFFERN} Stellen.")
    return int(ziffern)


def _kommazahl(ziffern: str) -> float:
    wert = float(ziffern)
    if math.isinf(wert):
        raise JsonFehler("Eine Zahl ist zu groß für eine Kommazahl.")
    return wert


def _ort(exc: json.JSONDecodeError) -> str:
    if exc.msg == "Extra data":
        return f"Nach dem JSON-Wert steht weiterer Text (Zeile {exc.lineno}, Spalte {exc.colno})."
    return f"Kein gültiges JSON (Zeile {exc.lineno}, Spalte {exc.colno})."
