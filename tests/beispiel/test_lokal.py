"""The local models of the sample: one that always says Nein, one whose file is damaged."""

from __future__ import annotations

import asyncio
import hashlib
from importlib.util import find_spec
from pathlib import Path

import pytest

from grading_app.begriffe import Regelform
from grading_app.rules.kombination import BG1_JA_NEIN
from grading_app.rules.registry import evaluate
from lexassay.beispiel.lokal_modelle import FESTE_ANTWORT, KONTEXT, scripted_files
from runs_app.begriffe import Ausfuehrungsweg, Dialekt
from runs_app.normalise import Normalisat, normalise
from runs_app.providers.base import Anfrage
from runs_app.providers.registry import open_adapter
from runs_app.status import TechnischerStatus


def test_the_files_are_the_same_each_time_and_one_is_cut_in_half(tmp_path: Path) -> None:
    skript, bruch = scripted_files(tmp_path / "a")
    noch_einmal = scripted_files(tmp_path / "b")
    assert skript.read_bytes() == noch_einmal[0].read_bytes()
    assert skript.read_bytes().startswith(bruch.read_bytes())
    assert bruch.stat().st_size == skript.stat().st_size // 2


@pytest.mark.parametrize(("sollwert", "label"), [("Nein", "korrekt"), ("Ja", "falsch")])
def test_the_rule_reads_the_fixed_answer(sollwert: str, label: str) -> None:
    ergebnis = evaluate(Regelform.KOMBINATION, BG1_JA_NEIN, FESTE_ANTWORT, sollwert)
    assert ergebnis.label == label


def ask(datei: Path) -> Normalisat:
    adapter = open_adapter(Ausfuehrungsweg.LOKAL_GGUF, Dialekt.LLAMA_CPP)
    anfrage = Anfrage(
        ausfuehrungsweg=Ausfuehrungsweg.LOKAL_GGUF,
        dialekt=Dialekt.LLAMA_CPP,
        model_id=datei.stem,
        system="Antworten Sie.",
        prompt="Ja oder Nein?",
        limit=200,
        deadline_s=60,
        geladener_kontext=KONTEXT,
        datei_pfad=str(datei),
        datei_sha256=hashlib.sha256(datei.read_bytes()).hexdigest(),
    )
    return normalise(asyncio.run(adapter.ask(anfrage)))


@pytest.mark.local_model
@pytest.mark.skipif(
    find_spec("llama_cpp") is None, reason="llama-cpp-python ist nicht installiert (make lokal)"
)
def test_llama_cpp_says_the_fixed_answer_and_fails_on_the_damaged_file(tmp_path: Path) -> None:
    skript, bruch = scripted_files(tmp_path)
    gut, kaputt = ask(skript), ask(bruch)
    assert (gut.status, gut.antwort) == (TechnischerStatus.ERFOLGREICH, FESTE_ANTWORT)
    assert kaputt.status is TechnischerStatus.NICHT_ERFOLGREICHER_ABSCHLUSS
    assert kaputt.exit_code
