"""A newer grammar reads stored answers again; decisions of people survive."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from citations_app import selectors
from citations_app.begriffe import Verwendung, Zitatstatus
from citations_app.models import Zitat, Zitatauszug
from citations_app.services import (
    Handbeleg,
    extract_zitate,
    record_handbefund,
    reextract_zitate,
    set_verwendung,
)
from lexassay.protokoll.models import Ereignis
from tests.citations_app.bausteine import checked, redakteur, run_with

pytestmark = pytest.mark.django_db
BELEG = Handbeleg(quelle="Register", auszug="kein Eintrag")
MODULE = ("citations_app.services.extraction", "citations_app.services.neu_auslesen",
          "citations_app.selectors")  # fmt: skip


@pytest.fixture
def newer_grammar(monkeypatch):
    def switch(name: str = "neu") -> None:
        for module in MODULE:
            monkeypatch.setattr(f"{module}.GRAMMAR_VERSION", name)

    return switch


def test_nothing_happens_while_the_grammar_is_the_same():
    (zitat,) = checked("§ 823z BGB")
    assert not selectors.runs_mit_aelterer_grammatik().exists()
    reextract_zitate(run=zitat.run, user=redakteur(), begruendung="Probe")
    assert Zitatauszug.objects.count() == 1
    assert not Ereignis.objects.filter(aktion="zitate_neu_ausgelesen").exists()


def test_decisions_by_hand_are_carried_over_with_author_and_date(newer_grammar):
    first, second = checked("§ 823z BGB gilt. Ein § 824z BGB besteht nicht.")
    user = redakteur()
    record_handbefund(
        zitat=first, status=Zitatstatus.ERFUNDEN, begruendung="Grund", beleg=BELEG, user=user
    )
    set_verwendung(
        zitat=second, verwendung=Verwendung.ABGELEHNT, begruendung="„besteht nicht“", user=user
    )
    before = selectors.abzugsschluessel_final(first.run)
    newer_grammar()
    assert list(selectors.runs_mit_aelterer_grammatik()) == [first.run]
    reextract_zitate(run=first.run, user=user, begruendung="neue Fassung")
    rows = list(Zitat.objects.zaehlend().order_by("nummer"))
    assert [z.anzeige for z in rows] == ["§ 823z BGB", "§ 824z BGB"]
    assert (rows[0].status, rows[0].von_hand) == (Zitatstatus.ERFUNDEN, True)
    assert rows[0].endbefund.entschieden_von == user
    assert (rows[1].verwendung, rows[1].verwendung_von_hand) == (Verwendung.ABGELEHNT, True)
    assert selectors.abzugsschluessel_final(first.run) == before == {"de:norm:BGB:§ 823z"}
    assert Zitat.objects.count() == 4
    assert not selectors.runs_mit_aelterer_grammatik().exists()
    assert not selectors.runs_ohne_zitate().exists()


def test_a_decision_whose_citation_is_gone_is_logged(newer_grammar, monkeypatch):
    (zitat,) = checked("§ 823z BGB")
    user = redakteur()
    record_handbefund(
        zitat=zitat, status=Zitatstatus.ERFUNDEN, begruendung="Grund", beleg=BELEG, user=user
    )
    newer_grammar()
    monkeypatch.setattr("citations_app.services.extraction.extract", lambda text: [])
    reextract_zitate(run=zitat.run, user=user, begruendung="neue Fassung")
    assert selectors.zitattabelle(zitat.run) == ()
    ereignis = Ereignis.objects.get(aktion="zitate_neu_ausgelesen")
    assert ereignis.nach["ohne_nachfolger"] == ["§ 823z BGB"]


def test_a_second_extraction_returns_the_newest(newer_grammar):
    run = run_with("§ 195 BGB")
    extract_zitate(run=run)
    newer_grammar()
    neu = reextract_zitate(run=run, user=redakteur(), begruendung="neue Fassung")
    assert extract_zitate(run=run) == neu
    assert len(selectors.zitattabelle(run)) == 1


def test_the_command_needs_an_account_and_counts(newer_grammar, capsys):
    checked("§ 195 BGB")
    redakteur("anna")
    newer_grammar()
    with pytest.raises(CommandError, match="gibt es nicht"):
        call_command("zitate_neu_auslesen", konto="niemand", begruendung="x")
    call_command("zitate_neu_auslesen", konto="anna", begruendung="neue Fassung")
    assert "1 Antworten" in capsys.readouterr().out
