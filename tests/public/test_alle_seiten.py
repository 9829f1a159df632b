"""The whole set of pages: complete, repeatable, marked, and without anything secret."""

from __future__ import annotations

import re

import pytest

from lexassay.builds.gates.darstellung import FELDER, marks
from lexassay.public.pages import render_all
from tests.public.stand_fixture import CANARY, GEHEIM, KENNUNG, full_ausgabe

MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[a-z]{2,}", re.IGNORECASE)


@pytest.fixture(scope="module")
def dateien() -> dict[str, bytes]:
    return render_all(full_ausgabe())


@pytest.fixture(scope="module")
def seiten(dateien: dict[str, bytes]) -> dict[str, str]:
    return {pfad: inhalt.decode() for pfad, inhalt in dateien.items() if pfad.endswith(".html")}


def test_the_same_ausgabe_gives_the_same_bytes(dateien: dict[str, bytes]) -> None:
    assert render_all(full_ausgabe()) == dateien


def test_no_template_misses_a_value(seiten: dict[str, str]) -> None:
    assert [pfad for pfad, text in seiten.items() if "⟦fehlt" in text] == []


def test_every_page_says_that_the_data_are_examples(seiten: dict[str, str]) -> None:
    assert [pfad for pfad, text in seiten.items() if "Beispieldaten" not in text] == []


@pytest.mark.parametrize("pfad", ["index.html", "methode/index.html", "rangliste/v2/index.html"])
def test_overview_pages_name_build_and_method(seiten: dict[str, str], pfad: str) -> None:
    assert KENNUNG in seiten[pfad]
    assert full_ausgabe().stand.methodenfassung in seiten[pfad]


def test_nothing_secret_is_in_any_file(dateien: dict[str, bytes]) -> None:
    geheim = [GEHEIM, CANARY, "Geheimsache", "v2-x1", "Kranich"]
    gefunden = [
        (pfad, wort)
        for pfad, inhalt in dateien.items()
        for wort in geheim
        if wort.encode() in inhalt
    ]
    assert gefunden == []


def test_no_address_of_a_person_is_on_any_page(seiten: dict[str, str]) -> None:
    adressen = {fund for text in seiten.values() for fund in MAIL.findall(text)}
    assert adressen <= {full_ausgabe().stand.einstellung("kontaktadresse")}


@pytest.mark.parametrize("satz", ["v2", "v1", "bg1"])
def test_the_ranking_shows_the_computed_numbers(seiten: dict[str, str], satz: str) -> None:
    liste = full_ausgabe().auswertung.rangliste(satz)
    gezeigt = marks(seiten[f"rangliste/{satz}/index.html"].encode())
    for zeile in (*liste.zeilen, *liste.ohne_rang):
        for feld in FELDER:
            wert = getattr(zeile, feld)
            erwartet = "" if wert is None else str(wert)
            assert gezeigt.get((zeile.teilnahme, feld), "") == erwartet, (zeile.teilnahme, feld)
        assert (zeile.teilnahme, "score") in gezeigt
        assert (zeile.teilnahme, "rang") in gezeigt
