"""Pure: no Django, no I/O. Reads an Anthropic Messages body."""

from __future__ import annotations

from typing import Any

from runs_app.begriffe import Abschlussgrund
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

KEIN_WERKZEUG = frozenset({"text", "thinking", "redacted_thinking"})


def read_messages(body: dict[str, Any]) -> Gelesen:
    """Return what a message says; thinking blocks are no answer."""
    if body.get("type") == "error" or ("content" not in body and body.get("error")):
        return Gelesen(fehlerobjekt=error_message(body.get("error") or {"type": "error"}))
    if "content" not in body:
        raise Unlesbar("Die Antwort enthält kein Feld „content“.")
    blocks = [obj(block) for block in arr(body.get("content"))]
    grund, original = finish_reason(body.get("stop_reason"))
    written = tuple(_name(b) for b in blocks if b.get("type") == "tool_use")
    if written and grund is Abschlussgrund.STOPP:
        grund = Abschlussgrund.WERKZEUGAUFRUF
    usage = obj(body.get("usage"))
    eingabe, cache = _input_tokens(usage)
    return Gelesen(
        text="".join(text(b.get("text")) for b in blocks if b.get("type") == "text"),
        abschlussgrund=grund,
        abschlussgrund_original=original,
        modell=text(body.get("model")),
        antwort_id=text(body.get("id")),
        token_eingabe=eingabe,
        token_eingabe_cache=cache,
        token_ausgabe=token(usage.get("output_tokens")),
        token_denken=token(obj(usage.get("output_tokens_details")).get("thinking_tokens")),
        geschrieben=written,
        ausgefuehrt=_executed(blocks, obj(usage.get("server_tool_use"))),
        webzitate=_citations(blocks),
        fehlerobjekt=error_message(body.get("error")),
    )


def _name(block: dict[str, Any]) -> str:
    return text(block.get("name")) or text(block.get("type")) or "unbenannt"


def _executed(blocks: list[dict[str, Any]], counters: dict[str, Any]) -> tuple[str, ...]:
    """Return server tools: every block beside text, thinking and `tool_use`, and the counters."""
    names = [
        _name(block)
        for block in blocks
        if block.get("type") not in KEIN_WERKZEUG and block.get("type") != "tool_use"
    ]
    names += [name for name, count in counters.items() if token(count)]
    return tuple(names)


def _citations(blocks: list[dict[str, Any]]) -> tuple[str, ...]:
    notes = [obj(note) for block in blocks for note in arr(block.get("citations"))]
    return tuple(text(note.get("url")) or text(note.get("type")) or "ohne URL" for note in notes)


def _input_tokens(usage: dict[str, Any]) -> tuple[int | None, int | None]:
    """Return (all input tokens, those read from the cache); here the cache is counted beside."""
    fresh = token(usage.get("input_tokens"))
    read = token(usage.get("cache_read_input_tokens"))
    created = token(usage.get("cache_creation_input_tokens"))
    if fresh is None:
        return None, read
    return fresh + (read or 0) + (created or 0), read
