"""The forty bg1 tasks are the data set's words; their expected numbers can be counted again."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from citations_app.normenbestand.mitgeliefert import mitgelieferter_bestand

WURZEL = Path(__file__).parents[2]
DATEN = WURZEL / "lexassay/beispiel/daten"
BG1 = DATEN / "bg1"
ANTWORTEN = DATEN / "antworten/bg1"
KENNUNGEN = sorted(path.stem for path in BG1.glob("bg1-gp-*.yaml"))
MODELLE = ("demo-aster", "demo-birke", "demo-cassia")
ENDEN = {
    "stop",
    "length",
    "length_frueh",
    "filter",
    "timeout",
    "leer",
    "fehler503",
    "werkzeug_ausgefuehrt",
    "abbruch",
}
TECHNISCH = {"timeout": "timeout", "leer": "leere_ausgabe", "fehler503": "provider_fehler"}
AUFGABENFELDER = {
    "kennung",
    "version",
    "titel",
    "faehigkeit",
    "hypothese",
    "rechtsordnung",
    "aufgabentyp",
    "kategorien",
    "prompt",
    "eingabedaten",
    "goldloesung",
    "sollwert",
    "rechtsstand",
    "bewertungsmodus",
    "regel",
    "sichtbarkeit",
    "erfundene_entscheidung",
    "canary",
    "namensnennung",
    "quellen",
    "kriterien",
    "beispielantworten",
}
GESETZE = {
    "AGG": "agg",
    "BGB": "bgb",
    "GG": "gg",
    "GmbHG": "gmbhg",
    "InsO": "inso",
    "StGB": "stgb",
    "StPO": "stpo",
}
NORM = re.compile(
    r"(?P<art>§|Art\.) (?P<nr>\d+[a-z]?)(?: Abs\. (?P<abs>\d+[a-z]?))?"
    rf"(?: (?:Satz|Nr\.) \d+)* (?P<gesetz>{'|'.join(GESETZE)})\b"
)


def read(path: Path) -> dict[str, Any]:
    text = path.read_text("utf-8")
    assert "\t" not in text
    assert text.endswith("\n")
    return yaml.safe_load(text)


def aufgabe(kennung: str) -> dict[str, Any]:
    return read(BG1 / f"{kennung}.yaml")


def antwort(modell: str, kennung: str) -> dict[str, Any]:
    return read(ANTWORTEN / modell / f"{kennung}.yaml")


def datensatz() -> dict[str, dict[str, str]]:
    lines = (WURZEL / "tests/data/benger/grundprinzipien.jsonl").read_text("utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


def original(kennung: str) -> dict[str, str]:
    return datensatz()[kennung.removeprefix("bg1-").upper()]


def kategorien(task: dict[str, Any]) -> dict[str, str]:
    return {entry["art"]: entry["name"] for entry in task["kategorien"]}


def kurzantwort(text: str) -> str | None:
    """The Ja or Nein of an answer, None if the form is missed; apart from the product's rule."""
    fenced = re.fullmatch(r"```json\n(.*)\n```", text, re.DOTALL)
    try:
        found = json.loads(fenced[1] if fenced else text)
    except json.JSONDecodeError:
        return None
    if not isinstance(found, dict) or set(found) != {"kurzantwort", "begruendung"}:
        return None
    return found["kurzantwort"].rstrip(".")


def outcome(modell: str, kennung: str) -> str:
    """What the last attempt of one answer file comes to."""
    found = antwort(modell, kennung)
    ende = found.get("versuche", [{"ende": "stop"}])[-1]["ende"]
    if ende != "stop":
        return TECHNISCH[ende]
    kurz = kurzantwort(found["antwort"])
    if kurz is None:
        return "formal_ungueltig"
    soll = aufgabe(kennung)["sollwert"].rstrip(".")
    return "richtig" if kurz == soll else "falsch"


def test_there_are_forty_tasks_and_three_answers_to_each() -> None:
    assert len(KENNUNGEN) == 40
    for modell in MODELLE:
        assert sorted(path.stem for path in (ANTWORTEN / modell).glob("*.yaml")) == KENNUNGEN


