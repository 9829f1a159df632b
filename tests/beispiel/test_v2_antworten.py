"""The recorded answers of v2: verdicts, attempts and points hold, secrets stay secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from typing import Any

import pytest

from grading_app.hinweis import hinweis_vorhanden
from grading_app.scoring import hinweisabzug, punkte, score, zitatabzug
from lexassay.beispiel.standin.anbieter_aufzeichnungen import ENDEN
from tests.beispiel.v2_daten import (
    ALLE,
    DATEN,
    GEHEIM,
    KENNUNGEN,
    MODELLE,
    OEFFENTLICH,
    aufgabe,
    aufzeichnung,
    enden,
    graded,
    read,
)
from tests.beispiel.v2_zitate import zitate

# Where US cases are not read (requirements/us.lock is optional), what rests on them is not tested.
OHNE_US = find_spec("eyecite") is None
US_FAELLE = {("demo-birke", "v2-09"), ("demo-cassia", "v2-20")}


# --- verdicts and attempts -----------------------------------------------------------------------


def test_every_model_has_one_record_for_every_task() -> None:
    files = {(p.parent.name, p.stem) for p in (DATEN / "antworten/v2").glob("*/*.yaml")}
    assert files == set(ALLE)


@pytest.mark.parametrize(("modell", "kennung"), ALLE)
def test_a_graded_answer_has_a_verdict_for_every_criterion(modell: str, kennung: str) -> None:
    record = aufzeichnung(modell, kennung)
    expected = [k["kennung"] for k in aufgabe(kennung)["kriterien"]]
    assert list(record["urteile"]) == (expected if graded(modell, kennung) else [])
    for urteil in record["urteile"].values():
        assert set(urteil) == {"erfuellt", "begruendung", "passage"}
        assert urteil["begruendung"].strip()
        assert urteil["passage"] in record["antwort"]
        assert urteil["passage"] or not urteil["erfuellt"]


@pytest.mark.parametrize(("modell", "kennung"), ALLE)
def test_an_answer_is_as_long_as_a_real_one(modell: str, kennung: str) -> None:
    record = aufzeichnung(modell, kennung)
    assert set(record["tokens"]) == {"eingabe", "ausgabe", "denken"}
    if graded(modell, kennung):
        assert 45 <= len(record["antwort"].split()) <= 190


@pytest.mark.parametrize(("modell", "kennung"), ALLE)
def test_attempts_end_in_a_known_way_and_the_last_sound_one_is_the_answer(
    modell: str, kennung: str
) -> None:
    record = aufzeichnung(modell, kennung)
    versuche = record.get("versuche", [])
    assert {v["ende"] for v in versuche} <= ENDEN
    sound = [v["antwort"] for v in versuche if v["ende"] == "stop"]
    assert sound in ([], [record["antwort"]])
    if "length_frueh" in enden(modell, kennung):
        assert record["antwort"].startswith(versuche[0]["antwort"])


def test_technical_faults_stand_in_public_tasks_only() -> None:
    faulty = {k for m, k in ALLE if enden(m, k) != ["stop"]}
    assert faulty <= set(OEFFENTLICH)


# --- points --------------------------------------------------------------------------------------


def computed(modell: str, kennung: str) -> tuple[Fraction, int, bool, Fraction]:
    """Share of criteria, number of Zitatabzüge, notice, points: counted from the files."""
    record = aufzeichnung(modell, kennung)
    if not graded(modell, kennung):
        return Fraction(0), 0, False, Fraction(0)
    gewicht = {k["kennung"]: k["gewicht"] for k in aufgabe(kennung)["kriterien"]}
    met = sum(gewicht[k] for k, u in record["urteile"].items() if u["erfuellt"])
    share = Fraction(met, sum(gewicht.values()))
    bad = {z.fundstelle.abzugsschluessel for z in zitate(modell, kennung) if z.kostet}
    notice = hinweis_vorhanden(record["antwort"])
    deductions = zitatabzug(bad) + hinweisabzug(notice)
    return share, len(bad), notice, punkte(share, deductions)


@pytest.mark.parametrize(("modell", "kennung"), ALLE)
def test_points_are_what_the_sample_promises(modell: str, kennung: str) -> None:
    if OHNE_US and (modell, kennung) in US_FAELLE:
        pytest.skip("US cases are not read in this installation")
    row = read("v2/abdeckung.yaml")["punkte"][modell][kennung]
    share, bad, notice, points = computed(modell, kennung)
    assert Fraction(row["anteil"]) == share
    assert row["zitatabzuege"] == bad
    assert row["hinweis"] is notice
    assert Fraction(row["punkte"]) == points


@pytest.mark.skipif(OHNE_US, reason="US cases are not read in this installation")
@pytest.mark.parametrize("modell", MODELLE)
def test_the_score_is_what_the_sample_promises(modell: str) -> None:
    points = [computed(modell, k)[3] for k in KENNUNGEN]
    assert read("v2/abdeckung.yaml")["score"][modell] == score(points, len(points))


def test_the_models_differ_clearly() -> None:
    scores = read("v2/abdeckung.yaml")["score"]
    assert scores["demo-aster"] > scores["demo-birke"] + 20 > scores["demo-cassia"] + 40


# --- secrets -------------------------------------------------------------------------------------


def runs(text: str, length: int) -> set[str]:
    words = re.findall(r"\w+", text.casefold())
    return {" ".join(words[i : i + length]) for i in range(len(words) - length + 1)}


def strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for child in value.values():
                yield from strings(child)
        case list():
            for child in value:
                yield from strings(child)


@cache
def public_runs(length: int) -> frozenset[str]:
    names = ["v2/aufgabensatz.yaml", "handbefunde.yaml", "quellen.yaml"]
    names += [f"v2/{k}.yaml" for k in OEFFENTLICH]
    names += [f"antworten/v2/{m}/{k}.yaml" for m in MODELLE for k in OEFFENTLICH]
    texts = [text for name in names for text in strings(read(name))]
    return frozenset().union(*(runs(text, length) for text in texts))


@pytest.mark.parametrize("kennung", GEHEIM)
def test_no_words_of_a_secret_task_stand_in_public_text(kennung: str) -> None:
    t = aufgabe(kennung)
    own = [t["titel"], t["prompt"], t["goldloesung"], t["hypothese"], *strings(t["kriterien"])]
    for modell in MODELLE:
        record = aufzeichnung(modell, kennung)
        own += [u["begruendung"] for u in record["urteile"].values()]
        assert not runs(record["antwort"], 25) & public_runs(25)
        assert t["canary"] not in record["antwort"]
    for text in own:
        assert not runs(text, 8) & public_runs(8)
