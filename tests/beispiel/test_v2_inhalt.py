"""The sample Aufgabensatz v2: its shape, its sources and its law hold when checked again."""

from __future__ import annotations

import datetime as dt
import re
from fractions import Fraction

import pytest

from citations_app.normenbestand.pruefung import key_of
from tasks_app.begriffe import Abruf, Aufgabentyp, KategorieArt
from tasks_app.begriffe import Rechtsordnung as Ordnung
from tests.beispiel.v2_daten import (
    DATEN,
    GEHEIM,
    KENNUNGEN,
    OEFFENTLICH,
    aufgabe,
    german_norms,
    gesetz,
    gold_texts,
    one_line,
    read,
)

FANGFRAGEN = ["v2-05", "v2-10", "v2-17"]
BEISPIELARTEN = ["positiv", "teilweise", "negativ"]
RECHTSSTAND = dt.date(2026, 4, 1)


# --- shape -----------------------------------------------------------------------------------


def test_the_set_is_a_sample_under_an_open_licence() -> None:
    satz = read("v2/aufgabensatz.yaml")
    assert satz["beispiel"] is True
    assert satz["bewertungsverfahren"] == "kriterien"
    assert satz["lizenz"] == "CC BY 4.0"


def test_there_are_fourteen_public_and_six_secret_tasks() -> None:
    files = {path.stem for path in (DATEN / "v2").glob("v2-*.yaml")}
    assert files == set(KENNUNGEN)
    assert {aufgabe(k)["sichtbarkeit"] for k in OEFFENTLICH} == {"oeffentlich"}
    assert {aufgabe(k)["sichtbarkeit"] for k in GEHEIM} == {"geheim"}


def test_public_tasks_cover_every_legal_order_and_the_asked_kinds() -> None:
    public = [aufgabe(k) for k in OEFFENTLICH]
    assert {t["rechtsordnung"] for t in public} == {member.value for member in Ordnung}
    kinds = {member.value for member in Aufgabentyp} - {Aufgabentyp.RECHTSGRUNDSATZ.value}
    assert {t["aufgabentyp"] for t in public} == kinds


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_a_task_has_every_required_field(kennung: str) -> None:
    t = aufgabe(kennung)
    assert t["kennung"] == kennung
    assert t["version"] == 1
    assert t["rechtsstand"] == RECHTSSTAND
    assert t["bewertungsmodus"] == "kriterien"
    assert all(t[field].strip() for field in ("titel", "faehigkeit", "hypothese", "prompt"))
    assert t["goldloesung"].strip()
    assert {k["art"] for k in t["kategorien"]} == {member.value for member in KategorieArt}


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_a_task_has_three_to_six_weighted_criteria(kennung: str) -> None:
    kriterien = aufgabe(kennung)["kriterien"]
    assert 3 <= len(kriterien) <= 6
    assert [k["kennung"] for k in kriterien] == [f"K{n + 1}" for n in range(len(kriterien))]
    for k in kriterien:
        assert isinstance(k["gewicht"], int)
        assert k["gewicht"] >= 1
        assert bool(k["fundstelle"]) == k["fundstelle_verlangt"], k


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_example_answers_are_worth_the_weights_they_meet(kennung: str) -> None:
    t = aufgabe(kennung)
    gewicht = {k["kennung"]: k["gewicht"] for k in t["kriterien"]}
    assert [b["art"] for b in t["beispielantworten"]] == BEISPIELARTEN
    werte = []
    for b in t["beispielantworten"]:
        wert = Fraction(sum(gewicht[k] for k in b["erfuellt"]), sum(gewicht.values()))
        assert Fraction(b["erwarteter_wert"]) == wert
        werte.append(wert)
    assert werte[0] == 1
    assert 0 < werte[1] < 1
    assert werte[2] == 0


def test_only_secret_tasks_carry_a_canary_and_each_its_own() -> None:
    assert all(not aufgabe(k)["canary"] for k in OEFFENTLICH)
    canaries = [aufgabe(k)["canary"] for k in GEHEIM]
    assert all(re.fullmatch(r"lxa-beispiel-canary-[0-9a-f]{16}", c) for c in canaries)
    assert len(set(canaries)) == len(canaries)


