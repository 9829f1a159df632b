"""Pure: no Django, no I/O. Scripted faults by model name: `szenario-<name>` (fault cases B, C).

Each scenario is an answer, or bytes that no sound provider sends, or a way to break off.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from lexassay.beispiel.standin.anbieter_anfragen import Gefragt
from lexassay.beispiel.standin.anbieter_antwort import Antwort, Ende, Ereignis
from lexassay.beispiel.standin.anbieter_sprachen import SPRACHEN

PRAEFIX = "szenario-"
TEXT = "Die Berufungsfrist beträgt einen Monat (§ 517 ZPO). Dies ist keine Rechtsberatung."
DENKEN = "Zu prüfen ist zuerst die Zustellung."
FEHLERSTATUS = (400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503, 504, 524, 529)


class Bruch(StrEnum):
    """How the connection behaves while the bytes go out."""

    KEINER = "keiner"
    RESET_VORHER = "reset_vorher"
    RESET_MITTE = "reset_mitte"
    LANGSAM = "langsam"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sendung:
    """What goes over the wire: status, headers, chunks of the body, and how it breaks off."""

    status: int = 200
    header: tuple[tuple[str, str], ...] = ()
    inhalt: tuple[bytes, ...] = ()
    typ: str = "application/json"
    bruch: Bruch = Bruch.KEINER


class UnbekanntesSzenario(ValueError):
    """No scenario of this name; answered with status 404."""


def scenario(gefragt: Gefragt) -> Sendung:
    """Return what the scenario named by the model sends; raises UnbekanntesSzenario."""
    name = gefragt.modell.removeprefix(PRAEFIX)
    if name.startswith("http-"):
        return error_status(int(name.removeprefix("http-")))
    if name.startswith("umleitung-"):
        ort = f"http://127.0.0.1:{int(name.removeprefix('umleitung-'))}{gefragt.pfad}"
        return Sendung(status=307, header=(("location", ort),))
    if name in ANTWORTEN:
        return send(gefragt, replace(_base(gefragt), **_values(ANTWORTEN[name], gefragt)))
    if name in BRUCHSTELLEN:
        return replace(send(gefragt, _base(gefragt)), bruch=BRUCHSTELLEN[name])
    if name in ENTSTELLT:
        return _distorted(name, gefragt)
    raise UnbekanntesSzenario(f"Es gibt kein Szenario „{name}“.")


def send(gefragt: Gefragt, antwort: Antwort) -> Sendung:
    """Return an answer in the dialect and form that was asked for."""
    sprache = SPRACHEN[gefragt.pfad]
    if not gefragt.stream:
        return Sendung(inhalt=(to_json(sprache.body(antwort)),))
    events = [*map(sse, sprache.events(antwort)), sprache.abschluss]
    return Sendung(inhalt=tuple(filter(None, events)), typ="text/event-stream")


def sse(event: Ereignis) -> bytes:
    """Return one server-sent event."""
    name, data = event
    head = f"event: {name}\n".encode() if name else b""
    return head + b"data: " + to_json(data) + b"\n\n"


def to_json(value: Any) -> bytes:
    """Return JSON as providers send it: UTF-8, no escapes but for what UTF-8 cannot hold."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if any("\ud800" <= char <= "\udfff" for char in text):
        text = json.dumps(value, separators=(",", ":"))
    return text.encode()


def error_status(status: int, text: str = "Absichtlicher Fehler der Teststation.") -> Sendung:
    """Return an error body with the given status; 429 and 503 ask for a pause of one second."""
    body = {"type": "error", "error": {"type": f"fehler_{status}", "message": text}}
    pause = (("retry-after", "1"),) if status in (429, 503, 529) else ()
    return Sendung(status=status, header=pause, inhalt=(to_json(body),))


def _base(gefragt: Gefragt) -> Antwort:
    return Antwort(kennung="szenario", modell=gefragt.modell, text=TEXT)


def _values(values: dict[str, Any], gefragt: Gefragt) -> dict[str, Any]:
    """Resolve token counts that depend on the requested limit."""
    found = dict(values)
    if found.get("ausgabe") == "limit":
        found["ausgabe"] = gefragt.limit
    if found.get("ausgabe") == "frueh":
        found["ausgabe"] = gefragt.limit // 8
    if found.get("denk_token") == "limit":
        found["denk_token"] = gefragt.limit
    return found


