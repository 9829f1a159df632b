"""Pure: no Django, no I/O. One logical answer as the bodies and events of three provider dialects.

The stand-in provider says the same thing in every dialect, plain and streamed, so that adapters
and normalisation can be compared record by record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Ereignis = tuple[str, dict[str, Any]]
KREATION = 1_767_225_600


class Ende(StrEnum):
    """How an answer ends."""

    STOP = "stop"
    LENGTH = "length"
    FILTER = "filter"
    REFUSAL = "refusal"
    WERKZEUG = "werkzeug_geschrieben"


@dataclass(frozen=True, slots=True, kw_only=True)
class Antwort:
    """What the stand-in says once. `text` None means that the field is null or absent.

    `ausgefuehrt` adds a web search that the provider ran, `denken` a reasoning text before the
    answer. Token counts follow OpenAI's convention (reasoning inside output); None leaves the
    usage out.
    """

    kennung: str
    modell: str
    text: str | None
    ende: Ende = Ende.STOP
    denken: str = ""
    ausgefuehrt: bool = False
    eingabe: int | None = 20
    ausgabe: int = 12
    denk_token: int = 0


def pieces(text: str, size: int = 7) -> Iterator[str]:
    """Yield a text in small pieces, as a stream does."""
    for start in range(0, len(text), size):
        yield text[start : start + size]


# Chat Completions ---------------------------------------------------------------------------------

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


# Responses ----------------------------------------------------------------------------------------


def responses_body(antwort: Antwort) -> dict[str, Any]:
    """Return a response object."""
    grund = {
        Ende.LENGTH: "max_output_tokens",
        Ende.FILTER: "content_filter",
        Ende.REFUSAL: "content_filter",
    }.get(antwort.ende)
    return _response_head(antwort) | {
        "status": "incomplete" if grund else "completed",
        "incomplete_details": {"reason": grund} if grund else None,
        "output": _response_items(antwort),
        **_response_usage(antwort),
    }


def responses_events(antwort: Antwort) -> Iterator[Ereignis]:
    """Yield response events; the terminal one carries the whole response."""
    number = 0

    def event(kind: str, **fields: Any) -> Ereignis:
        nonlocal number
        number += 1
        return kind, {"type": kind, "sequence_number": number, **fields}

    opened = _response_head(antwort) | {
        "status": "in_progress",
        "incomplete_details": None,
        "output": [],
        "usage": None,
    }
    yield event("response.created", response=opened)
    for index, item in enumerate(_response_items(antwort)):
        empty = item | {"content": []} if item["type"] == "message" else item
        yield event("response.output_item.added", output_index=index, item=empty)
        if item["type"] == "message":
            place = {"item_id": item["id"], "output_index": index, "content_index": 0}
            for piece in pieces(antwort.text or ""):
                yield event("response.output_text.delta", delta=piece, logprobs=[], **place)
        yield event("response.output_item.done", output_index=index, item=item)
    body = responses_body(antwort)
    yield event(f"response.{body['status']}", response=body)


def _response_head(antwort: Antwort) -> dict[str, Any]:
    return {
        "id": f"resp_{antwort.kennung}",
        "object": "response",
        "created_at": KREATION,
        "model": antwort.modell,
        "error": None,
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
    }


def _response_items(antwort: Antwort) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    if antwort.denken:
        items.append({"type": "reasoning", "id": "rs_1", "summary": []})
    if antwort.ausgefuehrt:
        action = {"type": "search", "query": "BGH", "queries": ["BGH"]}
        items.append(
            {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": action}
        )
    if antwort.text is not None:
        items.append(_response_message(antwort))
    if antwort.ende is Ende.WERKZEUG:
        items.append(
            {
                "type": "function_call",
                "id": "fc_1",
                "call_id": "call_1",
                "name": "websuche",
                "arguments": '{"frage":"BGH"}',
                "status": "completed",
            }
        )
    return items


def _response_message(antwort: Antwort) -> dict[str, Any]:
    citation = {
        "type": "url_citation",
        "url": "https://example.org/urteil",
        "title": "Fundstelle",
        "start_index": 0,
        "end_index": 3,
    }
    return {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [
            {
                "type": "output_text",
                "text": antwort.text,
                "annotations": [citation] if antwort.ausgefuehrt else [],
                "logprobs": [],
            }
        ],
    }


def _response_usage(antwort: Antwort) -> dict[str, Any]:
    if antwort.eingabe is None:
        return {"usage": None}
    return {
        "usage": {
            "input_tokens": antwort.eingabe,
            "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
            "output_tokens": antwort.ausgabe,
            "output_tokens_details": {"reasoning_tokens": antwort.denk_token},
            "total_tokens": antwort.eingabe + antwort.ausgabe,
        }
    }


# Messages -----------------------------------------------------------------------------------------

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprache:
    """One dialect of the stand-in: its path and how it says an answer."""

    pfad: str
    body: Callable[[Antwort], dict[str, Any]]
    events: Callable[[Antwort], Iterator[Ereignis]]
    abschluss: bytes = b""


SPRACHEN = {
    sprache.pfad: sprache
    for sprache in (
        Sprache(
            pfad="/v1/chat/completions",
            body=chat_body,
            events=chat_events,
            abschluss=b"data: [DONE]\n\n",
        ),
        Sprache(pfad="/v1/responses", body=responses_body, events=responses_events),
        Sprache(pfad="/v1/messages", body=messages_body, events=messages_events),
    )
}
