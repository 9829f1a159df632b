"""The archived Aufgabensatz v1: dates, norms and grades hold when counted again."""

from __future__ import annotations

import datetime as dt
import re
import zipfile
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from citations_app.normenbestand.mitgeliefert import verzeichnis
from citations_app.normenbestand.parser import read_law
from citations_app.normenbestand.types import Gesetz

WURZEL = Path(__file__).parents[2]
DATEN = WURZEL / "lexassay/beispiel/daten"
V1 = DATEN / "v1"
ANTWORTEN = DATEN / "antworten/v1"
KENNUNGEN = ["v1-berufungsfrist", "v1-fangfrage", "v1-kuendigungsfrist", "v1-widerrufsfrist"]
MODELLE = ("demo-aster", "demo-birke")
SKALA = {"richtig": Fraction(1), "teilweise": Fraction(1, 2), "falsch": Fraction(0)}
GESETZE = {"BGB": "bgb", "ZPO": "zpo"}
NORM = re.compile(
    r"§ (?P<nr>\d+[a-z]?)(?: Abs\. (?P<abs>\d+[a-z]?))?"
    rf"(?: (?:Satz|Nr\.) \d+| Buchst\. [a-z])* (?P<gesetz>{'|'.join(GESETZE)})\b"
)
FANGFRAGE = "BGH, Urteil vom 14. Februar 2023 – XXI ZR 4711/22"


def read(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text("utf-8"))


def aufgabe(kennung: str) -> dict[str, Any]:
    return read(V1 / f"{kennung}.yaml")


@cache
def gesetz(slug: str) -> Gesetz:
    with zipfile.ZipFile(WURZEL / f"tests/data/gii/{slug}/xml.zip") as archive:
        return read_law(archive.read(archive.namelist()[0]))


def one_line(text: str) -> str:
    return " ".join(text.split())


def next_weekday(day: dt.date) -> dt.date:
    while day.weekday() >= 5:
        day += dt.timedelta(days=1)
    return day


def test_there_are_four_archived_tasks_of_which_one_is_a_fangfrage() -> None:
    satz = read(V1 / "aufgabensatz.yaml")
    assert (satz["bewertungsverfahren"], satz["archiviert"], satz["beispiel"]) == (
        "dreistufig",
        True,
        True,
    )
    assert sorted(path.stem for path in V1.glob("v1-*.yaml")) == KENNUNGEN
    kinds = [aufgabe(kennung)["aufgabentyp"] for kennung in KENNUNGEN]
    assert sorted(kinds) == ["fangfrage", "fristberechnung", "fristberechnung", "fristberechnung"]


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_a_task_has_prompt_gold_sollwert_rechtsstand_and_dated_sources(kennung: str) -> None:
    task = aufgabe(kennung)
    assert task["kennung"] == kennung
    assert task["bewertungsmodus"] == "dreistufig"
    assert all(task[name] for name in ("titel", "faehigkeit", "hypothese", "prompt"))
    assert all(task[name] for name in ("goldloesung", "sollwert", "quellen"))
    assert isinstance(task["rechtsstand"], dt.date)
    assert {entry["art"] for entry in task["kategorien"]} == {
        "domaene",
        "format",
        "standard",
        "faehigkeit",
    }


def quellen() -> list[tuple[str, dict[str, Any]]]:
    return [(kennung, quelle) for kennung in KENNUNGEN for quelle in aufgabe(kennung)["quellen"]]


@pytest.mark.parametrize(("kennung", "quelle"), quellen())
def test_a_source_quotes_the_official_xml_and_carries_its_builddate(
    kennung: str, quelle: dict[str, Any]
) -> None:
    hit = NORM.fullmatch(quelle["fundstelle"])
    assert hit, quelle["fundstelle"]
    slug = GESETZE[hit["gesetz"]]
    law = gesetz(slug)
    norm = law.normen[f"§ {hit['nr']}"]
    assert one_line(quelle["wortlaut"]) in one_line(norm.wortlaut)
    assert not hit["abs"] or norm.absatz(hit["abs"])
    assert quelle["url"] == f"https://www.gesetze-im-internet.de/{slug}/__{hit['nr']}.html"
    assert quelle["abruf"] == "mitgelieferter_text"
    assert quelle["abrufdatum"].strftime("%Y%m%d") == law.builddate[:8]
    assert verzeichnis()[slug].builddate[:8] == law.builddate[:8]
    dates = {entry["abrufdatum"] for entry in aufgabe(kennung)["quellen"]}
    assert aufgabe(kennung)["rechtsstand"] == min(dates)


