"""What is sent: the prompt byte for byte, the limit by its name, no tool, no key in the body."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest

from runs_app.audit import offered_tools
from runs_app.begriffe import Ausfuehrungsweg, Dialekt, Fehlerart
from runs_app.normalise import normalise
from runs_app.providers.base import KonfigurationsFehler
from runs_app.providers.registry import ADAPTER, open_adapter
from tests.runs_app.providers.station import ZUGAENGE, ask

PROMPT = "§\u00a0195 „BGB“?\n\nZeile 2  \n🙂"


def sent(zugang: str, **changes: Any) -> dict[str, Any]:
    return json.loads(ask(zugang, "stop", **changes).anfrage)


def test_responses_sends_the_plain_call_and_keeps_nothing_there():
    assert sent("responses", stream=False) == {
        "model": "szenario-stop",
        "instructions": "Antworte knapp.",
        "input": "Wie lang ist die Berufungsfrist?",
        "max_output_tokens": 4_096,
        "store": False,
        "stream": False,
    }


def test_chat_sends_the_plain_call_and_keeps_nothing_there():
    assert sent("chat") == {
        "model": "szenario-stop",
        "messages": [
            {"role": "system", "content": "Antworte knapp."},
            {"role": "user", "content": "Wie lang ist die Berufungsfrist?"},
        ],
        "max_completion_tokens": 4_096,
        "store": False,
        "stream": True,
        "stream_options": {"include_usage": True},
    }


def test_compatible_endpoints_get_the_older_limit_name_unless_the_model_says_otherwise():
    assert sent("kompatibel", stream=False).keys() == {"model", "messages", "max_tokens", "stream"}
    assert sent("kompatibel", limit_parameter="max_completion_tokens")["max_completion_tokens"]


def test_messages_sends_the_plain_call():
    assert sent("messages", stream=False) == {
        "model": "szenario-stop",
        "system": "Antworte knapp.",
        "messages": [{"role": "user", "content": "Wie lang ist die Berufungsfrist?"}],
        "max_tokens": 4_096,
        "stream": False,
    }


@pytest.mark.parametrize("zugang", ZUGAENGE)
def test_the_prompt_arrives_byte_for_byte_and_is_fingerprinted(zugang):
    n = normalise(ask(zugang, "stop", prompt=PROMPT))
    assert n.prompt_fingerabdruck == sha256(PROMPT.encode()).hexdigest()
    assert n.prompt_zeichen == len(PROMPT)


@pytest.mark.parametrize("zugang", ZUGAENGE)
def test_without_a_system_prompt_none_is_sent(zugang):
    assert "Antworte" not in json.dumps(sent(zugang, system=""))


@pytest.mark.parametrize(
    ("zugang", "parameter"),
    [
        ("responses", {"reasoning": {"effort": "high"}}),
        ("chat", {"reasoning_effort": "low"}),
        ("kompatibel", {"enable_thinking": True, "temperature": 0}),
        ("messages", {"output_config": {"effort": "max"}}),
    ],
)
def test_the_effort_is_data_of_the_model(zugang, parameter):
    body = sent(zugang, effort_parameter=parameter)
    assert parameter.items() <= body.items()


def test_a_thinking_limit_becomes_a_manual_budget():
    body = sent(
        "messages",
        thinking_limit=3_072,
        effort_parameter={"thinking": {"type": "adaptive"}},
    )
    assert body["thinking"] == {"type": "enabled", "budget_tokens": 3_072}


@pytest.mark.parametrize(
    ("zugang", "changes", "reason"),
    [
        ("messages", {"thinking_limit": 1_023}, "Denkbudget"),
        ("messages", {"thinking_limit": 4_096}, "Denkbudget"),
        ("responses", {"thinking_limit": 3_072}, "nicht begrenzen"),
        ("chat", {"thinking_limit": 3_072}, "nicht begrenzen"),
        ("chat", {"effort_parameter": {"tools": []}}, "tools"),
        ("chat", {"effort_parameter": {"web_search_options": {}}}, "web_search_options"),
        ("responses", {"effort_parameter": {"reasoning": {"tools": [1]}}}, "tools"),
        ("messages", {"effort_parameter": {"mcp_servers": []}}, "mcp_servers"),
        ("messages", {"effort_parameter": {"messages": []}}, "messages"),
        ("chat", {"effort_parameter": {"n": 2}}, "Unzulässige Parameter: n"),
        ("kompatibel", {"limit_parameter": "tools"}, "kein bekannter Limit-Parameter"),
        ("chat", {"model_id": "anbieter/modell:online"}, "Websuche"),
        ("kompatibel", {"base_url": "http://127.0.0.2:9/v1"}, "nur über https"),
        ("chat", {"key_env": "GIBT_ES_NICHT"}, "GIBT_ES_NICHT ist nicht gesetzt"),
    ],
)
def test_an_unfit_request_is_refused_and_nothing_is_sent(zugang, changes, reason):
    roh = ask(zugang, "stop", **changes)
    assert (roh.fehlerart, roh.kontakte, roh.anfrage) == (Fehlerart.KONFIGURATION, (), b"")
    assert reason in roh.fehlertext


@pytest.mark.parametrize("zugang", ZUGAENGE)
def test_no_request_offers_a_tool(zugang):
    assert offered_tools(sent(zugang)) == ()
    assert normalise(ask(zugang, "stop")).pruefprotokoll.angeboten == ()


def test_an_access_path_refuses_a_dialect_that_it_does_not_speak():
    with pytest.raises(KonfigurationsFehler, match="kennt den Dialekt"):
        open_adapter(Ausfuehrungsweg.ANTHROPIC_API, Dialekt.CHAT)


def test_every_way_but_the_import_has_an_adapter():
    ways = {weg for weg, _ in ADAPTER}
    assert ways == set(Ausfuehrungsweg) - {Ausfuehrungsweg.IMPORT}