ANTWORTEN: dict[str, dict[str, Any]] = {
    "stop": {},
    "laenge": {"ende": Ende.LENGTH, "ausgabe": "limit"},
    "laenge-frueh": {"ende": Ende.LENGTH, "ausgabe": "frueh"},
    "filter": {"ende": Ende.FILTER, "text": ""},
    "ablehnung": {"ende": Ende.REFUSAL, "text": "Dabei kann ich nicht helfen."},
    "werkzeug-geschrieben": {"ende": Ende.WERKZEUG, "text": None},
    "werkzeug-ausgefuehrt": {"ausgefuehrt": True},
    "leer": {"text": ""},
    "unsichtbar": {"text": " \u200b\n\u2060"},
    "null": {"text": None},
    "nur-denken": {"text": None, "denken": DENKEN, "denk_token": 12},
    "denken-am-limit": {
        "text": None,
        "denken": DENKEN,
        "ende": Ende.LENGTH,
        "ausgabe": "limit",
        "denk_token": "limit",
    },
    "denken-zuerst": {"denken": DENKEN, "ausgabe": 30, "denk_token": 18},
    "ohne-verbrauch": {"eingabe": None},
    "nul": {"text": "Ein\0Monat."},
    "surrogat": {"text": "Ein \ud83d Monat."},
    "anderes-modell": {"modell": "ganz-anderes-modell-2026-01-01"},
}
BRUCHSTELLEN = {
    "reset": Bruch.RESET_VORHER,
    "reset-mitte": Bruch.RESET_MITTE,
    "langsam": Bruch.LANGSAM,
}
ENTSTELLT = frozenset(
    {
        "html",
        "kaputt",
        "leerer-koerper",
        "ohne-ende",
        "halbes-zeichen",
        "verbrauch-nan",
        "fehlerobjekt",
        "unbekannter-grund",
        "schluessel-echo",
    }
)
NAMEN = (
    *sorted(ANTWORTEN),
    *sorted(BRUCHSTELLEN),
    *sorted(ENTSTELLT),
    *(f"http-{status}" for status in FEHLERSTATUS),
)


def _distorted(name: str, gefragt: Gefragt) -> Sendung:
    """Return bytes that no sound provider sends."""
    good = send(gefragt, _base(gefragt))
    match name:
        case "html":
            page = b"<html><body>Gateway</body></html>"
            return Sendung(inhalt=(page,), typ="text/html")
        case "kaputt":
            return replace(good, inhalt=tuple(_torn(good.inhalt, gefragt.stream)))
        case "leerer-koerper":
            return replace(good, inhalt=())
        case "ohne-ende":
            return replace(good, inhalt=_endless(good.inhalt, gefragt.stream))
        case "halbes-zeichen":
            return replace(good, inhalt=_swap(good.inhalt, "ä".encode(), b"\xc3"))
        case "verbrauch-nan":
            return replace(good, inhalt=_swap(good.inhalt, b'tokens":20', b'tokens":NaN'))
        case "unbekannter-grund":
            return replace(good, inhalt=_unknown_reason(good.inhalt))
        case "fehlerobjekt":
            body = {"type": "error", "error": {"type": "overloaded_error", "message": "Überlast"}}
            content = sse(("error", body)) if gefragt.stream else to_json(body)
            return replace(good, inhalt=(content,))
        case _:
            return error_status(401, f"Schlüssel {gefragt.schluessel} abgelehnt.")


def _torn(inhalt: tuple[bytes, ...], stream: bool) -> Iterator[bytes]:
    """Break one event in the middle, or cut the plain body in half."""
    for number, chunk in enumerate(inhalt):
        if not stream:
            yield chunk[: len(chunk) // 2]
        elif number == 1:
            yield b'data: {"kaputt": \n\n'
        else:
            yield chunk


def _endless(inhalt: tuple[bytes, ...], stream: bool) -> tuple[bytes, ...]:
    """Leave out everything that tells the end of a stream; a plain body stays whole."""
    if not stream:
        return inhalt
    marks = (b"[DONE]", b"message_stop", b"response.completed", b'finish_reason":"stop"')
    return tuple(chunk for chunk in inhalt if not any(mark in chunk for mark in marks))


def _swap(inhalt: tuple[bytes, ...], old: bytes, new: bytes) -> tuple[bytes, ...]:
    return tuple(chunk.replace(old, new) for chunk in inhalt)


def _unknown_reason(inhalt: tuple[bytes, ...]) -> tuple[bytes, ...]:
    for old in (b'finish_reason":"stop"', b'stop_reason":"end_turn"', b'status":"completed","inc'):
        key, _, _ = old.partition(b'":"')
        tail = b',"inc' if b"inc" in old else b""
        inhalt = _swap(inhalt, old, key + b'":"mondphase"' + tail)
    return inhalt
