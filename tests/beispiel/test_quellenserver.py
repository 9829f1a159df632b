"""The stand-in sources: what they say about a key, and that they start as their own process."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from urllib.error import HTTPError
from urllib.parse import quote

import pytest

from lexassay.beispiel.standin.quellenserver import UngueltigeDaten, answer, read_daten, serve

DATEN = """
- schluessel: "de:dec:BGH:VIII ZR 1/20"
  a: {treffer: [{gericht: BGH, datum: "2020-05-06", aktenzeichen: "VIII ZR 1/20"}]}
  b: {kein_treffer: true}
- schluessel: "de:norm:BGB:§ 823z"
  a: {norm: {zustand: fehlt}}
  b: {fehler: 503}
"""


def ask(basis: str, schluessel: str) -> tuple[int, dict]:
    url = f"{basis}/nachschlagen?schluessel={quote(schluessel)}"
    try:
        with urllib.request.urlopen(url, timeout=30) as antwort:
            return antwort.status, json.loads(antwort.read())
    except HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


@pytest.fixture(scope="module")
def adressen():
    with serve(read_daten(DATEN)) as basis:
        yield basis


@pytest.mark.parametrize(
    ("seite", "schluessel", "status", "teil"),
    [
        ("a", "de:dec:BGH:VIII ZR 1/20", 200, ("treffer", 1)),
        ("b", "de:dec:BGH:VIII ZR 1/20", 200, ("treffer", 0)),
        ("a", "de:norm:BGB:§ 823z", 200, ("norm", 1)),
        ("b", "de:norm:BGB:§ 823z", 503, None),
        ("a", "de:norm:BGB:§ 1", 404, None),
        ("a", "", 404, None),
    ],
)
def test_each_side_answers_for_itself(adressen, seite, schluessel, status, teil):
    got, row = ask(adressen[f"beispielquelle_{seite}"], schluessel)
    assert got == status
    assert row["quelle"] == f"Beispielquelle {seite.upper()}"
    if teil:
        assert len(row[teil[0]]) == teil[1]
        assert "keine echte Quelle" in row["hinweis"]


def test_an_unknown_key_is_called_unknown():
    assert answer({}, "a", "x").inhalt["fehler"] == "unbekannt"


@pytest.mark.parametrize(
    ("text", "wort"),
    [
        ("a: 1", "Liste"),
        ("- a: {kein_treffer: true}", "schluessel"),
        ("- schluessel: x\n- schluessel: x", "zweimal"),
        ("- {schluessel: x, a: {treffer: [], fehler: 500}}", "genau eines"),
        ("- {schluessel: x, a: {norm: {zustand: vielleicht}}}", "zustand"),
        ("- {schluessel: x, b: {fehler: 200}}", "HTTP-Status"),
    ],
)
def test_bad_entries_are_refused_with_a_reason(text, wort):
    with pytest.raises(UngueltigeDaten, match=wort):
        read_daten(text)


def test_it_runs_as_a_process_of_its_own_and_ends_when_told(tmp_path):
    path = tmp_path / "quellen.yaml"
    path.write_text(DATEN, "utf-8")
    command = [sys.executable, "-m", "lexassay.beispiel.standin.quellenserver"]
    with subprocess.Popen(
        [*command, "--port", "0", "--daten", str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            basis = json.loads(process.stdout.readline())
            assert ask(basis["beispielquelle_a"], "de:norm:BGB:§ 823z")[0] == 200
            assert basis["beispielquelle_a"] != basis["beispielquelle_b"]
        finally:
            process.terminate()
            process.wait(timeout=10)


def test_a_bad_file_ends_the_start_with_a_german_line(tmp_path):
    path = tmp_path / "quellen.yaml"
    path.write_text("a: 1", "utf-8")
    command = [sys.executable, "-m", "lexassay.beispiel.standin.quellenserver"]
    done = subprocess.run(
        [*command, "--port", "0", "--daten", str(path)],
        capture_output=True, text=True, timeout=20, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "starten nicht" in done.stderr
