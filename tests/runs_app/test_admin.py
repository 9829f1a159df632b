"""The Redaktion's pages for models, Läufe and Runs: they work without script, and keep secrets."""

from __future__ import annotations

import pytest
from django.urls import reverse

from lexassay.protokoll.models import Ereignis
from lexassay.protokoll.rollen import Rolle
from lexassay.rechte import grant_rights
from runs_app.begriffe import LaufStatus
from runs_app.models import Anbieter, Lauf, Modellmetadaten, Preis, Run, SystemPrompt
from tests.runs_app.bausteine import (
    anbieter,
    arbeite,
    katalog,
    lauf,
    modell,
    person,
    system_prompt,
)

pytestmark = pytest.mark.django_db
URL = "http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def _ohne_zweiten_faktor(settings):
    settings.ADMIN_OTP_PFLICHT = False


@pytest.fixture
def als(client):
    """Return a function that logs a person with roles in."""

    def login(*rollen: Rolle):
        person("konto", *rollen)
        grant_rights()
        client.force_login(
            person("konto", *rollen), backend="django.contrib.auth.backends.ModelBackend"
        )
        return client

    return login


def cockpit(row: Lauf) -> str:
    return reverse("admin:runs_app_lauf_cockpit", args=[row.pk])


@pytest.mark.parametrize(
    "model",
    ["anbieter", "modellmetadaten", "preis", "systemprompt", "lauf", "teilnahme", "run", "versuch"],
)
def test_every_list_opens_for_the_technik(als, model):
    lauf([modell(URL)])
    page = als(Rolle.TECHNIK).get(reverse(f"admin:runs_app_{model}_changelist"))
    assert page.status_code == 200


@pytest.mark.parametrize("model", ["anbieter", "modellmetadaten", "preis", "systemprompt", "lauf"])
def test_every_form_opens_for_the_technik(als, model):
    assert als(Rolle.TECHNIK).get(reverse(f"admin:runs_app_{model}_add")).status_code == 200


def test_the_preview_of_a_draft_names_what_is_missing(als):
    row = lauf([modell(URL, max_output=8_192)], start=False)
    text = als(Rolle.TECHNIK).get(cockpit(row)).content.decode()
    assert "3 Runs über 3 Testfälle" in text
    assert "Es fehlt ein Listenpreis" in text
    assert "liegt unter 64.000" in text
    assert "Starten" in text
    assert "Anhalten" not in text


def test_the_buttons_drive_the_lauf(als):
    row = lauf([modell(URL)], start=False)
    client = als(Rolle.TECHNIK)
    for step, status in [
        ("starten", LaufStatus.LAEUFT),
        ("anhalten", LaufStatus.PAUSIERT),
        ("fortsetzen", LaufStatus.LAEUFT),
    ]:
        assert client.post(cockpit(row), {"schritt": step}).status_code == 302
        row.refresh_from_db()
        assert row.status == status


def test_a_double_click_on_start_plans_once_and_says_so(als):
    row = lauf([modell(URL)], start=False)
    client = als(Rolle.TECHNIK)
    client.post(cockpit(row), {"schritt": "starten"})
    text = client.post(cockpit(row), {"schritt": "starten"}, follow=True).content.decode()
    assert "steht auf „läuft“; dieser Schritt ist jetzt nicht möglich" in text
    assert Run.objects.count() == 3


def test_the_redaktion_watches_but_does_not_start(als):
    row = lauf([modell(URL)], start=False)
    client = als(Rolle.REDAKTION)
    text = client.post(cockpit(row), {"schritt": "starten"}, follow=True).content.decode()
    assert "ist die Rolle „Technik“ nötig" in text
    row.refresh_from_db()
    assert row.status == LaufStatus.ENTWURF


def test_a_grader_sees_no_page_of_runs(als):
    row = lauf([modell(URL)])
    client = als(Rolle.BEWERTUNG)
    assert client.get(cockpit(row)).status_code == 403
    assert client.get(reverse("admin:runs_app_run_changelist")).status_code == 403


