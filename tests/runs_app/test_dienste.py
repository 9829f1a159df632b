"""Change a Lauf: what is allowed when, to whom, and what is written down of it."""

from __future__ import annotations

import pytest

from lexassay.protokoll.kanon import canonical_hash
from lexassay.protokoll.models import Ereignis
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import NichtErlaubt
from runs_app.begriffe import Ausfuehrungsweg, Dialekt, LaufStatus, RunStatus
from runs_app.models import Lauf, Run
from runs_app.planning import frozen_configuration, start_problems
from runs_app.services import (
    LaufFehler,
    StartVerweigert,
    cancel_lauf,
    create_lauf,
    freeze_and_start,
    pause_lauf,
    resume_lauf,
    review_lauf,
)
from tests.runs_app.bausteine import anbieter, katalog, lauf, modell, person, system_prompt, technik

pytestmark = pytest.mark.django_db
URL = "http://127.0.0.1:9/v1"


def test_a_start_plans_each_testfall_times_model_times_repetition_once():
    row = lauf([modell(URL), modell(URL)], katalogversion=katalog(3), wiederholungen=2)
    triples = set(Run.objects.values_list("testfall_id", "teilnahme_id", "run_index"))
    assert len(triples) == Run.objects.count() == 3 * 2 * 2
    assert row.status == LaufStatus.LAEUFT
    assert row.gestartet_am is not None


def test_a_planned_run_carries_the_fingerprint_of_its_frozen_testfall():
    lauf([modell(URL)])
    for run in Run.objects.select_related("testfall"):
        assert run.testfall.eingefroren
        assert run.prompt_fingerabdruck == run.testfall.prompt_fingerabdruck


def test_a_part_of_a_catalogue_runs_that_part_only():
    version = katalog(4)
    part = list(version.testfaelle.order_by("kennung")[:2])
    row = lauf([modell(URL)], katalogversion=version, testfaelle=part)
    assert row.teilweise
    assert set(Run.objects.values_list("testfall_id", flat=True)) == {t.pk for t in part}


def test_a_second_start_is_refused_and_plans_nothing():
    row = lauf([modell(URL)])
    with pytest.raises(LaufFehler, match="läuft"):
        freeze_and_start(lauf=row, user=technik())
    assert Run.objects.count() == 3


def test_a_stale_form_cannot_start_a_lauf_twice():
    row = lauf([modell(URL)], start=False)
    stale = Lauf.objects.get(pk=row.pk)
    freeze_and_start(lauf=row, user=technik())
    with pytest.raises(LaufFehler):
        freeze_and_start(lauf=stale, user=technik())
    assert Run.objects.count() == 3


def test_the_frozen_configuration_hashes_to_the_stored_value():
    row = lauf([modell(URL)])
    row.refresh_from_db()
    assert canonical_hash(row.konfiguration) == row.konfiguration_hash


@pytest.mark.parametrize("change", ["budget", "zeitlimit_s", "wiederholungen"])
def test_every_setting_of_a_lauf_changes_its_hash(change):
    row = lauf([modell(URL)], start=False)
    before = canonical_hash(frozen_configuration(row))
    setattr(row, change, getattr(row, change) + 1)
    assert canonical_hash(frozen_configuration(row)) != before


def test_where_a_model_file_lies_is_not_part_of_the_hash():
    gguf = _gguf(datei_pfad="hier/a.gguf")
    row = lauf([gguf], start=False)
    before = canonical_hash(frozen_configuration(row))
    gguf.datei_pfad = "dort/b.gguf"
    gguf.save()
    assert canonical_hash(frozen_configuration(row)) == before


@pytest.mark.parametrize(
    ("werte", "satz"),
    [
        ({"api_model_id": ""}, "Es fehlt: Modellkennung der API"),
        ({"base_url": ""}, "Es fehlt: Basisadresse"),
        ({"aktiv": False}, "nicht aktiv"),
        ({"denkbudget": True}, "kann das Denken nicht begrenzt werden"),
        ({"ausfuehrungsweg": Ausfuehrungsweg.IMPORT}, "werden importiert, nicht gestartet"),
        ({"max_output": 0}, "mindestens ein Token|keinen Platz"),
    ],
)
def test_a_model_that_cannot_run_forbids_the_start(werte, satz):
    base_url = werte.pop("base_url", URL)
    row = lauf([modell(base_url, **{"api_model_id": "m", **werte})], start=False)
    with pytest.raises(StartVerweigert, match=satz):
        freeze_and_start(lauf=row, user=technik())
    assert not Run.objects.exists()


def test_an_effort_that_the_model_has_not_forbids_the_start():
    row = lauf([modell(URL)], start=False)
    row.teilnahmen.update(effort="hoch")
    with pytest.raises(StartVerweigert, match="kennt den Effort „hoch“ nicht"):
        freeze_and_start(lauf=row, user=technik())


