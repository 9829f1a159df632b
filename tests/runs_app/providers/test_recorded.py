"""Import of recorded raw runs: exact faults per line and field, never half a file (R-3.1)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from runs_app.audit import certificate
from runs_app.begriffe import Abschlussgrund, Ausfuehrungsweg, VersuchArt
from runs_app.normalise import normalise
from runs_app.providers.recorded import read_records
from runs_app.status import TechnischerStatus

ZEILE: dict[str, Any] = {
    "testfall": "v2-01",
    "testfall_version": 1,
    "modell": "demo-fern",
    "effort": "hoch",
    "run_index": 1,
    "dialekt": "aufgezeichnet",
    "anfrage": {"system": "S", "prompt": "Wie lang?", "limit": 4_096},
    "antwort": {
        "text": "Ein Monat.",
        "finish_reason": "stop",
        "usage": {"input_tokens": 12, "output_tokens": 5, "reasoning_tokens": 2},
        "model": "fern-2026-01-01",
        "id": "abc",
    },
    "started_at": "2026-11-30T12:00:00+01:00",
    "ended_at": "2026-11-30T12:00:03+01:00",
    "dauer_ms": 2_950,
}


def lines(*records: Any) -> bytes:
    return "\n".join(json.dumps(record) for record in records).encode()


def test_a_flat_record_becomes_a_run_that_nobody_audited():
    (found,), faults = read_records(lines(ZEILE))
    assert faults == ()
    assert (found.testfall, found.effort, found.art) == ("v2-01", "hoch", VersuchArt.ERSTVERSUCH)
    assert found.prompt == "Wie lang?"
    n = normalise(found.roh)
    assert (n.status, n.antwort, n.dauer_ms, n.limit) == (
        TechnischerStatus.ERFOLGREICH,
        "Ein Monat.",
        2_950,
        4_096,
    )
    assert (n.token_eingabe, n.token_ausgabe, n.token_denken) == (12, 5, 2)
    assert n.ausfuehrungsweg is Ausfuehrungsweg.IMPORT
    assert n.started_at.isoformat() == "2026-11-30T11:00:00+00:00"
    assert certificate(n.pruefprotokoll).geprueft is False


def test_a_record_may_end_in_the_moment_in_which_it_began():
    good, faults = read_records(lines(ZEILE | {"ended_at": ZEILE["started_at"], "dauer_ms": 0}))
    assert (len(good), faults) == (1, ())


def test_a_raw_body_of_a_provider_is_read_in_its_dialect():
    body = {
        "content": [{"type": "text", "text": "Ein Mo"}],
        "stop_reason": "max_tokens",
        "usage": {"input_tokens": 3, "output_tokens": 100},
    }
    request = {
        "model": "fern",
        "max_tokens": 100,
        "messages": [{"role": "user", "content": "Wie lang?"}],
    }
    record = ZEILE | {"dialekt": "messages", "anfrage": request, "antwort": body}
    (found,), _ = read_records(lines(record))
    n = normalise(found.roh)
    assert n.abgeschnitten
    assert (n.limit, n.token_ausgabe, n.http_status) == (100, 100, 200)


def test_a_recorded_stream_is_text():
    event = {"choices": [{"delta": {"content": "Ja."}, "finish_reason": "stop"}]}
    request = {"model": "fern", "messages": [{"role": "user", "content": "?"}]}
    record = ZEILE | {
        "dialekt": "chat",
        "gestreamt": True,
        "anfrage": request,
        "antwort": f"data: {json.dumps(event)}\n\ndata: [DONE]\n\n",
    }
    (found,), _ = read_records(lines(record))
    assert normalise(found.roh).antwort == "Ja."


def test_a_recorded_http_error_keeps_its_class():
    request = {"model": "fern", "messages": [{"role": "user", "content": "?"}]}
    record = ZEILE | {"dialekt": "chat", "anfrage": request, "antwort": {}, "http_status": 504}
    (found,), _ = read_records(lines(record))
    n = normalise(found.roh)
    assert (n.status, n.abschlussgrund) == (TechnischerStatus.TIMEOUT, Abschlussgrund.KEINER)


@pytest.mark.parametrize(
    ("changes", "feld", "grund"),
    [
        ({"testfall": None}, "testfall", "fehlt"),
        ({"testfall": "  "}, "testfall", "Text"),
        ({"testfall_version": 0}, "testfall_version", "ab 1"),
        ({"run_index": True}, "run_index", "ab 1"),
        ({"run_index": 1.0}, "run_index", "ab 1"),
        ({"dialekt": "llama_cpp"}, "dialekt", "Erlaubt sind"),
        ({"dialekt": ["chat"]}, "dialekt", "Erlaubt sind"),
        ({"art": "dritter"}, "art", "erstversuch"),
        ({"anfrage": "Wie lang?"}, "anfrage", "JSON-Objekt"),
        ({"anfrage": {"prompt": ""}}, "anfrage", "keinen Prompt"),
        ({"anfrage": {"prompt": "x", "api_key": "k"}}, "anfrage", "Zugangsdaten"),
        ({"anfrage": {"prompt": "x", "Headers": {}}}, "anfrage", "Zugangsdaten"),
        ({"antwort": None}, "antwort", "fehlt"),
        ({"started_at": "gestern"}, "started_at", "ISO 8601"),
        ({"started_at": "2026-11-30T12:00:00"}, "started_at", "Zeitzone"),
        ({"ended_at": "2026-11-30T11:59:59+01:00"}, "ended_at", "vor dem Beginn"),
        ({"dauer_ms": -1}, "dauer_ms", "ab 0"),
        ({"http_status": "200"}, "http_status", "ab 100"),
    ],
)
def test_a_fault_names_line_and_field(changes, feld, grund):
    good, faults = read_records(lines(ZEILE, ZEILE | changes | {"modell": "anderes"}))
    assert len(good) == 1
    ((zeile, name, text),) = [(f.zeile, f.feld, f.grund) for f in faults]
    assert (zeile, name) == (2, feld)
    assert grund in text


@pytest.mark.parametrize("line", ["kein JSON", "[1]", '{"testfall": NaN}'])
def test_a_line_that_is_no_object_is_a_fault(line):
    _, faults = read_records(line.encode())
    assert [f.zeile for f in faults] == [1]


def test_the_same_attempt_twice_is_a_fault():
    _, (fault,) = read_records(lines(ZEILE, ZEILE | {"antwort": {"text": "anders"}}))
    assert (fault.zeile, fault.grund) == (2, "Derselbe Versuch steht schon in Zeile 1.")


def test_a_byte_order_mark_and_empty_lines_do_not_matter():
    good, faults = read_records(b"\xef\xbb\xbf" + lines(ZEILE) + b"\r\n\n")
    assert (len(good), faults) == (1, ())


def test_another_encoding_is_refused_with_its_place():
    raw = lines(ZEILE) + b"\n" + '{"testfall": "Prüfung"}'.encode("cp1252")
    good, (fault,) = read_records(raw)
    assert good == ()
    assert (fault.zeile, "Kein UTF-8" in fault.grund) == (2, True)
