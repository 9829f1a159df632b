"""The Redaktion logs in with the printed password and finds everything, in German, unbroken."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.betrieb import Betrieb

pytestmark = pytest.mark.browser
ENGLISCH = re.compile(r"\b(Site administration|Log out|Add|Change|Recent actions|Select \w+ to)\b")
TORE = (
    *("Definition", "Ausführung", "Technik", "Bewertung"),
    *("Aggregation", "Inhalt", "Darstellung", "Freigabe"),
)


@pytest.fixture(scope="module")
def redaktion(browser: Any, browser_context_args: dict[str, Any], site: Betrieb) -> Iterator[Any]:
    """A page of the first account, logged in with the password that the start printed."""
    context = browser.new_context(**browser_context_args)
    page = context.new_page()
    page.goto(f"{site.adresse}admin/")
    page.fill("input[name=username]", site.name)
    page.fill("input[name=password]", site.kennwort)
    page.locator("[type=submit]").first.click()
    page.wait_for_load_state()
    assert page.url == f"{site.adresse}admin/", page.locator("body").inner_text()[:500]
    yield page
    context.close()


def links(page: Any, muster: str) -> list[str]:
    """Return the paths of all links on the page that match."""
    hrefs = page.locator("a[href]").evaluate_all("a => a.map(x => x.getAttribute('href'))")
    return sorted({href for href in hrefs if re.fullmatch(muster, href)})


def open_admin(page: Any, site: Betrieb, pfad: str) -> Any:
    antwort = page.goto(site.adresse.rstrip("/") + pfad)
    assert antwort.status == 200, (pfad, antwort.status)
    return page


def test_the_index_is_german_and_names_every_room(
    redaktion: Any, site: Betrieb, bild: Callable
) -> None:
    page = open_admin(redaktion, site, "/admin/")
    text = page.locator("body").inner_text()
    assert not ENGLISCH.search(text), ENGLISCH.search(text)
    assert page.locator("html").get_attribute("lang").startswith("de")
    for wort in ("Testfälle", "Läufe", "Zitate", "Bewertungen", "Builds", "Ereignisse"):
        assert wort in text, wort
    bild(page, "admin-uebersicht")


def test_a_password_that_is_wrong_is_refused_in_german(page: Any, site: Betrieb) -> None:
    page.goto(f"{site.adresse}admin/")
    page.fill("input[name=username]", "niemand-dieses-namens")
    page.fill("input[name=password]", "falsch")
    page.locator("[type=submit]").first.click()
    assert "/admin/login/" in page.url
    assert "Bitte" in page.locator(".errornote").inner_text()


def test_every_list_and_one_page_of_each_model_opens(redaktion: Any, site: Betrieb) -> None:
    page = open_admin(redaktion, site, "/admin/")
    listen = links(page, r"/admin/[a-z_]+/[a-z_]+/")
    assert len(listen) > 15, listen
    fehler, geoeffnet = [], 0
    for liste in listen:
        antwort = page.request.get(site.adresse.rstrip("/") + liste)
        if antwort.status != 200:
            fehler.append((liste, antwort.status))
            continue
        html = antwort.text()
        if fund := ENGLISCH.search(re.sub(r"<[^>]+>", " ", html.split("</head>")[-1])):
            fehler.append((liste, fund[0]))
        zeile = re.search(rf'href="({re.escape(liste)}[^"/?]+/change/)', html)
        if zeile is None:
            continue
        geoeffnet += 1
        status = page.request.get(site.adresse.rstrip("/") + zeile[1]).status
        if status != 200:
            fehler.append((zeile[1], status))
    assert fehler == []
    assert geoeffnet > 12
    for seite in (liste + "add/" for liste in listen):
        assert page.request.get(site.adresse.rstrip("/") + seite).status in (200, 403, 404)


def test_each_list_can_be_searched_and_filtered(redaktion: Any, site: Betrieb) -> None:
    """A search and every offered filter answer without a server error."""
    page = open_admin(redaktion, site, "/admin/")
    for liste in links(page, r"/admin/[a-z_]+/[a-z_]+/"):
        html = page.request.get(site.adresse.rstrip("/") + liste).text()
        filter_ = re.findall(r'href="(\?[^"]+__exact=[^"]+)"', html)[:4]
        for frage in ("?q=v2", *filter_):
            ziel = site.adresse.rstrip("/") + liste + frage.replace("&amp;", "&")
            assert page.request.get(ziel).status == 200, ziel


def pk_of(site: Betrieb, kennung: str) -> str:
    return site.python(
        "from tasks_app.models import Testfall\n"
        f"print(Testfall.objects.filter(kennung='{kennung}').latest('version').pk)"
    )


def test_a_testfall_shows_the_nine_steps(redaktion: Any, site: Betrieb, bild: Callable) -> None:
    pk = pk_of(site, "v2-05")
    page = open_admin(redaktion, site, f"/admin/tasks_app/testfall/{pk}/change/")
    schritte = page.locator("ul.schritte li").all_inner_texts()
    nummern = [re.search(r"(\d+)\.", s)[1] for s in schritte]  # type: ignore[index]
    assert nummern == [str(n) for n in range(1, 10)]
    assert all(schritt.startswith("✓") for schritt in schritte), schritte
    bild(page, "admin-testfall")


def test_the_report_of_a_build_shows_the_eight_gates(
    redaktion: Any, site: Betrieb, bild: Callable
) -> None:
    kennung = site.get("").kopf["x-lexassay-build"]
    page = open_admin(redaktion, site, f"/admin/builds/buildmanifest/{kennung}/bericht/")
    titel = page.locator("#content h2").all_inner_texts()
    assert titel[:8] == [f"{n}. {name}" for n, name in enumerate(TORE, start=1)]
    assert "0 Fehler" in page.locator("#content").inner_text()
    bild(page, "admin-build")


HEIKEL = "\n  Zeile 1\nZeile 2  \n\n§\u00a0195 – „Zitat“, Pru\u0308fung\u202f½ \t<b>&amp;</b>\n\n"
ANLEGEN = """
from tasks_app.models import Testfall
alt = Testfall.objects.filter(kennung='bg1-gp-049').latest('version')
neu = Testfall(aufgabensatz=alt.aufgabensatz, kennung='e2e-heikel', version=1)
for feld in Testfall._meta.concrete_fields:
    if feld.name in ('titel', 'faehigkeit', 'hypothese', 'rechtsordnung', 'aufgabentyp',
                     'goldloesung', 'sollwert', 'bewertungsmodus', 'rechtsstand', 'namensnennung',
                     'regel_kennung', 'sichtbarkeit'):
        setattr(neu, feld.name, getattr(alt, feld.name))
