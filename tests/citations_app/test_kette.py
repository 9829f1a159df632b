"""From an answer to the Endbefund: the whole chain with real stand-in sources on loopback."""

from __future__ import annotations

import pytest

from citations_app import jobs, selectors
from citations_app.begriffe import Mangel, Verwendung, Zitatstatus
from citations_app.models import Befund, Beleg, Endbefund, Zitat
from citations_app.services import KeineAntwort, extract_zitate
from lexassay.beispiel.standin.quellenserver import serve
from tasks_app.models import Aufgabensatz
from tests.citations_app.bausteine import add_versuch, checked, run_with, switch_on

pytestmark = pytest.mark.django_db

FEHLT = {"norm": {"zustand": "fehlt"}}
VORHANDEN = {"norm": {"zustand": "vorhanden", "absaetze": ["1", "2"]}}


@pytest.fixture
def quellen(settings):
    """Start the two stand-in sources with the given entries and switch them on."""
    running = []

    def start(daten, *kennungen):
        context = serve(daten)
        settings.ZITATQUELLEN_BASIS = context.__enter__()
        running.append(context)
        switch_on(*(kennungen or ("beispielquelle_a", "beispielquelle_b")))

    yield start
    for context in running:
        context.__exit__(None, None, None)


def test_a_right_norm_is_echt_with_the_date_of_the_packaged_text():
    (zitat,) = checked("Die Frist beträgt drei Jahre (§ 195 BGB).")
    assert zitat.status == Zitatstatus.ECHT
    assert zitat.aussage == "Die Frist beträgt drei Jahre (§ 195 BGB)."
    beleg = Beleg.objects.get()
    assert (beleg.weg, beleg.abgerufen_am) == ("mitgeliefert", None)
    assert beleg.stand.year >= 2024
    assert beleg.url == "https://www.gesetze-im-internet.de/bgb/__195.html"
    assert "drei Jahre" in beleg.auszug


def test_an_invented_section_alone_costs_nothing():
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    assert zitat.status == Zitatstatus.NICHT_AUFFINDBAR
    assert zitat.verdacht == Mangel.NORM_FEHLT
    assert "Verdacht nicht bestätigt" in zitat.hinweise
    assert zitat.fuer_redaktion
    assert selectors.abzugsschluessel_final(zitat.run) == frozenset()


def test_a_second_source_that_finds_the_same_makes_it_erfunden(quellen):
    quellen({"de:norm:BGB:§ 823z": {"a": FEHLT}}, "beispielquelle_a")
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    assert zitat.status == Zitatstatus.ERFUNDEN
    end = zitat.endbefund
    assert (end.quelle_a, end.quelle_b) == ("normenbestand", "beispielquelle_a")
    assert end.betreiber_a != end.betreiber_b
    assert end.beleg_b.auszug.startswith("Beispielquelle A")
    assert end.beleg_b.abgerufen_am is not None
    assert selectors.abzugsschluessel_final(zitat.run) == {"de:norm:BGB:§ 823z"}


def test_a_second_source_that_disagrees_makes_it_echt(quellen):
    quellen({"de:norm:BGB:§ 823z": {"a": VORHANDEN}}, "beispielquelle_a")
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    assert zitat.status == Zitatstatus.ECHT
    assert zitat.endbefund is None


def test_a_key_that_the_second_source_does_not_hold_never_costs(quellen):
    quellen({}, "beispielquelle_a", "beispielquelle_b")
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    assert zitat.status == Zitatstatus.NICHT_AUFFINDBAR


def test_an_outage_of_the_second_source_keeps_the_check_due_and_then_ends_without_cost(quellen):
    quellen({"de:norm:BGB:§ 823z": {"a": {"fehler": 503}}}, "beispielquelle_a")
    (zitat,) = checked("Das folgt aus § 823z BGB.")
    lauf = zitat.run.teilnahme.lauf
    assert list(selectors.zweite_pruefung_faellig(lauf)) == [zitat]
    assert not selectors.zitatpruefung_fertig(zitat.run)
    for _ in range(2):
        zitat.refresh_from_db()
        assert zitat.status == Zitatstatus.UNGEPRUEFT
        Zitat.objects.update(pruefen_ab=zitat.pruefen_ab.replace(year=2020))
        jobs.check_zitat(zitat.pk)
    zitat.refresh_from_db()
    assert zitat.status == Zitatstatus.NICHT_AUFFINDBAR
    assert not selectors.zweite_pruefung_faellig(lauf).exists()
    assert Befund.objects.filter(art="ausfall").count() == 3
    assert Beleg.objects.filter(ausfall="ausfall", abgerufen_am__isnull=True).count() == 3


