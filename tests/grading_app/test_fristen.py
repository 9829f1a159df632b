"""Time limits of German, US federal and EU law: the computation and the rule that looks for it."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grading_app.rules.fristen import bgb, eu, frcp
from grading_app.rules.fristen.kalender import BUNDESLAENDER, Einheit, ist_wochenende
from grading_app.rules.registry import evaluate, pruefe_konfiguration
from grading_app.rules.types import KonfigurationsFehler, Regelfehler


def d(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


BGB = [
    ("event, one month, Saturday to Monday", "2026-01-28", 1, "monate", False, "BE", "2026-03-02"),
    ("31 January plus one month", "2027-01-31", 1, "monate", False, None, "2027-02-28"),
    ("leap year", "2028-01-31", 1, "monate", False, None, "2028-02-29"),
    ("two weeks end on the same weekday", "2026-06-03", 2, "wochen", False, "BE", "2026-06-17"),
    ("Fronleichnam counts in Bavaria", "2026-05-21", 2, "wochen", False, "BY", "2026-06-05"),
    ("and not in Berlin", "2026-05-21", 2, "wochen", False, "BE", "2026-06-04"),
    ("8 March is a holiday in Berlin", "2027-02-22", 2, "wochen", False, "BE", "2027-03-09"),
    ("and not in Hamburg", "2027-02-22", 2, "wochen", False, "HH", "2027-03-08"),
    ("Good Friday to Easter Monday", "2026-03-20", 2, "wochen", False, "NW", "2026-04-07"),
    ("New Year", "2025-12-18", 2, "wochen", False, "HH", "2026-01-02"),
    ("§ 187 Abs. 2: year from 1 January", "2026-01-01", 1, "jahre", True, None, "2026-12-31"),
    ("§ 187 Abs. 2: month from the 15th", "2026-03-15", 1, "monate", True, None, "2026-04-14"),
    ("§ 187 Abs. 2: month from 31 January", "2026-01-31", 1, "monate", True, None, "2026-02-28"),
    ("§ 187 Abs. 2: one week", "2026-06-01", 1, "wochen", True, None, "2026-06-07"),
    ("days", "2026-06-01", 10, "tage", False, "BE", "2026-06-11"),
    ("§ 188 Abs. 2: a year from 29 February", "2028-02-29", 1, "jahre", False, None, "2029-02-28"),
]


@pytest.mark.parametrize(
    ("beginn", "dauer", "einheit", "mit", "land", "ende"),
    [z[1:] for z in BGB],
    ids=[z[0] for z in BGB],
)
def test_end_of_a_period_under_bgb(beginn, dauer, einheit, mit, land, ende):
    ergebnis = bgb.fristende(
        d(beginn), dauer, Einheit(einheit), beginn_zaehlt_mit=mit, bundesland=land
    )
    assert ergebnis == d(ende)


FRCP = [
    ("plain 14 days", "2026-06-01", 14, {}, "2026-06-15"),
    ("21 days to observed Independence Day", "2026-06-12", 21, {}, "2026-07-06"),
    ("ends on Juneteenth, a Friday", "2026-06-05", 14, {}, "2026-06-22"),
    ("Thanksgiving", "2026-11-12", 14, {}, "2026-11-27"),
    ("three days after service by mail", "2026-06-01", 14, {"zusatztage_6d": True}, "2026-06-18"),
    ("6(d) after the roll of 6(a)", "2026-06-06", 14, {"zusatztage_6d": True}, "2026-06-25"),
    (
        "6(d) that itself ends on a Saturday",
        "2026-06-03",
        14,
        {"zusatztage_6d": True},
        "2026-06-22",
    ),
    ("backward to the day before", "2026-06-15", 7, {"rueckwaerts": True}, "2026-06-08"),
    ("backward over a weekend", "2026-06-13", 7, {"rueckwaerts": True}, "2026-06-05"),
    ("state holiday", "2026-04-06", 14, {"weitere_feiertage": {d("2026-04-20")}}, "2026-04-21"),
]


@pytest.mark.parametrize(
    ("ereignis", "tage", "mehr", "ende"), [z[1:] for z in FRCP], ids=[z[0] for z in FRCP]
)
def test_end_of_a_period_under_rule_6(ereignis, tage, mehr, ende):
    assert frcp.fristende(d(ereignis), tage, **mehr) == d(ende)


EU = [
    ("days, event not counted", "2026-06-01", 10, "tage", {}, "2026-06-11"),
    ("weeks end on the same weekday", "2026-06-01", 2, "wochen", {}, "2026-06-15"),
    ("month without the date", "2026-01-30", 1, "monate", {}, "2026-03-02"),
    ("Saturday to Monday", "2026-05-13", 1, "monate", {}, "2026-06-15"),
    ("holiday", "2026-05-01", 1, "monate", {"feiertage": {d("2026-06-01")}}, "2026-06-02"),
    (
        "backward stays on a Saturday",
        "2026-06-20",
        1,
        "wochen",
        {"rueckwirkend": True},
        "2026-06-13",
    ),
    ("two working days at least", "2026-06-05", 3, "tage", {}, "2026-06-09"),
    ("one day is exempt from Art. 3(5)", "2026-06-05", 1, "tage", {}, "2026-06-08"),
]


@pytest.mark.parametrize(
    ("ereignis", "dauer", "einheit", "mehr", "ende"), [z[1:] for z in EU], ids=[z[0] for z in EU]
)
def test_end_of_a_period_under_regulation_1182_71(ereignis, dauer, einheit, mehr, ende):
    assert eu.fristende(d(ereignis), dauer, Einheit(einheit), **mehr) == d(ende)


tage = st.dates(dt.date(2020, 1, 1), dt.date(2035, 12, 31))


@given(tage, st.integers(1, 40), st.sampled_from(Einheit), st.sampled_from(sorted(BUNDESLAENDER)))
def test_a_german_period_never_ends_on_a_weekend_and_never_shrinks(beginn, dauer, einheit, land):
    ende = bgb.fristende(beginn, dauer, einheit, bundesland=land)
    assert not ist_wochenende(ende)
    assert ende >= bgb.fristende(beginn, dauer, einheit)
    assert bgb.fristende(beginn, dauer + 1, einheit, bundesland=land) >= ende


@given(tage, st.integers(1, 90), st.booleans())
def test_a_federal_period_ends_on_a_court_day(ereignis, dauer, rueckwaerts):
    ende = frcp.fristende(ereignis, dauer, rueckwaerts=rueckwaerts)
    assert not ist_wochenende(ende)
    assert (ende < ereignis) is rueckwaerts


PARAMETER = {
    "beginn": "2026-01-30",
    "dauer": 1,
    "einheit": "monate",
    "bundesland": "BE",
    "vorkommen": "letztes",
    "notation": "de",
}


def regel(**aenderung) -> dict:
    return {"name": "fristende_bgb", "version": 1, "parameter": PARAMETER | aenderung}


@pytest.mark.parametrize(
    ("antwort", "vorkommen", "wert"),
    [
        ("Zustellung am 30.01.2026, Fristende am 2. März 2026.", "letztes", 1),
        ("Zustellung am 30.01.2026, Fristende am 2. März 2026.", "erstes", 0),
        ("Zustellung am 30.01.2026, Fristende am 2. März 2026.", "jedes", 0),
        ("Fristende: **2.3.2026**. Verlängerung bis 30.3.2026 möglich.", "hervorgehoben", 1),
        ("Fristende: **28.2.2026**, spätestens 2.3.2026.", "hervorgehoben", 0),
        ("Ende mit Ablauf des 28. Februar 2026.", "letztes", 0),
        ("Die Frist endet nach einem Monat.", "letztes", 0),
    ],
)
def test_the_rule_reads_the_stated_occurrence(antwort, vorkommen, wert):
    assert evaluate("logik", regel(vorkommen=vorkommen), antwort, "").wert == wert


def test_a_sollwert_that_contradicts_the_computation_is_reported():
    with pytest.raises(Regelfehler, match=r"widerspricht der Berechnung \(02.03.2026\)"):
        evaluate("logik", regel(), "2. März 2026", "28.02.2026")


@pytest.mark.parametrize(
    ("name", "parameter", "antwort"),
    [
        (
            "fristende_frcp6",
            {"beginn": "2026-06-12", "dauer": 21, "vorkommen": "letztes", "notation": "us"},
            "The answer is due by July 6, 2026.",
        ),
        (
            "fristende_vo_1182_71",
            {
                "beginn": "2026-04-01",
                "dauer": 1,
                "einheit": "monate",
                "bundesland": "NW",
                "vorkommen": "letztes",
                "notation": "de",
            },
            "Die Frist endet am 4. Mai 2026.",
        ),
    ],
)
def test_the_rules_of_us_and_eu_law_grade_an_answer(name, parameter, antwort):
    konfiguration = {"name": name, "version": 1, "parameter": parameter}
    assert evaluate("logik", konfiguration, antwort, "").wert == 1


@pytest.mark.parametrize(
    ("aenderung", "meldung"),
    [
        ({"bundesland": "XX"}, "kein Bundesland"),
        ({"beginn": "30.01.2026"}, "Form"),
        ({"beginn": "2026-02-30"}, "kein Datum"),
        ({"dauer": 0}, "zu klein"),
        ({"einheit": "stunden"}, "zulässigen"),
    ],
)
def test_bad_parameters_are_refused(aenderung, meldung):
    with pytest.raises(KonfigurationsFehler, match=meldung):
        pruefe_konfiguration("logik", regel(**aenderung))