def test_the_tasks_are_balanced_over_domain_and_answer() -> None:
    tasks = [aufgabe(kennung) for kennung in KENNUNGEN]
    cells = Counter((kategorien(task)["domaene"], task["sollwert"].rstrip(".")) for task in tasks)
    assert cells == {
        ("Strafrecht", "Ja"): 10,
        ("Strafrecht", "Nein"): 10,
        ("Zivilrecht", "Ja"): 10,
        ("Zivilrecht", "Nein"): 10,
    }
    assert len({kategorien(task)["standard"] for task in tasks}) >= 15
    assert len({task["titel"] for task in tasks}) == 40


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_a_task_carries_the_data_set_byte_for_byte(kennung: str) -> None:
    task, row = aufgabe(kennung), original(kennung)
    kopf, frage, format_satz = (
        f"Fall:\n{row['fall']}\n\n",
        f"Frage: {row['frage']}\n\n",
        'Antworten Sie nur mit einem JSON-Objekt mit genau zwei Schlüsseln: "kurzantwort"',
    )
    assert task["prompt"].encode().startswith((kopf + frage + format_satz).encode())
    assert task["goldloesung"].encode() == row["begruendung"].encode()
    assert task["sollwert"] == row["kurzantwort"]
    assert kategorien(task)["standard"] == row["grundprinzip"]
    assert kategorien(task)["domaene"].lower() == row["bereich"]


def test_the_sentence_about_the_answer_format_is_the_same_in_every_task() -> None:
    sentences = {aufgabe(kennung)["prompt"].rsplit("\n\n", 1)[1] for kennung in KENNUNGEN}
    assert len(sentences) == 1


def test_gold_labels_keep_the_full_stop_where_the_data_set_has_one() -> None:
    labels = Counter(aufgabe(kennung)["sollwert"] for kennung in KENNUNGEN)
    assert labels == {"Ja": 18, "Ja.": 2, "Nein": 18, "Nein.": 2}


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_a_task_is_whole_and_names_source_authors_and_licence(kennung: str) -> None:
    task, row = aufgabe(kennung), original(kennung)
    assert set(task) == AUFGABENFELDER
    assert task["kennung"] == kennung
    assert task["titel"].startswith(row["grundprinzip"] + ": ")
    assert task["faehigkeit"]
    assert task["hypothese"]
    assert (task["bewertungsmodus"], task["regel"]) == ("regel", "bg1_ja_nein")
    assert task["rechtsstand"] is None
    for part in (row["id"], row["autoren"], "CC BY 4.0", "SebastianNagl/benger-platform"):
        assert part in task["namensnennung"]
    (quelle,) = task["quellen"]
    assert quelle["fundstelle"] == f"BenGER, Grundprinzipien, {row['id']}"
    assert (quelle["abruf"], quelle["abrufdatum"]) == ("nicht_abgerufen", None)


def test_the_set_names_licence_paper_and_what_is_not_the_data_sets() -> None:
    satz = read(BG1 / "aufgabensatz.yaml")
    assert (satz["kennung"], satz["bewertungsverfahren"], satz["beispiel"]) == (
        "bg1",
        "regel",
        True,
    )
    assert satz["hinweis"] == "Ja/Nein-Aufgabe, Ratewahrscheinlichkeit 50 %"
    for part in (
        "BenGER",
        "arXiv:2605.28183",
        "CC BY 4.0",
        "Elly Breu",
        "Auswahl",
        "Antwortformat",
    ):
        assert part in satz["namensnennung"]
    copied = (WURZEL / "tests/data/benger/README.md").read_text("utf-8")
    assert "CC BY 4.0" in copied
    assert "2605.28183" in copied


@pytest.mark.parametrize("modell", MODELLE)
def test_every_answer_file_is_well_formed(modell: str) -> None:
    for kennung in KENNUNGEN:
        found = antwort(modell, kennung)
        assert set(found) <= {"antwort", "tokens", "versuche"}
        assert set(found["tokens"]) == {"eingabe", "ausgabe", "denken"}
        assert all(type(value) is int and value >= 0 for value in found["tokens"].values())
        versuche = found.get("versuche", [])
        assert {versuch["ende"] for versuch in versuche} <= ENDEN
        if versuche and versuche[-1]["ende"] == "stop":
            assert versuche[-1]["antwort"] == found["antwort"]