def test_the_live_part_polls_only_while_the_lauf_runs(als):
    row = lauf([modell(URL)])
    client = als(Rolle.TECHNIK)
    assert 'hx-trigger="every 3s"' in client.get(cockpit(row)).content.decode()
    part = client.get(reverse("admin:runs_app_lauf_stand", args=[row.pk]))
    assert "0 von 3 Runs beendet" in part.content.decode()
    Lauf.objects.update(status=LaufStatus.PAUSIERT)
    assert "hx-trigger" not in client.get(cockpit(row)).content.decode()


def test_a_started_lauf_cannot_be_edited(als):
    row = lauf([modell(URL)])
    page = als(Rolle.TECHNIK).get(reverse("admin:runs_app_lauf_change", args=[row.pk]))
    text = page.content.decode()
    assert row.konfiguration_hash in text
    assert 'name="budget"' not in text


def test_a_lauf_can_be_drafted_in_the_form(als):
    model, prompt, version = modell(URL), system_prompt(), katalog(2)
    client = als(Rolle.TECHNIK)
    client.post(
        reverse("admin:runs_app_lauf_add"),
        {
            "kennung": "neu",
            "titel": "Neu",
            "katalogversion": version.pk,
            "system_prompt": prompt.pk,
            "wiederholungen": 1,
            "budget": 64_000,
            "zeitlimit_s": 60,
            "kostendeckel": "1,50",
            "spaetere_wiederholung_s": 0,
            "teilnahmen-TOTAL_FORMS": 1,
            "teilnahmen-INITIAL_FORMS": 0,
            "teilnahmen-0-modell": model.pk,
            "teilnahmen-0-effort": "Standard",
        },
    )
    row = Lauf.objects.get(kennung="neu")
    assert row.kostendeckel_mikro == 1_500_000
    assert row.konfiguration == {"regeln": {"spaetere_wiederholung_s": 0}}
    assert row.angelegt_von is not None
    assert row.teilnahmen.get().effort == "Standard"


def test_a_key_typed_in_place_of_its_variable_is_refused_and_not_stored(als):
    page = als(Rolle.TECHNIK).post(
        reverse("admin:runs_app_anbieter_add"),
        {
            "kennung": "neu",
            "name": "Neu",
            "max_gleichzeitig": 4,
            "schluessel_variable": "sk-abc123",
        },
    )
    assert "ist kein Name einer Schlüssel-Variable" in page.content.decode()
    assert not Anbieter.objects.filter(kennung="neu").exists()


@pytest.mark.parametrize("name", ["SECRET_KEY", "DATABASE_URL", "METRICS_TOKEN"])
def test_no_other_secret_of_the_environment_can_be_sent_to_a_provider(als, name):
    als(Rolle.TECHNIK).post(
        reverse("admin:runs_app_anbieter_add"),
        {"kennung": "neu", "name": "Neu", "max_gleichzeitig": 4, "schluessel_variable": name},
    )
    assert not Anbieter.objects.filter(kennung="neu").exists()


def test_no_page_shows_a_key(als, monkeypatch):
    monkeypatch.setenv("PROBE_API_KEY", "sk-canary-4711")
    provider = anbieter("mit", schluessel_variable="PROBE_API_KEY")
    row = lauf([modell(URL, anbieter=provider)])
    client = als(Rolle.TECHNIK)
    pages = [
        reverse("admin:runs_app_anbieter_changelist"),
        reverse("admin:runs_app_anbieter_change", args=[provider.pk]),
        cockpit(row),
    ]
    for page in pages:
        text = client.get(page).content.decode()
        assert "sk-canary-4711" not in text
    assert "PROBE_API_KEY: gesetzt" in client.get(pages[0]).content.decode()


def test_a_model_on_a_host_outside_the_list_is_refused(als):
    model = modell(URL)
    page = als(Rolle.TECHNIK).post(
        reverse("admin:runs_app_modellmetadaten_change", args=[model.pk]),
        _form_of(model, base_url="https://fremd.example.org/v1"),
    )
    assert "steht nicht auf der Liste erlaubter Anbieter" in page.content.decode()
    model.refresh_from_db()
    assert model.base_url == URL


