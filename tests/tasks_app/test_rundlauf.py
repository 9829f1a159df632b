"""Export and import lose nothing: the content hash is the same before and after (R-1.4)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks_app.begriffe import (
    Aufgabentyp,
    BeispielArt,
    Bewertungsmodus,
    KategorieArt,
    Rechtsordnung,
    Sichtbarkeit,
)
from tasks_app.fingerprint import content_hash
from tasks_app.transfer.daten import TESTFALL_FELDER, Leser
from tasks_app.transfer.inhalt import Ordnerinhalt
from tasks_app.transfer.jsonl import read_jsonl
from tasks_app.transfer.schreiben import to_jsonl, to_yaml
from tasks_app.transfer.tabelle import FLACHE_FELDER, read_table, to_table
from tasks_app.transfer.werte import content_of_values, contradictions, values_of_content
from tasks_app.transfer.yaml_lesen import read_yaml

KOPF = {"kennung": "satz", "titel": "T", "bewertungsverfahren": "kriterien"}
TEXT = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=60
) | st.sampled_from(
    [
        "§\u00a0195",
        "Pru\u0308fung",
        "2026-04-01",
        "ja",
        "no",
        "1",
        "~",
        "a\r\nb",
        " x \n\n",
        "'",
        '"',
    ]
)
SICHER = TEXT.filter(bool)
DATUM = st.none() | st.dates(dt.date(1900, 1, 1), dt.date(2100, 1, 1))
BRUCH = st.sampled_from(["", "0", "1", "1/2", "3/4"])


def one(enum: Any) -> Any:
    return st.sampled_from([member.value for member in enum])


def source() -> Any:
    kern = {"fundstelle": SICHER, "url": TEXT, "wortlaut": TEXT}
    nicht = {"abruf": st.just("nicht_abgerufen"), "abrufdatum": st.none(), "text_hash": st.just("")}
    gelesen = {
        "abruf": st.just("abgerufen"),
        "abrufdatum": st.dates(dt.date(2020, 1, 1), dt.date(2026, 1, 1)),
        "text_hash": st.just("a" * 64),
    }
    return st.fixed_dictionaries({**kern, **nicht}) | st.fixed_dictionaries({**kern, **gelesen})


def criteria() -> Any:
    teil = st.fixed_dictionaries(
        {
            "text": SICHER,
            "gewicht": st.integers(1, 9),
            "fundstelle_verlangt": st.booleans(),
            "fundstelle": TEXT,
            "erlaeuterung": TEXT,
        }
    )
    return st.lists(teil, max_size=3).map(
        lambda teile: [{"kennung": f"K{i}", **teil} for i, teil in enumerate(teile, start=1)]
    )


def example() -> Any:
    return st.fixed_dictionaries(
        {
            "art": one(BeispielArt),
            "text": SICHER,
            "erfuellt": st.just([]),
            "erwarteter_wert": BRUCH,
            "erwartetes_label": TEXT,
        }
    )


CONTENT = st.fixed_dictionaries(
    {
        "aufgabensatz": st.just("satz"),
        "kennung": st.just("fall-1"),
        "version": st.integers(1, 99),
        "regel": TEXT,
        "titel": SICHER,
        "rechtsordnung": one(Rechtsordnung),
        "aufgabentyp": one(Aufgabentyp),
        "prompt": SICHER,
        "bewertungsmodus": one(Bewertungsmodus),
        "sichtbarkeit": one(Sichtbarkeit),
        "rechtsstand": DATUM,
        "jurist_am": DATUM,
        "registerpruefung_am": DATUM,
        **dict.fromkeys(
            (
                "faehigkeit",
                "hypothese",
                "eingabedaten",
                "goldloesung",
                "sollwert",
                "namensnennung",
                "jurist_name",
                "canary",
                "erfundene_entscheidung",
                "registerpruefung",
            ),
            TEXT,
        ),
        "kategorien": st.sets(st.tuples(one(KategorieArt), SICHER), max_size=3).map(sorted),
        "kriterien": criteria(),
        "quellen": st.lists(source(), max_size=2),
        "beispielantworten": st.lists(example(), max_size=2),
    }
)


def only_fall(inhalt: Ordnerinhalt) -> dict[str, Any]:
    assert inhalt.maengel == []
    (fall,) = inhalt.faelle
    return fall


@settings(max_examples=150, deadline=None)
@given(CONTENT)
def test_yaml_loses_nothing(inhalt: dict[str, Any]) -> None:
    daten, zeilen, maengel = read_yaml("x", to_yaml(values_of_content(inhalt)).encode())
    assert maengel == []
    ordner = Ordnerinhalt()
    ordner.read_fall("x", daten, zeilen)
    gelesen = content_of_values("satz", only_fall(ordner))
    assert content_hash(gelesen) == content_hash(inhalt)


@settings(max_examples=150, deadline=None)
@given(CONTENT)
def test_json_lines_lose_nothing(inhalt: dict[str, Any]) -> None:
    text = to_jsonl(KOPF, [values_of_content(inhalt)])
    fall = only_fall(read_jsonl("x.jsonl", text.encode()))
    assert content_hash(content_of_values("satz", fall)) == content_hash(inhalt)


@settings(max_examples=100, deadline=None)
@given(CONTENT)
def test_a_table_keeps_the_flat_fields(inhalt: dict[str, Any]) -> None:
    """Line breaks inside a cell are ``\\n``: spreadsheets write what they like."""
    fall = Leser("", {}).read(values_of_content(inhalt), TESTFALL_FELDER)
    gelesen = only_fall(read_table("x.csv", to_table("satz", [{**fall, "kategorien": []}])))
    for name in FLACHE_FELDER:
        wert = fall[name]
        assert gelesen[name] == (wert.replace("\r\n", "\n") if isinstance(wert, str) else wert)


TABELLE = (
    "kennung;aufgabensatz;titel;rechtsordnung;aufgabentyp;kategorien;prompt;bewertungsmodus\n"
    "t-1;satz;Übung;de;fristberechnung;domaene: Prozess | format: Text;Müßig?;regel\n"
    't-2;satz;Zwei;us;fangfrage;;"Zeile 1\nZeile 2; mit Semikolon";regel\n'
    "t-3;satz;Drei;eu;rechtsgrundsatz;;Drei?;regel\n"
)


@pytest.mark.parametrize(
    "roh",
    [
        TABELLE.encode(),
        b"\xef\xbb\xbf" + TABELLE.encode(),
        TABELLE.replace("\n", "\r\n").encode(),
        TABELLE.replace("Zeile 2; mit Semikolon", "Zeile 2# mit Semikolon")
        .replace(";", ",")
        .replace("#", ";")
        .encode(),
    ],
    ids=["semikolon", "bom", "crlf", "komma"],
)
def test_the_forms_of_excel_give_the_same_rows(roh: bytes) -> None:
    """Case 1: identical rows, whatever the spreadsheet wrote."""
    inhalt = read_table("x.csv", roh)
    erwartet = read_table("x.csv", TABELLE.encode())
    assert inhalt.maengel == erwartet.maengel == []
    assert inhalt.faelle == erwartet.faelle
    assert len(inhalt.faelle) == 3
    assert inhalt.faelle[0]["kategorien"][1] == {"art": "format", "name": "Text"}


def test_cp1252_is_refused_with_line_and_byte() -> None:
    (mangel,) = read_table("x.csv", TABELLE.encode("cp1252")).maengel
    assert str(mangel).startswith("x.csv, Zeile 2: Byte ")
    assert "(0xDC) ist kein UTF-8" in mangel.grund


@pytest.mark.parametrize(
    ("alt", "neu", "meldung"),
    [
        ("titel", "titl", "x.csv, Zeile 1, Feld „titl“: Diese Spalte gibt es nicht."),
        ("de;frist", "fr;frist", "x.csv, Zeile 2, Feld „rechtsordnung“: „fr“ ist nicht zulässig"),
        ("t-3;satz", "t-3;anderer", "x.csv, Zeile 5, Feld „aufgabensatz“"),
        ("t-3;satz", "t-1;satz", "x.csv, Zeile 5, Feld „kennung“: Kennung und Fassung stehen"),
        ("Drei?;regel", "Drei?", "x.csv, Zeile 5: Die Zeile hat nicht so viele Felder"),
        ("domaene: Prozess", "Prozess", "kategorien[1].art"),
    ],
)
def test_a_fault_in_a_table_names_line_and_field(alt: str, neu: str, meldung: str) -> None:
    assert alt in TABELLE
    maengel = read_table("x.csv", TABELLE.replace(alt, neu).encode()).maengel
    assert any(meldung in str(mangel) for mangel in maengel), maengel


@pytest.mark.parametrize(
    ("zeile", "meldung"),
    [
        ('{"kennung": "a", "kennung": "b"}', "„kennung“ steht zweimal"),
        ('{"kennung": NaN}', "„NaN“ ist keine zulässige Zahl"),
        ("[1]", "Erwartet wird ein Objekt je Zeile."),
        ("{", "Die Zeile ist kein gültiges JSON"),
        ('{"kennung": "a", "titel": "\\ud800"}', "nicht gespeichert werden kann"),
        ('{"kennung": "a", "titel": "\\u0000"}', "nicht gespeichert werden kann"),
        ("{}", "Feld „titel“: Das Feld ist Pflicht"),
        ("[" * 5000, "kein gültiges JSON"),
    ],
)
def test_a_fault_in_json_lines_names_the_line(zeile: str, meldung: str) -> None:
    text = to_jsonl(KOPF, []) + zeile + "\n"
    maengel = [str(m) for m in read_jsonl("x.jsonl", text.encode()).maengel]
    assert any(m.startswith("x.jsonl, Zeile 2") and meldung in m for m in maengel), maengel


def test_a_file_without_its_aufgabensatz_is_refused() -> None:
    (mangel,) = read_jsonl("x.jsonl", b"").maengel
    assert "Die erste Zeile muss den Aufgabensatz nennen" in mangel.grund


@pytest.mark.parametrize(
    ("quelle", "meldung"),
    [
        (("abgerufen", None, ""), "verlangt Abrufdatum und text_hash"),
        (("abgerufen", dt.date(2026, 1, 1), ""), "verlangt Abrufdatum und text_hash"),
        (("mitgelieferter_text", None, ""), "verlangt ein Abrufdatum"),
        (("nicht_abgerufen", dt.date(2026, 1, 1), ""), "weder Abrufdatum noch text_hash"),
    ],
)
def test_a_source_says_only_what_happened(quelle: tuple, meldung: str) -> None:
    """R-1.1: no file may state a retrieval that did not happen."""
    abruf, datum, digest = quelle
    teil = {"abruf": abruf, "abrufdatum": datum, "text_hash": digest}
    daten = {"kriterien": [], "quellen": [teil], "beispielantworten": []}
    ((feld, grund),) = contradictions(daten)
    assert feld == "quellen[1].abruf"
    assert meldung in grund


def test_criteria_and_examples_must_fit_together() -> None:
    kriterien = [{"kennung": "K1"}, {"kennung": "K1"}]
    daten = {"kriterien": kriterien, "quellen": [], "beispielantworten": [{"erfuellt": ["K9"]}]}
    assert [grund for _, grund in contradictions(daten)] == [
        "Die Kennung „K1“ steht zweimal.",
        "Ein Kriterium „K9“ gibt es nicht.",
    ]
