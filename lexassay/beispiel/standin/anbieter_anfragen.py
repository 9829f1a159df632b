"""Pure: no Django, no I/O. What the stand-in provider reads from a request of any dialect."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Gefragt:
    """The parts of a request that decide about the answer."""

    pfad: str
    modell: str
    system: str
    prompt: str
    limit: int
    stream: bool
    denkbegrenzt: bool
    schluessel: str = ""


class UnbrauchbareAnfrage(ValueError):
    """The request is no call of its dialect; answered with status 400."""


def read_request(pfad: str, raw: bytes, schluessel: str = "") -> Gefragt:
    """Return what was asked; raises UnbrauchbareAnfrage (German)."""
    try:
        body = json.loads(raw)
    except ValueError as error:
        raise UnbrauchbareAnfrage("Die Anfrage ist kein JSON.") from error
    if not isinstance(body, dict) or not isinstance(body.get("model"), str):
        raise UnbrauchbareAnfrage("Die Anfrage nennt kein Modell.")
    system, prompt = _texts(pfad, body)
    if not prompt:
        raise UnbrauchbareAnfrage("Die Anfrage enthält keinen Prompt.")
    return Gefragt(
        pfad=pfad,
        modell=body["model"],
        system=system,
        prompt=prompt,
        limit=_limit(body),
        stream=body.get("stream") is True,
        denkbegrenzt=isinstance(body.get("thinking"), dict)
        and body["thinking"].get("type") == "enabled",
        schluessel=schluessel,
    )


def _texts(pfad: str, body: dict[str, Any]) -> tuple[str, str]:
    if pfad.endswith("/responses"):
        return str(body.get("instructions") or ""), str(body.get("input") or "")
    messages = body.get("messages")
    rows = [m for m in messages if isinstance(m, dict)] if isinstance(messages, list) else []

    def said(role: str) -> str:
        return "".join(str(m.get("content", "")) for m in rows if m.get("role") == role)

    return str(body.get("system") or said("system")), said("user")


def _limit(body: dict[str, Any]) -> int:
    for name in ("max_output_tokens", "max_completion_tokens", "max_tokens"):
        if isinstance(body.get(name), int):
            return int(body[name])
    return 4_096
