"""A Lauf from start to end against the stand-in provider, through the real SDK and the database."""

from __future__ import annotations

import pytest

from lexassay.beispiel.standin.anbieter_szenarien import NAMEN
from runs_app.begriffe import (
    Ausfuehrungsweg,
    Dialekt,
    Gueltigkeit,
    LaufStatus,
    RunStatus,
    VersuchArt,
)
from runs_app.jobs import LOKAL
from runs_app.models import Anbieter, Preis, Rohdaten, Run, Transportversuch, Versuch
from runs_app.normalise import normalise
from runs_app.providers.base import Rohergebnis
from runs_app.run_work.work import RunWork
from runs_app.services import LaufFehler, raise_ceiling, repeat_invalid, resume_lauf, unpark_runs
from runs_app.status import TechnischerStatus
from tests.runs_app.bausteine import SCHNELL, anbieter, arbeite, katalog, lauf, modell, technik

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def eine_aufgabe():
    return katalog(1)


def test_every_planned_run_ends_with_one_stored_answer(station, tmp_path):
    row = lauf([modell(station.base_url), modell(station.base_url)])
    arbeite(tmp_path)
    row.refresh_from_db()
    assert row.status == LaufStatus.ABGESCHLOSSEN
    assert row.beendet_am is not None
    runs = Run.objects.filter(teilnahme__lauf=row)
    assert {r.status for r in runs} == {RunStatus.BEENDET}
    assert runs.count() == 6
    assert all(r.technischer_status == TechnischerStatus.ERFOLGREICH for r in runs)
    assert all(r.zaehlender_versuch_id for r in runs)
    assert Versuch.objects.count() == Rohdaten.objects.count() == 6


def test_the_stored_raw_record_yields_the_stored_attempt_again(station, tmp_path, eine_aufgabe):
    lauf([modell(station.base_url)], katalogversion=eine_aufgabe)
    arbeite(tmp_path)
    versuch = Versuch.objects.get()
    normal = normalise(Rohergebnis.from_bytes(versuch.rohdaten.raw()))
    assert (normal.antwort, normal.status, normal.token_ausgabe) == (
        versuch.antwort,
        versuch.technischer_status,
        versuch.token_ausgabe,
    )
    assert normal.prompt_fingerabdruck == Run.objects.get().prompt_fingerabdruck


@pytest.mark.parametrize(
    ("szenario", "arten", "status"),
    [
        ("stop", ["erstversuch"], TechnischerStatus.ERFOLGREICH),
        ("laenge", ["erstversuch"], TechnischerStatus.BESONDERER_ABSCHLUSSGRUND),
        (
            "laenge-frueh",
            ["erstversuch", "nachlauf"],
            TechnischerStatus.BESONDERER_ABSCHLUSSGRUND,
        ),
        ("leer", ["erstversuch"], TechnischerStatus.LEERE_AUSGABE),
        ("null", ["erstversuch"], TechnischerStatus.LEERE_AUSGABE),
        ("nul", ["erstversuch"], TechnischerStatus.ERFOLGREICH),
        ("surrogat", ["erstversuch"], TechnischerStatus.ERFOLGREICH),
        ("http-400", ["erstversuch"], TechnischerStatus.PROVIDER_FEHLER),
        ("ohne-ende", ["erstversuch"], TechnischerStatus.BESONDERER_ABSCHLUSSGRUND),
    ],
)
def test_the_budget_rule_decides_the_attempts(
    station, tmp_path, eine_aufgabe, szenario, arten, status
):
    lauf([modell(station.base_url, f"szenario-{szenario}")], katalogversion=eine_aufgabe)
    arbeite(tmp_path)
    run = Run.objects.get()
    assert [v.art for v in run.versuche.order_by("nummer")] == arten
    assert run.technischer_status == status
    assert run.zaehlender_versuch.nummer == len(arten)


