"""Pure: no Django, no I/O. Says an answer as OpenAI Responses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lexassay.beispiel.standin.anbieter_antwort import KREATION, Antwort, Ende, Ereignis, pieces


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