def test_every_norm_in_gold_and_answers_exists() -> None:
    texts = [aufgabe(kennung)["goldloesung"] for kennung in KENNUNGEN]
    texts += [read(path)["antwort"] for path in ANTWORTEN.glob("*/*.yaml")]
    hits = [hit for text in texts for hit in NORM.finditer(text)]
    assert len(hits) > 30
    for hit in hits:
        norm = gesetz(GESETZE[hit["gesetz"]]).normen[f"§ {hit['nr']}"]
        assert not norm.weggefallen
        assert not (hit["abs"] and norm.gezaehlt) or norm.absatz(hit["abs"]), hit[0]


def test_the_dates_of_the_gold_solutions_follow_from_the_calendar() -> None:
    last_of_february = dt.date(2026, 3, 1) - dt.timedelta(days=1)
    assert last_of_february.weekday() == 5
    assert next_weekday(last_of_february) == dt.date(2026, 3, 2)
    assert aufgabe("v1-berufungsfrist")["sollwert"] == "Montag, 2. März 2026"
    assert dt.date(2026, 4, 1) + dt.timedelta(days=14) == dt.date(2026, 4, 15)
    assert dt.date(2026, 4, 15).weekday() == 2
    assert "15. April 2026" in aufgabe("v1-widerrufsfrist")["sollwert"]
    assert 10 <= (dt.date(2026, 3, 20) - dt.date(2015, 3, 1)).days / 365.25 < 12
    assert aufgabe("v1-kuendigungsfrist")["sollwert"] == "31. Juli 2026"


def test_the_weekdays_that_the_prompts_name_are_right() -> None:
    namen = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Sonnabend", "Sonntag")
    monate = {"Januar": 1, "März": 3, "April": 4}
    pattern = re.compile(rf"({'|'.join(namen)}), dem (\d+)\. ({'|'.join(monate)}) (\d{{4}})")
    hits = [hit for kennung in KENNUNGEN for hit in pattern.finditer(aufgabe(kennung)["prompt"])]
    assert len(hits) == 3
    for hit in hits:
        day = dt.date(int(hit[4]), monate[hit[3]], int(hit[2]))
        assert namen[day.weekday()] == hit[1]


def test_the_invented_judgment_is_marked_and_no_other_task_has_one() -> None:
    erfunden = {kennung: aufgabe(kennung)["erfundene_entscheidung"] for kennung in KENNUNGEN}
    assert erfunden.pop("v1-fangfrage") == {
        "zitat": FANGFRAGE,
        "geprueft": False,
        "register": "Registerprüfung nicht durchgeführt (Beispiel)",
    }
    assert set(erfunden.values()) == {None}
    assert "XXI ZR 4711/22" in aufgabe("v1-fangfrage")["prompt"]


@pytest.mark.parametrize("modell", MODELLE)
def test_every_answer_has_a_label_a_reason_and_tokens(modell: str) -> None:
    assert sorted(path.stem for path in (ANTWORTEN / modell).glob("*.yaml")) == KENNUNGEN
    for kennung in KENNUNGEN:
        found = read(ANTWORTEN / modell / f"{kennung}.yaml")
        assert set(found) == {"antwort", "tokens", "label", "begruendung"}
        assert found["label"] in SKALA
        assert found["antwort"]
        assert found["begruendung"]


@pytest.mark.parametrize(
    ("modell", "exact", "score"), [("demo-aster", "7/8", 88), ("demo-birke", "3/8", 38)]
)
def test_the_scores_of_v1_are_88_and_38(modell: str, exact: str, score: int) -> None:
    labels = [read(ANTWORTEN / modell / f"{kennung}.yaml")["label"] for kennung in KENNUNGEN]
    mean = sum((SKALA[label] for label in labels), Fraction(0)) / len(labels)
    assert mean == Fraction(exact)
    assert (mean * 100 + Fraction(1, 2)).__floor__() == score


def test_the_label_right_is_given_only_where_the_answer_states_the_sollwert() -> None:
    needed = {
        "v1-berufungsfrist": "2. März 2026",
        "v1-widerrufsfrist": "15. April 2026",
        "v1-kuendigungsfrist": "31. Juli 2026",
        "v1-fangfrage": "14 Tage",
    }
    for path in ANTWORTEN.glob("*/*.yaml"):
        found = read(path)
        assert (found["label"] == "richtig") == (needed[path.stem] in found["antwort"]), path
