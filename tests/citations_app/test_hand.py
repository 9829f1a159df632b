"""Decisions by hand, the constraints of the tables, sources on and off."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from citations_app import selectors
from citations_app.begriffe import Abrufweg, Befundart, Verwendung, Zitatstatus
from citations_app.models import Befund, Beleg, Endbefund, Zitat, Zitatquelle
from citations_app.services import (
    Handbeleg,
    activate_quelle,
    check_zitat,
    conclude_zitat,
    deactivate_quelle,
    record_handbefund,
    set_verwendung,
    withdraw_handbefund,
)
from lexassay.protokoll.appendonly import NurAnfuegbar
from lexassay.protokoll.models import Ereignis
from lexassay.protokoll.services import NichtErlaubt
from tests.citations_app.bausteine import checked, redakteur, switch_on

pytestmark = pytest.mark.django_db
BELEG = Handbeleg(quelle="Entscheidungsdatenbank", auszug="kein Eintrag zum Aktenzeichen")

GELESEN = dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.UTC)


def by_hand(zitat: Zitat, status: Zitatstatus, user, **options) -> Befund:
    return record_handbefund(
        zitat=zitat, status=status, begruendung="nachgeschlagen", beleg=BELEG, user=user, **options
    )


def test_a_handbefund_alone_makes_an_error_final_and_is_logged():
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    by_hand(zitat, Zitatstatus.ERFUNDEN, redakteur())
    assert (zitat.status, zitat.von_hand) == (Zitatstatus.ERFUNDEN, True)
    assert zitat.endbefund.begruendung == "nachgeschlagen"
    assert selectors.abzugsschluessel_final(zitat.run) == {"de:norm:BGB:§ 823z"}
    assert Ereignis.objects.filter(aktion="zitat_handbefund").count() == 1
    (zeile,) = selectors.zitattabelle(zitat.run)
    assert zeile.von_hand
    assert zeile.kostet


def test_the_newest_handbefund_wins_and_the_older_stays():
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    user = redakteur()
    by_hand(zitat, Zitatstatus.ERFUNDEN, user)
    by_hand(zitat, Zitatstatus.ECHT, user)
    assert zitat.status == Zitatstatus.ECHT
    assert selectors.abzugsschluessel_final(zitat.run) == frozenset()
    assert zitat.befunde.filter(art=Befundart.VON_HAND).count() == 2
    assert zitat.endbefunde.count() == 2


def test_a_handbefund_can_be_taken_back_and_the_sources_decide_again():
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    user = redakteur()
    with pytest.raises(ValidationError):
        withdraw_handbefund(zitat=zitat, begruendung="gibt keinen", user=user)
    by_hand(zitat, Zitatstatus.ERFUNDEN, user)
    withdraw_handbefund(zitat=zitat, begruendung="Irrtum", user=user)
    assert (zitat.status, zitat.von_hand) == (Zitatstatus.NICHT_AUFFINDBAR, False)
    assert selectors.abzugsschluessel_final(zitat.run) == frozenset()
    by_hand(zitat, Zitatstatus.ECHT, user)
    assert (zitat.status, zitat.von_hand) == (Zitatstatus.ECHT, True)


def test_a_handbefund_covers_its_equals_unless_it_is_about_one_statement():
    zitate = checked("§ 195 BGB gilt. Nochmals § 195 BGB.")
    user = redakteur()
    by_hand(zitate[0], Zitatstatus.FALSCH_ZUGEORDNET, user, nur_dieses=True)
    stati = [z.status for z in zitate[0].run.zitate.all()]
    assert stati == [Zitatstatus.FALSCH_ZUGEORDNET, Zitatstatus.ECHT]
    assert selectors.zitattabelle(zitate[0].run)[0].status is Zitatstatus.FALSCH_ZUGEORDNET
    by_hand(zitate[0], Zitatstatus.ECHT, user)
    assert {z.status for z in zitate[0].run.zitate.all()} == {Zitatstatus.ECHT}


def test_existence_is_decided_once_for_all_answers_but_what_a_statement_needs_is_not():
    (first,), (second,), (third,) = (checked("Siehe § 823z BGB.") for _ in range(3))
    user = redakteur()
    by_hand(third, Zitatstatus.ECHT, user)
    with pytest.raises(ValidationError, match="Aussage"):
        by_hand(first, Zitatstatus.FALSCH_ZUGEORDNET, user, ueberall=True)
    by_hand(first, Zitatstatus.ERFUNDEN, user, ueberall=True)
    for zitat in (second, third):
        zitat.refresh_from_db()
    stati = [first.status, second.status, third.status]
    assert stati == [Zitatstatus.ERFUNDEN, Zitatstatus.ERFUNDEN, Zitatstatus.ECHT]
    assert second.von_hand


@pytest.mark.parametrize(
    ("begruendung", "beleg"),
    [
        ("", BELEG),
        ("  ", BELEG),
        ("Grund", Handbeleg(quelle="", auszug="x")),
        ("Grund", Handbeleg(quelle="x", auszug="")),
        ("Grund", Handbeleg(quelle="x", auszug="x", url="javascript:alert(1)")),
    ],
)
def test_a_handbefund_needs_reason_and_beleg(begruendung, beleg):
    (zitat,) = checked("§ 823z BGB")
    with pytest.raises(ValidationError):
        record_handbefund(
            zitat=zitat,
            status=Zitatstatus.ERFUNDEN,
            begruendung=begruendung,
            beleg=beleg,
            user=redakteur(),
        )
    assert not Befund.objects.filter(art=Befundart.VON_HAND).exists()


def test_only_the_redaktion_decides():
    (zitat,) = checked("§ 823z BGB")
    fremd = User.objects.create_user("bewertung")
    with pytest.raises(NichtErlaubt):
        by_hand(zitat, Zitatstatus.ERFUNDEN, fremd)
    with pytest.raises(NichtErlaubt):
        set_verwendung(zitat=zitat, verwendung=Verwendung.ABGELEHNT, begruendung="x", user=fremd)


def test_a_rejected_citation_costs_nothing():
    (zitat,) = checked("Ein „§ 823z BGB“ existiert nicht.")
    user = redakteur()
    by_hand(zitat, Zitatstatus.ERFUNDEN, user)
    set_verwendung(
        zitat=zitat, verwendung=Verwendung.ABGELEHNT, begruendung="„existiert nicht“", user=user
    )
    assert zitat.verwendung_von_hand
    assert selectors.abzugsschluessel_final(zitat.run) == frozenset()
    assert Ereignis.objects.filter(aktion="zitat_verwendung").exists()
    assert selectors.zitatzahlen([zitat.run_id])["andere"][Verwendung.ABGELEHNT] == 1


def test_the_invented_judgment_of_the_task_costs_nothing_but_what_is_added_may():
    prompt = "Welche Folgen hat BGH, Urt. v. 03.02.2021 – VI ZR 999/20?"
    answer = "Das Urteil BGH, Urt. v. 03.02.2021 – VI ZR 999/20, NJW 2021, 99999 besagt das."
    zitate = checked(answer, prompt=prompt)
    assert zitate[0].verwendung == Verwendung.AUS_DER_AUFGABE
    added = [z for z in zitate if z.verwendung == Verwendung.STUETZEND]
    assert [z.anzeige for z in added if "NJW 2021, 99999" in z.anzeige]
    user = redakteur()
    for zitat in zitate:
        by_hand(zitat, Zitatstatus.ERFUNDEN, user)
    keys = selectors.abzugsschluessel_final(zitate[0].run)
    assert zitate[0].abzugsschluessel not in keys
    assert keys == {z.abzugsschluessel for z in added}


def beleg(**fields) -> Beleg:
    values = {"quelle": "a", "betreiber": "A", "anfrage": "x", "weg": Abrufweg.BERECHNET,
              "leser_version": "1"}  # fmt: skip
    return Beleg.objects.create(**values | fields)


def endbefund(zitat: Zitat, **fields) -> Endbefund:
    values = {"zitat": zitat, "status": "erfunden", "mangel": "norm_fehlt", "quelle_a": "a",
              "betreiber_a": "A", "beleg_a": beleg(), "quelle_b": "b", "betreiber_b": "B",
              "beleg_b": beleg(quelle="b"), "entschieden_am": timezone.now()}  # fmt: skip
    return Endbefund.objects.create(**values | fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"quelle_b": "a"},
        {"betreiber_b": "A"},
        {"quelle_b": "", "betreiber_b": ""},
        {"beleg_b": None},
        {"mangel": ""},
        {"status": "echt"},
        {"von_hand": True, "beleg_b": None},
        {"von_hand": True, "beleg_b": None, "begruendung": "ohne Person"},
    ],
    ids=str,
)
def test_the_database_refuses_an_endbefund_without_two_sources_or_a_person(fields):
    (zitat,) = checked("§ 195 BGB")
    assert endbefund(zitat)
    with pytest.raises(IntegrityError), transaction.atomic():
        endbefund(zitat, **fields)


def test_the_database_refuses_one_beleg_for_both_sources():
    (zitat,) = checked("§ 195 BGB")
    same = beleg()
    with pytest.raises(IntegrityError), transaction.atomic():
        endbefund(zitat, beleg_a=same, beleg_b=same)


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "erfunden"},
        {"status": "unbekannt"},
        {"verwendung": "abgelehnt"},
        {"verwendung": "sonstwie"},
        {"ende": 0},
        {"naechste_quelle": "dejure", "pruefen_ab": None},
    ],
    ids=str,
)
def test_the_database_refuses_impossible_zitate(fields):
    (zitat,) = checked("§ 195 BGB")
    with pytest.raises(IntegrityError), transaction.atomic():
        Zitat.objects.filter(pk=zitat.pk).update(**fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"weg": Abrufweg.ABGERUFEN},
        {"weg": Abrufweg.BERECHNET, "abgerufen_am": GELESEN},
        {"weg": Abrufweg.MITGELIEFERT},
        {"weg": Abrufweg.ABGERUFEN, "abgerufen_am": GELESEN, "ausfall": "ausfall"},
    ],
    ids=str,
)
def test_no_beleg_may_state_a_retrieval_that_did_not_happen(fields):
    with pytest.raises(IntegrityError), transaction.atomic():
        beleg(**fields)


@pytest.mark.parametrize("model", [Befund, Beleg])
def test_findings_and_evidence_are_append_only(model):
    checked("§ 195 BGB")
    row = model.objects.first()
    for change in (row.save, row.delete, model.objects.all().delete):
        with pytest.raises(NurAnfuegbar):
            change()


def test_concluding_again_changes_nothing():
    (zitat,) = checked("§ 823z BGB")
    by_hand(zitat, Zitatstatus.ERFUNDEN, redakteur())
    before = (Endbefund.objects.count(), Ereignis.objects.count())
    for _ in range(3):
        conclude_zitat(zitat=zitat)
    assert (Endbefund.objects.count(), Ereignis.objects.count()) == before


def test_a_source_stays_off_until_its_terms_are_recorded():
    assert set(Zitatquelle.objects.filter(aktiv=True).values_list("kennung", flat=True)) == {
        "angaben",
        "normenbestand",
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        Zitatquelle.objects.filter(kennung="dejure").update(aktiv=True)
    with pytest.raises(ValidationError):
        activate_quelle(
            kennung="dejure",
            bedingungen_url="https://beispiel.test/agb",
            bedingungen_am=dt.date(2026, 11, 1),
            erlaubnis=" ",
            user=redakteur(),
        )


def test_a_source_that_is_switched_on_is_asked_about_what_was_open(settings):
    (zitat,) = checked("§ 823z BGB")
    assert zitat.naechste_quelle == ""
    settings.ZITATQUELLEN_BASIS = {"beispielquelle_a": "http://127.0.0.1:1"}
    user = redakteur()
    activate_quelle(
        kennung="beispielquelle_a",
        bedingungen_url="https://beispiel.test/agb",
        bedingungen_am=dt.date(2026, 11, 1),
        erlaubnis="eigene Beispielquelle",
        user=user,
    )
    assert list(selectors.zitate_faellig()) == [zitat]
    check_zitat(zitat=zitat)
    zitat.refresh_from_db()
    assert zitat.naechste_quelle == "beispielquelle_a"
    assert zitat.pruefen_ab > timezone.now()
    deactivate_quelle(kennung="beispielquelle_a", begruendung="Probe", user=user)
    Zitat.objects.update(pruefen_ab=timezone.now())
    check_zitat(zitat=zitat)
    zitat.refresh_from_db()
    assert (zitat.status, zitat.naechste_quelle) == (Zitatstatus.NICHT_AUFFINDBAR, "")


def test_requests_to_one_source_keep_their_distance(settings):
    from citations_app.services.wege import reserve_slot

    switch_on("dejure")
    Zitatquelle.objects.filter(kennung="dejure").update(mindestabstand_ms=60_000)
    quelle = Zitatquelle.objects.get(kennung="dejure")
    assert reserve_slot(quelle) is None
    assert reserve_slot(quelle) > timezone.now() + dt.timedelta(seconds=50)


def test_two_workers_do_not_check_the_same_zitat(settings):
    settings.ZITATQUELLEN_BASIS = {"beispielquelle_a": "http://127.0.0.1:1"}
    switch_on("beispielquelle_a")
    (zitat,) = checked("§ 823z BGB")
    Zitat.objects.update(pruefen_ab=timezone.now() + dt.timedelta(seconds=60))
    assert check_zitat(zitat=zitat) is None
