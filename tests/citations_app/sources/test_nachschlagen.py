"""Many citations in one request, and a source that asks to be left alone."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.utils import timezone

from citations_app import jobs, selectors
from citations_app.begriffe import Zitatstatus
from citations_app.models import Beleg, Zitat, Zitatquelle
from citations_app.services import extract_zitate
from tests.citations_app.bausteine import run_with, switch_on

pytestmark = pytest.mark.django_db
LOOKUP = "/api/rest/v4/citation-lookup/"


def found(citation: str, name: str) -> dict:
    volume, reporter, page = citation.split(" ", 2)[0], "U.S.", citation.rsplit(" ", 1)[1]
    citations = [{"volume": volume, "reporter": reporter, "page": page}]
    return {"citation": citation, "normalized_citations": [citation], "status": 200,
            "clusters": [{"case_name": name, "citations": citations}]}  # fmt: skip


@pytest.fixture
def courtlistener(site, settings):
    settings.ZITATQUELLEN_BASIS = {"courtlistener": site.basis}
    switch_on("courtlistener")
    return site


def answer(text: str) -> None:
    extract_zitate(run=run_with(text))


def test_due_us_cases_of_many_answers_go_out_in_one_request(courtlistener, seite):
    body = [found("576 U.S. 644", "Obergefell v. Hodges"), found("347 U.S. 483", "Brown v. Board")]
    courtlistener.seiten[LOOKUP] = seite(200, json.dumps(body).encode())
    answer("So Obergefell v. Hodges, 576 U.S. 644 (2015).")
    answer("So Obergefell v. Hodges, 576 U.S. 644 (2015), Brown v. Board, 347 U.S. 483 (1954).")
    jobs.check_faellige(100)
    assert courtlistener.pfade() == [LOOKUP]
    assert {z.status for z in Zitat.objects.all()} == {Zitatstatus.ECHT}
    assert Zitat.objects.count() == 3
    assert Beleg.objects.filter(quelle="courtlistener").count() == 2


def test_a_source_that_asks_to_wait_is_left_alone_by_all(courtlistener, seite):
    courtlistener.seiten[LOOKUP] = seite(429, b"", {"Retry-After": "600"})
    answer("So Obergefell v. Hodges, 576 U.S. 644 (2015).")
    answer("So Brown v. Board, 347 U.S. 483 (1954).")
    jobs.check_faellige(100)
    assert courtlistener.pfade() == [LOOKUP]
    quelle = Zitatquelle.objects.get(kennung="courtlistener")
    assert quelle.naechster_abruf_ab > timezone.now() + dt.timedelta(minutes=9)
    assert not selectors.zitate_faellig().exists()
    assert {z.status for z in Zitat.objects.all()} == {Zitatstatus.UNGEPRUEFT}


def test_one_zitat_that_breaks_does_not_stop_the_others(courtlistener, seite, monkeypatch, caplog):
    body = [found("347 U.S. 483", "Brown v. Board")]
    courtlistener.seiten[LOOKUP] = seite(200, json.dumps(body).encode())
    answer("So Obergefell v. Hodges, 576 U.S. 644 (2015).")
    answer("So Brown v. Board, 347 U.S. 483 (1954).")
    first, second = Zitat.objects.order_by("pk")
    check = jobs.check_zitat

    def broken(pk: int) -> None:
        if pk == first.pk:
            raise RuntimeError("broken")
        check(pk)

    broken.__name__ = "check_zitat"
    monkeypatch.setattr(jobs, "check_zitat", broken)
    jobs.check_faellige(100)
    second.refresh_from_db()
    assert second.status == Zitatstatus.ECHT
    assert "check_zitat failed" in caplog.text
