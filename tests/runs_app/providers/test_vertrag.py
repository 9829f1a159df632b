"""The contract of every adapter: each fault, in each dialect, plain and streamed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lexassay.beispiel.standin.anbieter_szenarien import NAMEN, TEXT
from runs_app.begriffe import Abschlussgrund as Grund
from runs_app.begriffe import Fehlerart, Gueltigkeit
from runs_app.normalise import Normalisat, normalise
from runs_app.providers.base import Rohergebnis
from runs_app.status import TechnischerStatus as Status
from tests.runs_app.providers.station import SCHLUESSEL, ZUGAENGE, ask

pytestmark = pytest.mark.filterwarnings("error")

OK, LEER, BESONDERS = Status.ERFOLGREICH, Status.LEERE_AUSGABE, Status.BESONDERER_ABSCHLUSSGRUND
PROVIDER, TIMEOUT = Status.PROVIDER_FEHLER, Status.TIMEOUT
KEIN = Fehlerart.KEIN_FEHLER

# scenario: (status, finish reason, kind of error, valid)
TABELLE: dict[str, tuple[Status, Grund, Fehlerart, bool]] = {
    "stop": (OK, Grund.STOPP, KEIN, True),
    "denken-zuerst": (OK, Grund.STOPP, KEIN, True),
    "ohne-verbrauch": (OK, Grund.STOPP, KEIN, True),
    "nul": (OK, Grund.STOPP, KEIN, True),
    "surrogat": (OK, Grund.STOPP, KEIN, True),
    "halbes-zeichen": (OK, Grund.STOPP, KEIN, True),
    "anderes-modell": (OK, Grund.STOPP, KEIN, True),
    "werkzeug-ausgefuehrt": (OK, Grund.STOPP, KEIN, False),
    "laenge": (BESONDERS, Grund.LAENGE, KEIN, True),
    "laenge-frueh": (BESONDERS, Grund.LAENGE, KEIN, True),
    "denken-am-limit": (BESONDERS, Grund.LAENGE, KEIN, True),
    "filter": (BESONDERS, Grund.FILTER, KEIN, True),
    "ablehnung": (BESONDERS, Grund.FILTER, KEIN, True),
    "werkzeug-geschrieben": (BESONDERS, Grund.WERKZEUGAUFRUF, KEIN, True),
    "unbekannter-grund": (BESONDERS, Grund.UNBEKANNT, KEIN, True),
    "leer": (LEER, Grund.STOPP, KEIN, True),
    "unsichtbar": (LEER, Grund.STOPP, KEIN, True),
    "null": (LEER, Grund.STOPP, KEIN, True),
    "nur-denken": (LEER, Grund.STOPP, KEIN, True),
    "html": (PROVIDER, Grund.KEINER, Fehlerart.UNLESBAR, True),
    "kaputt": (PROVIDER, Grund.KEINER, Fehlerart.UNLESBAR, True),
    "leerer-koerper": (PROVIDER, Grund.KEINER, Fehlerart.UNLESBAR, True),
    "verbrauch-nan": (PROVIDER, Grund.KEINER, Fehlerart.UNLESBAR, True),
    "reset": (PROVIDER, Grund.KEINER, Fehlerart.VERBINDUNG, True),
    "http-400": (PROVIDER, Grund.KEINER, Fehlerart.HTTP, True),
    "http-401": (PROVIDER, Grund.KEINER, Fehlerart.HTTP, True),
    "http-403": (PROVIDER, Grund.KEINER, Fehlerart.HTTP, True),
    "http-404": (PROVIDER, Grund.KEINER, Fehlerart.HTTP, True),
    "http-408": (TIMEOUT, Grund.KEINER, Fehlerart.HTTP, True),
    "http-409": (PROVIDER, Grund.KEINER, Fehlerart.HTTP, True),
    "http-413": (PROVIDER, Grund.KEINER, Fehlerart.HTTP, True),
    "http-429": (PROVIDER, Grund.KEINER, Fehlerart.HTTP, True),
    "http-500": (PROVIDER, Grund.KEINER, Fehlerart.HTTP, True),
    "http-502": (PROVIDER, Grund.KEINER, Fehlerart.HTTP, True),
    "http-503": (PROVIDER, Grund.KEINER, Fehlerart.HTTP, True),
    "http-504": (TIMEOUT, Grund.KEINER, Fehlerart.HTTP, True),
    "http-524": (TIMEOUT, Grund.KEINER, Fehlerart.HTTP, True),
    "http-529": (PROVIDER, Grund.KEINER, Fehlerart.HTTP, True),
}
EIGENE_TESTS = {"reset-mitte", "langsam", "ohne-ende", "fehlerobjekt", "schluessel-echo"}
ABWEICHEND = {
    # Messages has a stop reason of its own for refusals, and reports filters by the same word.
    ("messages", "ablehnung"): (BESONDERS, Grund.ABLEHNUNG, KEIN, True),
    ("messages", "filter"): (BESONDERS, Grund.ABLEHNUNG, KEIN, True),
}
FORMEN = [pytest.param(True, id="stream"), pytest.param(False, id="plain")]
zugaenge = pytest.mark.parametrize("zugang", ZUGAENGE)
formen = pytest.mark.parametrize("stream", FORMEN)


def test_every_scenario_has_a_row():
    assert set(TABELLE) | EIGENE_TESTS == set(NAMEN)


@zugaenge
@formen
@pytest.mark.parametrize("szenario", TABELLE)
def test_each_fault_gets_its_class(zugang, stream, szenario):
    roh = ask(zugang, szenario, stream=stream)
    n = normalise(roh)
    seen = (n.status, n.abschlussgrund, n.fehlerart, n.gueltigkeit is Gueltigkeit.GUELTIG)
    assert seen == ABWEICHEND.get((zugang, szenario), TABELLE[szenario]), n.fehlertext


def without_times(n: Normalisat) -> Normalisat:
    kontakte = tuple(replace(k, gesendet=0, empfangen=0) for k in n.pruefprotokoll.kontakte)
    protokoll = replace(n.pruefprotokoll, kontakte=kontakte, endpunkt="")
    protokoll = replace(protokoll, kontakte=tuple(replace(k, port=0) for k in kontakte))
    start = n.started_at
    return replace(n, started_at=start, ended_at=start, dauer_ms=0, pruefprotokoll=protokoll)


@zugaenge
@pytest.mark.parametrize("szenario", sorted(set(TABELLE) - {"kaputt", "reset"}))
def test_the_streamed_and_the_plain_record_are_the_same(zugang, szenario):
    plain = normalise(ask(zugang, szenario, stream=False))
    streamed = normalise(ask(zugang, szenario, stream=True))
    streamed = replace(streamed, started_at=plain.started_at)
    assert without_times(streamed) == without_times(plain)


@zugaenge
@formen
def test_a_good_answer_is_taken_whole(zugang, stream):
    n = normalise(ask(zugang, "denken-zuerst", stream=stream))
    assert n.antwort == TEXT
    assert n.laenge == len(TEXT)
    assert (n.token_eingabe, n.token_eingabe_cache, n.token_ausgabe, n.token_denken) == (
        20,
        0,
        30,
        18,
    )
    assert n.limit == 4_096
    assert n.prompt_zeichen == len("Wie lang ist die Berufungsfrist?")
    assert n.antwort_id
    assert n.hinweise == ()


@zugaenge
@formen
@pytest.mark.parametrize(
    ("szenario", "antwort"),
    [("nul", "Ein\ufffdMonat."), ("surrogat", "Ein \ufffd Monat.")],
)
def test_what_no_database_stores_is_replaced(zugang, stream, szenario, antwort):
    assert normalise(ask(zugang, szenario, stream=stream)).antwort == antwort


@zugaenge
@formen
def test_half_a_character_is_replaced_and_noted(zugang, stream):
    n = normalise(ask(zugang, "halbes-zeichen", stream=stream))
    assert n.antwort == TEXT.replace("ä", "\ufffd")
    assert "UTF-8" in n.hinweise[0]


@zugaenge
@formen
def test_a_missing_usage_stays_unknown(zugang, stream):
    n = normalise(ask(zugang, "ohne-verbrauch", stream=stream))
    assert (n.token_eingabe, n.token_ausgabe, n.token_denken) == (None, None, None)


@zugaenge
@formen
def test_an_unknown_finish_reason_warns_the_editors(zugang, stream):
    n = normalise(ask(zugang, "unbekannter-grund", stream=stream))
    assert n.abschlussgrund_original == "mondphase"
    assert "mondphase" in n.hinweise[0]


@zugaenge
@formen
def test_another_model_than_asked_for_is_noted(zugang, stream):
    n = normalise(ask(zugang, "anderes-modell", stream=stream))
    assert n.gemeldetes_modell == "ganz-anderes-modell-2026-01-01"
    assert "weicht ab" in n.hinweise[0]


@zugaenge
def test_a_cut_answer_tells_how_much_of_the_limit_it_used(zugang):
    at_limit = normalise(ask(zugang, "laenge"))
    early = normalise(ask(zugang, "laenge-frueh"))
    assert at_limit.abgeschnitten
    assert (at_limit.token_ausgabe, early.token_ausgabe) == (4_096, 512)


@zugaenge
def test_a_stream_without_its_end_event_is_special_and_keeps_its_text(zugang):
    n = normalise(ask(zugang, "ohne-ende", stream=True))
    assert (n.status, n.abschlussgrund) == (BESONDERS, Grund.OHNE_ENDE)
    assert n.antwort == TEXT
    assert n.abschlussgrund_original == ""


@zugaenge
@formen
def test_an_error_object_with_status_200_is_a_provider_error(zugang, stream):
    n = normalise(ask(zugang, "fehlerobjekt", stream=stream))
    assert (n.status, n.fehlerart) == (PROVIDER, Fehlerart.FEHLEROBJEKT)
    assert "Überlast" in n.fehlertext


@zugaenge
def test_a_reset_in_mid_stream_is_a_provider_error_and_keeps_what_came(zugang):
    roh = ask(zugang, "reset-mitte", stream=True)
    n = normalise(roh)
    assert (n.status, n.fehlerart) == (PROVIDER, Fehlerart.VERBINDUNG)
    assert roh.kontakte[0].empfangen == len(roh.antwort) > 0


@zugaenge
@formen
def test_the_own_deadline_is_a_timeout(zugang, stream):
    n = normalise(ask(zugang, "langsam", stream=stream, deadline_s=0.3))
    assert (n.status, n.fehlerart, n.timeout) == (TIMEOUT, Fehlerart.ZEITLIMIT, True)
    assert 250 <= n.dauer_ms < 3_000


@zugaenge
@formen
def test_what_the_provider_says_about_an_error_reaches_the_editors(zugang, stream):
    n = normalise(ask(zugang, "http-400", stream=stream))
    assert n.fehlertext == "HTTP-Status 400. Absichtlicher Fehler der Teststation."


@zugaenge
def test_a_pause_asked_for_is_handed_on(zugang):
    assert ask(zugang, "http-429").retry_after() == "1"
    assert ask(zugang, "http-500").retry_after() is None


@zugaenge
@formen
@pytest.mark.parametrize("szenario", ["stop", "http-401", "schluessel-echo", "reset-mitte"])
def test_the_key_reaches_no_record(zugang, stream, szenario):
    roh = ask(zugang, szenario, stream=stream)
    stored = roh.to_bytes()
    assert SCHLUESSEL.encode() not in roh.antwort + roh.anfrage + stored
    assert SCHLUESSEL not in repr(roh) + repr(normalise(roh))


@zugaenge
def test_the_record_survives_storage(zugang):
    roh = ask(zugang, "denken-zuerst")
    assert Rohergebnis.from_bytes(roh.to_bytes()) == roh
    assert normalise(Rohergebnis.from_bytes(roh.to_bytes())) == normalise(roh)