def test_an_effort_with_a_tool_is_refused(als):
    model = modell(URL)
    page = als(Rolle.TECHNIK).post(
        reverse("admin:runs_app_modellmetadaten_change", args=[model.pk]),
        _form_of(model, efforts='{"suche": {"tools": []}}'),
    )
    assert "unzulässig sind tools" in page.content.decode()


def test_a_price_is_typed_as_money_and_stored_exactly(als):
    model = modell(URL)
    als(Rolle.TECHNIK).post(
        reverse("admin:runs_app_preis_add"),
        {
            "modell": model.pk,
            "waehrung": "USD",
            "gueltig_ab": "01.01.2026",
            "quelle": "Preisliste",
            "eingabe": "0,075",
            "ausgabe": "10",
        },
    )
    preis = Preis.objects.get()
    assert (preis.eingabe_mikro, preis.ausgabe_mikro) == (75_000, 10_000_000)
    assert Ereignis.objects.filter(aktion="preis_angelegt").exists()


def test_a_system_prompt_gets_its_hash_and_is_fixed_once_used(als):
    client = als(Rolle.TECHNIK)
    client.post(
        reverse("admin:runs_app_systemprompt_add"),
        {"kennung": "kurz", "version": 1, "text": "Antworte kurz."},
    )
    assert len(SystemPrompt.objects.get(kennung="kurz").hash) == 64
    lauf([modell(URL)], start=False)
    used = SystemPrompt.objects.get(kennung="fest")
    text = client.get(reverse("admin:runs_app_systemprompt_change", args=[used.pk]))
    assert 'name="text"' not in text.content.decode()


@pytest.mark.django_db(transaction=True)
def test_secret_runs_are_hidden_from_staff_without_the_right(als, station, tmp_path):
    lauf([modell(station.base_url)], katalogversion=katalog(2, geheim=1))
    arbeite(tmp_path)
    secret = Run.objects.get(testfall__sichtbarkeit="geheim")
    versuch = secret.versuche.get()
    client = als(Rolle.TECHNIK)
    kennung = secret.testfall.kennung
    for page in ("run", "versuch"):
        text = client.get(reverse(f"admin:runs_app_{page}_changelist")).content.decode()
        assert kennung not in text
    for page, pk in (("run", secret.pk), ("versuch", versuch.pk)):
        answer = client.get(reverse(f"admin:runs_app_{page}_change", args=[pk]))
        assert answer.status_code == 302  # Django's answer for a row that is not there
    found = client.get(reverse("admin:runs_app_run_changelist"), {"q": kennung})
    assert f"/run/{secret.pk}/change/" not in found.content.decode()
    assert (
        als(Rolle.REDAKTION)
        .get(reverse("admin:runs_app_versuch_change", args=[versuch.pk]))
        .status_code
        == 200
    )


def test_the_frozen_list_of_testfaelle_is_shown_to_those_only_who_may_see_secret_ones(als):
    version = katalog(2, geheim=1)
    row = lauf([modell(URL)], katalogversion=version)
    secret = version.testfaelle.get(sichtbarkeit="geheim").kennung
    page = reverse("admin:runs_app_lauf_change", args=[row.pk])
    assert secret not in als(Rolle.TECHNIK).get(page).content.decode()
    assert secret in als(Rolle.REDAKTION).get(page).content.decode()


def _form_of(model: Modellmetadaten, **changes) -> dict[str, object]:
    values = {
        "kennung": model.kennung,
        "name": model.name,
        "familie": model.familie,
        "variante": model.variante,
        "herstellerfamilie": model.herstellerfamilie,
        "anbieter": model.anbieter_id,
        "ausfuehrungsweg": model.ausfuehrungsweg,
        "dialekt": model.dialekt,
        "api_model_id": model.api_model_id,
        "base_url": model.base_url,
        "eingabe_arten": "[]",
        "efforts": "{}",
        "aktiv": "on",
        "preise-TOTAL_FORMS": 0,
        "preise-INITIAL_FORMS": 0,
    }
    return {**values, **changes}
