"""What is told of a Lauf: progress, preview, costs, the steps and the ledger of a Testfall."""

from __future__ import annotations

import datetime as dt

import pytest

from runs_app.begriffe import RunStatus
from runs_app.costs import Kostenart
from runs_app.models import Preis, Run
from runs_app.schritte import providers_that_saw, step_pilot, step_regular_run
from runs_app.selectors import (
    kosten,
    lauf_fortschritt,
    preis_am,
    runs_beendet,
    runs_zu_erledigen,
)
from runs_app.vorschau import preview
from tests.runs_app.bausteine import anbieter, arbeite, katalog, lauf, modell

URL = "http://127.0.0.1:9/v1"


def preis(model, eingabe: int = 1_000_000, ausgabe: int = 2_000_000, **werte) -> Preis:
    return Preis.objects.create(
        modell=model,
        eingabe_mikro=eingabe,
        ausgabe_mikro=ausgabe,
        quelle="Preisliste",
        **{"gueltig_ab": dt.date(2026, 1, 1), **werte},
    )


@pytest.mark.django_db(transaction=True)
def test_the_progress_counts_every_run_once_and_names_the_last_faults(station, tmp_path):
    models = [
        modell(station.base_url),
        modell(station.base_url, "szenario-http-400"),
        modell(station.base_url, "szenario-http-401"),
        modell(station.base_url, "szenario-laenge-frueh"),
    ]
    row = lauf(models, katalogversion=katalog(2))
    assert lauf_fortschritt(row).offen == runs_zu_erledigen().count() == 8
    arbeite(tmp_path)
    row.refresh_from_db()
    stand = lauf_fortschritt(row)
    assert (stand.gesamt, stand.beendet, stand.geparkt, stand.offen) == (8, 6, 2, 0)
    assert (stand.technisch_fehlgeschlagen, stand.an_der_grenze, stand.nachlaeufe) == (4, 2, 2)
    assert stand.token_ausgabe > 0
    assert stand.je_minute > 0
    assert runs_beendet(row).count() == 6
    texts = " ".join(m.text for m in stand.meldungen)
    assert "HTTP 400" in texts
    assert "Geparkt: Der Anbieter lehnt den API-Schlüssel ab" in texts


@pytest.mark.django_db
def test_the_progress_takes_the_same_queries_however_many_runs(django_assert_num_queries):
    small = lauf([modell(URL)], katalogversion=katalog(1))
    large = lauf([modell(URL) for _ in range(5)], katalogversion=katalog(40))
    for row in (small, large):
        with django_assert_num_queries(8):
            lauf_fortschritt(row)


@pytest.mark.django_db(transaction=True)
def test_the_estimate_is_the_formula_of_the_method(station, tmp_path):
    model = modell(station.base_url)
    preis(model)
    row = lauf([model], katalogversion=katalog(2))
    arbeite(tmp_path)
    found = kosten(row.teilnahmen.get())
    assert (found.art, found.waehrung) == (Kostenart.GESCHAETZT, "USD")
    assert found.mikro == 2 * (20 * 1 + 12 * 2)


@pytest.mark.django_db(transaction=True)
def test_a_billed_amount_wins_and_a_missing_price_is_unknown(station, tmp_path):
    row = lauf([modell(station.base_url)], katalogversion=katalog(1))
    arbeite(tmp_path)
    teilnahme = row.teilnahmen.get()
    assert kosten(teilnahme).art is Kostenart.UNBEKANNT
    teilnahme.abgerechnet_mikro, teilnahme.abgerechnet_waehrung = 1_230_000, "EUR"
    assert (kosten(teilnahme).art, kosten(teilnahme).mikro) == (Kostenart.ABGERECHNET, 1_230_000)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("day", "eingabe"),
    [
        (dt.date(2025, 12, 31), None),
        (dt.date(2026, 1, 1), 1),
        (dt.date(2026, 3, 31), 1),
        (dt.date(2026, 4, 1), None),
        (dt.date(2026, 5, 1), 2),
    ],
)
def test_the_price_of_the_day_applies(day, eingabe):
    model = modell(URL)
    preis(model, eingabe=1, gueltig_bis=dt.date(2026, 3, 31))
    preis(model, eingabe=2, gueltig_ab=dt.date(2026, 5, 1))
    found = preis_am(model, day)
    assert (found.eingabe_mikro if found else None) == eingabe


@pytest.mark.django_db
def test_the_preview_multiplies_and_forecasts():
    model = modell(URL, max_output=1_000)
    preis(model, eingabe=3_000_000, ausgabe=1_000_000)
    row = lauf([model], katalogversion=katalog(4), wiederholungen=2, start=False)
    found = preview(row)
    (teil,) = found.teile
    assert (found.runs, teil.runs, teil.gewaehrt) == (8, 8, 1_000)
    assert teil.hoechstens_mikro == teil.token_eingabe * 3 + 8 * 1_000
    assert not teil.aus_erfahrung
    assert found.fehler == ()


@pytest.mark.django_db(transaction=True)
def test_the_forecast_learns_from_earlier_answers(station, tmp_path):
    model = modell(station.base_url)
    lauf([model], katalogversion=katalog(2))
    arbeite(tmp_path)
    (teil,) = preview(lauf([model], katalogversion=katalog(3), start=False)).teile
    assert teil.aus_erfahrung
    assert teil.token_ausgabe == 3 * 12


@pytest.mark.django_db(transaction=True)
def test_a_pilot_needs_two_models_and_the_ledger_names_their_providers(station, tmp_path):
    version = katalog(1)
    version.pilot = True
    version.save()
    fall = version.testfaelle.get()
    lauf([modell(station.base_url, anbieter=anbieter("eins"))], katalogversion=version)
    arbeite(tmp_path)
    assert not step_pilot(fall).erfuellt
    lauf([modell(station.base_url, anbieter=anbieter("zwei"))], katalogversion=version)
    arbeite(tmp_path)
    assert step_pilot(fall).erfuellt
    assert not step_regular_run(fall).erfuellt
    assert [z.wer for z in providers_that_saw(fall)] == ["Eins", "Zwei"]
    assert set(Run.objects.values_list("status", flat=True)) == {RunStatus.BEENDET}
