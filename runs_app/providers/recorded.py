"""Pure: no Django, no I/O. Recorded raw runs as JSON Lines, read for import (R-3.1).

One line is one Versuch: `testfall`, `testfall_version`, `modell`, `effort`, `run_index`, `art`,
`dialekt`, `gestreamt`, `anfrage` (request body), `antwort` (body as JSON, or as text for a stream),
`http_status`, `started_at`, `ended_at`, `dauer_ms`. In the dialect `aufgezeichnet` the bodies are
ours: `anfrage` {system, prompt, limit}, `antwort` {text, finish_reason, usage: {input_tokens,
output_tokens, reasoning_tokens}, model, id}. Nobody audited such calls: they are marked so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from runs_app.begriffe import Ausfuehrungsweg, Dialekt, VersuchArt
from runs_app.providers.base import Rohergebnis
from runs_app.providers.dialekte import request_texts
from runs_app.providers.gelesen import Unlesbar
from runs_app.providers.streams import parse_json

GEHEIM = frozenset({"api_key", "apikey", "api-key", "authorization", "x-api-key", "headers"})
PFLICHT = (
    "testfall",
    "testfall_version",
    "modell",
    "run_index",
    "dialekt",
    "anfrage",
    "antwort",
    "started_at",
    "ended_at",
    "dauer_ms",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Importfehler:
    """Why a line cannot be imported: line number from 1, field (may be empty), German reason."""

    zeile: int
    feld: str
    grund: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Aufzeichnung:
    """One readable line: which Run it belongs to, its exact prompt, and its raw record."""

    zeile: int
    testfall: str
    testfall_version: int
    modell: str
    effort: str
    run_index: int
    art: VersuchArt
    prompt: str
    roh: Rohergebnis

    @property
    def schluessel(self) -> tuple[str, int, str, str, int, str]:
        """Return what may occur once: Testfall, model, effort, repetition and kind of attempt."""
        return (
            self.testfall,
            self.testfall_version,
            self.modell,
            self.effort,
            self.run_index,
            self.art.value,
        )


class _Feldfehler(ValueError):
    def __init__(self, feld: str, grund: str) -> None:
        super().__init__(grund)
        self.feld = feld


def read_records(raw: bytes) -> tuple[tuple[Aufzeichnung, ...], tuple[Importfehler, ...]]:
    """Return all readable lines and all faults; the caller imports only if there are none."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = raw[: error.start].count(b"\n") + 1
        grund = f"Kein UTF-8: Byte {error.start} lässt sich nicht lesen."
        return (), (Importfehler(zeile=place, feld="", grund=grund),)
    good: list[Aufzeichnung] = []
    faults: list[Importfehler] = []
    for number, line in _lines(text):
        try:
            good.append(_read_line(number, line))
        except _Feldfehler as error:
            faults.append(Importfehler(zeile=number, feld=error.feld, grund=str(error)))
    return tuple(good), (*faults, *_duplicates(good))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


def _duplicates(records: list[Aufzeichnung]) -> Iterator[Importfehler]:
    seen: dict[tuple[str, int, str, str, int, str], int] = {}
    for record in records:
        first = seen.setdefault(record.schluessel, record.zeile)
        if first != record.zeile:
            grund = f"Derselbe Versuch steht schon in Zeile {first}."
            yield Importfehler(zeile=record.zeile, feld="", grund=grund)


def _read_line(number: int, line: str) -> Aufzeichnung:
    try:
        record = parse_json(line)
    except Unlesbar as error:
        raise _Feldfehler("", "Die Zeile ist kein lesbares JSON.") from error
    if not isinstance(record, dict):
        raise _Feldfehler("", "Die Zeile ist kein JSON-Objekt.")
    for name in PFLICHT:
        if record.get(name) is None:
            raise _Feldfehler(name, "Das Feld fehlt.")
    dialekt = _dialect(record["dialekt"])
    anfrage = _request(record["anfrage"])
    _, prompt = request_texts(dialekt, anfrage)
    if not prompt:
        raise _Feldfehler("anfrage", "Die Anfrage enthält keinen Prompt.")
    return Aufzeichnung(
        zeile=number,
        testfall=_text(record, "testfall"),
        testfall_version=_number(record, "testfall_version", minimum=1),
        modell=_text(record, "modell"),
        effort=str(record.get("effort") or "Standard"),
        run_index=_number(record, "run_index", minimum=1),
        art=_kind(record.get("art", VersuchArt.ERSTVERSUCH.value)),
        prompt=prompt,
        roh=_raw(record, dialekt, anfrage),
    )


def _raw(record: Mapping[str, Any], dialekt: Dialekt, anfrage: Mapping[str, Any]) -> Rohergebnis:
    started, ended = _time(record, "started_at"), _time(record, "ended_at")
    if ended < started:
        raise _Feldfehler("ended_at", "Das Ende liegt vor dem Beginn.")
    antwort = record["antwort"]
    content = antwort if isinstance(antwort, str) else json.dumps(antwort)
    status = None if dialekt is Dialekt.AUFGEZEICHNET else 200
    if record.get("http_status") is not None:
        status = _number(record, "http_status", minimum=100)
    return Rohergebnis(
        ausfuehrungsweg=Ausfuehrungsweg.IMPORT,
        dialekt=dialekt,
        model_id=str(anfrage.get("model") or record["modell"]),
        gestreamt=record.get("gestreamt") is True,
        anfrage=json.dumps(anfrage).encode(),
        antwort=content.encode("utf-8", "surrogatepass"),
        http_status=status,
        started_at=started,
        ended_at=ended,
        dauer_ns=_number(record, "dauer_ms", minimum=0) * 1_000_000,
        geprueft=False,
    )


def _dialect(value: object) -> Dialekt:
    allowed = [d.value for d in Dialekt if d is not Dialekt.LLAMA_CPP]
    if value not in allowed:
        raise _Feldfehler("dialekt", f"Erlaubt sind: {', '.join(allowed)}.")
    return Dialekt(str(value))


def _kind(value: object) -> VersuchArt:
    try:
        return VersuchArt(str(value))
    except ValueError as error:
        allowed = ", ".join(art.value for art in VersuchArt)
        raise _Feldfehler("art", f"Erlaubt sind: {allowed}.") from error


def _request(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Feldfehler("anfrage", "Die Anfrage ist kein JSON-Objekt.")
    if secret := sorted(name for name in value if name.lower() in GEHEIM):
        raise _Feldfehler("anfrage", f"Zugangsdaten gehören nicht hinein: {', '.join(secret)}.")
    return value


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record[name]
    if not isinstance(value, str) or not value.strip():
        raise _Feldfehler(name, "Das Feld muss ein Text sein.")
    return value


def _number(record: Mapping[str, Any], name: str, *, minimum: int) -> int:
    value = record[name]
    if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value < 2**31:
        raise _Feldfehler(name, f"Das Feld muss eine ganze Zahl ab {minimum} sein.")
    return value


def _time(record: Mapping[str, Any], name: str) -> datetime:
    try:
        moment = datetime.fromisoformat(str(record[name]))
    except ValueError as error:
        raise _Feldfehler(name, "Die Zeit muss nach ISO 8601 geschrieben sein.") from error
    if moment.tzinfo is None:
        raise _Feldfehler(name, "Die Zeit muss ihre Zeitzone nennen.")
    return moment.astimezone(UTC)
