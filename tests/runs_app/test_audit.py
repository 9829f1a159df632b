"""Validity by rule, forbidden parameters, and the certificate (R-3.4, R-15.16)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from runs_app.audit import (
    Abschottung,
    Kontakt,
    Pruefprotokoll,
    certificate,
    forbidden_parameters,
    offered_tools,
    validity,
    violations,
)
from runs_app.begriffe import Gueltigkeit

ENDPUNKT = "https://api.example.org:443/v1/responses"
KONTAKT = Kontakt(
    host="api.example.org",
    port=443,
    methode="POST",
    pfad="/v1/responses",
    status=200,
    gesendet=812,
    empfangen=2_345,
)
SAUBER = Pruefprotokoll(endpunkt=ENDPUNKT, kontakte=(KONTAKT,))


@pytest.mark.parametrize(
    ("protokoll", "reasons"),
    [
        (SAUBER, []),
        (replace(SAUBER, kontakte=(KONTAKT, KONTAKT)), []),
        (replace(SAUBER, kontakte=()), []),
        (replace(SAUBER, geschrieben=("websuche",)), []),
        (replace(SAUBER, ausgefuehrt=("web_search",)), ["Werkzeug ausgeführt: web_search"]),
        (replace(SAUBER, webzitate=("https://x.example",)), ["Web-Zitat in der Antwort"]),
        (replace(SAUBER, angeboten=("tools",)), ["Werkzeug angeboten: tools"]),
        (
            replace(SAUBER, kontakte=(KONTAKT, replace(KONTAKT, host="boese.example"))),
            ["Kontakt zu fremdem Ziel boese.example:443"],
        ),
        (
            replace(SAUBER, kontakte=(replace(KONTAKT, port=8443),)),
            ["Kontakt zu fremdem Ziel api.example.org:8443"],
        ),
        (
            replace(SAUBER, kontakte=(replace(KONTAKT, pfad="/v1/files"),)),
            ["Kontakt zu fremdem Ziel api.example.org:443"],
        ),
        (
            Pruefprotokoll(
                abschottung=Abschottung.SECCOMP,
                kontakte=(Kontakt(host="unbekannt", verweigert=True),),
            ),
            ["Kontaktversuch zu fremdem Ziel unbekannt"],
        ),
        (Pruefprotokoll(abschottung=Abschottung.SECCOMP), []),
    ],
)
def test_an_answer_is_invalid_for_stated_reasons_only(protokoll, reasons):
    found = violations(protokoll)
    assert len(found) == len(reasons)
    assert all(text.startswith(reason) for text, reason in zip(found, reasons, strict=True))
    expected = Gueltigkeit.UNGUELTIG if reasons else Gueltigkeit.GUELTIG
    assert validity(protokoll) is expected


def test_the_protocol_survives_storage():
    protokoll = replace(SAUBER, ausgefuehrt=("a",), webzitate=("b",), geprueft=False)
    assert Pruefprotokoll.from_dict(protokoll.to_dict()) == protokoll


@pytest.mark.parametrize(
    ("parameters", "refused"),
    [
        ({}, ()),
        ({"reasoning": {"effort": "high"}, "temperature": 0}, ()),
        ({"thinking": {"type": "adaptive"}}, ()),
        ({"tools": []}, ("tools",)),
        ({"metadata": {"user": "x"}}, ("metadata",)),
        ({"reasoning": {"tools": [{}]}}, ("tools",)),
        ({"chat_template_kwargs": {"a": [{"functions": 1}]}}, ("functions",)),
        ({"response_format": {"json_schema": {"properties": {"tools": {}}}}}, ()),
        ({"input": "x", "store": True}, ("input", "store")),
    ],
)
def test_only_known_parameters_pass(parameters, refused):
    assert forbidden_parameters(parameters) == refused


@pytest.mark.parametrize(
    ("request_body", "offered"),
    [
        ({"model": "m", "input": "tools"}, ()),
        ({"tools": [], "tool_choice": "none"}, ()),
        ({"tools": [{"type": "web_search"}]}, ("tools",)),
        ({"messages": [{"role": "user", "tools": 1}]}, ()),
        ({"search_parameters": {"mode": "auto"}}, ("search_parameters",)),
        ({"extra": {"plugins": [{"id": "web"}]}}, ("plugins",)),
    ],
)
def test_a_stored_request_tells_what_it_offered(request_body, offered):
    assert offered_tools(request_body) == offered


def test_the_certificate_hides_a_host_that_is_not_public():
    text = " ".join(certificate(SAUBER).saetze)
    assert "api.example.org" not in text
    assert "POST /v1/responses, 812 Bytes" in text
    assert "Konfigurierter Endpunkt: nur dieser." in text
    assert "kein Werkzeug angeboten" in text
    assert "kein Werkzeug benutzt" in text


def test_an_endpoint_may_leave_out_the_usual_port():
    assert validity(replace(SAUBER, endpunkt="https://api.example.org/v1/responses")) is (
        Gueltigkeit.GUELTIG
    )


def test_the_certificate_says_when_nothing_came_back():
    protokoll = replace(SAUBER, kontakte=(replace(KONTAKT, status=None, empfangen=0),))
    satz = certificate(protokoll).saetze[0]
    assert satz.endswith("empfangen: keine Antwort, 0 Bytes.")
    assert "HTTP 200, 2345 Bytes" in certificate(SAUBER).saetze[0]


def test_the_certificate_names_a_public_host():
    assert "an api.example.org" in certificate(SAUBER, ["api.example.org"]).saetze[0]


def test_the_certificate_of_a_foreign_contact_does_not_claim_otherwise():
    protokoll = replace(SAUBER, kontakte=(KONTAKT, replace(KONTAKT, host="boese.example")))
    zertifikat = certificate(protokoll)
    assert zertifikat.gueltigkeit is Gueltigkeit.UNGUELTIG
    assert "Kontakte außerhalb des konfigurierten Endpunkts: 1." in zertifikat.saetze
    assert "nur dieser" not in " ".join(zertifikat.saetze)


@pytest.mark.parametrize(
    ("art", "words"),
    [
        (Abschottung.SECCOMP, "seccomp"),
        (Abschottung.PYTHON, "nur Python-Ebene"),
    ],
)
def test_the_certificate_of_a_local_model_names_its_seal(art, words):
    saetze = certificate(Pruefprotokoll(abschottung=art)).saetze
    assert words in saetze[0]
    assert "Kein Verbindungsversuch verzeichnet." in saetze


def test_an_imported_record_claims_nothing():
    zertifikat = certificate(replace(SAUBER, geprueft=False))
    assert zertifikat.geprueft is False
    assert zertifikat.saetze == ("Importierter Datensatz: Aufrufe nicht geprüft.",)
