"""Pure: no Django, no I/O. Reads an OpenAI Responses body."""

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

NUR_GESCHRIEBEN = frozenset(
    {
        "function_call",
        "custom_tool_call",
        "computer_call",
        "local_shell_call",
        "apply_patch_call",
        "mcp_approval_request",
    }
)
KEIN_WERKZEUG = frozenset({"message", "reasoning", "compaction"})


def read_responses(body: dict[str, Any]) -> Gelesen:
    """Return what a response object says; hosted tool items count as executed."""
    if "output" not in body and "status" not in body:
        if fehler := error_message(body.get("error")):
            return Gelesen(fehlerobjekt=fehler)
        raise Unlesbar("Die Antwort enthält weder „output“ noch „status“.")
    items = [obj(item) for item in arr(body.get("output"))]
    parts = [
        obj(part)
        for item in items
        if item.get("type") == "message"
        for part in arr(item.get("content"))
    ]
    written = _names(items, written=True)
    grund, original, fehler = _finish(body, bool(written))
    answer = "".join(text(part.get("text")) for part in parts)
    refusal = "".join(text(part.get("refusal")) for part in parts)
    if refusal and not answer and grund is Abschlussgrund.STOPP:
        grund, answer = Abschlussgrund.ABLEHNUNG, refusal
    usage = obj(body.get("usage"))
    return Gelesen(
        text=answer,
        abschlussgrund=grund,
        abschlussgrund_original=original,
        modell=text(body.get("model")),
        antwort_id=text(body.get("id")),
        token_eingabe=token(usage.get("input_tokens")),
        token_eingabe_cache=token(obj(usage.get("input_tokens_details")).get("cached_tokens")),
        token_ausgabe=token(usage.get("output_tokens")),
        token_denken=token(obj(usage.get("output_tokens_details")).get("reasoning_tokens")),
        geschrieben=written,
        ausgefuehrt=_names(items, written=False) + _counted(obj(body.get("tool_usage"))),
        webzitate=_citations(parts),
        fehlerobjekt=fehler,
    )


def _finish(body: dict[str, Any], written: bool) -> tuple[Abschlussgrund, str, str]:
    """Return (normalised reason, original word, error message)."""
    status = text(body.get("status"))
    fehler = error_message(body.get("error"))
    if status == "failed":
        return Abschlussgrund.KEINER, status, fehler or "Der Anbieter meldet „failed“."
    if status == "incomplete":
        reason = obj(body.get("incomplete_details")).get("reason")
        return *finish_reason(reason or "incomplete"), fehler
    grund, original = finish_reason(status)
    if written and grund is Abschlussgrund.STOPP:
        grund = Abschlussgrund.WERKZEUGAUFRUF
    return grund, original, fehler


def _names(items: list[dict[str, Any]], *, written: bool) -> tuple[str, ...]:
    """Return tool items that were only written, or those that the provider ran.

    A type that is neither known as harmless nor as only written is taken for an executed tool.
    """
    found = []
    for item in items:
        kind = text(item.get("type"))
        if kind in KEIN_WERKZEUG or (kind in NUR_GESCHRIEBEN) is not written:
            continue
        found.append(text(item.get("name")) or kind or "unbenannt")
    return tuple(found)


def _counted(usage: dict[str, Any]) -> tuple[str, ...]:
    """Return hosted tools that only the tool usage tells of."""
    counts = {
        "web_search": obj(usage.get("web_search")).get("num_requests"),
        "image_gen": obj(usage.get("image_gen")).get("total_tokens"),
    }
    return tuple(name for name, count in counts.items() if token(count))


def _citations(parts: list[dict[str, Any]]) -> tuple[str, ...]:
    notes = [obj(note) for part in parts for note in arr(part.get("annotations"))]
    return tuple(text(note.get("url")) or text(note.get("type")) or "ohne URL" for note in notes)
