"""Pure: no Django, no I/O. Says an answer as Chat Completions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lexassay.beispiel.standin.anbieter_antwort import KREATION, Antwort, Ende, Ereignis, pieces

CHAT_ENDE = {
    Ende.STOP: "stop",
    Ende.LENGTH: "length",
    Ende.FILTER: "content_filter",
    Ende.REFUSAL: "content_filter",
    Ende.WERKZEUG: "tool_calls",
}
SUCHE = {
    "type": "url_citation",
    "url_citation": {
        "url": "https://example.org/urteil",
        "title": "Fundstelle",
        "start_index": 0,
        "end_index": 3,
    },
}


def chat_body(antwort: Antwort) -> dict[str, Any]:
    """Return a chat.completion."""
    message: dict[str, Any] = {"role": "assistant", "content": antwort.text, "refusal": None}
    if antwort.denken:
        message["reasoning_content"] = antwort.denken
    if antwort.ende is Ende.WERKZEUG:
        message["tool_calls"] = [_chat_call()]
    if antwort.ausgefuehrt:
        message["annotations"] = [SUCHE]
    body = _chat_head(antwort, "chat.completion")
    body["choices"] = [
        {"index": 0, "finish_reason": CHAT_ENDE[antwort.ende], "logprobs": None, "message": message}
    ]
    return body | _chat_usage(antwort)


def chat_events(antwort: Antwort) -> Iterator[Ereignis]:
    """Yield chat.completion.chunk events; usage comes in a chunk of its own."""
    head = _chat_head(antwort, "chat.completion.chunk")

    def chunk(delta: dict[str, Any], finish: str | None = None) -> Ereignis:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return "", head | {"choices": [choice]}

    yield chunk({"role": "assistant", "content": None if antwort.text is None else ""})
    for piece in pieces(antwort.denken):
        yield chunk({"reasoning_content": piece})
    for piece in pieces(antwort.text or ""):
        yield chunk({"content": piece})
    if antwort.ende is Ende.WERKZEUG:
        yield chunk({"tool_calls": [{"index": 0, **_chat_call()}]})
    if antwort.ausgefuehrt:
        yield chunk({"annotations": [SUCHE]})
    yield chunk({}, CHAT_ENDE[antwort.ende])
    if antwort.eingabe is not None:
        yield "", head | {"choices": []} | _chat_usage(antwort)


def _chat_head(antwort: Antwort, kind: str) -> dict[str, Any]:
    return {
        "id": f"chatcmpl-{antwort.kennung}",
        "object": kind,
        "created": KREATION,
        "model": antwort.modell,
    }


def _chat_call() -> dict[str, Any]:
    return {
        "id": "call_1",
        "type": "function",
        "function": {"name": "websuche", "arguments": '{"frage":"BGH"}'},
    }


def _chat_usage(antwort: Antwort) -> dict[str, Any]:
    if antwort.eingabe is None:
        return {}
    return {
        "usage": {
            "prompt_tokens": antwort.eingabe,
            "completion_tokens": antwort.ausgabe,
            "total_tokens": antwort.eingabe + antwort.ausgabe,
            "prompt_tokens_details": {"cached_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": antwort.denk_token},
        }
    }
