"""The admin of grading: blind desk, rules with a live try, overrides, the page of a Lauf."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from grading_app.begriffe import Fassungsstatus
from grading_app.models import Bewertung, Bewertungsregel, Urteil
from grading_app.services import grade_run, request_judgement
from tests.grading_app import bausteine as b

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.grading_app.urls")]


@pytest.fixture(autouse=True)
def ohne_zweiten_faktor(settings):
    settings.ADMIN_OTP_PFLICHT = False
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


def darf(user, *rechte: str):
    for recht in rechte:
        user.user_permissions.add(Permission.objects.get(codename=recht))
    return user


@pytest.fixture
def als(client):
    def anmelden(user):
        client.force_login(user)
        return client

    return anmelden


def auftrag_von(name: str = "bewertung"):
    b.rubrik()
    run = b.run(b.neuer_fall(), "Die Frist endet am 2. März 2026, § 193 BGB." + b.HINWEIS)
    request_judgement(
        lauf=b.lauf(), bewerter=[b.mensch(name)], user=b.redaktion(), kontrollen=0, seed="s"
    )
    return run.auftraege.get()


VERBOTEN = ("Modell muster-1", "Musterhaus", "Musteranbieter", "lauf-1", "Lauf ·")


def test_a_grader_finds_the_own_orders_and_nothing_of_their_origin(als):
    auftrag = auftrag_von()
    client = als(auftrag.bewerter.user)
    liste = client.get(reverse("admin:grading_app_bewertungsauftrag_changelist"))
    pult = client.get(reverse("admin:grading_app_bewertungsauftrag_pult", args=[auftrag.pk]))
    detail = client.get(reverse("admin:grading_app_bewertungsauftrag_change", args=[auftrag.pk]))
    for seite in (liste, pult, detail):
        assert seite.status_code == 200
        text = seite.content.decode()
        assert not [wort for wort in VERBOTEN if wort in text]
    assert "§ 193 BGB" in pult.content.decode()
    assert "verblindet" in detail.content.decode()


def test_a_grader_gives_a_verdict_at_the_desk(als):
    auftrag = auftrag_von()
    url = reverse("admin:grading_app_bewertungsauftrag_pult", args=[auftrag.pk])
    daten = {f"wert_{k}": "ja" if k == "K1" else "nein" for k in ("K1", "K2", "K3")}
    daten |= {f"begruendung_{k}": "So steht es da." for k in ("K1", "K2")}
    antwort = als(auftrag.bewerter.user).post(url, daten)
    assert antwort.status_code == 200, "a reason is missing: nothing is stored, nothing is lost"
    assert "So steht es da." in antwort.content.decode()
    assert not Urteil.objects.exists()
    antwort = als(auftrag.bewerter.user).post(url, daten | {"begruendung_K3": "Fehlt."})
    assert antwort.status_code == 302
    assert Urteil.objects.filter(erfuellt=True).get().kriterium_kennung == "K1"


def test_nobody_opens_the_desk_of_another(als):
    auftrag = auftrag_von()
    fremd = b.mensch("zweite").user
    for name in ("pult", "change"):
        url = reverse(f"admin:grading_app_bewertungsauftrag_{name}", args=[auftrag.pk])
        assert als(fremd).get(url).status_code in (302, 403, 404)
    liste = als(fremd).get(reverse("admin:grading_app_bewertungsauftrag_changelist"))
    assert auftrag.anonym_id not in liste.content.decode()


@pytest.mark.parametrize(
    "name", ["bewertung", "stapel", "bewertungsregel", "rubrik", "regelentscheidung", "bewerter"]
)
def test_a_grader_sees_no_other_page(als, name):
    auftrag_von()
    url = reverse(f"admin:grading_app_{name}_changelist")
    assert als(b.bewertende()).get(url).status_code == 403


def test_a_grader_opens_none_of_the_pages_behind_them(als):
    """Case 77: addresses typed by hand."""
    auftrag = auftrag_von()
    regel = b.regel()
    note = grade_run(
        run=b.run(b.neuer_fall("r", "regel", sollwert="29", regel_kennung="zahl"), "29")
    )
    client = als(b.bewertende())
    adressen = [
        ("bewertung_ueberschreiben", note.pk),
        ("bewertungsregel_probe", regel.pk),
        ("lauf_stand", b.lauf().pk),
        ("stapel_zurueckziehen", auftrag.stapel_id),
    ]
    for name, pk in adressen:
        url = reverse(f"admin:grading_app_{name}", args=[pk])
        for antwort in (client.get(url), client.post(url, {"begruendung": "x", "bewerten": "1"})):
            assert antwort.status_code in (302, 403, 404), name
            assert not [wort for wort in VERBOTEN if wort in antwort.content.decode()]
    client.post(reverse("admin:grading_app_stapel_sperren", args=[auftrag.stapel_id]))
    auftrag.stapel.refresh_from_db()
    assert not auftrag.stapel.gesperrt
    assert auftrag.stapel.auftraege.get().status == "offen"


def test_a_rule_with_a_bad_configuration_is_refused_in_german(als):
    user = darf(b.redaktion(), "add_bewertungsregel", "view_bewertungsregel")
    daten = {
        "kennung": "neu",
        "version": 1,
        "form": "muster",
        "konfiguration": '{"muster": ["(?=a)"]}',
        "fachliche_beschreibung": "x",
        "begruendung_verfahren": "x",
        "beispiele": "[]",
    }
    antwort = als(user).post(reverse("admin:grading_app_bewertungsregel_add"), daten)
    assert "ist nicht zulässig" in antwort.content.decode()
    assert not Bewertungsregel.objects.exists()
    daten["konfiguration"] = '{"muster": ["a+"]}'
    assert (
        als(user).post(reverse("admin:grading_app_bewertungsregel_add"), daten).status_code == 302
    )
    assert Bewertungsregel.objects.get().angelegt_von == user


def test_a_rule_in_force_cannot_be_edited(als):
    regel = b.regel()
    user = darf(b.redaktion(), "change_bewertungsregel", "view_bewertungsregel")
    als(user).post(
        reverse("admin:grading_app_bewertungsregel_change", args=[regel.pk]),
        {"konfiguration": "{}"},
    )
    regel.refresh_from_db()
    assert regel.konfiguration == {"schlusszeichen": True}


def test_the_live_try_grades_a_pasted_answer_and_stores_nothing(als):
    regel = b.regel()
    user = darf(b.redaktion(), "view_bewertungsregel")
    url = reverse("admin:grading_app_bewertungsregel_probe", args=[regel.pk])
    antwort = als(user).post(url, {"antwort": "29.", "sollwert": "29"}).content.decode()
    assert "<td>korrekt</td>" in antwort
    assert "keinen Sollwert" in als(user).post(url, {"antwort": "29"}).content.decode()
    assert not Bewertung.objects.exists()


def test_putting_into_force_needs_a_second_person(als):
    wer = b.person("beides", *b.Rolle)
    regel = b.regel(status=Fassungsstatus.ENTWURF, angelegt_von=wer)
    user = darf(wer, "change_bewertungsregel", "view_bewertungsregel")
    url = reverse("admin:grading_app_bewertungsregel_changelist")
    daten = {"action": "in_kraft_setzen", "_selected_action": [regel.pk]}
    seite = als(user).post(url, daten, follow=True).content.decode()
    assert "Vier-Augen-Prinzip" in seite
    regel.refresh_from_db()
    assert regel.status == Fassungsstatus.ENTWURF


def test_an_override_from_the_admin_and_its_conflict(als):
    b.regel()
    fall = b.neuer_fall("r", "regel", sollwert="29", regel_kennung="zahl")
    note = grade_run(run=b.run(fall, "28"))
    user = darf(b.redaktion(), "view_bewertung")
    url = reverse("admin:grading_app_bewertung_ueberschreiben", args=[note.pk])
    daten = {"erwartete_version": 1, "begruendung": "Zahlwort", "label": "", "wert": "1/2"}
    assert als(user).get(url).status_code == 200
    assert als(user).post(url, daten).status_code == 302
    assert str(Bewertung.objects.aktuell().get().correctness) == "1/2"
    seite = als(user).post(url, daten).content.decode()
    assert "inzwischen geändert" in seite
    assert "teilweise (1/2)" in seite
    assert als(user).get(reverse("admin:grading_app_bewertung_changelist")).status_code == 200


def test_a_person_who_still_grades_blind_does_not_see_the_grade(als):
    auftrag = auftrag_von()
    Bewertung.objects.create(
        run=auftrag.run, evaluations_status="ohne_regel", verfahren="kriterien",
        basis_fingerabdruck="0" * 64, erstellt_am=b.JETZT,
    )  # fmt: skip
    user = darf(auftrag.bewerter.user, "view_bewertung")
    seite = als(user).get(reverse("admin:grading_app_bewertung_changelist")).content.decode()
    assert "muster-1" not in seite


def test_the_page_of_a_lauf_shows_the_state_and_starts_the_services(als):
    auftrag = auftrag_von()
    user = darf(b.redaktion(), "view_stapel")
    url = reverse("admin:grading_app_lauf_stand", args=[b.lauf().pk])
    seite = als(user).get(url).content.decode()
    assert "noch ohne Bewertung" in seite
    assert als(user).get(reverse("admin:grading_app_stapel_changelist")).status_code == 200
    assert als(user).post(url, {"bewerten": "1"}).status_code == 302
    antwort = als(user).post(
        reverse("admin:grading_app_stapel_sperren", args=[auftrag.stapel_id]), follow=True
    )
    assert "1 offene Aufträge" in antwort.content.decode()
    weg = reverse("admin:grading_app_stapel_zurueckziehen", args=[auftrag.stapel_id])
    assert als(user).post(weg, {"begruendung": ""}).status_code == 200
    assert als(user).post(weg, {"begruendung": "Falsche Rubrik"}).status_code == 302
    daten = {"beauftragen": "1", "bewerter": [b.mensch("zweite").pk], "ueberlappung_prozent": 0}
    assert als(user).post(url, daten).status_code == 302
    assert auftrag.run.auftraege.count() == 2


@pytest.mark.parametrize("name", ["rubrik", "regelentscheidung", "bewerter", "bewertungsauftrag"])
def test_every_list_and_form_opens(als, name, admin_user):
    b.rubrik()
    client = als(admin_user)
    assert client.get(reverse(f"admin:grading_app_{name}_changelist")).status_code == 200
    if name != "bewertungsauftrag":
        assert client.get(reverse(f"admin:grading_app_{name}_add")).status_code == 200
