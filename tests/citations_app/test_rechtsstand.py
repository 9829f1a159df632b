"""The law that gold solutions rest on, watched for changes (R-9.6)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from citations_app import jobs, selectors
from citations_app.begriffe import Quellenstand
from citations_app.bestand import forget_bestand
from citations_app.models import Quellenpruefung
from citations_app.rechtsstand import still_stands, unterschied
from citations_app.services import recheck_quelle, recheck_quellen
from tasks_app.definition import findings
from tasks_app.models import Quelle, Testfall
from tests.citations_app.bausteine import law_archive, neuer_testfall, switch_on

HEUTE = "(1) Die Frist beträgt drei Jahre.\n(2) Sie beginnt mit dem Schluss des Jahres."


@pytest.mark.parametrize(
    ("wortlaut", "stands"),
    [
        ("Die Frist beträgt drei Jahre.", True),
        ("Die Frist\u00a0beträgt  drei Jahre.", True),
        ("Die Frist … Schluss des Jahres", True),
        ("Die Frist […] Schluss des Jahres", True),
        ("Schluss des Jahres … Die Frist", False),
        ("Die Frist beträgt zwei Jahre.", False),
        (HEUTE, True),
    ],
)
def test_a_wording_stands_while_its_parts_occur_in_order(wortlaut, stands):
    assert still_stands(wortlaut, HEUTE) is stands


def test_the_difference_shows_both_texts():
    text = unterschied("Die Frist beträgt zwei Jahre.", HEUTE)
    assert "-Die Frist beträgt zwei Jahre." in text
    assert "+(1) Die Frist beträgt drei Jahre." in text


def quelle(fundstelle: str, wortlaut: str, *, frozen: bool = True) -> Quelle:
    fall = neuer_testfall()
    if frozen:
        Testfall.objects.filter(pk=fall.pk).update(eingefroren_am=timezone.now())
    return Quelle.objects.create(
        testfall=fall, position=1, fundstelle=fundstelle, wortlaut=wortlaut
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fundstelle", "wortlaut", "ergebnis"),
    [
        ("§ 195 BGB", "Die regelmäßige Verjährungsfrist beträgt drei Jahre.", "unveraendert"),
        ("§ 195 BGB", "Die regelmäßige Verjährungsfrist beträgt dreißig Jahre.", "geaendert"),
        ("§ 4 BGB", "Ein Volljähriger kann entmündigt werden.", "weggefallen"),
        ("§ 195 BGB", "", "nicht_pruefbar"),
        ("§ 1 TKG", "Zweck dieses Gesetzes", "nicht_pruefbar"),
        ("EuGH, Urteil vom 4. Mai 2023 – C-300/21", "Text", "nicht_pruefbar"),
        ("§§ 195, 199 BGB", "Text", "nicht_pruefbar"),
    ],
)
def test_each_source_has_a_result(fundstelle, wortlaut, ergebnis):
    assert recheck_quelle(quelle(fundstelle, wortlaut)).ergebnis == ergebnis


@pytest.mark.django_db
def test_a_known_result_is_not_written_again():
    quelle("§ 195 BGB", "dreißig Jahre")
    quelle("§ 195 BGB", "drei Jahre")
    quelle("§ 195 BGB", "dreißig Jahre", frozen=False)
    assert recheck_quellen() == 2
    jobs.recheck_quellen()
    assert Quellenpruefung.objects.count() == 2


@pytest.mark.django_db
def test_a_change_flags_the_testfall_and_a_return_clears_it():
    row = quelle("§ 195 BGB", "dreißig Jahre")
    recheck_quelle(row)
    fall = row.testfall
    assert [p.ergebnis for p in selectors.geaenderte_quellen([fall.pk])] == [Quellenstand.GEAENDERT]
    (befund,) = [f for f in findings(fall.aufgabensatz) if f.id == "rechtsstand.geaendert"]
    assert "§ 195 BGB ist geändert" in befund.meldung
    Quelle.objects.filter(pk=row.pk).update(wortlaut="drei Jahre")
    row.refresh_from_db()
    assert recheck_quelle(row).ergebnis == Quellenstand.UNVERAENDERT
    assert selectors.geaenderte_quellen([fall.pk]) == []


@pytest.mark.django_db
def test_the_finding_about_a_secret_task_names_no_source():
    row = quelle("§ 195 BGB", "dreißig Jahre")
    Testfall.objects.filter(pk=row.testfall_id).update(sichtbarkeit="geheim")
    recheck_quelle(row)
    (befund,) = [f for f in findings(row.testfall.aufgabensatz) if f.id == "rechtsstand.geaendert"]
    assert "195" not in befund.meldung


@pytest.fixture
def fresh(monkeypatch):
    """Commits count at once; the process-wide state does not outlive the rolled-back rows."""
    monkeypatch.setattr("citations_app.services.quellen.transaction.on_commit", lambda f: f())
    forget_bestand()
    yield
    forget_bestand()


@pytest.mark.django_db
def test_laws_are_fetched_anew_only_where_the_source_is_on(site, seite, fresh, settings):
    settings.ZITATQUELLEN_BASIS = {"gesetze_im_internet": site.basis}
    site.seiten["/bgb/xml.zip"] = seite(200, law_archive("20991231", "§ 195", "Neun Jahre."))
    site.seiten["/zpo/xml.zip"] = seite(503)
    row = quelle("§ 195 BGB", "drei Jahre")
    quelle("§ 222 Abs. 2 ZPO", "Werktages")
    jobs.recheck_quellen()
    assert site.gefragt == []
    assert row.pruefungen.get().ergebnis == Quellenstand.UNVERAENDERT
    switch_on("gesetze_im_internet")
    jobs.recheck_quellen()
    assert site.pfade() == ["/bgb/xml.zip", "/zpo/xml.zip"]
    neu = row.pruefungen.order_by("-id").first()
    assert (neu.ergebnis, neu.stand) == (Quellenstand.GEAENDERT, "20991231")
    assert "+Neun Jahre." in neu.unterschied
