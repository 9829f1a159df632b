"""No byte that the site serves holds anything of the six secret tasks (R-12.3)."""

from __future__ import annotations

import io
import json
import re
import tempfile
import unicodedata
import zipfile
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

from tests.e2e.betrieb import ROOT, Betrieb
from tests.e2e.seiten import all_paths

pytestmark = pytest.mark.browser
DATEN = ROOT / "lexassay" / "beispiel" / "daten"
GEHEIM = [f"v2-{nummer}" for nummer in range(15, 21)]
FENSTER = 8
"""R-11.1: no run of eight words of a secret prompt, gold solution, criterion or reason."""
MODELLE = ("demo-aster", "demo-birke", "demo-cassia")


def read(pfad: str) -> dict[str, Any]:
    return dict(yaml.safe_load((DATEN / pfad).read_text("utf-8")))


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold())


def windows(text: str) -> Iterator[tuple[str, ...]]:
    folge = words(text)
    yield from zip(*(folge[i:] for i in range(FENSTER)), strict=False)


def strings(wert: Any) -> Iterator[str]:
    """Yield every text inside a value read from YAML or JSON."""
    match wert:
        case str():
            yield wert
        case dict():
            for eintrag in wert.values():
                yield from strings(eintrag)
        case list():
            for eintrag in wert:
                yield from strings(eintrag)


@cache
def secret_windows() -> frozenset[tuple[str, ...]]:
    """Eight-word runs of the secret tasks and of all answers to them, without what is also public.

    Public is what stands in a public task or its answers, or is statute text that both quote.
    """
    geheim: set[tuple[str, ...]] = set()
    for kennung in GEHEIM:
        aufgabe = read(f"v2/{kennung}.yaml")
        quellen = aufgabe.pop("quellen")
        amtlich = {w for quelle in quellen for w in windows(quelle.get("wortlaut") or "")}
        texte = list(strings(aufgabe))
        for modell in MODELLE:
            texte += strings(read(f"antworten/v2/{modell}/{kennung}.yaml"))
        geheim |= {w for text in texte for w in windows(text)} - amtlich
    return frozenset(geheim - public_windows())


def public_windows() -> set[tuple[str, ...]]:
    oeffentlich: set[tuple[str, ...]] = set()
    for datei in (*DATEN.glob("*/*.yaml"), *DATEN.glob("antworten/*/*/*.yaml")):
        if datei.stem in GEHEIM or datei.stem == "abdeckung":
            continue
        for text in strings(yaml.safe_load(datei.read_text("utf-8"))):
            oeffentlich.update(windows(text))
    return oeffentlich


def readable(pfad: str, inhalt: bytes) -> Iterator[str]:
    """Yield what a reader could find in a file, archives and tables unpacked."""
    if pfad.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(inhalt)) as archiv:
            for name in archiv.namelist():
                yield from readable(name, archiv.read(name))
    elif pfad.endswith(".parquet"):
        yield from parquet_strings(inhalt)
    else:
        text = inhalt.decode("utf-8", "replace")
        yield text
        if pfad.endswith(("json", "jsonld")):
            yield from strings(json.loads(text))
        elif pfad.endswith((".html", ".xml", ".svg", "/")):
            yield unescape(re.sub(r"<[^>]+>", " ", text))


def parquet_strings(inhalt: bytes) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as ordner:
        datei = Path(ordner) / "t.parquet"
        datei.write_bytes(inhalt)
        for zeile in duckdb.sql(f"SELECT * FROM '{datei}'").fetchall():
            yield from strings(list(zeile))


@pytest.fixture(scope="module")
def served(site: Betrieb) -> dict[str, bytes]:
    """Every released file under its address, fetched from the running site, and the live pages."""
    pfade = json.loads(
        site.python(
            "import json\n"
            "from lexassay.builds.selectors import published_build\n"
            "print(json.dumps(sorted(published_build().manifest['pruefsummen'])))"
        )
    )
    adressen = {re.sub(r"(^|/)index\.html$", r"\1", pfad) for pfad in pfade} - {"404.html"}
    adressen |= {"builds/", "gibt-es-nicht/", "rangliste/v2/?sort=score", *all_paths(site)}
    return {adresse: site.get(adresse).inhalt for adresse in sorted(adressen)}


def test_the_crawl_covers_pages_and_data(served: dict[str, bytes]) -> None:
    assert len(served) > 400
    for pfad in ("", "sitemap.xml", "daten/build.zip", "daten/stand.json", "daten/runs.parquet"):
        assert served[pfad], pfad


def test_no_canary_and_no_hash_input_is_served(served: dict[str, bytes]) -> None:
    zeichen = [read(f"v2/{kennung}.yaml")["canary"] for kennung in GEHEIM]
    assert all(len(c) > 8 for c in zeichen)
    for pfad, inhalt in served.items():
        texte = "\n".join(readable(pfad, inhalt))
        for canary in zeichen:
            assert canary not in texte, pfad


def test_no_run_of_eight_words_of_a_secret_task_is_served(served: dict[str, bytes]) -> None:
    geheim = secret_windows()
    assert len(geheim) > 2_000
    funde = [
        (pfad, " ".join(fenster))
        for pfad, inhalt in served.items()
        for text in readable(pfad, inhalt)
        for fenster in windows(text)
        if fenster in geheim
    ]
    assert funde == []


def test_the_search_would_find_a_leak() -> None:
    """A sentence of a secret prompt in a page would be a finding."""
    satz = read("v2/v2-15.yaml")["prompt"]
    text = "".join(readable("x.html", f"<p>{satz}</p>".encode()))
    assert any(fenster in secret_windows() for fenster in windows(text))


@pytest.mark.parametrize("kennung", GEHEIM)
def test_no_page_answers_for_a_secret_task(site: Betrieb, kennung: str) -> None:
    aster = "beispiel-v2-demo-aster-standard"
    for pfad in (f"aufgabe/{kennung}/", f"aufgabe/{kennung}/daten.json"):
        assert site.get(pfad).status == 404
    for pfad in (f"antwort/{aster}/{kennung}/1/", f"antwort/{aster}/{kennung}/1/daten.json"):
        assert site.get(pfad).status == 404
    titel = read(f"v2/{kennung}.yaml")["titel"]
    assert titel not in site.get("aufgaben/v2/").text
