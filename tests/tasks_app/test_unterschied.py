"""The difference of two versions reads as a person would tell it."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks_app.unterschied import Art, compare, stretches

KRITERIUM = {"kennung": "K1", "text": "Ein Monat", "gewicht": 2, "fundstelle": ""}


@given(st.text(), st.text())
def test_the_stretches_hold_both_texts_completely(alt: str, neu: str) -> None:
    teile = list(stretches(alt, neu))
    assert "".join(t.text for t in teile if t.art != Art.NEU) == alt
    assert "".join(t.text for t in teile if t.art != Art.WEG) == neu


@given(st.text())
def test_the_same_text_has_no_difference(text: str) -> None:
    assert compare({"prompt": text}, {"prompt": text}) == ()


@pytest.mark.parametrize(
    ("alt", "neu", "felder"),
    [
        ({"prompt": "a"}, {"prompt": "b"}, ["prompt"]),
        ({"version": 1, "titel": "T"}, {"version": 2, "titel": "T"}, []),
        ({"rechtsstand": None}, {"rechtsstand": dt.date(2026, 4, 1)}, ["rechtsstand"]),
        ({"kriterien": [KRITERIUM]}, {"kriterien": []}, ["kriterien K1"]),
        (
            {"kriterien": [KRITERIUM]},
            {"kriterien": [KRITERIUM, {**KRITERIUM, "kennung": "K2"}]},
            ["kriterien K2"],
        ),
        ({"kategorien": [["domaene", "A"]]}, {"kategorien": [["domaene", "B"]]}, ["kategorien"]),
    ],
)
def test_changed_fields_are_named(alt: dict, neu: dict, felder: list[str]) -> None:
    assert [u.feld for u in compare(alt, neu)] == felder


def test_a_change_of_spacing_only_is_said() -> None:
    (unterschied,) = compare({"prompt": "a b"}, {"prompt": "a  b\n"})
    assert unterschied.nur_abstaende


def test_a_very_long_text_is_compared_by_lines() -> None:
    alt = "Zeile mit fünf kurzen Wörtern\n" * 2000
    (unterschied,) = compare({"prompt": alt}, {"prompt": alt + "Schluss"})
    assert [a.text for a in unterschied.abschnitte if a.art == Art.NEU] == ["Schluss"]
