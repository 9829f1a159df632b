"""The accuracy that DESIGN 9 demands of the grammar, on real court decisions with expert spans."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from citations_app.grammar import Rechtsordnung, extract

ROOT = Path(__file__).resolve().parents[3]


def _bench() -> ModuleType:
    name = "bench_citations"
    pfad = ROOT / "tests" / "benchmarks" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, pfad)
    assert spec is not None
    assert spec.loader is not None
    modul = importlib.util.module_from_spec(spec)
    sys.modules[name] = modul
    spec.loader.exec_module(modul)
    return modul


BENCH = _bench()
GOLD = BENCH.read_gold()


def test_norms_and_decisions_are_found_and_nothing_else() -> None:
    genau = BENCH.measure_accuracy(GOLD)
    assert genau.recall["norm"] >= 0.985
    assert genau.recall["entscheidung"] >= 0.98
    assert genau.precision >= 0.995, genau.falsch


def test_norms_that_federal_courts_cite_exist_as_parsed() -> None:
    wahr = BENCH.measure_truth(GOLD, BENCH.read_index())
    assert wahr.geprueft > 1_300
    assert wahr.quote >= 0.985, wahr.verfehlt
    assert not [zeile for zeile in wahr.verfehlt if "ohne Erklärung" in zeile]


def test_german_text_yields_no_us_citation() -> None:
    assert BENCH.us_hits_in_german(GOLD) == 0


def test_a_measure_that_finds_nothing_reports_zero() -> None:
    genau = BENCH.measure_accuracy(GOLD[:300], lambda text: [])
    assert genau.recall["norm"] == 0.0


@pytest.mark.parametrize("datei", ["antworten_auszug.jsonl", "grundprinzipien.jsonl"])
def test_answers_of_models_hold_german_and_union_law_only(datei: str) -> None:
    text = (ROOT / "tests" / "data" / "benger" / datei).read_text(encoding="utf-8")
    gelesen = extract(text)
    assert len(gelesen) > 200
    assert {f.rechtsordnung for f in gelesen} <= {Rechtsordnung.DE, Rechtsordnung.EU}
