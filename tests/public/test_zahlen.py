"""What pages print is what the Auswertung holds, in German notation."""

from __future__ import annotations

import re

import pytest

from lexassay.builds.auswertung import Gruppe
from lexassay.public import adressen
from lexassay.public.formate import hundert, prozent
from lexassay.public.pages import render_all
from tests.public.stand_fixture import full_ausgabe

TAG = re.compile(r"<[^>]+>")


@pytest.fixture(scope="module")
def texte() -> dict[str, str]:
    return {
        pfad: TAG.sub(" ", inhalt.decode())
        for pfad, inhalt in render_all(full_ausgabe()).items()
        if pfad.endswith(".html")
    }


def cells(ebene: str) -> list[Gruppe]:
    return [g for g in full_ausgabe().auswertung.gruppen if g.ebene == ebene]


def test_every_category_page_shows_the_numbers_of_its_cell(texte: dict[str, str]) -> None:
    gruppen = cells("kategorie")
    assert gruppen
    for gruppe in gruppen:
        art, name = gruppe.schluessel
        adresse = adressen.kategorie(gruppe.aufgabensatz, art, adressen.slug(name))
        seite, k = texte[adressen.datei(adresse)], gruppe.kennzahlen
        assert prozent(k.korrektrate) in seite
        assert re.search(rf"Effektiver Score\s+{hundert(k.mittlerer_effektiver_score)}\s", seite)


def test_the_list_of_tasks_shows_the_mean_of_each(texte: dict[str, str]) -> None:
    for gruppe in cells("testfall"):
        seite = texte[f"aufgaben/{gruppe.aufgabensatz}/index.html"]
        zeile = seite[seite.index(gruppe.schluessel[0]) :].partition("\n")[0]
        assert str(hundert(gruppe.kennzahlen.mittlerer_effektiver_score)) in zeile.split()


def test_no_page_prints_a_number_in_english_notation(texte: dict[str, str]) -> None:
    englisch = re.compile(r"\d\.\d+\s?(?:%|€|s\b)|\b[1-9]\d*,\d{3}\s?(?:Token|€)|\d,\d{3},\d{3}")
    gefunden = [(pfad, englisch.findall(text)) for pfad, text in texte.items()]
    assert [fund for fund in gefunden if fund[1]] == []


def test_a_score_has_its_interval_and_a_rank_its_span(texte: dict[str, str]) -> None:
    seite = texte["rangliste/v2/index.html"]
    for zeile in full_ausgabe().auswertung.rangliste("v2").zeilen:
        spanne = re.compile(rf"95-%-Intervall\s+{zeile.score_unten}\s*–\s*{zeile.score_oben}\b")
        assert spanne.search(seite)


def test_a_model_page_names_every_row_of_the_variant(texte: dict[str, str]) -> None:
    ausgabe = full_ausgabe()
    for zeile in ausgabe.auswertung.zeilen:
        seite = texte[adressen.datei(adressen.modell(zeile.modell))]
        assert zeile.lauf in seite
        assert zeile.score is None or re.search(rf"\s{zeile.score}\s", seite)
