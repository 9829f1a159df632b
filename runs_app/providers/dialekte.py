"""Pure: no Django, no I/O. One reader per dialect, for responses and for stored requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runs_app.begriffe import Dialekt
from runs_app.providers.gelesen import (
    Gelesen,
    Unlesbar,
    arr,
    error_message,
    finish_reason,
    obj,
    text,
    token,
)
from runs_app.providers.lesen_chat import read_chat
from runs_app.providers.lesen_messages import read_messages
from runs_app.providers.lesen_responses import read_responses
from runs_app.providers.texte import split_thinking

__all__ = ["Gelesen", "Unlesbar", "read_body", "request_texts"]


def read_body(dialekt: Dialekt, body: object) -> Gelesen:
    """Return what a body says in its dialect; raises Unlesbar, and nothing else, if it cannot."""
    if not isinstance(body, dict):
        raise Unlesbar("Die Antwort ist kein JSON-Objekt.")
    match dialekt:
        case Dialekt.RESPONSES:
            return read_responses(body)
        case Dialekt.CHAT:
            return read_chat(body)
        case Dialekt.MESSAGES:
            return read_messages(body)
        case Dialekt.LLAMA_CPP | Dialekt.AUFGEZEICHNET:
            return read_plain(body)


def read_plain(body: dict[str, Any]) -> Gelesen:
    """Read our own flat body: the local child process and imported records use it."""
    if "text" not in body and not body.get("error"):
        raise Unlesbar("Der Datensatz enthält kein Feld „text“.")
    grund, original = finish_reason(body.get("finish_reason"))
    answer, _ = split_thinking(text(body.get("text")))
    usage = obj(body.get("usage"))
    return Gelesen(
        text=answer,
        abschlussgrund=grund,
        abschlussgrund_original=original,
        modell=text(body.get("model")),
        antwort_id=text(body.get("id")),
        token_eingabe=token(usage.get("input_tokens")),
        token_eingabe_cache=token(usage.get("cached_tokens")),
        token_ausgabe=token(usage.get("output_tokens")),
        token_denken=token(usage.get("reasoning_tokens")),
        limit=token(body.get("limit")),
        fehlerobjekt=error_message(body.get("error")),
    )


def request_texts(dialekt: Dialekt, anfrage: Mapping[str, Any]) -> tuple[str, str]:
    """Return (system prompt, user prompt) of a stored request body.

    >>> request_texts(Dialekt.RESPONSES, {"instructions": "S", "input": "P"})
    ('S', 'P')
    """
    match dialekt:
        case Dialekt.RESPONSES:
            return text(anfrage.get("instructions")), text(anfrage.get("input"))
        case Dialekt.MESSAGES:
            return text(anfrage.get("system")), _message(anfrage, "user")
        case Dialekt.CHAT:
            return _message(anfrage, "system"), _message(anfrage, "user")
        case Dialekt.LLAMA_CPP | Dialekt.AUFGEZEICHNET:
            return text(anfrage.get("system")), text(anfrage.get("prompt"))


def _message(anfrage: Mapping[str, Any], role: str) -> str:
    messages = [obj(message) for message in arr(anfrage.get("messages"))]
    return "".join(text(m.get("content")) for m in messages if m.get("role") == role)