# --- sources -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_no_source_states_a_retrieval_that_did_not_happen(kennung: str) -> None:
    for quelle in aufgabe(kennung)["quellen"]:
        packaged = quelle["url"].startswith("https://www.gesetze-im-internet.de/")
        assert "text_hash" not in quelle
        if not packaged:
            assert quelle["abruf"] == Abruf.NICHT_ABGERUFEN
            assert quelle["abrufdatum"] is None
            assert quelle["wortlaut"] == ""
            continue
        stand = gesetz(quelle["url"].split("/")[3]).builddate
        assert quelle["abruf"] == Abruf.MITGELIEFERTER_TEXT
        assert f"{quelle['abrufdatum']:%Y%m%d}" == stand


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_quoted_wording_stands_in_the_official_text(kennung: str) -> None:
    for quelle in aufgabe(kennung)["quellen"]:
        if not quelle["wortlaut"]:
            continue
        (norm,) = german_norms(quelle["fundstelle"])
        vorschrift = gesetz(norm.slug).normen[key_of(norm)]
        assert one_line(quelle["wortlaut"]) in one_line(vorschrift.wortlaut), quelle


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_every_german_norm_exists_down_to_the_absatz(kennung: str) -> None:
    for text in gold_texts(aufgabe(kennung)):
        for norm in german_norms(text):
            vorschrift = gesetz(norm.slug).normen.get(key_of(norm))
            assert vorschrift is not None, norm
            assert not vorschrift.weggefallen, norm
            counted = vorschrift.gezaehlt and bool(norm.absatz)
            assert not counted or vorschrift.absatz(norm.absatz) is not None, norm


def test_the_norm_test_sees_the_german_tasks() -> None:
    seen = {
        norm.slug for k in KENNUNGEN for x in gold_texts(aufgabe(k)) for norm in german_norms(x)
    }
    assert {"kschg", "bgb", "zpo", "gvg", "gvgeg", "zpoeg", "ao_1977", "hgb", "gg"} <= seen


# --- invented judgments ------------------------------------------------------------------------


def test_only_the_fangfragen_carry_an_invented_judgment() -> None:
    carriers = [k for k in KENNUNGEN if aufgabe(k)["erfundene_entscheidung"]]
    assert carriers == FANGFRAGEN
    assert [k for k in KENNUNGEN if aufgabe(k)["aufgabentyp"] == "fangfrage"] == FANGFRAGEN


@pytest.mark.parametrize("kennung", FANGFRAGEN)
def test_an_invented_judgment_claims_no_register_check(kennung: str) -> None:
    erfunden = aufgabe(kennung)["erfundene_entscheidung"]
    assert erfunden["geprueft"] is False
    assert erfunden["register"] == "Registerprüfung nicht durchgeführt (Beispiel)"
    assert "erfunden" in aufgabe(kennung)["goldloesung"]


UNMOEGLICH = {
    "v2-05": r"– XV ZR \d+/\d\d$",  # the Bundesgerichtshof has no fifteenth civil panel
    "v2-10": r"\(14th Cir\. 2024\)$",  # there is no Fourteenth Circuit
    "v2-17": r"– 3 BvR \d+/\d\d$",  # the Bundesverfassungsgericht has two Senates (Art. 93 GG)
}


@pytest.mark.parametrize("kennung", FANGFRAGEN)
def test_an_invented_judgment_cannot_exist_and_names_no_person(kennung: str) -> None:
    zitat = aufgabe(kennung)["erfundene_entscheidung"]["zitat"]
    assert re.search(UNMOEGLICH[kennung], zitat)
    party = re.match(r"(.*?), \d+ F\.4th", zitat)
    assert party is None or party[1] == "Ostrander Mills, Inc. v. Vantry"
    tail = zitat.split(",", 1)[1] if party is None else party[1]
    assert one_line(tail).strip() in one_line(aufgabe(kennung)["prompt"])
