"""The desk of the Redaktion: what it shows, what it hides, what it refuses."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from citations_app import selectors
from citations_app.begriffe import Zitatstatus
from citations_app.models import Zitat, Zitatquelle
from tests.citations_app.bausteine import checked, redakteur

pytestmark = pytest.mark.django_db
PULT = reverse("admin:citations_app_zitat_pruefpult")
ENTSCHEIDUNG = {
    "befund": "1",
    "status": "erfunden",
    "begruendung": "steht in keinem Register",
    "quelle": "Register",
    "auszug": "kein Eintrag",
    "gesehen": "1",
}


@pytest.fixture(autouse=True)
def without_second_factor(settings):
    settings.ADMIN_OTP_PFLICHT = False


@pytest.fixture
def redaktion(client) -> User:
    user = redakteur()
    user.is_staff = True
    user.save()
    names = ["view_zitat", "view_befund", "view_beleg", "view_zitatquelle", "change_zitatquelle"]
    user.user_permissions.set(Permission.objects.filter(codename__in=names))
    # The role itself may see secret tasks; here the right is given and taken one by one.
    user.groups.get().permissions.remove(*Permission.objects.filter(codename="view_geheim"))
    client.force_login(user)
    return user


def page_of(zitat: Zitat) -> str:
    return reverse("admin:citations_app_zitat_pruefen", args=[zitat.pk])


def test_the_desk_lists_what_waits_and_names_no_model(client, redaktion):
    (zitat,) = checked("Das folgt aus § 823z BGB, meint die Antwort.")
    lauf, modell = zitat.run.teilnahme.lauf, zitat.run.teilnahme.modell
    for url in (PULT, page_of(zitat), reverse("admin:citations_app_zitat_changelist")):
        text = client.get(url).content.decode()
        assert "§ 823z BGB" in text
        for hidden in (modell.name, modell.kennung, modell.anbieter.name, lauf.kennung):
            assert hidden not in text
    assert "Verdacht: Paragraf im Gesetz nicht vorhanden" in client.get(PULT).content.decode()


@pytest.mark.parametrize("liste", ["verdacht", "nicht_auffindbar", "ungeprueft", "hand", "unsinn"])
def test_every_list_has_a_page(client, redaktion, liste):
    checked("§ 823z BGB. Siehe § 1 TKG.")
    assert client.get(PULT, {"liste": liste, "seite": "99"}).status_code == 200


def test_a_decision_at_the_desk_is_final_and_counts(client, redaktion):
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    assert client.post(page_of(zitat), ENTSCHEIDUNG).status_code == 302
    zitat.refresh_from_db()
    assert (zitat.status, zitat.von_hand) == (Zitatstatus.ERFUNDEN, True)
    assert selectors.abzugsschluessel_final(zitat.run) == {"de:norm:BGB:§ 823z"}
    assert "erfunden (Hand)" in client.get(page_of(zitat)).content.decode()


def test_a_decision_for_all_answers_reaches_the_others(client, redaktion):
    (zitat,), (other,) = (checked("Das folgt aus § 823z BGB.") for _ in range(2))
    client.post(page_of(zitat), ENTSCHEIDUNG | {"umfang": "alle"})
    other.refresh_from_db()
    assert other.status == Zitatstatus.ERFUNDEN


def test_a_decision_can_be_taken_back_at_the_desk(client, redaktion):
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    assert "Zurücknehmen" not in client.get(page_of(zitat)).content.decode()
    client.post(page_of(zitat), ENTSCHEIDUNG)
    assert "Zurücknehmen" in client.get(page_of(zitat)).content.decode()
    data = {"zuruecknehmen": "1", "grund": "Irrtum", "gesehen": "2"}
    assert client.post(page_of(zitat), data).status_code == 302
    zitat.refresh_from_db()
    assert (zitat.status, zitat.von_hand) == (Zitatstatus.NICHT_AUFFINDBAR, False)


def test_a_second_editor_does_not_overwrite_the_first(client, redaktion):
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    client.post(page_of(zitat), ENTSCHEIDUNG)
    answer = client.post(page_of(zitat), ENTSCHEIDUNG | {"status": "echt"})
    assert answer.status_code == 200
    assert "neueren Befund" in answer.content.decode()
    zitat.refresh_from_db()
    assert zitat.status == Zitatstatus.ERFUNDEN


@pytest.mark.parametrize("missing", ["begruendung", "quelle", "auszug", "status"])
def test_an_incomplete_decision_is_refused_and_nothing_is_lost(client, redaktion, missing):
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    answer = client.post(page_of(zitat), ENTSCHEIDUNG | {missing: ""})
    assert answer.status_code == 200
    if missing != "begruendung":
        assert "steht in keinem Register" in answer.content.decode()
    zitat.refresh_from_db()
    assert not zitat.von_hand


def test_the_use_can_be_set_with_its_passage(client, redaktion):
    (zitat,) = checked("Ein § 823z BGB existiert nicht.")
    data = {"verwenden": "1", "verwendung": "abgelehnt", "textstelle": "„existiert nicht“"}
    assert client.post(page_of(zitat), data).status_code == 302
    zitat.refresh_from_db()
    assert zitat.verwendung == "abgelehnt"


def test_others_are_kept_out(client):
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    user = User.objects.create_user("bewertung", is_staff=True)
    client.force_login(user)
    assert client.get(PULT).status_code == 403
    assert client.post(page_of(zitat), ENTSCHEIDUNG).status_code == 403
    client.logout()
    assert client.get(PULT).status_code == 302


def test_secret_tasks_need_their_own_right(client, redaktion):
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    fall = zitat.run.testfall
    type(fall).objects.filter(pk=fall.pk).update(sichtbarkeit="geheim")
    assert "§ 823z BGB" not in client.get(PULT).content.decode()
    assert client.get(page_of(zitat)).status_code == 404
    assert (
        "§ 823z BGB"
        not in client.get(reverse("admin:citations_app_befund_changelist")).content.decode()
    )
    belege = client.get(reverse("admin:citations_app_beleg_changelist")).content.decode()
    assert "§ 823z" not in belege
    redaktion.user_permissions.add(Permission.objects.get(codename="view_geheim"))
    client.force_login(User.objects.get(pk=redaktion.pk))
    assert "§ 823z BGB" in client.get(PULT).content.decode()
    belege = client.get(reverse("admin:citations_app_beleg_changelist")).content.decode()
    assert "§ 823z" in belege


def test_text_of_an_answer_is_shown_as_text(client, redaktion):
    (zitat,) = checked("<script>alert(1)</script> sagt § 823z BGB.")
    assert "<script>alert" not in client.get(page_of(zitat)).content.decode()


def change_quelle(client, **fields):
    quelle = Zitatquelle.objects.get(kennung="dejure")
    data = {"mindestabstand_ms": "3000", "zwischenspeicher_tage": "7"} | fields
    url = reverse("admin:citations_app_zitatquelle_change", args=[quelle.pk])
    answer = client.post(url, data)
    quelle.refresh_from_db()
    return answer, quelle


def test_a_source_is_switched_on_with_its_terms_only(client, redaktion):
    answer, quelle = change_quelle(client, aktiv="on")
    assert answer.status_code == 200
    assert "Einschalten geht erst" in answer.content.decode()
    assert not quelle.aktiv
    terms = {
        "bedingungen_url": "https://beispiel.test/agb",
        "bedingungen_am": dt.date(2026, 11, 2).strftime("%d.%m.%Y"),
        "erlaubnis": "schriftlich vom Betreiber",
    }
    answer, quelle = change_quelle(client, aktiv="on", **terms)
    assert answer.status_code == 302
    assert (quelle.aktiv, quelle.mindestabstand_ms) == (True, 3000)
    assert quelle.eingeschaltet_von == redaktion
    _, quelle = change_quelle(client, **terms)
    assert not quelle.aktiv
