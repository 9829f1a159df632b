"""Who has not the right sees nothing of a secret Testfall; who looks is written down (R-15.6)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client, RequestFactory
from django.urls import reverse

from lexassay.protokoll.models import Ereignis
from tasks_app import holdout
from tasks_app.admin.geheim import visible_log_entries
from tasks_app.definition import zugriffe
from tasks_app.fingerprint import commitment
from tasks_app.models import Definitionsentscheidung, Testfall
from tasks_app.services import (
    archive_testfall,
    freeze_testfall,
    import_folder,
    new_version,
)
from tests.tasks_app.conftest import geheimer_fall, staff

pytestmark = pytest.mark.django_db

MODELLE = ("aufgabensatz", "testfall", "kriterium", "quelle", "beispielantwort", "kategorie")
ALLE_RECHTE = [
    f"tasks_app.{verb}_{modell}"
    for modell in (*MODELLE, "katalogversion", "definitionsentscheidung")
    for verb in ("view", "add", "change", "delete")
] + ["protokoll.view_ereignis"]
SPUREN = ("nachtfall", "Mondscheintitel", "Überraschungsfrist", "Sternenkriterium", "CANARY")


@pytest.fixture
def geheim(ordner: Path, redaktion: Any) -> Testfall:
    return geheimer_fall(ordner, redaktion)


@pytest.fixture
def ohne_recht(client: Client, geheim: Testfall) -> Client:
    client.force_login(staff("ohne", *ALLE_RECHTE))
    return client


@pytest.fixture
def mit_recht(client: Client, geheim: Testfall) -> Client:
    client.force_login(staff("mit", *ALLE_RECHTE, "tasks_app.view_geheim"))
    return client


def change_page(fall: Testfall) -> str:
    return reverse("admin:tasks_app_testfall_change", args=[fall.pk])


def everything_under(fall: Testfall) -> list[str]:
    """Every address of the admin on which the secret Testfall could show."""
    listen = [reverse(f"admin:tasks_app_{modell}_changelist") for modell in MODELLE]
    kriterium = fall.kriterien.get(kennung="K1")
    satz = fall.aufgabensatz
    return [
        *listen,
        reverse("admin:tasks_app_testfall_changelist") + "?_facets=True",
        reverse("admin:tasks_app_testfall_changelist") + "?sichtbarkeit__exact=geheim",
        reverse("admin:tasks_app_kriterium_changelist") + "?q=Sternen",
        reverse("admin:tasks_app_katalogversion_changelist"),
        reverse("admin:tasks_app_definitionsentscheidung_changelist"),
        reverse("admin:protokoll_ereignis_changelist"),
        reverse("admin:index"),
        reverse("admin:app_list", args=["tasks_app"]),
        change_page(fall),
        reverse("admin:tasks_app_testfall_history", args=[fall.pk]),
        reverse("admin:tasks_app_testfall_delete", args=[fall.pk]),
        reverse("admin:tasks_app_testfall_vergleich", args=[fall.pk]),
        change_page(fall) + "?_popup=1",
        reverse("admin:tasks_app_kriterium_change", args=[kriterium.pk]),
        reverse("admin:tasks_app_kriterium_history", args=[kriterium.pk]),
        reverse("admin:tasks_app_aufgabensatz_change", args=[satz.pk]),
        reverse("admin:tasks_app_aufgabensatz_delete", args=[satz.pk]),
        reverse("admin:tasks_app_aufgabensatz_history", args=[satz.pk]),
    ]


def test_without_the_right_no_page_names_it(ohne_recht: Client, geheim: Testfall) -> None:
    for adresse in everything_under(geheim):
        text = ohne_recht.get(adresse, follow=True).content.decode()
        assert [spur for spur in SPUREN if spur in text] == [], adresse


def test_with_the_right_the_same_pages_do_name_it(mit_recht: Client, geheim: Testfall) -> None:
    """The table above would pass on empty pages; this one would not."""
    seiten = [mit_recht.get(adresse).content.decode() for adresse in everything_under(geheim)]
    assert sum("nachtfall" in seite for seite in seiten) >= 12


def test_a_search_without_the_right_finds_nothing(ohne_recht: Client, geheim: Testfall) -> None:
    """The count alone would answer questions about the text (case 69)."""
    adresse = reverse("admin:tasks_app_testfall_changelist")
    treffer = ohne_recht.get(adresse, {"q": "überraschungsfrist"})
    assert treffer.context["cl"].result_count == 0
    assert ohne_recht.get(adresse).context["cl"].full_result_count == 1


def test_autocomplete_without_the_right_offers_public_ones_only(geheim: Testfall) -> None:
    from django.contrib import admin

    seite = admin.site._registry[Testfall]
    request = RequestFactory().get("/")
    request.user = staff("ohne", *ALLE_RECHTE)
    rows, _ = seite.get_search_results(request, seite.get_queryset(request), "fall")
    assert [fall.kennung for fall in rows] == ["fall-1"]


@pytest.mark.parametrize("frage", ["testfaelle", "testfaelle__id", "testfaelle__prompt__contains"])
def test_a_set_cannot_be_asked_for_its_secret_testfall(
    ohne_recht: Client, geheim: Testfall, frage: str
) -> None:
    adresse = reverse("admin:tasks_app_aufgabensatz_changelist")
    antwort = ohne_recht.get(adresse, {frage: str(geheim.pk)})
    assert antwort.status_code == 400


def test_steps_of_a_secret_testfall_need_the_right(ohne_recht: Client, geheim: Testfall) -> None:
    for verb in ("pilot", "neue-fassung", "freigeben"):
        adresse = reverse("admin:tasks_app_testfall_schritt", args=[geheim.pk, verb])
        assert ohne_recht.post(adresse).status_code == 404
    geheim.refresh_from_db()
    assert geheim.status == "entwurf"


def test_nobody_makes_secret_what_they_could_not_see(ohne_recht: Client) -> None:
    offen = Testfall.objects.get(kennung="fall-1")
    felder = ohne_recht.get(change_page(offen)).context["adminform"].form.fields
    assert [wert for wert, _ in felder["sichtbarkeit"].choices] == ["oeffentlich"]


def test_recent_actions_never_name_a_secret_testfall(mit_recht: Client, geheim: Testfall) -> None:
    from django.contrib import admin

    request = RequestFactory().get("/")
    request.user = staff("andere")
    seite = admin.site._registry[Testfall]
    seite.log_change(request, geheim, [{"changed": {"name": "Kriterium", "object": str(geheim)}}])
    eintrag = LogEntry.objects.get()
    assert (eintrag.object_repr, eintrag.change_message) == ("Geheimer Testfall", "")


def test_recent_actions_from_before_are_hidden_too(geheim: Testfall) -> None:
    """Written when the Testfall was public, or by a page that knows nothing of secrets."""
    offen = Testfall.objects.get(kennung="fall-1")
    user = staff("ohne")
    for fall in (geheim, offen):
        LogEntry.objects.log_actions(user.pk, [fall], 2, "", single_object=True)
    request = RequestFactory().get("/")
    request.user = user
    sichtbar = visible_log_entries(request, LogEntry.objects.all())
    assert [eintrag.object_repr for eintrag in sichtbar] == [str(offen)]


def test_events_on_a_deleted_secret_draft_stay_hidden(ohne_recht: Client, geheim: Testfall) -> None:
    geheim.delete()
    text = ohne_recht.get(reverse("admin:protokoll_ereignis_changelist")).content.decode()
    assert "nachtfall" not in text
    assert "fall-1" in text


def test_a_ruling_that_names_a_secret_testfall_is_hidden(
    ohne_recht: Client, geheim: Testfall, redaktion: Any
) -> None:
    for gegenstand in ("fall-1 / nachtfall", "Ja / Ja."):
        Definitionsentscheidung.objects.create(
            aufgabensatz=geheim.aufgabensatz,
            befund="x",
            gegenstand=gegenstand,
            begruendung="Geprüft.",
            entschieden_von=redaktion,
            entschieden_am="2026-11-30T12:00:00Z",
        )
    adresse = reverse("admin:tasks_app_definitionsentscheidung_changelist")
    assert ohne_recht.get(adresse).context["cl"].result_count == 1


# Ledger, canary, commitment -----------------------------------------------------------------------


def test_a_look_is_written_once_a_day(mit_recht: Client, geheim: Testfall) -> None:
    for _ in range(3):
        mit_recht.get(change_page(geheim))
    mit_recht.get(reverse("admin:tasks_app_testfall_history", args=[geheim.pk]))
    blicke = Ereignis.objects.filter(aktion=holdout.ANGESEHEN)
    assert [(e.akteur_name, e.objekt_id) for e in blicke] == [("mit", str(geheim.pk))]


def test_the_next_day_is_a_new_entry(geheim: Testfall, redaktion: Any, time_machine: Any) -> None:
    for moment in ("2026-12-01T10:00:00+01:00", "2026-12-01T23:00:00+01:00"):
        time_machine.move_to(moment, tick=False)
        holdout.record_view(testfall=geheim, user=redaktion, weg="Test")
    time_machine.move_to("2026-12-02T00:10:00+01:00", tick=False)
    assert holdout.record_view(testfall=geheim, user=redaktion, weg="Test")
    assert Ereignis.objects.filter(aktion=holdout.ANGESEHEN).count() == 2


def test_a_public_testfall_has_no_ledger_of_looks(mit_recht: Client) -> None:
    mit_recht.get(change_page(Testfall.objects.get(kennung="fall-1")))
    assert not Ereignis.objects.filter(aktion=holdout.ANGESEHEN).exists()


def test_a_page_of_a_part_counts_as_a_look(mit_recht: Client, geheim: Testfall) -> None:
    kriterium = geheim.kriterien.first()
    mit_recht.get(reverse("admin:tasks_app_kriterium_change", args=[kriterium.pk]))
    (blick,) = Ereignis.objects.filter(aktion=holdout.ANGESEHEN)
    assert blick.nach == {"weg": "Admin, Kriterium"}


def test_the_list_of_criteria_shows_no_secret_text(mit_recht: Client) -> None:
    text = mit_recht.get(reverse("admin:tasks_app_kriterium_changelist")).content.decode()
    assert "Sternenkriterium" not in text
    assert "Beginn mit der Zustellung" in text


def test_the_page_shows_who_has_seen_it(mit_recht: Client, geheim: Testfall) -> None:
    text = mit_recht.get(change_page(geheim)).content.decode()
    assert "Wer den Testfall gesehen hat" in text
    assert [(z.wer, z.weg) for z in zugriffe(geheim)] == [
        ("mit", "Admin, Seite des Testfalls"),
        ("redaktion", "importiert"),
    ]


def test_each_secret_testfall_gets_its_canary_and_keeps_it(
    geheim: Testfall, ordner: Path, redaktion: Any
) -> None:
    assert geheim.canary.startswith(holdout.CANARY_ANFANG)
    assert import_folder(ordner=ordner, user=redaktion)[1:] == (0, 2)
    geheim.refresh_from_db()
    freeze_testfall(testfall=geheim, user=redaktion)
    assert new_version(testfall=geheim, user=redaktion).canary == geheim.canary
    assert Testfall.objects.get(kennung="fall-1").canary == ""
    assert holdout.new_canary() != holdout.new_canary()


def test_retirement_opens_the_commitment(geheim: Testfall, redaktion: Any, freigabe: Any) -> None:
    freeze_testfall(testfall=geheim, user=redaktion)
    assert geheim.geoeffnetes_salz == ""
    Testfall.objects.filter(pk=geheim.pk).update(status="freigegeben")
    geheim.refresh_from_db()
    archive_testfall(testfall=geheim, user=freigabe, begruendung="Verbraucht.")
    offen = Ereignis.objects.get(aktion=holdout.ZUSAGE_GEOEFFNET).nach
    assert commitment(offen["salz"], offen["inhalts_hash"]) == geheim.zugesagt_hash
    assert geheim.geoeffnetes_salz == offen["salz"]


def test_a_broken_promise_stops_the_retirement(
    geheim: Testfall, redaktion: Any, freigabe: Any
) -> None:
    freeze_testfall(testfall=geheim, user=redaktion)
    Testfall.objects.filter(pk=geheim.pk).update(status="freigegeben", inhalts_hash="0" * 64)
    geheim.refresh_from_db()
    with pytest.raises(holdout.ZusageGebrochen, match="nach dem Einfrieren verändert"):
        archive_testfall(testfall=geheim, user=freigabe, begruendung="Verbraucht.")
    geheim.refresh_from_db()
    assert geheim.status == "freigegeben"
