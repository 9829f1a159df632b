"""WCAG 2.2 AA on one page of each kind, in light and dark, and no sideways page scroll."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.e2e.besucher import Besucher
from tests.e2e.betrieb import Betrieb
from tests.e2e.seiten import kinds

pytestmark = pytest.mark.browser
REGELN = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SCHMAL = {"width": 360, "height": 740}


@pytest.fixture(scope="module", params=["light", "dark"])
def gast(
    request: pytest.FixtureRequest,
    browser: Any,
    browser_context_args: dict[str, Any],
    site: Betrieb,
) -> Iterator[Besucher]:
    context = browser.new_context(**browser_context_args, color_scheme=request.param)
    # axe is our own script, not the page's: its evaluation goes past the page's CSP by itself.
    besucher = Besucher(context.new_page(), site.adresse)
    besucher.schema = request.param  # type: ignore[attr-defined]
    yield besucher
    assert besucher.verstoesse() == []
    context.close()


def test_no_page_kind_violates_wcag(gast: Besucher, site: Betrieb) -> None:
    axe = Axe()
    fehler = []
    for pfad in kinds(site):
        page = gast.open(pfad)
        ergebnis = axe.run(page, options={"runOnly": {"type": "tag", "values": REGELN}})
        assert len(ergebnis.response["passes"]) > 10, pfad  # axe did look
        for verstoss in ergebnis.response["violations"]:
            knoten = [k["html"][:160] for k in verstoss["nodes"][:3]]
            fehler.append((pfad, verstoss["id"], len(verstoss["nodes"]), knoten))
    assert fehler == []


def test_no_page_scrolls_sideways_on_a_small_phone(
    gast: Besucher, site: Betrieb, bild: Callable
) -> None:
    gast.page.set_viewport_size(SCHMAL)
    zu_breit = []
    for pfad in kinds(site):
        page = gast.open(pfad)
        breite = page.evaluate("document.documentElement.scrollWidth")
        if breite > SCHMAL["width"]:
            zu_breit.append((pfad, breite))
        name = pfad.strip("/").replace("/", "-") or "start"
        bild(page, f"360-{gast.schema}-{name}")  # type: ignore[attr-defined]
    gast.page.set_viewport_size({"width": 1440, "height": 900})
    assert zu_breit == []


def test_each_page_has_one_heading_a_title_and_a_way_to_skip(site: Betrieb, page: Any) -> None:
    titel = {}
    for pfad in kinds(site):
        page.goto(site.adresse + pfad)
        assert page.locator("h1").count() == 1, pfad
        assert page.locator("a.sprung").get_attribute("href") == "#inhalt", pfad
        titel.setdefault(page.title(), []).append(pfad)
    doppelt = {t: p for t, p in titel.items() if len(p) > 1}
    assert set(map(tuple, doppelt.values())) <= {("", "rangliste/v2/")}, doppelt


def test_the_keyboard_reaches_the_content_and_the_sorting(besucher: Besucher) -> None:
    page = besucher.open("rangliste/v2/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "sprung"
    page.keyboard.press("Enter")
    assert besucher.pfad.endswith("#inhalt")
    page.locator("table.rangliste thead a.sort").first.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "sort=rang" in besucher.pfad
