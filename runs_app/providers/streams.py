"""Pure: no Django, no I/O. Assembles a recorded stream into the body of the plain call.

So that both paths are read by the same code and cannot disagree (R-4.1).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from runs_app.begriffe import Dialekt
from runs_app.providers.gelesen import OHNE_ENDE, Unlesbar, arr, obj, text

ZEILENENDE = re.compile(r"\r\n|\n|\r")


def _no_constant(name: str) -> Any:
    raise Unlesbar(f"Die Antwort enthält {name} und ist damit kein JSON.")


def parse_json(raw: bytes | str) -> Any:
    """Return the JSON value of a body; NaN, Infinity and broken JSON are Unlesbar."""
    content = raw if isinstance(raw, str) else raw.decode("utf-8", "replace")
    if not content.strip():
        raise Unlesbar("Die Antwort ist leer.")
    try:
        return json.loads(content, parse_constant=_no_constant)
    except Unlesbar:
        raise
    except (ValueError, RecursionError) as error:
        raise Unlesbar("Die Antwort ist kein lesbares JSON.") from error


def assemble(dialekt: Dialekt, raw: bytes) -> Any:
    """Return the body that a stream amounts to; a plain body passes unchanged."""
    content = raw.decode("utf-8", "replace")
    if dialekt is Dialekt.LLAMA_CPP:
        return _llama(content)
    if dialekt is Dialekt.AUFGEZEICHNET or content.lstrip()[:1] in ("", "{", "<"):
        return parse_json(content)
    events = [event for event in _events(content) if isinstance(event, dict)]
    if not events:
        raise Unlesbar("Der Datenstrom enthält kein Ereignis.")
    match dialekt:
        case Dialekt.RESPONSES:
            return _responses(events)
        case Dialekt.MESSAGES:
            return _messages(events)
        case _:
            return _chat(events)


def _events(content: str) -> Iterator[Any]:
    """Yield the JSON values of server-sent events; a torn last event is dropped."""
    blocks = re.split(r"\n\n+", ZEILENENDE.sub("\n", content.removeprefix("\ufeff")))
    for number, block in enumerate(blocks, start=1):
        lines = [line[5:].removeprefix(" ") for line in block.split("\n") if line[:5] == "data:"]
        data = "\n".join(lines)
        if not data or data == "[DONE]":
            continue
        try:
            yield parse_json(data)
        except Unlesbar:
            if number < len(blocks):
                raise


def _chat(events: list[dict[str, Any]]) -> dict[str, Any]:
    """Join chat.completion.chunk events into one chat.completion."""
    body: dict[str, Any] = {"choices": []}
    message: dict[str, Any] = {"content": None}
    said: dict[str, list[str]] = {}
    finish: Any = None
    for event in events:
        for name in ("id", "model", "usage", "error", "citations", "search_results"):
            if event.get(name):
                body[name] = event[name]
        for choice in map(obj, arr(event.get("choices"))):
            if choice.get("index") not in (0, None):
                continue
            _join_delta(message, said, obj(choice.get("delta")))
            finish = choice.get("finish_reason") or finish
            if choice.get("error"):
                body["error"] = choice["error"]
    message |= {name: "".join(parts) for name, parts in said.items()}
    body["choices"] = [{"index": 0, "message": message, "finish_reason": finish or OHNE_ENDE}]
    return body


def _join_delta(message: dict[str, Any], said: dict[str, list[str]], delta: dict[str, Any]) -> None:
    """Add one delta; text goes into lists, so that a long stream costs linear time."""
    for name in ("content", "refusal"):
        if isinstance(delta.get(name), str):
            said.setdefault(name, []).append(delta[name])
    for name in ("annotations", "executed_tools", "citations"):
        if arr(delta.get(name)):
            message[name] = arr(message.get(name)) + delta[name]
    if obj(delta.get("function_call")).get("name"):
        message["function_call"] = delta["function_call"]
    named = [call for call in map(obj, arr(delta.get("tool_calls"))) if obj(call.get("function"))]
    calls = [call for call in named if text(call["function"].get("name"))]
    if calls:
        message["tool_calls"] = arr(message.get("tool_calls")) + calls


def _messages(events: list[dict[str, Any]]) -> dict[str, Any]:
    """Join Messages events into one message; without message_stop it has no end."""
    body: dict[str, Any] = {"content": [], "stop_reason": None, "usage": {}}
    blocks: dict[int, dict[str, Any]] = {}
    said: dict[int, list[str]] = {}
    ended = False
    for event in events:
        match event.get("type"):
            case "message_start":
                body = {**obj(event.get("message")), "content": []}
            case "content_block_start" if isinstance(event.get("index"), int):
                blocks[event["index"]] = dict(obj(event.get("content_block")))
            case "content_block_delta" if isinstance(event.get("index"), int):
                delta, index = obj(event.get("delta")), event["index"]
                _join_block(blocks.setdefault(index, {}), said.setdefault(index, []), delta)
            case "message_delta":
                body |= {k: v for k, v in obj(event.get("delta")).items() if v is not None}
                fresh = {k: v for k, v in obj(event.get("usage")).items() if v is not None}
                body["usage"] = {**obj(body.get("usage")), **fresh}
            case "message_stop":
                ended = True
            case "error":
                body["error"] = event.get("error") or {"type": "error"}
    for index, parts in said.items():
        if parts:
            blocks[index]["text"] = text(blocks[index].get("text")) + "".join(parts)
    body["content"] = [blocks[index] for index in sorted(blocks)]
    if not ended:
        body["stop_reason"] = OHNE_ENDE
    return body


def _join_block(block: dict[str, Any], said: list[str], delta: dict[str, Any]) -> None:
    match delta.get("type"):
        case "text_delta":
            block.setdefault("type", "text")
            said.append(text(delta.get("text")))
        case "citations_delta":
            block["citations"] = [*arr(block.get("citations")), delta.get("citation")]
        case "thinking_delta":
            block.setdefault("type", "thinking")


def _responses(events: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the response of the terminal event, or what the events before it built up."""
    body: dict[str, Any] = {}
    items: dict[int, dict[str, Any]] = {}
    said: dict[int, list[str]] = {}
    for event in events:
        kind = text(event.get("type"))
        index = event.get("output_index")
        if kind in ("response.completed", "response.incomplete", "response.failed"):
            return obj(event.get("response"))
        if kind == "error":
            return {**body, "status": "failed", "error": event.get("error") or event}
        if kind in ("response.created", "response.in_progress"):
            body = dict(obj(event.get("response")))
        if kind in ("response.output_item.added", "response.output_item.done") and isinstance(
            index, int
        ):
            items[index] = dict(obj(event.get("item")))
            if kind == "response.output_item.done":
                said.pop(index, None)
        if kind == "response.output_text.delta" and isinstance(index, int):
            said.setdefault(index, []).append(text(event.get("delta")))
    for index, parts in said.items():
        _add_text(items.setdefault(index, {"type": "message"}), "".join(parts))
    body["output"] = [items[index] for index in sorted(items)]
    body["status"] = OHNE_ENDE
    return body


def _add_text(item: dict[str, Any], said: str) -> None:
    """Give an item that never got done the text that had arrived for it."""
    item["content"] = [*arr(item.get("content")), {"type": "output_text", "text": said}]


def _llama(content: str) -> dict[str, Any]:
    """Join the lines of the local child process into our flat body."""
    body: dict[str, Any] = {"finish_reason": OHNE_ENDE, "usage": {}}
    said: list[str] = []
    for line in content.split("\n"):
        if not line.strip():
            continue
        event = obj(parse_json(line))
        match event.get("art"):
            case "beginn":
                body |= {k: event.get(k) for k in ("model", "limit")}
                body["usage"] = {"input_tokens": event.get("prompt_token")}
            case "text":
                said.append(text(event.get("text")))
            case "ende":
                body["finish_reason"] = event.get("grund")
                body["usage"]["output_tokens"] = event.get("ausgabe_token")
            case "fehler":
                body["error"] = {"message": text(event.get("text"))}
    body["text"] = "".join(said)
    return body
