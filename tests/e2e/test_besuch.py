"""A visitor goes from the ranking to an answer, filters and sorts, and gets lost once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.besucher import Besucher
from tests.e2e.betrieb import Betrieb
from tests.e2e.seiten import V2, all_paths, antwort

pytestmark = pytest.mark.browser


def names(page: Any) -> list[str]:
    texte = page.locator("tbody tr[data-teilnahme] th a").all_inner_texts()
    return [" ".join(text.split()[:2]) for text in texte]


def test_from_the_ranking_to_an_answer_and_its_task(besucher: Besucher, bild: Callable) -> None:
    page = besucher.open()
    assert names(page)[0] == "Demo Aster"
    bild(page, "rangliste")
    page.locator("tbody tr[data-teilnahme] th a").first.click()
    assert besucher.pfad == f"teilnahme/{V2.format('aster')}/"
    bild(page, "teilnahme")
    page.locator(f"a[href*='{antwort('aster', 'v2-05')}']").first.click()
    assert besucher.pfad == antwort("aster", "v2-05")
    bild(page, "antwort")
    besucher.click("Goldlösung, Kriterien und Quellen")
    assert besucher.pfad == "aufgabe/v2-05/"
    bild(page, "aufgabe")
    besucher.click("Methode", in_="header")
    assert besucher.pfad == "methode/"
    bild(page, "methode")
    besucher.click("Rangliste", in_="header")
    assert besucher.pfad == ""


def test_the_path_of_an_answer_leads_back_to_its_lauf(besucher: Besucher, bild: Callable) -> None:
    page = besucher.open(antwort("birke", "v2-07"))
    besucher.click("Lauf beispiel-v2", in_="nav.pfad")
    assert besucher.pfad == "lauf/beispiel-v2/"
    text = page.locator("main").inner_text()
    for modell in ("Demo Aster", "Demo Birke", "Demo Cassia"):
        assert modell in text
    bild(page, "lauf")


def test_the_ranking_shows_scores_intervals_and_groups(besucher: Besucher) -> None:
    page = besucher.open("rangliste/v2/")
    gruppen = page.locator("tbody[data-gruppe]").evaluate_all("t => t.map(x => x.dataset.gruppe)")
    assert [g for g in gruppen if g] == ["A", "B", "C"]
    zellen = page.locator("tr[data-teilnahme] [data-feld=score]")
    assert zellen.evaluate_all("z => z.map(x => x.dataset.wert)") == ["95", "54", "15"]
    assert "Kleine Stichprobe" in page.locator("main").inner_text()


def test_example_data_are_marked_on_every_page(site: Betrieb) -> None:
    for pfad in all_paths(site):
        seite = site.get(pfad)
        assert seite.status == 200, pfad
        assert "<b>Beispieldaten,</b> nicht redaktionell oder anwaltlich geprüft" in seite.text
        assert '<html lang="de">' in seite.text


def test_an_unknown_address_has_a_page_of_its_own(besucher: Besucher, bild: Callable) -> None:
    page = besucher.open("gibt-es-nicht/", status=404)
    assert page.locator("h1").count() == 1
    assert page.get_by_role("navigation", name="Hauptnavigation").is_visible()
    bild(page, "nicht-gefunden")


@pytest.fixture
def ohne_skript(browser: Any, browser_context_args: dict[str, Any], site: Betrieb) -> Any:
    """A visitor whose browser runs no JavaScript."""
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    yield Besucher(context.new_page(), site.adresse)
    context.close()


def test_sorting_works_by_address_without_javascript(ohne_skript: Besucher) -> None:
    page = ohne_skript.open("rangliste/v2/?sort=kosten&richtung=auf")
    assert names(page) == ["Demo Cassia", "Demo Birke", "Demo Aster"]
    assert page.locator("th[aria-sort=ascending]").inner_text().startswith("Kosten")
    ohne_skript.click("Modell", in_="table.rangliste thead", exakt=True)
    assert "sort=modell" in ohne_skript.pfad
    assert names(page) == ["Demo Aster", "Demo Birke", "Demo Cassia"]


def test_a_filter_works_without_javascript(ohne_skript: Besucher) -> None:
    page = ohne_skript.open("rangliste/v2/")
    page.locator("form.filter select[name=weg]").select_option(label="Anthropic-API")
    page.get_by_role("button", name="Anwenden").click()
    assert "weg=Anthropic-API" in ohne_skript.pfad
    assert names(page) == ["Demo Cassia"]
    ohne_skript.click("Zurücksetzen")
    assert len(names(page)) == 3


def test_a_rechtsordnung_shows_its_own_score_without_a_rank(ohne_skript: Besucher) -> None:
    page = ohne_skript.open("rangliste/v2/?rechtsordnung=us")
    assert "ohne Rang" in page.locator("main").inner_text()
    werte = page.locator("tr[data-teilnahme] .score__wert").all_inner_texts()
    assert werte == ["100", "61", "2"]  # 18140/297 = 61.08; 5/3 = 1.67


def test_unknown_filters_change_nothing_and_break_nothing(site: Betrieb) -> None:
    seite = site.get("rangliste/v2/?weg=%3Cscript%3E&sort=gibt-es-nicht&effort=" + "x" * 500)
    assert seite.status == 200
    assert "<script>&" not in seite.text
    assert not re.search(r"value=\"?<script>", seite.text)


def test_a_page_of_the_archive_keeps_v1_apart(besucher: Besucher, bild: Callable) -> None:
    page = besucher.open("archiv/")
    text = page.locator("main").inner_text()
    assert "v1" in text
    bild(page, "archiv")
    page = besucher.open("rangliste/v1/")
    assert page.locator(".score__wert").all_inner_texts() == ["88", "38"]
