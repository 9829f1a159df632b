"""One table in three formats shows the same values; nothing undecided is exported."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import duckdb
import pytest

from lexassay.builds.aggregation import evaluate
from lexassay.builds.exports.erzeugen import make_exports
from lexassay.builds.exports.felder import RANGLISTE, RUNS, ZITATE, Spalte, Tabelle
from lexassay.builds.exports.formate import to_csv
from lexassay.builds.redaction import redact
from tests.builds import bausteine as b

TABELLEN = ("rangliste-v2", "runs", "zitate")


@pytest.fixture(scope="module")
def exporte() -> dict[str, bytes]:
    faelle = [b.fall_of("t1"), b.fall_of("t2"), b.fall_of("g1", geheim=True)]
    runs = [b.run("l1-aster", f.kennung, zitate=[b.zitat("§ 1 BGB")]) for f in faelle]
    stand = b.datenstand({"aster": runs}, faelle)
    return make_exports("2026-11-30-1", redact(stand), evaluate(stand))


def from_csv(exporte: dict[str, bytes], name: str) -> list[list[str]]:
    text = exporte[f"daten/{name}.csv"].decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text), delimiter=";"))[1:]


def shown(wert: object) -> str:
    if isinstance(wert, bool):
        return "ja" if wert else "nein"
    return "" if wert is None else str(wert)


@pytest.mark.parametrize("name", TABELLEN)
def test_csv_json_and_parquet_agree(exporte: dict[str, bytes], name: str, tmp_path: Path) -> None:
    aus_json = [list(z.values()) for z in json.loads(exporte[f"daten/{name}.json"])["zeilen"]]
    datei = tmp_path / "t.parquet"
    datei.write_bytes(exporte[f"daten/{name}.parquet"])
    aus_parquet = duckdb.sql(f"SELECT * FROM '{datei}'").fetchall()
    assert [[shown(w) for w in zeile] for zeile in aus_json] == from_csv(exporte, name)
    assert [list(zeile) for zeile in aus_parquet] == aus_json
    assert aus_json


def test_secret_tasks_are_in_no_table(exporte: dict[str, bytes]) -> None:
    assert all("g1" not in zeile for zeile in from_csv(exporte, "runs"))
    assert b"CANARY" not in b"".join(exporte.values())


def test_every_column_stands_in_the_dictionary(exporte: dict[str, bytes]) -> None:
    text = exporte["daten/datenlexikon.csv"].decode("utf-8-sig")
    zeilen = {tuple(z[:2]) for z in list(csv.reader(io.StringIO(text), delimiter=";"))[1:]}
    for tabelle in (RANGLISTE, RUNS, ZITATE):
        assert {(tabelle.name, s.name) for s in tabelle.spalten} <= zeilen


def test_a_formula_stays_text() -> None:
    tabelle: Tabelle[str] = Tabelle(
        name="x", beschreibung="", spalten=(Spalte("wert", "text", "", lambda s: s),)
    )
    assert b"'=1+1" in to_csv(tabelle, [["=1+1"]])
    assert b"'@x" in to_csv(tabelle, [["@x"]])


def test_the_published_script_recomputes_the_archive(
    exporte: dict[str, bytes], tmp_path: Path
) -> None:
    zipfile.ZipFile(io.BytesIO(exporte["daten/build.zip"])).extractall(tmp_path)
    lauf = run_script(tmp_path)
    assert (lauf.returncode, lauf.stdout) == (0, "2 Runs, 1 Zeilen geprüft, 0 Abweichungen.\n")


@pytest.mark.parametrize(
    ("datei", "alt", "neu", "meldung"),
    [
        (
            "auswertung.json",
            '"score_oeffentlich":100',
            '"score_oeffentlich":99',
            "nachgerechnet 100",
        ),
        ("stand.json", '"erfuellt":true', '"erfuellt":false', "Punkte weichen ab"),
        ("runs.csv", "aster", "bster", "runs.csv: Prüfsumme stimmt nicht"),
    ],
)
def test_the_published_script_names_a_forgery(
    exporte: dict[str, bytes], tmp_path: Path, datei: str, alt: str, neu: str, meldung: str
) -> None:
    zipfile.ZipFile(io.BytesIO(exporte["daten/build.zip"])).extractall(tmp_path)
    pfad = tmp_path / datei
    text = pfad.read_text("utf-8")
    assert alt in text
    pfad.write_text(text.replace(alt, neu, 1), "utf-8")
    lauf = run_script(tmp_path)
    assert lauf.returncode == 1
    assert meldung in lauf.stdout


def run_script(ordner: Path) -> subprocess.CompletedProcess[str]:
    """Run the verifier with the standard library only (``-I`` keeps everything else out)."""
    return subprocess.run(
        [sys.executable, "-I", "-S", str(ordner / "pruefe_build.py")],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_published_script_recomputes_intervals_where_nothing_is_secret(tmp_path: Path) -> None:
    faelle = [b.fall_of(f"t{i}") for i in range(6)]
    runs = [b.run("l1-aster", f"t{i}", b.bewertung(("K1",) if i % 2 else ())) for i in range(6)]
    stand = b.datenstand({"aster": runs}, faelle)
    dateien = make_exports("x", redact(stand), evaluate(stand))
    zipfile.ZipFile(io.BytesIO(dateien["daten/build.zip"])).extractall(tmp_path)
    assert run_script(tmp_path).returncode == 0
    pfad = tmp_path / "auswertung.json"
    daten = json.loads(pfad.read_text("utf-8"))
    daten["ranglisten"][0]["zeilen"][0]["score_unten"] += 1
    pfad.write_text(json.dumps(daten), "utf-8")
    assert "Intervall weicht ab" in run_script(tmp_path).stdout
