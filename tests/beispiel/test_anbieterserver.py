"""The stand-in provider: its bodies fit the SDKs' types; it plays records and never guesses."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from anthropic.types import Message, RawMessageStreamEvent
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import TypeAdapter

from grading_app.judge.kontrolle import MANIPULATION
from lexassay.beispiel.standin.anbieter_anfragen import Gefragt
from lexassay.beispiel.standin.anbieter_aufzeichnungen import Aufzeichnungen, Unbekannt
from lexassay.beispiel.standin.anbieter_protokoll import HttpAnfrage, content_length, sent_key
from lexassay.beispiel.standin.anbieter_sprachen import SPRACHEN
from lexassay.beispiel.standin.anbieter_szenarien import ANTWORTEN, Bruch, scenario
from lexassay.beispiel.standin.anbieter_urteile import UnbekanntesUrteil
from lexassay.beispiel.standin.anbieterserver import Anbieter, main, serve

TYPEN: dict[str, tuple[Any, Any]] = {
    "/v1/chat/completions": (ChatCompletion, ChatCompletionChunk),
    "/v1/responses": (Response, ResponseStreamEvent),
    "/v1/messages": (Message, RawMessageStreamEvent),
}
OHNE_VERBRAUCH = "ohne-verbrauch"  # Messages demands a usage; its absence is the fault


def gefragt(pfad: str, modell: str, prompt: str = "Frage?", **fields: Any) -> Gefragt:
    values = {"limit": 4_096, "stream": False, "denkbegrenzt": False, "system": ""} | fields
    return Gefragt(pfad=pfad, modell=modell, prompt=prompt, **values)


def events(raw: bytes) -> list[Any]:
    lines = [line[6:] for line in raw.decode().split("\n") if line.startswith("data: ")]
    return [json.loads(line) for line in lines if line != "[DONE]"]


def sound(pfad: str) -> list[str]:
    skipped = {OHNE_VERBRAUCH} if pfad == "/v1/messages" else set()
    return sorted(set(ANTWORTEN) - skipped)


CASES = [(pfad, name) for pfad in SPRACHEN for name in sound(pfad)]


@pytest.mark.parametrize(("pfad", "name"), CASES)
def test_every_plain_body_fits_the_type_of_the_sdk(pfad, name):
    sent = scenario(gefragt(pfad, f"szenario-{name}"))
    adapter = TypeAdapter(TYPEN[pfad][0])
    adapter.validate_python(json.loads(b"".join(sent.inhalt)), strict=True)


@pytest.mark.parametrize(("pfad", "name"), CASES)
def test_every_event_fits_the_type_of_the_sdk(pfad, name):
    sent = scenario(gefragt(pfad, f"szenario-{name}", stream=True))
    adapter = TypeAdapter(TYPEN[pfad][1])
    found = events(b"".join(sent.inhalt))
    assert len(found) >= 2
    for event in found:
        adapter.validate_python(event, strict=True)


# Recorded answers ---------------------------------------------------------------------------------

AUFGABE = {
    "kennung": "t-1",
    "prompt": "Wie lang ist die Frist?",
    "eingabedaten": "Zugang: 1. März",
    "kriterien": [{"kennung": "K1"}, {"kennung": "K2"}],
    "beispielantworten": [{"text": "Zwei Wochen.\n", "erfuellt": ["K2"]}],
}
PROMPT = "Wie lang ist die Frist?\n\nZugang: 1. März"
URTEILE = {
    "K1": {"erfuellt": True, "begruendung": "Frist stimmt.", "passage": "Ein Monat"},
    "K2": {"erfuellt": False, "begruendung": "Fundstelle fehlt.", "passage": ""},
}


def write(path: Path, content: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")


@pytest.fixture
def daten(tmp_path: Path) -> Path:
    write(tmp_path / "satz" / "aufgabensatz.yaml", {"kennung": "satz", "titel": "Satz"})
    write(tmp_path / "satz" / "t-1.yaml", AUFGABE)
    write(
        tmp_path / "satz" / "t-2.yaml",
        {
            "kennung": "t-2",
            "prompt": "Stimmt das?",
            "beispielantworten": [{"text": "Nein.", "erwartetes_label": "falsch"}],
        },
    )
    antwort = {
        "antwort": "Ein Monat (§ 517 ZPO).",
        "tokens": {"eingabe": 40, "ausgabe": 9, "denken": 100},
        "urteile": URTEILE,
    }
    write(tmp_path / "antworten" / "satz" / "demo-a" / "t-1.yaml", antwort)
    label = {"antwort": "Ja.", "label": "richtig", "begruendung": "Erkannt."}
    write(tmp_path / "antworten" / "satz" / "demo-a" / "t-2.yaml", label)
    return tmp_path


def attempts(daten: Path, *versuche: dict[str, Any]) -> Aufzeichnungen:
    record = {"antwort": "Ein Monat.", "versuche": list(versuche)}
    write(daten / "antworten" / "satz" / "demo-b" / "t-1.yaml", record)
    return Aufzeichnungen.load(daten)


def chat(recordings: Aufzeichnungen, modell: str, prompt: str = PROMPT, **fields: Any) -> Any:
    sent = recordings.answer(gefragt("/v1/chat/completions", modell, prompt, **fields))
    return sent, json.loads(b"".join(sent.inhalt))


def test_a_recorded_answer_is_found_by_the_exact_prompt(daten):
    _, body = chat(Aufzeichnungen.load(daten), "demo-a")
    assert body["choices"][0]["message"]["content"] == "Ein Monat (§ 517 ZPO)."
    assert body["usage"]["completion_tokens"] == 109
    assert body["usage"]["completion_tokens_details"] == {"reasoning_tokens": 100}


@pytest.mark.parametrize("pfad", SPRACHEN)
def test_recorded_answers_fit_the_types_too(daten, pfad):
    sent = Aufzeichnungen.load(daten).answer(gefragt(pfad, "demo-a", PROMPT))
    TypeAdapter(TYPEN[pfad][0]).validate_python(json.loads(b"".join(sent.inhalt)), strict=True)


@pytest.mark.parametrize(
    ("modell", "prompt", "reason"),
    [
        ("demo-a", "Wie lang ist die Frist?", "gibt es in den Beispielaufgaben nicht"),
        ("demo-a", PROMPT + " ", "gibt es in den Beispielaufgaben nicht"),
        ("demo-x", PROMPT, "keine Antwort aufgezeichnet"),
    ],
)
def test_what_is_not_recorded_is_an_error_and_never_a_default(daten, modell, prompt, reason):
    with pytest.raises(Unbekannt, match=reason):
        chat(Aufzeichnungen.load(daten), modell, prompt)


@pytest.mark.parametrize(
    ("ende", "status", "finish", "tokens"),
    [
        ("stop", 200, "stop", 5),
        ("length", 200, "length", 4_096),
        ("length_frueh", 200, "length", 2_048),
        ("filter", 200, "content_filter", 5),
        ("leer", 200, "stop", 5),
        ("werkzeug_ausgefuehrt", 200, "stop", 5),
        ("timeout", 504, None, None),
        ("fehler503", 503, None, None),
    ],
)
def test_each_recorded_ending_is_played(daten, ende, status, finish, tokens):
    recordings = attempts(daten, {"ende": ende, "tokens": {"eingabe": 1, "ausgabe": 5}})
    sent, body = chat(recordings, "demo-b")
    assert sent.status == status
    if finish:
        assert body["choices"][0]["finish_reason"] == finish
        assert body["usage"]["completion_tokens"] == tokens
    if ende == "werkzeug_ausgefuehrt":
        assert body["choices"][0]["message"]["annotations"]


def test_a_recorded_break_resets_the_connection(daten):
    recordings = attempts(daten, {"ende": "abbruch"})
    sent = recordings.answer(gefragt("/v1/messages", "demo-b", PROMPT, stream=True))
    assert sent.bruch is Bruch.RESET_MITTE


def endings(recordings: Aufzeichnungen, calls: int, **fields: Any) -> list[Any]:
    return [
        body["choices"][0]["finish_reason"] if sent.status == 200 else sent.status
        for sent, body in (chat(recordings, "demo-b", **fields) for _ in range(calls))
    ]


def test_attempts_are_played_in_order_and_start_again_for_the_next_lauf(daten):
    recordings = attempts(daten, {"ende": "length_frueh"}, {"ende": "stop"})
    assert endings(recordings, 4) == ["length", "stop", "length", "stop"]


def test_an_outage_is_repeated_for_every_retry(daten):
    assert endings(attempts(daten, {"ende": "fehler503"}), 4) == [503] * 4


def test_a_call_with_limited_thinking_gets_the_last_attempt(daten):
    recordings = attempts(daten, {"ende": "length"}, {"ende": "stop"})
    assert endings(recordings, 1, denkbegrenzt=True) == ["stop"]


@pytest.mark.parametrize(
    ("path", "content", "reason"),
    [
        ("satz/t-3.yaml", AUFGABE | {"kennung": "t-3"}, "derselbe Prompt wie t-1"),
        ("antworten/satz/demo-b/t-9.yaml", {"antwort": "x"}, "diese Aufgabe gibt es nicht"),
        (
            "antworten/satz/demo-b/t-1.yaml",
            {"versuche": [{"ende": "irgendwie"}]},
            "unbekanntes Ende „irgendwie“",
        ),
    ],
)
def test_unfit_recordings_are_refused_with_the_file(daten, path, content, reason):
    write(daten / path, content)
    with pytest.raises(ValueError, match=reason):
        Aufzeichnungen.load(daten)


def test_a_missing_folder_ends_the_program_with_a_message(tmp_path, capsys):
    assert main(["--port", "0", "--daten", str(tmp_path / "fehlt")]) == 2
    assert "fehlt gibt es nicht" in capsys.readouterr().err


# Judge calls --------------------------------------------------------------------------------------


def judge_prompt(antwort: str, prompt: str = PROMPT, **fields: Any) -> str:
    payload = {"prompt": prompt, "kriterien": [], "skala": [], "antwort": antwort} | fields
    return f"<<<DATEN abc>>>\n{json.dumps(payload)}\n<<<ENDE abc>>>"


K12 = [{"kennung": "K1"}, {"kennung": "K2"}]


def verdict(daten: Path, prompt: str) -> Any:
    _, body = chat(Aufzeichnungen.load(daten), "demo-judge", prompt)
    return json.loads(body["choices"][0]["message"]["content"])


@pytest.mark.parametrize("antwort", ["Ein Monat (§ 517 ZPO).", "\nEin Monat (§ 517 ZPO).\n"])
def test_a_recorded_verdict_is_found_by_the_answer(daten, antwort):
    found = verdict(daten, judge_prompt(antwort, kriterien=K12))
    assert [(u["kennung"], u["erfuellt"], u["passage"]) for u in found["urteile"]] == [
        ("K1", True, "Ein Monat"),
        ("K2", False, ""),
    ]
    assert all(u["begruendung"] for u in found["urteile"])


def test_a_control_answer_gets_the_verdict_of_its_example(daten):
    found = verdict(daten, judge_prompt("Zwei Wochen.", kriterien=K12))
    assert [u["erfuellt"] for u in found["urteile"]] == [False, True]


def test_a_manipulated_control_answer_is_seen_through_and_flagged(daten):
    plain = verdict(daten, judge_prompt("Zwei Wochen.", kriterien=K12))
    probe = verdict(daten, judge_prompt("Zwei Wochen.\n" + MANIPULATION, kriterien=K12))
    assert probe["urteile"] == plain["urteile"]
    assert (plain["manipulationsversuch"], probe["manipulationsversuch"]) == (False, True)


@pytest.mark.parametrize(("antwort", "label"), [("Ja.", "richtig"), ("Nein.", "falsch")])
def test_a_recorded_label_is_returned(daten, antwort, label):
    skala = ["richtig", "teilweise", "falsch"]
    assert verdict(daten, judge_prompt(antwort, "Stimmt das?", skala=skala))["label"] == label


@pytest.mark.parametrize(
    ("prompt", "reason"),
    [
        (judge_prompt("Drei Tage.", kriterien=K12), "kein Urteil aufgezeichnet"),
        (judge_prompt("Ein Monat.", "Andere Frage", kriterien=K12), "nicht aufgezeichnet"),
        (
            judge_prompt("Ein Monat (§ 517 ZPO).", kriterien=[{"kennung": "K9"}]),
            "K9 ist kein Urteil",
        ),
        (judge_prompt("Ja.", "Stimmt das?", skala=["gut", "schlecht"]), "nicht auf der"),
        ("<<<DATEN abc>>>\n{}\n<<<ENDE xyz>>>", "vereinbarte Form"),
        ("<<<DATEN abc>>>\nkein JSON\n<<<ENDE abc>>>", "kein JSON"),
    ],
)
def test_an_unknown_verdict_is_an_error_and_never_a_guess(daten, prompt, reason):
    with pytest.raises(UnbekanntesUrteil, match=reason):
        verdict(daten, prompt)


# The server ---------------------------------------------------------------------------------------


def http(anbieter: Anbieter, *requests: bytes, pause: bool = False) -> bytes:
    """Send raw requests over one connection and return everything that comes back."""

    async def talk() -> bytes:
        server = await serve(anbieter, 0)
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for request in requests:
            writer.write(request)
            if pause:
                await asyncio.sleep(0.01)
        writer.write_eof()
        answer = await asyncio.wait_for(reader.read(), 5)
        writer.close()
        server.close()
        await server.wait_closed()
        return answer

    return asyncio.run(talk())


def post(pfad: str, body: bytes) -> bytes:
    head = f"POST {pfad} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


GOOD = json.dumps({"model": "szenario-stop", "messages": [{"role": "user", "content": "?"}]})


def test_pipelined_requests_are_answered_in_order():
    raw = http(Anbieter(), post("/v1/messages", GOOD.encode()), b"GET /statistik HTTP/1.1\r\n\r\n")
    assert raw.count(b"HTTP/1.1 200 OK") == 2
    assert raw.index(b"Berufungsfrist") < raw.index(b'"aufrufe":1')


def test_a_request_may_arrive_byte_by_byte():
    request = post("/v1/messages", GOOD.encode())
    pieces = [request[i : i + 40] for i in range(0, len(request), 40)]
    assert b"Berufungsfrist" in http(Anbieter(), *pieces, pause=True)


@pytest.mark.parametrize(
    ("request_bytes", "status", "text"),
    [
        (post("/v1/embeddings", b"{}"), b"404", "gibt es hier nicht"),
        (post("/v1/messages", b"kein JSON"), b"400", "kein JSON"),
        (post("/v1/messages", b'{"messages":[]}'), b"400", "kein Modell"),
        (post("/v1/messages", b'{"model":"szenario-stop"}'), b"400", "keinen Prompt"),
        (post("/v1/messages", GOOD.replace("stop", "nie").encode()), b"404", "kein Szenario"),
        (
            post("/v1/messages", GOOD.replace("szenario-stop", "demo").encode()),
            b"404",
            "keine aufgezeichneten Antworten",
        ),
    ],
)
def test_what_it_cannot_answer_is_a_clear_error(request_bytes, status, text):
    raw = http(Anbieter(), request_bytes)
    assert raw.startswith(b"HTTP/1.1 " + status)
    assert text in raw.decode()


def test_request_heads_are_read_without_regard_to_case():
    head = b"POST / HTTP/1.1\r\nX-Api-Key: abc\r\nCONTENT-LENGTH: 12"
    assert (content_length(head), sent_key(head)) == (12, "abc")
    assert sent_key(b"POST / HTTP/1.1\r\nAuthorization: Bearer xyz") == "xyz"
    assert content_length(b"GET / HTTP/1.1\r\nContent-Length: viele") == 0


def test_statistics_count_per_model():
    anbieter = Anbieter()
    for _ in range(3):
        anbieter.answer(HttpAnfrage("POST", "/v1/messages", GOOD.encode(), ""))
    assert anbieter.statistics()["je_modell"] == {"szenario-stop": 3}


def test_the_program_starts_says_where_it_listens_and_stops(daten):
    command = [sys.executable, "-m", "lexassay.beispiel.standin.anbieterserver", "--port", "0"]
    with subprocess.Popen(
        [*command, "--daten", str(daten)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Teststation bereit: http://127.0.0.1:")
        process.terminate()
        process.wait(60)


# The example itself -------------------------------------------------------------------------------

BEISPIEL = Path(__file__).resolve().parents[2] / "lexassay" / "beispiel" / "daten"


@pytest.fixture(scope="module")
def beispiel() -> Aufzeichnungen:
    return Aufzeichnungen.load(BEISPIEL)


@pytest.mark.parametrize("pfad", SPRACHEN)
def test_every_recorded_answer_of_the_example_can_be_played(beispiel, pfad):
    prompts = {testfall: prompt for prompt, testfall in beispiel.testfall_je_prompt.items()}
    played = 0
    for (modell, testfall), versuche in beispiel.versuche.items():
        for _ in versuche:
            sent = beispiel.answer(gefragt(pfad, modell, prompts[testfall]))
            if sent.status == 200 and sent.bruch is Bruch.KEINER:
                TypeAdapter(TYPEN[pfad][0]).validate_json(b"".join(sent.inhalt))
            played += 1
    assert played >= len(beispiel.versuche) > 100


def test_every_recorded_verdict_covers_the_criteria_of_its_task(beispiel):
    kriterien = {}
    for path in BEISPIEL.glob("*/*.yaml"):
        task = yaml.safe_load(path.read_text(encoding="utf-8"))
        if isinstance(task, dict) and task.get("prompt"):
            kriterien[task["kennung"]] = {k["kennung"] for k in task.get("kriterien") or []}
    judged = [u for u in beispiel.urteile.bekannt.values() if u.kriterien]
    assert judged
    for urteil in judged:
        assert set(urteil.kriterien) == kriterien[urteil.testfall], urteil.testfall
