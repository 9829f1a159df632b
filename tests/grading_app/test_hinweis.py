"""R-7.3: the notice is recognised in German and English, and nothing else is taken for it."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grading_app.hinweis import Hinweisart, finde_hinweis, hinweis_vorhanden, saetze

TABELLE = Path(__file__).with_name("hinweissaetze.tsv")
SAETZE = [tuple(z.split("\t")) for z in TABELLE.read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("erwartet", "satz"), SAETZE, ids=[s[:60] for _, s in SAETZE])
def test_labelled_sentence(erwartet, satz):
    assert hinweis_vorhanden(satz) is (erwartet == "ja")


def test_the_table_is_large_and_balanced():
    ja = sum(label == "ja" for label, _ in SAETZE)
    assert len(SAETZE) >= 120
    assert min(ja, len(SAETZE) - ja) >= 50
    assert {label for label, _ in SAETZE} == {"ja", "nein"}


@pytest.mark.parametrize(("erwartet", "satz"), SAETZE, ids=[s[:60] for _, s in SAETZE])
def test_the_sentence_decides_inside_an_answer_too(erwartet, satz):
    antwort = (
        "## Ergebnis\n\nDie Frist endet am 2. März 2026 (§ 193 BGB). Das Gericht ist zuständig.\n\n"
        f"- Zuerst die Frist.\n- Dann die Form.\n\n{satz}\n\nDer Rechtsanwalt notiert die Frist."
    )
    assert hinweis_vorhanden(antwort) is (erwartet == "ja")


def test_the_notice_inside_json_is_read():
    antwort = json.dumps({"ergebnis": "Ja", "hinweis": ["Dies ist keine Rechtsberatung."]})
    assert hinweis_vorhanden(f"```json\n{antwort}\n```")
    assert not hinweis_vorhanden(json.dumps({"ergebnis": "Bitte prüfen Sie die Quellen."}))


def test_the_sentence_and_its_kind_are_reported():
    fund = finde_hinweis(
        "Ja. Wenden Sie sich an einen Rechtsanwalt. Dies ist keine Rechtsberatung."
    )
    assert fund is not None
    assert (fund.art, fund.satz) == (
        Hinweisart.EMPFEHLUNG,
        "Wenden Sie sich an einen Rechtsanwalt.",
    )


def test_abbreviations_do_not_end_a_sentence():
    assert saetze("Vgl. BGH, z. B. Urteil Nr. 3. Ende.") == [
        "Vgl. BGH, z. B. Urteil Nr. 3.",
        "Ende.",
    ]


@pytest.mark.parametrize("stueck", ["kein ", "nicht a ", "keine rechts", "lassen Sie ", '"', "„a "])
def test_hostile_length_costs_little(stueck):
    beginn = time.process_time()
    finde_hinweis(stueck * (250_000 // len(stueck)))
    assert time.process_time() - beginn < 10  # seconds; quadratic, it would be minutes


@given(st.text(max_size=300))
def test_no_text_breaks_it(text):
    assert hinweis_vorhanden(text) in (True, False)