def test_an_effort_that_offers_a_tool_forbids_the_start():
    row = lauf([modell(URL, efforts={"suche": {"tools": [{"type": "web_search"}]}})], start=False)
    row.teilnahmen.update(effort="suche")
    with pytest.raises(StartVerweigert, match="unzulässige Parameter"):
        freeze_and_start(lauf=row, user=technik())


def test_a_provider_without_a_no_training_note_gets_no_secret_task():
    fremd = modell(URL, anbieter=anbieter("fremd", beispiel=False))
    row = lauf([fremd], katalogversion=katalog(3, geheim=2), start=False)
    with pytest.raises(StartVerweigert) as refused:
        freeze_and_start(lauf=row, user=technik())
    assert "keine geheimen Testfälle (2 im Lauf)" in str(refused.value)
    assert "probe-1-" not in str(refused.value)


@pytest.mark.parametrize(
    "werte",
    [
        {"beispiel": True},
        {
            "beispiel": False,
            "kein_training_nachweis": "Vertrag Nr. 1",
            "kein_training_am": "2026-01-01",
        },
    ],
)
def test_a_provider_with_a_note_may_get_secret_tasks(werte):
    row = lauf(
        [modell(URL, anbieter=anbieter("bekannt", **werte))],
        katalogversion=katalog(3, geheim=1),
        start=False,
    )
    assert start_problems(row) == []


def test_a_ceiling_without_a_price_forbids_the_start():
    row = lauf([modell(URL)], start=False, kostendeckel_mikro=1_000)
    with pytest.raises(StartVerweigert, match="Ohne Listenpreis kann der Kostendeckel"):
        freeze_and_start(lauf=row, user=technik())


def test_an_unknown_rule_is_refused_at_once():
    with pytest.raises(ValueError, match="Unbekannte Regeln: versuche"):
        lauf([modell(URL)], regeln={"versuche": 3})


def test_only_the_technik_starts_pauses_and_cancels():
    row = lauf([modell(URL)])
    fremd = person("redaktion", Rolle.REDAKTION)
    for verb in (freeze_and_start, pause_lauf, resume_lauf):
        with pytest.raises(NichtErlaubt):
            verb(lauf=row, user=fremd)
    with pytest.raises(NichtErlaubt):
        cancel_lauf(lauf=row, user=fremd, begruendung="weil")


def test_pause_and_resume_leave_two_entries_in_the_log():
    row = lauf([modell(URL)])
    pause_lauf(lauf=row, user=technik(), begruendung="Wartung")
    resume_lauf(lauf=row, user=technik())
    actions = Ereignis.objects.filter(objekt_id=str(row.pk), objekt_typ="runs_app.lauf")
    assert list(actions.values_list("aktion", flat=True)) == [
        "lauf_angelegt",
        "lauf_gestartet",
        "lauf_pausiert",
        "lauf_fortgesetzt",
    ]


def test_a_cancelled_lauf_keeps_its_runs_and_cannot_resume():
    row = lauf([modell(URL)])
    with pytest.raises(LaufFehler, match="Begründung"):
        cancel_lauf(lauf=row, user=technik(), begruendung=" ")
    cancel_lauf(lauf=row, user=technik(), begruendung="Falscher Katalog")
    with pytest.raises(LaufFehler, match="abgebrochen"):
        resume_lauf(lauf=row, user=technik())
    assert Run.objects.filter(status=RunStatus.GEPLANT).count() == 3


def test_a_lauf_is_reviewed_by_another_person_after_it_has_ended():
    chef = person("beide", Rolle.TECHNIK, Rolle.REDAKTION)
    row = create_lauf(
        user=chef,
        kennung="lauf-r",
        titel="Zu prüfen",
        katalogversion=katalog(1),
        system_prompt=system_prompt(),
        teilnahmen=[(modell(URL), "Standard")],
    )
    zweite = person("zweite", Rolle.REDAKTION)
    with pytest.raises(LaufFehler):
        review_lauf(lauf=row, user=zweite)
    freeze_and_start(lauf=row, user=chef)
    Lauf.objects.filter(pk=row.pk).update(status=LaufStatus.ABGESCHLOSSEN)
    with pytest.raises(NichtErlaubt, match="zweite Person"):
        review_lauf(lauf=row, user=chef)
    review_lauf(lauf=row, user=zweite)
    row.refresh_from_db()
    assert row.geprueft_von == zweite


def test_twenty_thousand_runs_are_planned_at_once():
    models = [modell(URL) for _ in range(100)]
    row = lauf(models, katalogversion=katalog(200), start=False)
    assert freeze_and_start(lauf=row, user=technik()) == 20_000


def _gguf(**werte):
    return modell(
        "",
        "klein",
        ausfuehrungsweg=Ausfuehrungsweg.LOKAL_GGUF,
        dialekt=Dialekt.LLAMA_CPP,
        datei_sha256="0" * 64,
        geladener_kontext=2_048,
        **werte,
    )
