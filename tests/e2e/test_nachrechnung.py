"""Everybody can recompute a build: the house with verify_build, others with the script inside."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.e2e.betrieb import Betrieb

pytestmark = pytest.mark.browser


def test_verify_build_recomputes_every_number_of_the_running_site(site: Betrieb) -> None:
    fertig = site.manage("verify_build")
    assert fertig.returncode == 0, fertig.stderr
    assert "alle Zahlen nachgerechnet" in fertig.stdout
    assert site.get("").kopf["x-lexassay-build"] in fertig.stdout


def test_the_chain_of_events_is_unbroken(site: Betrieb) -> None:
    fertig = site.manage("verify_ereignisse")
    assert fertig.returncode == 0, fertig.stderr


@pytest.fixture
def heruntergeladen(site: Betrieb, tmp_path: Path) -> Path:
    """The unpacked download of the build."""
    with zipfile.ZipFile(io.BytesIO(site.get("daten/build.zip").inhalt)) as archiv:
        archiv.extractall(tmp_path)
    return next(tmp_path.rglob("pruefe_build.py")).parent


def run_script(ordner: Path) -> subprocess.CompletedProcess[str]:
    """Run it as a stranger would: isolated, without our packages."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "pruefe_build.py"],
        cwd=ordner,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_script_of_the_download_finds_every_number_right(heruntergeladen: Path) -> None:
    fertig = run_script(heruntergeladen)
    assert fertig.returncode == 0, fertig.stdout + fertig.stderr


@pytest.mark.parametrize("faelschung", ["checksum", "score", "points"])
def test_the_script_finds_a_forgery(heruntergeladen: Path, faelschung: str) -> None:
    datei = heruntergeladen / ("stand.json" if faelschung == "points" else "auswertung.json")
    daten = json.loads(datei.read_text("utf-8"))
    if faelschung == "score":
        liste = next(r for r in daten["ranglisten"] if r["aufgabensatz"] == "bg1")
        liste["zeilen"][1]["score_oeffentlich"] += 1
        for zeile in daten["zeilen"]:
            if zeile["teilnahme"] == liste["zeilen"][1]["teilnahme"]:
                zeile["score_oeffentlich"] += 1
    if faelschung == "points":
        run = next(r for r in daten["runs"] if r["testfall"] == "v2-07")
        run["bewertung"]["urteile"][0]["erfuellt"] ^= True
    text = json.dumps(daten, ensure_ascii=False)
    datei.write_text(text + " " * (faelschung == "checksum"), "utf-8")
    if faelschung != "checksum":
        _sign_again(heruntergeladen)
    fertig = run_script(heruntergeladen)
    assert fertig.returncode == 1, fertig.stdout + fertig.stderr


def _sign_again(ordner: Path) -> None:
    """A forger also corrects the checksums; then the arithmetic must betray it."""
    import hashlib

    summen = ordner / "SHA256SUMS"
    zeilen = [zeile.split("  ", 1)[1] for zeile in summen.read_text("utf-8").splitlines()]
    neu = [f"{hashlib.sha256((ordner / n).read_bytes()).hexdigest()}  {n}" for n in zeilen]
    summen.write_text("\n".join(neu) + "\n", "utf-8")
