"""Pure: no Django, no I/O. What a reader takes from a response body, and how it reads values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from runs_app.begriffe import Abschlussgrund

TOKEN_MAXIMUM = 2**31 - 1
OHNE_ENDE = "ohne_ende"

ABSCHLUSS = {
    "stop": Abschlussgrund.STOPP,
    "end_turn": Abschlussgrund.STOPP,
    "stop_sequence": Abschlussgrund.STOPP,
    "completed": Abschlussgrund.STOPP,
    "eos": Abschlussgrund.STOPP,
    "eos_token": Abschlussgrund.STOPP,
    "length": Abschlussgrund.LAENGE,
    "max_tokens": Abschlussgrund.LAENGE,
    "max_output_tokens": Abschlussgrund.LAENGE,
    "max_completion_tokens": Abschlussgrund.LAENGE,
    "model_length": Abschlussgrund.LAENGE,
    "model_context_window_exceeded": Abschlussgrund.LAENGE,
    "content_filter": Abschlussgrund.FILTER,
    "content_filtered": Abschlussgrund.FILTER,
    "sensitive": Abschlussgrund.FILTER,
    "safety": Abschlussgrund.FILTER,
    "recitation": Abschlussgrund.FILTER,
    "blocklist": Abschlussgrund.FILTER,
    "prohibited_content": Abschlussgrund.FILTER,
    "spii": Abschlussgrund.FILTER,
    "refusal": Abschlussgrund.ABLEHNUNG,
    "tool_calls": Abschlussgrund.WERKZEUGAUFRUF,
    "tool_call": Abschlussgrund.WERKZEUGAUFRUF,
    "tool_use": Abschlussgrund.WERKZEUGAUFRUF,
    "function_call": Abschlussgrund.WERKZEUGAUFRUF,
}


class Unlesbar(ValueError):
    """The body cannot be read as an answer of its dialect; the message is German."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gelesen:
    """What one response body says, before cleaning and classification.

    Token counts follow one convention for every dialect: `token_eingabe` includes cached input,
    `token_ausgabe` includes reasoning. `limit` is set where the executing side lowered it.
    """

    text: str = ""
    abschlussgrund: Abschlussgrund = Abschlussgrund.KEINER
    abschlussgrund_original: str = ""
    modell: str = ""
    antwort_id: str = ""
    token_eingabe: int | None = None
    token_eingabe_cache: int | None = None
    token_ausgabe: int | None = None
    token_denken: int | None = None
    limit: int | None = None
    geschrieben: tuple[str, ...] = ()
    ausgefuehrt: tuple[str, ...] = ()
    webzitate: tuple[str, ...] = ()
    fehlerobjekt: str = ""
    hinweise: tuple[str, ...] = ()


def finish_reason(word: object) -> tuple[Abschlussgrund, str]:
    """Return (normalised, original) for a provider's word; an unknown word is never a stop.

    >>> finish_reason("MAX_TOKENS")[0].value, finish_reason("blau")[0].value
    ('laenge', 'unbekannt')
    """
    if word is None or word == "":
        return Abschlussgrund.KEINER, ""
    if word == OHNE_ENDE:
        return Abschlussgrund.OHNE_ENDE, ""
    original = str(word)
    return ABSCHLUSS.get(original.lower(), Abschlussgrund.UNBEKANNT), original


def obj(value: object) -> dict[str, Any]:
    """Return a JSON object, or an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def arr(value: object) -> list[Any]:
    """Return a JSON list, or an empty one for anything else."""
    return value if isinstance(value, list) else []


def text(value: object) -> str:
    """Return a JSON string, or an empty one for anything else."""
    return value if isinstance(value, str) else ""


def token(value: object) -> int | None:
    """Return a token count; None stays None, nonsense is Unlesbar (a NaN must not be stored).

    >>> token(12), token(12.0), token(None)
    (12, 12, None)
    """
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Unlesbar("Verbrauchsangabe ist keine Zahl.")
    if isinstance(value, float) and (not math.isfinite(value) or value != int(value)):
        raise Unlesbar("Verbrauchsangabe ist keine ganze Zahl.")
    if not 0 <= value <= TOKEN_MAXIMUM:
        raise Unlesbar("Verbrauchsangabe liegt außerhalb des Möglichen.")
    return int(value)


def error_message(value: object) -> str:
    """Return a short German message for an error object, empty where there is none."""
    if not value:
        return ""
    error = obj(value)
    kind = text(error.get("type")) or text(error.get("code"))
    message = text(error.get("message")) or (value if isinstance(value, str) else "")
    detail = ": ".join(part for part in (kind, message) if part) or "ohne Angabe"
    return f"Fehlerobjekt des Anbieters ({detail})"[:300]