def test_a_model_whose_thinking_can_be_capped_gets_one_capped_attempt(
    station, tmp_path, eine_aufgabe
):
    claude = modell(
        station.base_url.removesuffix("/v1"),
        "szenario-denken-am-limit",
        ausfuehrungsweg=Ausfuehrungsweg.ANTHROPIC_API,
        dialekt=Dialekt.MESSAGES,
        denkbudget=True,
    )
    lauf([claude], katalogversion=eine_aufgabe, budget=8_000)
    arbeite(tmp_path)
    run = Run.objects.get()
    assert run.status == RunStatus.BEENDET, run.park_grund
    arten = [(v.art, v.limit, v.denklimit) for v in run.versuche.order_by("nummer")]
    assert arten == [(VersuchArt.ERSTVERSUCH, 8_000, None), (VersuchArt.DENKBEGRENZT, 8_000, 6_000)]
    assert run.zaehlender_versuch.art == VersuchArt.DENKBEGRENZT


def test_an_invalid_answer_is_repeated_three_times_and_then_stays_invalid(
    station, tmp_path, eine_aufgabe
):
    row = lauf(
        [modell(station.base_url, "szenario-werkzeug-ausgefuehrt")], katalogversion=eine_aufgabe
    )
    arbeite(tmp_path)
    run = Run.objects.get()
    assert (run.status, run.gueltigkeit) == (RunStatus.BEENDET, Gueltigkeit.UNGUELTIG)
    assert run.versuche.count() == 4
    assert run.ungueltig_grund
    assert repeat_invalid(lauf=row, user=technik(), begruendung="Anbieter hat umgestellt") == 1
    arbeite(tmp_path)
    run.refresh_from_db()
    assert (run.status, run.versuche.count()) == (RunStatus.BEENDET, 8)


def test_every_try_on_the_wire_is_kept_and_the_waiting_stands_apart(
    station, tmp_path, eine_aufgabe
):
    lauf([modell(station.base_url, "szenario-http-503")], katalogversion=eine_aufgabe)
    arbeite(tmp_path)
    run = Run.objects.get()
    tries = list(run.transportversuche.all())
    assert [t.http_status for t in tries] == [503, 503]
    versuch = run.versuche.get()
    assert versuch.wartezeit_ms == sum(t.warten_ms for t in tries) > 0
    assert versuch.dauer_ms < 200
    assert run.technischer_status == TechnischerStatus.PROVIDER_FEHLER
    assert Anbieter.objects.get().pause_bis is not None


def test_an_api_error_is_repeated_once_later_before_it_counts(station, tmp_path, eine_aufgabe):
    lauf(
        [modell(station.base_url, "szenario-http-400")],
        katalogversion=eine_aufgabe,
        regeln={"spaetere_wiederholung_s": 0},
    )
    arbeite(tmp_path)
    run = Run.objects.get()
    assert (run.wiederholt_technik, run.versuche.count()) == (1, 2)
    assert [v.art for v in run.versuche.all()] == [VersuchArt.ERSTVERSUCH] * 2
    assert run.zaehlender_versuch.nummer == 2


def test_a_provider_that_is_slower_than_the_limit_ends_as_timeout(station, tmp_path, eine_aufgabe):
    lauf(
        [modell(station.base_url, "szenario-langsam")],
        katalogversion=eine_aufgabe,
        zeitlimit_s=1,
        regeln={"zeitlimit_versuche": 1},
    )
    arbeite(tmp_path)
    assert Run.objects.get().technischer_status == TechnischerStatus.TIMEOUT


def test_a_dead_provider_is_an_api_error_and_stops_no_other(station, tmp_path, eine_aufgabe):
    tot = modell("http://127.0.0.1:9/v1", anbieter=anbieter("tot"))
    lauf([tot, modell(station.base_url)], katalogversion=eine_aufgabe)
    arbeite(tmp_path)
    found = {r.teilnahme.modell_id: r.technischer_status for r in Run.objects.all()}
    assert found[tot.pk] == TechnischerStatus.PROVIDER_FEHLER
    assert TechnischerStatus.ERFOLGREICH in found.values()
    assert Transportversuch.objects.count() == 2


