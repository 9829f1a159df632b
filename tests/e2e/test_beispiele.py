"""Each rule of the SPEC that a visitor can see has one example in the sample, and shows it."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from typing import Any

import pytest

from tests.e2e.besucher import Besucher
from tests.e2e.betrieb import Betrieb
from tests.e2e.seiten import antwort

pytestmark = pytest.mark.browser

# (answer, citation as shown, words of its row in the Zitattabelle, deduction)
ZITATE = {
    "echt": ("aster v2-02", "BFH, IX R 68/98", ["echt", "stützend"], "0"),
    "falsch zugeordnet by two sources": (
        "birke v2-04",
        "BGH, VI ZR 10/24",
        ["falsch zugeordnet", "stützend", "Beispielquelle A", "Beispielquelle B"],
        "−25",
    ),
    "erfunden by two sources": (
        "cassia v2-05",
        "§ 126d BGB",
        ["erfunden", "stützend", "Beispielquelle"],
        "−25",
    ),
    "nicht auffindbar": ("cassia v2-14", "EuGH, C-1477/17", ["nicht auffindbar"], "0"),
    "ungeprüft": ("birke v2-08", "N.Y. C.P.L.R. § 311", ["ungeprüft"], "0"),
    "Verdacht not confirmed": (
        "birke v2-02",
        "BFH, IX R 68/98",
        ["nicht auffindbar", "Verdacht nicht bestätigt"],
        "0",
    ),
    "Verdacht refuted": ("aster v2-14", "EuGH, C-218/12", ["echt", "widerlegt"], "0"),
    "Handbefund": (
        "cassia v2-04",
        "EuGH, C-300/21",
        ["falsch zugeordnet", "Hand", "Redaktion: Handbefund", "Goldlösung der Aufgabe v2-04"],
        "−25",
    ),
    "abgelehnt": ("birke v2-01", "§ 4a KSchG", ["erfunden", "abgelehnt", "Hand"], "0"),
    "aus der Aufgabe": (
        "aster v2-05",
        "BGH, XV ZR 118/24",
        ["nicht auffindbar", "aus der Aufgabe", "erfunden (Fangfrage)"],
        "0",
    ),
    "added to the invented judgment": (
        "cassia v2-05",
        "ECLI:DE:BGH:2025:140525UXVZR118.24.0",
        ["erfunden", "stützend", "Hand"],
        "−25",
    ),
}


def page_of(besucher: Besucher, name: str) -> Any:
    return besucher.open(antwort(*name.split()))


@pytest.mark.parametrize("fall", ZITATE)
def test_a_citation_shows_its_status_use_evidence_and_cost(besucher: Besucher, fall: str) -> None:
    seite, anzeige, woerter, abzug = ZITATE[fall]
    zeilen = page_of(besucher, seite).locator("table.zitate-tafel tbody tr")
    zeile = zeilen.filter(has=besucher.page.locator("th", has_text=anzeige)).first
    text = " ".join(zeile.text_content().split())
    for wort in woerter:
        assert wort in text, text
    assert zeile.locator("td").last.inner_text().strip().replace("\u00a0", " ") == abzug


def test_a_deduction_by_two_sources_shows_both_with_date_and_hash(besucher: Besucher) -> None:
    page = page_of(besucher, "birke v2-04")
    zeile = page.locator("table.zitate-tafel tbody tr", has_text="BGH, VI ZR 10/24").first
    belege = zeile.locator(".belegliste > li").all_inner_texts()
    assert len([b for b in belege if "abgerufen" in b and "SHA-256" in b]) >= 2


ENDEN = {
    "timeout": ("cassia v2-03", "Timeout"),
    "provider error": ("cassia v2-08", "API- oder Provider-Fehler"),
    "empty": ("cassia v2-11", "leere Ausgabe"),
    "filtered": ("cassia v2-13", "vom Anbieter abgelehnt"),
    "cut at the granted budget": ("cassia v2-09", "Token-Grenze"),
}


@pytest.mark.parametrize("fall", ENDEN)
def test_a_run_without_an_answer_says_why_and_counts_zero(besucher: Besucher, fall: str) -> None:
    seite, wort = ENDEN[fall]
    page = page_of(besucher, seite)
    assert wort in page.locator("main").inner_text()
    assert page.locator(".vorspann__zahl").inner_text() == "0 von 100 Punkten"
    assert page.locator("table.zitate-tafel").count() == 0


VERSUCHE = {
    "mended by the Nachlauf": (
        "birke v2-07",
        [("1. Erstversuch", "Token-Grenze", "nein"), ("2. Nachlauf", "erfolgreich", "ja")],
    ),
    "cut, thinks less, still cut": (
        "cassia v2-09",
        [("1. Erstversuch", "Token-Grenze", "nein"), ("2. Versuch mit", "Token-Grenze", "ja")],
    ),
    "invalid and repeated": (
        "birke v2-12",
        [("1. Erstversuch", "ungültig", "nein"), ("2. Erstversuch", "erfolgreich", "ja")],
    ),
}


@pytest.mark.parametrize("fall", VERSUCHE)
def test_attempts_and_budget_are_shown(besucher: Besucher, fall: str) -> None:
    seite, soll = VERSUCHE[fall]
    tafel = page_of(besucher, seite).get_by_role("region", name="Versuche")
    zeilen = tafel.locator("tbody tr").all_inner_texts()
    assert len(zeilen) == len(soll)
    for zeile, woerter in zip(zeilen, soll, strict=True):
        for wort in woerter:
            assert wort in zeile


def test_a_missing_notice_costs_five_points_and_says_so(besucher: Besucher) -> None:
    text = page_of(besucher, "birke v2-02").locator("main").inner_text()
    assert "Weder der Hinweis „keine Rechtsberatung“" in text
    assert "Kein Hinweis auf fehlende Rechtsberatung" in text


def test_the_invented_judgment_is_marked_wherever_it_is_named(site: Betrieb) -> None:
    for pfad in (antwort("aster", "v2-05"), antwort("cassia", "v2-05"), "aufgabe/v2-05/"):
        text = site.get(pfad).text
        assert "XV ZR 118/24" in text, pfad
        assert re.search(r"erfunden \(Fangfrage\)", text, re.I), pfad


def test_the_certificate_says_what_was_sent_and_that_no_tool_was_used(besucher: Besucher) -> None:
    text = page_of(besucher, "aster v2-01").locator("main").inner_text()
    assert "Es wurde kein Werkzeug angeboten." in text
    assert "Konfigurierter Endpunkt: nur dieser." in text


# The ledger ---------------------------------------------------------------------------------------


def ledger(html: str) -> list[tuple[str, Fraction]]:
    """Return (class of the row, exact amount) of the ledger on an answer page."""
    tafel = re.search(r'<table class="konto">.*?<tbody>(.*?)</tbody>', html, re.S)
    assert tafel, "no ledger"
    zeilen = re.findall(r'<tr(?: class="(\w+)")?>.*?class="exakt">([^<]*)<', tafel[1], re.S)
    return [(klasse, Fraction(unescape(exakt).replace("−", "-"))) for klasse, exakt in zeilen]


MODELLE = ("aster", "birke", "cassia")


@pytest.mark.parametrize("modell", MODELLE)
def test_the_arithmetic_of_every_answer_adds_up_to_the_points_shown(
    site: Betrieb, modell: str
) -> None:
    for nummer in range(1, 15):
        html = site.get(antwort(modell, f"v2-{nummer:02}")).text
        buchungen = ledger(html)
        anteil = sum(w for klasse, w in buchungen if klasse == "teil")
        zwischen = [w for klasse, w in buchungen if klasse == "zwischen"]
        abzuege = sum(w for klasse, w in buchungen if klasse == "")
        (ergebnis,) = [w for klasse, w in buchungen if klasse == "ergebnis"]
        assert zwischen in ([anteil], []), (modell, nummer)
        assert abzuege <= 0
        assert max(Fraction(0), anteil + abzuege) == ergebnis, (modell, nummer, buchungen)
        gezeigt = re.search(r'vorspann__zahl">(\d+) von 100', html)
        assert gezeigt
        assert int(gezeigt[1]) == int(ergebnis * 100 + Fraction(1, 2)), (modell, nummer)
