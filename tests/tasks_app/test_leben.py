"""A Testfall is frozen by its pilot, released by a second person, and never overwritten."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from lexassay.protokoll.models import Ereignis
from lexassay.protokoll.services import NichtErlaubt
from tasks_app import definition
from tasks_app.begriffe import TestfallStatus
from tasks_app.definition import Schrittstand
from tasks_app.models import Quelle, Testfall
from tasks_app.services import (
    FreigabeAbgelehnt,
    freeze_catalogue,
    freeze_testfall,
    import_folder,
    new_version,
    open_steps,
    release_testfall,
    rule_on_finding,
    start_pilot,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def fall(ordner: Path, redaktion: Any) -> Testfall:
    import_folder(ordner=ordner, user=redaktion)
    return Testfall.objects.get()


@pytest.fixture
def alles_erfuellt(monkeypatch: pytest.MonkeyPatch) -> None:
    """What upper apps would say about the Testfall: every step is done."""
    for nummer in list(definition._SCHRITTE):
        alt = definition._SCHRITTE[nummer]
        neu = definition.Schritt(nummer, alt.titel, lambda f: Schrittstand(True, ""), True)
        monkeypatch.setitem(definition._SCHRITTE, nummer, neu)


def test_the_pilot_freezes_content_and_both_fingerprints(fall: Testfall, redaktion: Any) -> None:
    start_pilot(testfall=fall, user=redaktion)
    assert fall.status == TestfallStatus.PILOT
    assert len(fall.prompt_fingerabdruck) == len(fall.inhalts_hash) == 64
    assert fall.prompt_fingerabdruck != fall.prompt_fingerabdruck_normal


def test_freezing_twice_changes_nothing(fall: Testfall, redaktion: Any) -> None:
    erst = freeze_testfall(testfall=fall, user=redaktion).eingefroren_am
    assert freeze_testfall(testfall=fall, user=redaktion).eingefroren_am == erst


def test_a_release_without_pilotlauf_names_the_open_step(
    fall: Testfall, redaktion: Any, freigabe: Any
) -> None:
    start_pilot(testfall=fall, user=redaktion)
    with pytest.raises(FreigabeAbgelehnt, match="pilotieren"):
        release_testfall(testfall=fall, user=freigabe)
    assert any("Schritt 6" in zeile for zeile in open_steps(fall))


@pytest.mark.usefixtures("alles_erfuellt")
def test_the_author_cannot_release(fall: Testfall, redaktion: Any, freigabe: Any) -> None:
    start_pilot(testfall=fall, user=redaktion)
    redaktion.groups.set(freigabe.groups.all())
    with pytest.raises(NichtErlaubt, match="zweite Person"):
        release_testfall(testfall=fall, user=redaktion)


@pytest.mark.usefixtures("alles_erfuellt")
def test_a_second_person_releases_and_it_is_logged(
    fall: Testfall, redaktion: Any, freigabe: Any
) -> None:
    start_pilot(testfall=fall, user=redaktion)
    release_testfall(testfall=fall, user=freigabe)
    fall.refresh_from_db()
    assert fall.status == TestfallStatus.FREIGEGEBEN
    assert Ereignis.objects.filter(aktion="testfall_freigegeben", akteur=freigabe).count() == 1


def test_the_database_refuses_a_release_by_the_author(fall: Testfall, redaktion: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Testfall.objects.filter(pk=fall.pk).update(freigegeben_von=redaktion)


def test_the_database_refuses_a_retrieval_that_did_not_happen(fall: Testfall) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Quelle.objects.filter(testfall=fall).update(abruf="abgerufen")


def test_a_new_version_copies_all_that_belongs_to_it(fall: Testfall, redaktion: Any) -> None:
    freeze_testfall(testfall=fall, user=redaktion)
    kopie = new_version(testfall=fall, user=redaktion)
    assert (kopie.version, kopie.status, kopie.adresse) == (2, "entwurf", "fall-1-f2")
    assert kopie.kriterien.count() == fall.kriterien.count() == 3
    assert kopie.quellen.count() == fall.quellen.count() == 1
    assert not kopie.eingefroren


def test_the_same_list_of_tasks_is_the_same_catalogue(fall: Testfall, redaktion: Any) -> None:
    start_pilot(testfall=fall, user=redaktion)
    satz = fall.aufgabensatz
    eins = freeze_catalogue(aufgabensatz=satz, user=redaktion, anlass="Pilot", pilot=True)
    zwei = freeze_catalogue(aufgabensatz=satz, user=redaktion, anlass="Pilot", pilot=True)
    assert eins == zwei
    with pytest.raises(FreigabeAbgelehnt, match="Kein Testfall"):
        freeze_catalogue(aufgabensatz=satz, user=redaktion, anlass="ohne Freigabe")


def test_an_inconsistent_gold_label_is_found_until_somebody_rules_on_it(
    fall: Testfall, redaktion: Any
) -> None:
    new = Testfall.objects.create(
        aufgabensatz=fall.aufgabensatz,
        kennung="fall-2",
        titel="Zweiter",
        rechtsordnung="de",
        aufgabentyp="rechtsgrundsatz",
        bewertungsmodus="regel",
        prompt="Etwas ganz anderes.",
        sollwert="Ja.",
    )
    Testfall.objects.filter(pk=fall.pk).update(sollwert="Ja")
    satz = new.aufgabensatz
    (befund,) = definition.open_findings(satz)
    assert befund.gegenstand == "Ja / Ja."
    rule_on_finding(
        aufgabensatz=satz,
        befund=befund.id,
        gegenstand=befund.gegenstand,
        begruendung="Die Regel vergleicht ohne Schlusspunkt.",
        user=redaktion,
    )
    assert definition.open_findings(satz) == []