@pytest.mark.parametrize(
    ("werte", "satz"),
    [
        ({"api_model_id": "szenario-http-401"}, "Der Anbieter lehnt den API-Schlüssel ab"),
        ({"api_model_id": "szenario-gibt-es-nicht"}, "Der Anbieter kennt das Modell"),
        (
            {"schluessel_variable": "LEXASSAY_KEIN_SCHLUESSEL"},
            "Die Umgebungsvariable LEXASSAY_KEIN_SCHLUESSEL ist nicht gesetzt.",
        ),
    ],
)
def test_what_a_person_must_mend_parks_the_run_with_one_german_sentence(
    station, tmp_path, eine_aufgabe, werte, satz
):
    provider = anbieter("eigen", schluessel_variable=werte.pop("schluessel_variable", ""))
    row = lauf([modell(station.base_url, anbieter=provider, **werte)], katalogversion=eine_aufgabe)
    arbeite(tmp_path)
    run = Run.objects.get()
    assert run.status == RunStatus.GEPARKT
    assert run.park_grund.startswith(satz)
    assert run.versuche.count() == 0
    assert unpark_runs(lauf=row, user=technik()) == 1
    assert Run.objects.get().status == RunStatus.GEPLANT


def test_a_missing_model_file_parks_the_run(tmp_path, eine_aufgabe):
    gguf = modell(
        "",
        "klein",
        ausfuehrungsweg=Ausfuehrungsweg.LOKAL_GGUF,
        dialekt=Dialekt.LLAMA_CPP,
        datei_pfad=str(tmp_path / "klein.gguf"),
        datei_sha256="0" * 64,
        geladener_kontext=2_048,
    )
    lauf([gguf], katalogversion=eine_aufgabe)
    arbeite(tmp_path, work=RunWork(wege=LOKAL))
    assert Run.objects.get().park_grund == "Die Modelldatei klein.gguf fehlt."


def test_no_scenario_of_a_faulty_provider_loses_a_run(station, tmp_path, eine_aufgabe):
    models = [modell(station.base_url, f"szenario-{name}") for name in NAMEN]
    row = lauf(models, katalogversion=eine_aufgabe, zeitlimit_s=1)
    while arbeite(tmp_path):
        continue
    states = set(Run.objects.values_list("status", flat=True))
    assert states == {RunStatus.BEENDET, RunStatus.GEPARKT}
    row.refresh_from_db()
    assert row.status == LaufStatus.ABGESCHLOSSEN
    assert not list(tmp_path.iterdir())


def test_the_cost_ceiling_stops_new_calls_and_keeps_what_is_done(station, tmp_path):
    teuer = modell(station.base_url, anbieter=anbieter("teuer", max_gleichzeitig=1))
    Preis.objects.create(
        modell=teuer,
        eingabe_mikro=1_000_000,
        ausgabe_mikro=1_000_000,
        gueltig_ab="2026-01-01",
        quelle="Test",
    )
    row = lauf([teuer], katalogversion=katalog(5), kostendeckel_mikro=60)
    arbeite(tmp_path)
    row.refresh_from_db()
    assert row.status == LaufStatus.PAUSIERT
    assert row.verbraucht_mikro == 64  # two calls of 20 + 12 tokens
    assert Run.objects.filter(status=RunStatus.BEENDET).count() == 2
    with pytest.raises(LaufFehler, match="Kostendeckel"):
        resume_lauf(lauf=row, user=technik())
    raise_ceiling(lauf=row, user=technik(), kostendeckel_mikro=None)
    resume_lauf(lauf=row, user=technik())
    arbeite(tmp_path)
    row.refresh_from_db()
    assert row.status == LaufStatus.ABGESCHLOSSEN


def test_a_changed_prompt_is_not_sent(station, tmp_path, eine_aufgabe):
    lauf([modell(station.base_url)], katalogversion=eine_aufgabe)
    eine_aufgabe.testfaelle.update(prompt="etwas anderes")
    before = station.anbieter.gefragt.total()
    arbeite(tmp_path)
    assert "nicht mehr der eingefrorene" in Run.objects.get().park_grund
    assert station.anbieter.gefragt.total() == before


def test_what_is_sent_comes_from_the_frozen_configuration(station, tmp_path, eine_aufgabe):
    model = modell(station.base_url, "szenario-stop")
    lauf([model], katalogversion=eine_aufgabe)
    model.api_model_id = "szenario-leer"
    model.save()
    arbeite(tmp_path, SCHNELL)
    assert Run.objects.get().technischer_status == TechnischerStatus.ERFOLGREICH