def test_two_absaetze_of_one_missing_section_cost_once(quellen):
    daten = {"de:norm:ZPO:§ 999": {"a": {"norm": {"zustand": "weggefallen"}}}}
    quellen(daten, "beispielquelle_a")
    zitate = checked("§ 999 Abs. 1 ZPO gilt. Ebenso gilt § 999 Abs. 2 ZPO und § 999 Abs. 1 ZPO.")
    assert [z.status for z in zitate] == [Zitatstatus.FALSCH_ZUGEORDNET] * 3
    assert selectors.abzugsschluessel_final(zitate[0].run) == {"de:norm:ZPO:§ 999"}
    zeilen = selectors.zitattabelle(zitate[0].run)
    assert [len(z.stellen) for z in zeilen] == [2, 1]
    assert all(z.kostet for z in zeilen)


def test_an_unused_law_is_ungeprueft_with_its_reason():
    (zitat,) = checked("Siehe § 1 TKG.")
    assert zitat.status == Zitatstatus.UNGEPRUEFT
    assert zitat.hinweise == ["keine automatische Quelle"]
    assert zitat.naechste_quelle == ""


def test_a_norm_of_the_task_is_no_norm_of_the_answer():
    (zitat,) = checked("Nach § 823z BGB haftet er.", prompt="Haftet er nach § 823z BGB?")
    assert zitat.verwendung == Verwendung.AUS_DER_AUFGABE


@pytest.mark.parametrize(
    "fields",
    [
        {"gueltigkeit": "ungueltig"},
        {"technischer_status": "timeout"},
        {"technischer_status": "besonderer_abschlussgrund"},
        {"status": "wartet"},
    ],
)
def test_only_a_finished_valid_successful_run_has_zitate(fields):
    run = run_with("§ 195 BGB", **fields)
    with pytest.raises(KeineAntwort):
        extract_zitate(run=run)
    assert run not in selectors.runs_ohne_zitate()
    jobs.extract_zitate(run.pk)
    assert not run.zitate.exists()


def test_the_job_may_run_twice_and_reads_only_the_counting_answer():
    run = run_with("§ 195 BGB")
    add_versuch(run, "§ 823z BGB")
    assert list(selectors.runs_ohne_zitate()) == [run]
    jobs.extract_zitate(run.pk)
    jobs.extract_zitate(run.pk)
    assert [z.anzeige for z in run.zitate.all()] == ["§ 195 BGB"]
    assert Befund.objects.count() == 1
    assert not selectors.runs_ohne_zitate().exists()


def test_an_answer_without_citations_is_read_once():
    run = run_with("Das weiß ich nicht.")
    jobs.extract_zitate(run.pk)
    assert not selectors.runs_ohne_zitate().exists()
    assert selectors.zitattabelle(run) == ()
    assert selectors.zitatpruefung_fertig(run)


def test_a_nachlauf_that_counts_replaces_the_table():
    run = run_with("§ 195 BGB")
    jobs.extract_zitate(run.pk)
    run.zaehlender_versuch = add_versuch(run, "§ 199 Abs. 1 BGB")
    run.save()
    assert list(selectors.runs_ohne_zitate()) == [run]
    jobs.extract_zitate(run.pk)
    assert [z.anzeige for z in selectors.zitattabelle(run)] == ["§ 199 Abs. 1 BGB"]


def test_a_stored_answer_of_a_source_is_used_again(quellen):
    quellen({"de:norm:BGB:§ 823z": {"a": FEHLT}}, "beispielquelle_a")
    checked("§ 823z BGB")
    checked("§ 823z BGB")
    assert Beleg.objects.filter(quelle="beispielquelle_a").count() == 1
    assert Endbefund.objects.count() == 2


def test_an_example_source_never_costs_points_outside_an_example_set(quellen):
    quellen({"de:norm:BGB:§ 823z": {"a": FEHLT, "b": FEHLT}})
    run = run_with("Das folgt aus § 823z BGB.")
    Aufgabensatz.objects.update(beispiel=False)
    jobs.extract_zitate(run.pk)
    assert [z.status for z in run.zitate.all()] == [Zitatstatus.NICHT_AUFFINDBAR]
    assert set(Befund.objects.values_list("quelle", flat=True)) == {"normenbestand"}


def test_spans_are_those_of_the_stored_answer():
    answer = (
        "**Nach**\u00a0§ 280 Abs.\u00a01 BGB und\n§\n823 Abs. 1 BGB haftet er (vgl. Art. 1 GG)."
    )
    zitate = checked(answer)
    assert [z.anzeige for z in zitate] == ["§ 280 Abs. 1 BGB", "§ 823 Abs. 1 BGB", "Art. 1 GG"]
    for zitat in zitate:
        assert answer[zitat.start : zitat.ende] == zitat.text
