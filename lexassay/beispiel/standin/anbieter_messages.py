"""Pure: no Django, no I/O. Says an answer as Anthropic Messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lexassay.beispiel.standin.anbieter_antwort import Antwort, Ende, Ereignis, pieces

MESSAGES_ENDE = {
    Ende.STOP: "end_turn",
    Ende.LENGTH: "max_tokens",
    Ende.FILTER: "refusal",
    Ende.REFUSAL: "refusal",
    Ende.WERKZEUG: "tool_use",
}


def messages_body(antwort: Antwort) -> dict[str, Any]:
    """Return a message."""
    return {
        "id": f"msg_{antwort.kennung}",
        "type": "message",
        "role": "assistant",
        "model": antwort.modell,
        "content": _blocks(antwort),
        "stop_reason": MESSAGES_ENDE[antwort.ende],
        "stop_sequence": None,
        "usage": _messages_usage(antwort),
    }


def messages_events(antwort: Antwort) -> Iterator[Ereignis]:
    """Yield Messages events."""
    body = messages_body(antwort)
    usage = body["usage"]
    start = body | {"content": [], "stop_reason": None}
    if usage:
        start["usage"] = usage | {"output_tokens": 1}
    yield "message_start", {"type": "message_start", "message": start}
    for index, block in enumerate(body["content"]):
        yield from _block_events(index, block)
    delta = {"stop_reason": body["stop_reason"], "stop_sequence": None}
    yield "message_delta", {"type": "message_delta", "delta": delta, "usage": usage}
    yield "message_stop", {"type": "message_stop"}


def _block_events(index: int, block: dict[str, Any]) -> Iterator[Ereignis]:
    opened: dict[str, Any] = dict(block)
    deltas: list[dict[str, Any]] = []
    match block["type"]:
        case "text":
            opened["text"] = ""
            deltas = [{"type": "text_delta", "text": piece} for piece in pieces(block["text"])]
        case "thinking":
            opened |= {"thinking": "", "signature": ""}
            deltas = [
                {"type": "thinking_delta", "thinking": piece} for piece in pieces(block["thinking"])
            ]
            deltas.append({"type": "signature_delta", "signature": block["signature"]})
    yield (
        "content_block_start",
        {"type": "content_block_start", "index": index, "content_block": opened},
    )
    for delta in deltas:
        yield (
            "content_block_delta",
            {"type": "content_block_delta", "index": index, "delta": delta},
        )
    yield "content_block_stop", {"type": "content_block_stop", "index": index}


def _blocks(antwort: Antwort) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = []
    if antwort.denken:
        blocks.append({"type": "thinking", "thinking": antwort.denken, "signature": "sig"})
    if antwort.ausgefuehrt:
        blocks += _server_search()
    if antwort.text is not None:
        blocks.append({"type": "text", "text": antwort.text, "citations": None})
    if antwort.ende is Ende.WERKZEUG:
        blocks.append(
            {"type": "tool_use", "id": "toolu_1", "name": "websuche", "input": {"frage": "BGH"}}
        )
    return blocks


def _server_search() -> list[dict[str, Any]]:
    result = {
        "type": "web_search_result",
        "url": "https://example.org/urteil",
        "title": "Fundstelle",
        "encrypted_content": "x",
        "page_age": None,
    }
    return [
        {
            "type": "server_tool_use",
            "id": "srvtoolu_1",
            "name": "web_search",
            "input": {"query": "BGH"},
        },
        {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [result]},
    ]


def _messages_usage(antwort: Antwort) -> dict[str, Any] | None:
    if antwort.eingabe is None:
        return None
    return {
        "input_tokens": antwort.eingabe,
        "output_tokens": antwort.ausgabe,
        "cache_read_input_tokens": 0,
        "cache_creation_input_tokens": 0,
        "output_tokens_details": {"thinking_tokens": antwort.denk_token},
    }
