"""The pure definition checks, as tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks_app.fingerprint import normal_fingerprint, odd_characters, prompt_fingerprint
from tasks_app.pruefungen import label_variants, leaked_runs, near_duplicates

SATZ = "Der Vermieter verlangt die Räumung der Wohnung zum Ende des dritten Monats nach Zugang."


@pytest.mark.parametrize(
    ("a", "b", "gleich"),
    [
        ("Prüfung", "Prüfung", True),
        ("Prüfung", "Pru\u0308fung", False),
        ("§ 195", "§\u00a0195", False),
        ("a\n", "a", False),
    ],
)
def test_the_fingerprint_is_over_the_exact_bytes(a: str, b: str, gleich: bool) -> None:
    assert (prompt_fingerprint(a) == prompt_fingerprint(b)) is gleich


def test_the_normal_fingerprint_ignores_spacing_and_composition() -> None:
    assert normal_fingerprint("Prüfung  neu\n") == normal_fingerprint("Pru\u0308fung neu")
    assert normal_fingerprint("x²") != normal_fingerprint("x2")


def test_invisible_characters_are_named() -> None:
    assert odd_characters("§\u00a0195 \u202eabc") == ["Richtungszeichen", "geschütztes Leerzeichen"]
    assert odd_characters("Pru\u0308fung") == ["zerlegte Umlaute oder Akzente (nicht NFC)"]
    assert odd_characters("§ 195 BGB\n") == []


def test_labels_that_differ_in_a_full_stop_are_one_group() -> None:
    assert label_variants({"a": "Ja", "b": "ja.", "c": "Nein"}) == [("Ja", "ja.")]


def test_a_reworded_prompt_is_a_near_duplicate_and_another_is_not() -> None:
    texte = {
        "a": SATZ * 2,
        "b": SATZ * 2 + " Bitte antworten.",
        "c": "Ganz anders ist dieser Text.",
    }
    assert [(a, b) for a, b, _ in near_duplicates(texte)] == [("a", "b")]


def test_secret_words_in_a_public_task_are_found() -> None:
    offen = {"o": f"Einleitung. {SATZ} Schluss.", "p": "Nichts davon."}
    assert list(leaked_runs({"g": SATZ}, offen)) == [("g", "o")]


@given(st.dictionaries(st.text(min_size=1), st.text(), max_size=6))
def test_no_text_makes_the_checks_fail(texte: dict[str, str]) -> None:
    list(near_duplicates(texte))
    label_variants(texte)
    list(leaked_runs(texte, texte))
