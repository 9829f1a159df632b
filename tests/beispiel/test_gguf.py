"""The hand-written model file: reproducible bytes, and llama.cpp really runs it."""

from __future__ import annotations

import asyncio
import json
import struct
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexassay.beispiel.gguf import byte_alias, main, unique_pieces, vocabulary, write_gguf
from runs_app.sandbox.zelle import run_closed

TEXT = "Die Frist beträgt einen Monat (§ 517 ZPO); die Frist beginnt mit der Zustellung."
EINGEFROREN = "8510c1ae603009a4c7bedce27b9ea645f75fdd15343f55ecb0ce7100d8f5ecee"


def test_the_same_text_gives_the_same_bytes(tmp_path: Path):
    write_gguf(tmp_path / "a.gguf", TEXT)
    write_gguf(tmp_path / "b.gguf", TEXT)
    a, b = (tmp_path / "a.gguf").read_bytes(), (tmp_path / "b.gguf").read_bytes()
    assert a == b
    # Frozen: on every machine and every Python the same file, so that its hash can be recorded.
    assert sha256(a).hexdigest() == EINGEFROREN
    assert a[:4] == b"GGUF"
    assert struct.unpack_from("<I", a, 4) == (3,)


def test_another_text_gives_another_file(tmp_path: Path):
    write_gguf(tmp_path / "a.gguf", TEXT)
    write_gguf(tmp_path / "b.gguf", TEXT + " Ende.")
    assert (tmp_path / "a.gguf").read_bytes() != (tmp_path / "b.gguf").read_bytes()


@given(st.text(alphabet="aäß§ \n.", min_size=2, max_size=60))
def test_pieces_are_unique_and_add_up_to_the_text(text):
    used = frozenset(byte_alias())
    try:
        pieces = unique_pieces(text, used)
    except ValueError:
        assert text in used
        return
    assert "".join(pieces) == text
    assert len(set(pieces)) == len(pieces)
    assert not used & set(pieces)


def test_the_chain_of_successors_ends_in_the_end_of_turn():
    w = vocabulary(TEXT, endlos=False)
    token, said = w.nachfolger[ord("\n")], ""
    while token != w.zugende:
        said += w.tokens[token]
        token = w.nachfolger[token]
    assert said == TEXT


def test_the_endless_chain_comes_back_to_its_start():
    w = vocabulary(TEXT, endlos=True)
    assert w.nachfolger[len(w.tokens) - 1] == w.nachfolger[ord("\n")]


@pytest.mark.parametrize("text", ["", "  \n", "x"])
def test_a_text_without_substance_is_refused(text, tmp_path, capsys):
    assert main(["--aus", str(tmp_path / "m.gguf"), "--text", text]) == 2
    assert "Text" in capsys.readouterr().err
    assert not (tmp_path / "m.gguf").exists()


@pytest.mark.local_model
@pytest.mark.parametrize("text", [TEXT, "Ja, ja, ja, ja.", "Zeile eins\n\nZeile zwei 🙂"])
def test_llama_cpp_says_exactly_the_text(text, tmp_path: Path):
    if find_spec("llama_cpp") is None:
        pytest.skip("llama-cpp-python ist nicht installiert (make lokal)")
    path = tmp_path / "m.gguf"
    main(["--aus", str(path), "--text", text, "--kontext", "512"])
    auftrag = {
        "datei": str(path),
        "model": "m",
        "system": "",
        "prompt": "Wie lang ist die Frist?",
        "limit": 100,
        "kontext": 512,
        "parameter": {},
    }
    child = run_closed("runs_app.providers.llama_generate:generate", auftrag, deadline_s=60)
    events = [json.loads(line) for line in asyncio.run(child).zeilen]
    assert "".join(event.get("text", "") for event in events) == text
    assert events[-1]["grund"] == "stop"
