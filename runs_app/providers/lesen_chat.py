"""Pure: no Django, no I/O. Reads a Chat Completions body (OpenAI and compatible endpoints)."""

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
from runs_app.providers.texte import split_thinking


def read_chat(body: dict[str, Any]) -> Gelesen:
    """Return what a chat.completion body says; the first choice is the answer."""
    choices = arr(body.get("choices"))
    if not choices:
        if fehler := error_message(body.get("error")):
            return Gelesen(fehlerobjekt=fehler)
        raise Unlesbar("Die Antwort enthält kein Feld „choices“.")
    choice = obj(choices[0])
    message = obj(choice.get("message"))
    grund, original = finish_reason(choice.get("finish_reason"))
    written = _written(message)
    if written and grund is Abschlussgrund.STOPP:
        grund = Abschlussgrund.WERKZEUGAUFRUF
    answer, _ = split_thinking(_content(message))
    refusal = text(message.get("refusal"))
    if refusal and not answer and grund is Abschlussgrund.STOPP:
        grund, answer = Abschlussgrund.ABLEHNUNG, refusal
    eingabe, cache, ausgabe, denken = _usage(obj(body.get("usage")))
    return Gelesen(
        text=answer,
        abschlussgrund=grund,
        abschlussgrund_original=original,
        modell=text(body.get("model")),
        antwort_id=text(body.get("id")),
        token_eingabe=eingabe,
        token_eingabe_cache=cache,
        token_ausgabe=ausgabe,
        token_denken=denken,
        geschrieben=written,
        ausgefuehrt=_executed(message),
        webzitate=_citations(body, message),
        fehlerobjekt=error_message(choice.get("error") or body.get("error")),
        hinweise=("Mehrere Antworten geliefert; die erste zählt.",) if len(choices) > 1 else (),
    )


def _content(message: dict[str, Any]) -> str:
    """Return the visible text; parts other than text (reasoning among them) are left out."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    parts = [obj(part) for part in arr(content)]
    return "".join(text(part.get("text")) for part in parts if part.get("type") == "text")


def _written(message: dict[str, Any]) -> tuple[str, ...]:
    calls = [obj(call) for call in arr(message.get("tool_calls"))]
    names = [text(obj(call.get("function")).get("name")) or "unbenannt" for call in calls]
    if function := obj(message.get("function_call")):
        names.append(text(function.get("name")) or "unbenannt")
    return tuple(names)


def _executed(message: dict[str, Any]) -> tuple[str, ...]:
    """Return tools that the endpoint ran itself (reported as `executed_tools`)."""
    tools = [obj(tool) for tool in arr(message.get("executed_tools"))]
    return tuple(text(tool.get("type")) or text(tool.get("name")) or "unbenannt" for tool in tools)


def _citations(body: dict[str, Any], message: dict[str, Any]) -> tuple[str, ...]:
    found = [_url(item) for item in arr(message.get("annotations"))]
    for name in ("citations", "search_results"):
        found += [_url(item) for item in arr(body.get(name)) + arr(message.get(name))]
    return tuple(found)


def _url(item: object) -> str:
    if isinstance(item, str):
        return item
    entry = obj(item)
    inner = obj(entry.get("url_citation"))
    return text(entry.get("url")) or text(inner.get("url")) or text(entry.get("type")) or "ohne URL"


def _usage(usage: dict[str, Any]) -> tuple[int | None, int | None, int | None, int | None]:
    """Return (input with cached, cached, output with reasoning, reasoning).

    Endpoints differ: cached input and reasoning are counted inside prompt and completion tokens
    (OpenAI) or beside them. The total decides; without one, a part larger than its whole does.
    """
    prompt = token(usage.get("prompt_tokens"))
    output = token(usage.get("completion_tokens"))
    total = token(usage.get("total_tokens"))
    cached = token(obj(usage.get("prompt_tokens_details")).get("cached_tokens"))
    if cached is None:
        cached = token(usage.get("prompt_cache_hit_tokens"))
    reasoning = token(obj(usage.get("completion_tokens_details")).get("reasoning_tokens"))
    if prompt is None or output is None:
        return prompt, cached, output, reasoning
    spare = None if total is None else total - prompt - output
    if _beside(reasoning, output, spare, other=cached):
        output += reasoning or 0
    if _beside(cached, prompt, spare, other=reasoning):
        prompt += cached or 0
    return prompt, cached, output, reasoning


def _beside(part: int | None, whole: int, spare: int | None, *, other: int | None) -> bool:
    """Whether `part` is counted beside `whole`, given what the total has left over."""
    if not part:
        return False
    if part > whole:
        return True
    return spare is not None and spare in (part, part + (other or 0))