def test_no_reasoning_is_written_twice() -> None:
    texts = [antwort(modell, kennung)["antwort"] for modell in MODELLE for kennung in KENNUNGEN]
    written = [text for text in texts if text]
    assert len(written) == 117
    assert len(set(written)) == 117
    starts = Counter(" ".join(re.findall(r"\w+", text)[3:11]) for text in written)
    assert max(starts.values()) == 1


@pytest.mark.parametrize("modell", MODELLE)
def test_the_expected_numbers_are_those_that_the_answers_give(modell: str) -> None:
    counted = Counter(outcome(modell, kennung) for kennung in KENNUNGEN)
    stated = read(BG1 / "erwartung.yaml")["modelle"][modell]
    technical = {name: counted[name] for name in TECHNISCH.values()}
    graded = len(KENNUNGEN) - sum(technical.values())
    for name in ("richtig", "falsch", "formal_ungueltig"):
        assert stated[name] == counted[name]
    assert stated["bewertet"] == stated["technisch"]["erfolgreich"] == graded
    assert {name: stated["technisch"][name] for name in technical} == technical
    assert sum(stated["technisch"].values()) == len(KENNUNGEN)
    assert Fraction(stated["summe_punkte"]) == Fraction(counted["richtig"], 40)
    assert stated["score"] == (counted["richtig"] * 200 + 40) // 80


@pytest.mark.parametrize("modell", MODELLE)
def test_the_expected_lists_name_exactly_the_tasks_concerned(modell: str) -> None:
    stated = read(BG1 / "erwartung.yaml")["modelle"][modell]
    found: dict[str, list[str]] = {"falsch": [], "formal_ungueltig": [], "technisch": []}
    for kennung in KENNUNGEN:
        result = outcome(modell, kennung)
        group = "technisch" if result in TECHNISCH.values() else result
        found.setdefault(group, []).append(kennung)
    cut = [k for k in KENNUNGEN if len(antwort(modell, k).get("versuche", [])) > 1]
    assert stated["falsch_bei"] == found["falsch"]
    assert stated["formal_ungueltig_bei"] == found["formal_ungueltig"]
    assert stated["technisch_nicht_erfolgreich_bei"] == found["technisch"]
    assert stated["nachlauf_bei"] == cut
    assert stated["nachlauf_zaehlt"] == len(cut)


def test_the_three_models_are_right_in_34_27_and_21_of_40() -> None:
    modelle = read(BG1 / "erwartung.yaml")["modelle"]
    assert {name: (row["richtig"], row["score"]) for name, row in modelle.items()} == {
        "demo-aster": (34, 85),
        "demo-birke": (27, 68),
        "demo-cassia": (21, 53),
    }


def test_the_rule_examples_cover_right_wrong_form_full_stop_and_fence() -> None:
    found = read(BG1 / "regelbeispiele.yaml")
    assert found["regel"] == "bg1_ja_nein"
    names = {example["name"]: example for example in found["beispiele"]}
    assert {"richtig", "falsch", "richtig-sollwert-mit-punkt", "richtig-eingezaeunt"} <= set(names)
    assert {example["art"] for example in names.values()} == {"positiv", "negativ"}
    for example in names.values():
        right = example["erwartetes_label"] == "korrekt"
        assert example["erwarteter_wert"] == ("1" if right else "0")
        assert (example["art"] == "positiv") == right


def missing_norms(modell: str) -> set[str]:
    bestand = mitgelieferter_bestand()
    missing = set()
    for kennung in KENNUNGEN:
        for hit in NORM.finditer(antwort(modell, kennung)["antwort"]):
            einheit = "§" if hit["art"] == "§" else "Art"
            norm = bestand.vorschrift(GESETZE[hit["gesetz"]], f"{einheit} {hit['nr']}")
            gone = norm is None or norm.weggefallen
            if gone or (hit["abs"] and norm.gezaehlt and norm.absatz(hit["abs"]) is None):
                missing.add(hit[0])
    return missing


def test_only_cassia_cites_norms_that_do_not_exist() -> None:
    assert missing_norms("demo-aster") == set()
    assert missing_norms("demo-birke") == set()
    assert missing_norms("demo-cassia") == {
        "§ 230a StGB",
        "§ 705 Abs. 9 BGB",
        "§ 823 Abs. 7 BGB",
        "§ 2999 BGB",
    }