neu.prompt = {prompt!r}
neu.save()
neu.kategorien.set(alt.kategorien.all())
print(neu.pk)
"""
LESEN = """
from tasks_app.models import Testfall
t = Testfall.objects.get(pk={pk})
print(t.titel, t.prompt.encode().hex(), t.prompt_fingerabdruck, sep='|')
"""


def test_opening_and_saving_a_draft_keeps_every_byte_of_the_prompt(
    redaktion: Any, site: Betrieb
) -> None:
    """Fault case 3: browser line ends and stripped spaces must not change what is sent."""
    pk = site.python(ANLEGEN.format(prompt=HEIKEL))
    _, vorher, abdruck = site.python(LESEN.format(pk=pk)).split("|")
    assert bytes.fromhex(vorher).decode() == HEIKEL
    page = open_admin(redaktion, site, f"/admin/tasks_app/testfall/{pk}/change/")
    page.fill("input[name=titel]", "Nur der Titel ist neu")
    page.locator("input[name=_continue]").click()
    page.wait_for_load_state()
    assert page.locator(".errornote").count() == 0, page.locator(".errornote").inner_text()
    titel, nachher, neuer_abdruck = site.python(LESEN.format(pk=pk)).split("|")
    assert titel == "Nur der Titel ist neu"
    assert nachher == vorher
    assert neuer_abdruck == abdruck


def test_a_frozen_testfall_offers_no_field_to_write(redaktion: Any, site: Betrieb) -> None:
    pk = pk_of(site, "v2-05")
    page = open_admin(redaktion, site, f"/admin/tasks_app/testfall/{pk}/change/")
    assert page.locator("textarea[name=prompt], input[name=titel]").count() == 0


def test_the_admin_is_closed_to_visitors_and_sets_no_cookie_on_pages(
    page: Any, site: Betrieb
) -> None:
    for pfad in ("admin/tasks_app/testfall/", "admin/builds/buildmanifest/", "admin/django-rq/"):
        antwort = site.get(pfad)
        assert antwort.status in (302, 404), (pfad, antwort.status)
        assert "v2-15" not in antwort.text
