"""Raw record to common format: every spelling, both usage conventions, hostile bodies (R-4.2)."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs_app.begriffe import Abschlussgrund as Grund
from runs_app.begriffe import Ausfuehrungsweg, Dialekt, Fehlerart, Gueltigkeit
from runs_app.normalise import VORSCHAU_ZEICHEN, Normalisat, normalise
from runs_app.providers.base import Rohergebnis
from runs_app.providers.gelesen import Unlesbar, finish_reason, token
from runs_app.providers.streams import assemble
from runs_app.providers.texte import clean_text, is_usable, split_thinking
from runs_app.status import TechnischerStatus as Status

WEG = {
    Dialekt.RESPONSES: Ausfuehrungsweg.OPENAI_API,
    Dialekt.CHAT: Ausfuehrungsweg.KOMPATIBEL,
    Dialekt.MESSAGES: Ausfuehrungsweg.ANTHROPIC_API,
    Dialekt.LLAMA_CPP: Ausfuehrungsweg.LOKAL_GGUF,
    Dialekt.AUFGEZEICHNET: Ausfuehrungsweg.IMPORT,
}


def record(dialekt: Dialekt, antwort: bytes, *, stream: bool = False, **fields: Any) -> Rohergebnis:
    values: dict[str, Any] = {
        "ausfuehrungsweg": WEG[dialekt],
        "dialekt": dialekt,
        "model_id": "m",
        "gestreamt": stream,
        "anfrage": b'{"model":"m","max_tokens":100}',
        "antwort": antwort,
        "http_status": 200,
        "started_at": datetime(2026, 11, 30, 12, tzinfo=UTC),
        "ended_at": datetime(2026, 11, 30, 12, 0, 2, tzinfo=UTC),
        "dauer_ns": 1_234_567_890,
    }
    return Rohergebnis(**(values | fields))


def chat(message: Any = "Ein Monat.", finish: Any = "stop", **fields: Any) -> Normalisat:
    content = message if isinstance(message, dict) else {"content": message}
    body = {"model": "m", "choices": [{"message": content, "finish_reason": finish}], **fields}
    return normalise(record(Dialekt.CHAT, json.dumps(body).encode()))


@pytest.mark.parametrize(
    ("word", "status", "grund"),
    [
        ("stop", Status.ERFOLGREICH, Grund.STOPP),
        ("STOP", Status.ERFOLGREICH, Grund.STOPP),
        ("end_turn", Status.ERFOLGREICH, Grund.STOPP),
        ("length", Status.BESONDERER_ABSCHLUSSGRUND, Grund.LAENGE),
        ("max_tokens", Status.BESONDERER_ABSCHLUSSGRUND, Grund.LAENGE),
        ("MAX_TOKENS", Status.BESONDERER_ABSCHLUSSGRUND, Grund.LAENGE),
        ("max_output_tokens", Status.BESONDERER_ABSCHLUSSGRUND, Grund.LAENGE),
        ("model_length", Status.BESONDERER_ABSCHLUSSGRUND, Grund.LAENGE),
        ("model_context_window_exceeded", Status.BESONDERER_ABSCHLUSSGRUND, Grund.LAENGE),
        ("content_filter", Status.BESONDERER_ABSCHLUSSGRUND, Grund.FILTER),
        ("SAFETY", Status.BESONDERER_ABSCHLUSSGRUND, Grund.FILTER),
        ("RECITATION", Status.BESONDERER_ABSCHLUSSGRUND, Grund.FILTER),
        ("refusal", Status.BESONDERER_ABSCHLUSSGRUND, Grund.ABLEHNUNG),
        ("tool_calls", Status.BESONDERER_ABSCHLUSSGRUND, Grund.WERKZEUGAUFRUF),
        ("incomplete", Status.BESONDERER_ABSCHLUSSGRUND, Grund.UNBEKANNT),
        ("mondphase", Status.BESONDERER_ABSCHLUSSGRUND, Grund.UNBEKANNT),
        (17, Status.BESONDERER_ABSCHLUSSGRUND, Grund.UNBEKANNT),
        (None, Status.BESONDERER_ABSCHLUSSGRUND, Grund.KEINER),
        ("", Status.BESONDERER_ABSCHLUSSGRUND, Grund.KEINER),
    ],
)
def test_every_spelling_of_a_finish_reason_has_its_class(word, status, grund):
    n = chat(finish=word)
    assert (n.status, n.abschlussgrund) == (status, grund)


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        # cached and reasoning inside their wholes (OpenAI)
        (
            {
                "prompt_tokens": 100,
                "completion_tokens": 50,
                "total_tokens": 150,
                "prompt_tokens_details": {"cached_tokens": 80},
                "completion_tokens_details": {"reasoning_tokens": 30},
            },
            (100, 80, 50, 30),
        ),
        # reasoning beside the output, told by the total
        (
            {
                "prompt_tokens": 100,
                "completion_tokens": 50,
                "total_tokens": 180,
                "completion_tokens_details": {"reasoning_tokens": 30},
            },
            (100, None, 80, 30),
        ),
        # reasoning larger than the output: it can only be beside
        (
            {
                "prompt_tokens": 100,
                "completion_tokens": 50,
                "completion_tokens_details": {"reasoning_tokens": 300},
            },
            (100, None, 350, 300),
        ),
        # cached input beside the prompt, told by the total
        (
            {
                "prompt_tokens": 100,
                "completion_tokens": 50,
                "total_tokens": 230,
                "prompt_tokens_details": {"cached_tokens": 80},
            },
            (180, 80, 50, None),
        ),
        # both beside
        (
            {
                "prompt_tokens": 100,
                "completion_tokens": 50,
                "total_tokens": 260,
                "prompt_tokens_details": {"cached_tokens": 80},
                "completion_tokens_details": {"reasoning_tokens": 30},
            },
            (180, 80, 80, 30),
        ),
        ({"prompt_tokens": 7, "completion_tokens": 3}, (7, None, 3, None)),
        ({"prompt_tokens": 7.0, "completion_tokens": 3}, (7, None, 3, None)),
        (
            {"completion_tokens": 3, "completion_tokens_details": {"reasoning_tokens": 5}},
            (None, None, 3, 5),
        ),
        (
            {"prompt_tokens": 7, "completion_tokens": 3, "prompt_cache_hit_tokens": 5},
            (7, 5, 3, None),
        ),
        ({}, (None, None, None, None)),
    ],
)
def test_chat_usage_is_brought_to_one_convention(usage, expected):
    n = chat(usage=usage)
    found = (n.token_eingabe, n.token_eingabe_cache, n.token_ausgabe, n.token_denken)
    assert found == expected


def test_messages_usage_counts_cached_input_beside_fresh_input():
    body = {
        "content": [{"type": "text", "text": "Ja."}],
        "stop_reason": "end_turn",
        "usage": {
            "input_tokens": 20,
            "cache_read_input_tokens": 70,
            "cache_creation_input_tokens": 10,
            "output_tokens": 9,
            "output_tokens_details": {"thinking_tokens": 4},
        },
    }
    n = normalise(record(Dialekt.MESSAGES, json.dumps(body).encode()))
    assert (n.token_eingabe, n.token_eingabe_cache, n.token_ausgabe, n.token_denken) == (
        100,
        70,
        9,
        4,
    )


@pytest.mark.parametrize(
    "usage",
    [
        '{"prompt_tokens": NaN, "completion_tokens": 1}',
        '{"prompt_tokens": Infinity, "completion_tokens": 1}',
        '{"prompt_tokens": 1e999, "completion_tokens": 1}',
        '{"prompt_tokens": -1, "completion_tokens": 1}',
        '{"prompt_tokens": 1.5, "completion_tokens": 1}',
        '{"prompt_tokens": "viele", "completion_tokens": 1}',
        '{"prompt_tokens": true, "completion_tokens": 1}',
        '{"prompt_tokens": 2147483648, "completion_tokens": 1}',
    ],
)
def test_nonsense_in_the_usage_is_a_provider_error(usage):
    good = '{"choices":[{"message":{"content":"Ja."},"finish_reason":"stop"}],"usage":'
    n = normalise(record(Dialekt.CHAT, f"{good}{usage}}}".encode()))
    assert (n.status, n.fehlerart) == (Status.PROVIDER_FEHLER, Fehlerart.UNLESBAR)
    assert n.token_eingabe is None


@pytest.mark.parametrize(
    ("raw", "answer", "usable"),
    [
        ("a\0b", "a\ufffdb", True),
        ("\ud800", "\ufffd", True),
        ("a\udc00b", "a\ufffdb", True),
        ("\ud83d\ude00", "😀", True),
        (" \t\n\u00a0\u200b\u200d\u2060\ufeff\u00ad", None, False),
        ("\u2800\u3164", None, False),
        ("", None, False),
        ("0", "0", True),
        (".", ".", True),
    ],
)
def test_text_is_cleaned_and_judged_usable_or_not(raw, answer, usable):
    cleaned = clean_text(raw)
    assert is_usable(cleaned) is usable
    assert answer is None or cleaned == answer


@given(st.text(st.characters(exclude_categories=())))
def test_clean_text_can_always_be_stored(text):
    cleaned = clean_text(text)
    assert "\0" not in cleaned
    assert cleaned.encode("utf-8").decode("utf-8") == cleaned
    assert clean_text(cleaned) == cleaned


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Ein Monat.", "Ein Monat."),
        ("<think>hm</think>\n\nEin Monat.", "Ein Monat."),
        ("\n<think>hm</think>", ""),
        ("<think>hm ohne Ende", ""),
        ("Das Wort <think> steht im Text.", "Das Wort <think> steht im Text."),
    ],
)
def test_reasoning_in_the_text_is_no_answer(text, answer):
    assert split_thinking(text)[0] == answer


def test_an_answer_of_reasoning_only_is_empty():
    assert chat("<think>lange Überlegung</think>  ").status is Status.LEERE_AUSGABE


@pytest.mark.parametrize(
    ("message", "written", "executed", "cited", "gueltig"),
    [
        ({"content": "x"}, (), (), (), True),
        (
            {"content": None, "tool_calls": [{"function": {"name": "suche"}}]},
            ("suche",),
            (),
            (),
            True,
        ),
        ({"content": "x", "function_call": {"name": "alt"}}, ("alt",), (), (), True),
        ({"content": "x", "executed_tools": [{"type": "search"}]}, (), ("search",), (), False),
        (
            {"content": "x", "annotations": [{"url_citation": {"url": "https://a.example"}}]},
            (),
            (),
            ("https://a.example",),
            False,
        ),
        (
            {"content": "x", "citations": ["https://b.example"]},
            (),
            (),
            ("https://b.example",),
            False,
        ),
    ],
)
def test_chat_tools_are_told_apart(message, written, executed, cited, gueltig):
    n = chat(message)
    p = n.pruefprotokoll
    assert (p.geschrieben, p.ausgefuehrt, p.webzitate) == (written, executed, cited)
    assert (n.gueltigkeit is Gueltigkeit.GUELTIG) is gueltig


CALL = [{"function": {"name": "suche"}}]


@pytest.mark.parametrize(
    ("message", "finish", "grund"),
    [
        ({"content": "x", "tool_calls": CALL}, "stop", Grund.WERKZEUGAUFRUF),
        ({"content": "x", "tool_calls": CALL}, "length", Grund.LAENGE),
        ({"content": "x", "tool_calls": []}, "stop", Grund.STOPP),
    ],
)
def test_a_written_tool_call_outweighs_a_normal_stop_only(message, finish, grund):
    assert chat(message, finish).abschlussgrund is grund


@pytest.mark.parametrize(
    ("reason", "grund"), [("end_turn", Grund.WERKZEUGAUFRUF), ("max_tokens", Grund.LAENGE)]
)
def test_a_tool_use_block_outweighs_a_normal_stop_only(reason, grund):
    body = {"content": [{"type": "tool_use", "name": "suche"}], "stop_reason": reason}
    n = normalise(record(Dialekt.MESSAGES, json.dumps(body).encode()))
    assert (n.abschlussgrund, n.pruefprotokoll.geschrieben) == (grund, ("suche",))


def test_of_several_answers_the_first_counts_and_the_editors_are_told():
    choices = [{"message": {"content": c}, "finish_reason": "stop"} for c in ("eins", "zwei")]
    n = normalise(record(Dialekt.CHAT, json.dumps({"model": "m", "choices": choices}).encode()))
    assert (n.antwort, len(n.hinweise)) == ("eins", 1)
    assert chat("eins").hinweise == ()


@pytest.mark.parametrize(
    ("dialekt", "body", "detail"),
    [
        (Dialekt.CHAT, {"error": {"code": "overloaded", "message": "x"}}, "(overloaded: x)"),
        (Dialekt.CHAT, {"error": {"type": "t", "code": "c", "message": "x"}}, "(t: x)"),
        (Dialekt.CHAT, {"error": "Wartung"}, "(Wartung)"),
        (Dialekt.CHAT, {"choices": [{"error": {"message": "x"}}]}, "(x)"),
        (Dialekt.MESSAGES, {"type": "error", "error": {"type": "api_error"}}, "(api_error)"),
        (Dialekt.MESSAGES, {"type": "error", "content": []}, "(error)"),
        (Dialekt.MESSAGES, {"error": {"message": "x"}}, "(x)"),
        (Dialekt.RESPONSES, {"error": {"message": "x"}}, "(x)"),
        (Dialekt.RESPONSES, {"status": "failed", "error": {"code": "c"}}, "(c)"),
    ],
)
def test_an_error_object_is_a_provider_error_with_its_detail(dialekt, body, detail):
    n = normalise(record(dialekt, json.dumps(body).encode()))
    assert (n.status, n.fehlerart) == (Status.PROVIDER_FEHLER, Fehlerart.FEHLEROBJEKT)
    assert n.fehlertext.endswith(detail)


def test_messages_citations_are_kept_with_what_names_them():
    notes = [{"url": "https://a.example", "type": "x"}, {"type": "char_location"}, {}]
    body = {
        "content": [{"type": "text", "text": "x", "citations": notes}],
        "stop_reason": "end_turn",
    }
    n = normalise(record(Dialekt.MESSAGES, json.dumps(body).encode()))
    assert n.pruefprotokoll.webzitate == ("https://a.example", "char_location", "ohne URL")


@pytest.mark.parametrize(
    ("item", "written", "executed"),
    [
        ({"type": "function_call", "name": "f"}, ("f",), ()),
        ({"type": "custom_tool_call", "name": "c"}, ("c",), ()),
        ({"type": "web_search_call"}, (), ("web_search_call",)),
        ({"type": "file_search_call"}, (), ("file_search_call",)),
        ({"type": "code_interpreter_call"}, (), ("code_interpreter_call",)),
        ({"type": "mcp_call", "name": "server"}, (), ("server",)),
        ({"type": "etwas_neues_call"}, (), ("etwas_neues_call",)),
        ({"type": "reasoning"}, (), ()),
    ],
)
def test_responses_items_are_told_apart(item, written, executed):
    text = {"type": "message", "content": [{"type": "output_text", "text": "Ja."}]}
    body = {"status": "completed", "output": [item, text]}
    n = normalise(record(Dialekt.RESPONSES, json.dumps(body).encode()))
    assert (n.pruefprotokoll.geschrieben, n.pruefprotokoll.ausgefuehrt) == (written, executed)
    wanted = Grund.WERKZEUGAUFRUF if written else Grund.STOPP
    assert n.abschlussgrund is wanted


@pytest.mark.parametrize(
    ("block", "executed"),
    [
        ({"type": "server_tool_use", "name": "web_search"}, ("web_search",)),
        ({"type": "web_search_tool_result"}, ("web_search_tool_result",)),
        ({"type": "mcp_tool_use", "name": "x"}, ("x",)),
        ({"type": "etwas_neues"}, ("etwas_neues",)),
        ({"type": "redacted_thinking", "data": "…"}, ()),
    ],
)
def test_messages_blocks_are_told_apart(block, executed):
    body = {"content": [block, {"type": "text", "text": "Ja."}], "stop_reason": "end_turn"}
    n = normalise(record(Dialekt.MESSAGES, json.dumps(body).encode()))
    assert n.pruefprotokoll.ausgefuehrt == executed


def test_a_web_search_that_only_the_usage_tells_is_executed():
    body = {
        "content": [{"type": "text", "text": "Ja."}],
        "stop_reason": "end_turn",
        "usage": {"server_tool_use": {"web_search_requests": 2, "web_fetch_requests": 0}},
    }
    n = normalise(record(Dialekt.MESSAGES, json.dumps(body).encode()))
    assert n.pruefprotokoll.ausgefuehrt == ("web_search_requests",)
    assert n.gueltigkeit is Gueltigkeit.UNGUELTIG


def test_a_web_search_that_only_the_responses_usage_tells_is_executed():
    text = {"type": "message", "content": [{"type": "output_text", "text": "Ja."}]}
    body = {
        "status": "completed",
        "output": [text],
        "tool_usage": {"web_search": {"num_requests": 1}, "image_gen": {"input_tokens": 0}},
    }
    n = normalise(record(Dialekt.RESPONSES, json.dumps(body).encode()))
    assert n.pruefprotokoll.ausgefuehrt == ("web_search",)


def test_a_refusal_field_with_a_normal_stop_is_a_provider_refusal():
    n = chat({"content": None, "refusal": "Nein."})
    assert (n.status, n.abschlussgrund, n.antwort) == (
        Status.BESONDERER_ABSCHLUSSGRUND,
        Grund.ABLEHNUNG,
        "Nein.",
    )


def test_a_refusal_in_words_with_a_normal_stop_is_graded():
    assert chat("Dazu kann ich nichts sagen.").status is Status.ERFOLGREICH


def test_times_and_lengths_are_those_of_the_record():
    n = chat("🙂 " * 400)
    assert n.dauer_ms == 1_234
    assert n.laenge == 800
    assert len(n.vorschau) <= VORSCHAU_ZEICHEN
    assert n.vorschau.endswith("…")
    assert n.limit == 100


def test_a_split_surrogate_pair_is_joined_across_stream_chunks():
    chunks = [{"content": "\ud83d"}, {"content": "\ude00"}]
    events = [{"choices": [{"index": 0, "delta": d, "finish_reason": None}]} for d in chunks]
    events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    raw = b"".join(b"data: %b\n\n" % json.dumps(e).encode() for e in events)
    assert normalise(record(Dialekt.CHAT, raw, stream=True)).antwort == "😀"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_streams_are_read_with_any_line_ending_and_only_with_those(newline):
    event = {"choices": [{"delta": {"content": "a\u2028b"}, "finish_reason": "stop"}]}
    lines = ["\ufeff: Kommentar", "", f"data:{json.dumps(event, ensure_ascii=False)}", "", ""]
    raw = newline.join(lines).encode()
    assert normalise(record(Dialekt.CHAT, raw, stream=True)).antwort == "a\u2028b"


def test_a_torn_last_event_is_dropped_and_the_stream_has_no_end():
    event = {"choices": [{"delta": {"content": "Ein"}, "finish_reason": None}]}
    raw = b"data: " + json.dumps(event).encode() + b'\n\ndata: {"choices":[{"del'
    n = normalise(record(Dialekt.CHAT, raw, stream=True))
    assert (n.antwort, n.abschlussgrund) == ("Ein", Grund.OHNE_ENDE)


def test_a_transport_error_keeps_the_text_that_had_arrived():
    event = {"choices": [{"delta": {"content": "Ein"}, "finish_reason": None}]}
    raw = b"data: " + json.dumps(event).encode() + b"\n\n"
    n = normalise(
        record(
            Dialekt.CHAT,
            raw,
            stream=True,
            fehlerart=Fehlerart.VERBINDUNG,
            fehlertext="Verbindung abgebrochen.",
        )
    )
    assert (n.status, n.antwort) == (Status.PROVIDER_FEHLER, "Ein")


def long_stream(dialekt: Dialekt, pieces: int) -> bytes:
    def sse(event: dict[str, Any]) -> bytes:
        return b"data: " + json.dumps(event).encode() + b"\n\n"

    if dialekt is Dialekt.CHAT:
        piece = sse({"choices": [{"index": 0, "delta": {"content": "Recht "}}]})
        return piece * pieces + sse({"choices": [{"delta": {}, "finish_reason": "stop"}]})
    if dialekt is Dialekt.MESSAGES:
        delta = {"type": "text_delta", "text": "Recht "}
        piece = sse({"type": "content_block_delta", "index": 0, "delta": delta})
        end = sse({"type": "message_delta", "delta": {"stop_reason": "end_turn"}})
        return piece * pieces + end + sse({"type": "message_stop"})
    if dialekt is Dialekt.LLAMA_CPP:
        return b'{"art":"text","text":"Recht "}\n' * pieces + b'{"art":"ende","grund":"stop"}\n'
    return (
        sse({"type": "response.output_text.delta", "output_index": 0, "delta": "Recht "}) * pieces
    )


@pytest.mark.parametrize("dialekt", [d for d in Dialekt if d is not Dialekt.AUFGEZEICHNET])
def test_a_stream_of_64000_pieces_costs_linear_time(dialekt):
    def seconds(pieces: int) -> float:
        raw = record(dialekt, long_stream(dialekt, pieces), stream=True)
        start = time.process_time()
        assert normalise(raw).laenge == 6 * pieces
        return time.process_time() - start

    small = min(seconds(8_000) for _ in range(3))
    assert seconds(64_000) < 32 * small  # linear: 8 times, quadratic: 64 times


def test_five_megabytes_are_read_at_once():
    text = "§ 195 BGB. " * 500_000
    assert chat(text).laenge == len(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "choices",
                    "message",
                    "content",
                    "text",
                    "type",
                    "usage",
                    "output",
                    "status",
                    "error",
                    "finish_reason",
                    "stop_reason",
                    "delta",
                    "index",
                    "art",
                    "prompt_tokens",
                    "input_tokens",
                    "annotations",
                    "tool_calls",
                    "incomplete_details",
                    "response",
                    "output_index",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.sampled_from(Dialekt), st.booleans(), json_values)
def test_no_json_whatever_breaks_the_reader(dialekt, stream, value):
    raw = json.dumps(value).encode()
    if stream and dialekt is not Dialekt.LLAMA_CPP:
        raw = b"data: " + raw + b"\n\n"
    n = normalise(record(dialekt, raw, stream=stream))
    assert n.status in Status
    assert n.antwort.encode("utf-8").decode("utf-8") == n.antwort


@given(st.sampled_from(Dialekt), st.booleans(), st.binary(max_size=60))
def test_no_bytes_whatever_break_the_reader(dialekt, stream, raw):
    assert normalise(record(dialekt, raw, stream=stream)).status in Status


def test_nesting_without_end_is_unreadable():
    n = normalise(record(Dialekt.CHAT, b"[" * 200_000))
    assert n.fehlerart is Fehlerart.UNLESBAR


@given(st.binary(max_size=30), st.binary(max_size=30))
def test_a_stored_record_comes_back_unchanged(anfrage, antwort):
    roh = record(Dialekt.CHAT, antwort, anfrage=anfrage)
    assert Rohergebnis.from_bytes(roh.to_bytes()) == roh


@pytest.mark.parametrize("raw", [b"", b"{}", b'{"format":"anders"}', b"\xff", b"[]"])
def test_foreign_bytes_are_no_record(raw):
    with pytest.raises(ValueError, match="Kein lesbarer Rohdatensatz"):
        Rohergebnis.from_bytes(raw)


def test_normal_words_are_never_taken_for_our_own_marker():
    assert finish_reason("stop")[1] == "stop"
    assert finish_reason("ohne_ende") == (Grund.OHNE_ENDE, "")


@given(st.integers(0, 2**31 - 1))
def test_token_counts_pass_unchanged(count):
    assert token(count) == count


def test_an_empty_stream_is_unreadable():
    with pytest.raises(Unlesbar, match="leer"):
        assemble(Dialekt.CHAT, b"\n\n")
