"""Blind grading: ids, order, shares, sample, self-naming (R-6.5, R-6.9, R-15.7)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grading_app.blind import (
    ERSATZ,
    anonym_id,
    anonymisiere,
    mische,
    stichprobe,
    verraet,
    verteile,
)

NAMEN = ["Aquila 2", "Demo-Aster", "Musterlabor"]

SELBST = [
    ("I'm Claude, made by Anthropic. The period ends on 2 March.", {"Claude", "Anthropic"}),
    ("Ich bin ChatGPT und antworte gern.", {"ChatGPT"}),
    ("Als Sprachmodell von OpenAI kann ich irren.", {"OpenAI"}),
    ("Als GPT-4o habe ich keinen Zugriff.", {"GPT-4o"}),
    ("Mein Name ist Aquila 2. Die Frist endet.", {"Aquila 2"}),
    ("Ich wurde entwickelt von Musterlabor.", {"Musterlabor"}),
    ("Die Frist endet.\n\n– Demo-Aster", {"Demo-Aster"}),
    ("As an AI developed by Google, I cannot.", {"Google"}),
]
FREMD = [
    "Die Klage gegen Google LLC ist zulässig (EuGH, C-131/12).",
    "Nach dem Urteil Meta Platforms (C-252/21) gilt Art. 6 DSGVO.",
    "Die Aquila GmbH ist Klägerin.",
    "Der Antrag wurde als unzulässig verworfen; Microsoft war Streithelferin.",
    "Zeuge Claude M. wurde vernommen.",
    "Die Nova-Entscheidung betrifft § 823 BGB.",
]


@pytest.mark.parametrize(("antwort", "namen"), SELBST)
def test_self_naming_is_removed_and_reported(antwort, namen):
    ergebnis = anonymisiere(antwort, NAMEN)
    assert set(ergebnis.selbstnennungen) == namen
    assert not verraet(ergebnis.text, namen)
    assert ERSATZ in ergebnis.text


@pytest.mark.parametrize("antwort", FREMD)
def test_a_party_named_like_a_vendor_stays(antwort):
    ergebnis = anonymisiere(antwort, NAMEN)
    assert (ergebnis.text, ergebnis.selbstnennungen) == (antwort, ())


@given(st.text(max_size=200))
def test_text_without_names_is_untouched(text):
    ergebnis = anonymisiere(text, NAMEN)
    if not ergebnis.selbstnennungen:
        assert ergebnis.text == text


def test_ids_are_distinct_and_tell_nothing():
    ids = [anonym_id("seed", f"run-{n}") for n in range(2_000)]
    assert len(set(ids)) == 2_000
    assert all(len(i) == 10 and i.isalnum() for i in ids)
    assert ids != sorted(ids)


@given(st.sets(st.text(min_size=1, max_size=6), max_size=30))
def test_shuffling_loses_nothing_and_ignores_the_input_order(menge):
    assert sorted(mische("s", menge)) == sorted(menge)
    assert mische("s", sorted(menge)) == mische("s", sorted(menge, reverse=True))


@pytest.mark.parametrize(
    ("anzahl", "erwartet"), [(5, 5), (20, 20), (150, 20), (201, 21), (1_000, 100)]
)
def test_sample_is_ten_percent_at_least_twenty(anzahl, erwartet):
    keys = [f"u{n}" for n in range(anzahl)]
    probe = stichprobe("lauf-1", keys)
    assert len(probe) == erwartet
    assert probe <= set(keys)
    assert probe == stichprobe("lauf-1", keys[::-1])


def test_each_task_has_one_grader_and_the_overlap_a_second():
    aufgaben = [f"v2-{n:02}" for n in range(13)]
    plan = verteile("s", aufgaben, ["a", "b", "c"], ueberlappung_prozent=20)
    assert set(plan) == set(aufgaben)
    erste = Counter(bewerter[0] for bewerter in plan.values())
    assert max(erste.values()) - min(erste.values()) <= 1
    doppelt = [b for b in plan.values() if len(b) == 2]
    assert len(doppelt) == 3
    assert all(a != b for a, b in doppelt)


def test_one_grader_cannot_overlap_with_itself():
    assert set(verteile("s", ["x", "y"], ["a"], ueberlappung_prozent=100).values()) == {("a",)}
