"""Released pages are answered before Django: exact bytes, all headers, no query, no cookie."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from lexassay.builds import store
from lexassay.builds.checksums import file_sums, tree_hash
from lexassay.builds.exports.erzeugen import make_exports
from lexassay.builds.models import BuildManifest, Freigabezeiger
from lexassay.public import live, serving, views
from lexassay.public.assets import load_assets
from lexassay.public.pages import render_all
from lexassay.public.pages.rangliste import rangliste
from lexassay.public.serving import Veroeffentlichung
from tests.public.stand_fixture import full_ausgabe

pytestmark = pytest.mark.django_db


class Antwort:
    """What a WSGI application answered."""

    def __init__(self, app: Any, pfad: str, methode: str = "GET", **kopf: str) -> None:
        pfad, _, frage = pfad.partition("?")
        environ = {
            "REQUEST_METHOD": methode,
            "PATH_INFO": pfad,
            "QUERY_STRING": frage,
            "wsgi.input": io.BytesIO(),
            "wsgi.url_scheme": "http",
            **{f"HTTP_{name.upper()}": wert for name, wert in kopf.items()},
        }
        self.status, self.kopf = "", {}
        koerper = app(environ, self._start)
        self.inhalt = b"".join(koerper)
        if hasattr(koerper, "close"):
            koerper.close()

    def _start(self, status: str, headers: list[tuple[str, str]]) -> None:
        self.status, self.kopf = status, dict(headers)


def django_behind(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("299 Django", [])
    return [b"django"]


def publish(kennung: str, dateien: dict[str, bytes]) -> BuildManifest:
    summen = file_sums(dateien)
    build = BuildManifest.objects.create(
        kennung=kennung,
        angelegt_am=timezone.now(),
        status="freigegeben",
        freigegeben_am=timezone.now(),
        baum_hash=tree_hash(summen),
        stand_hash="0" * 64,
        manifest={"pruefsummen": summen},
    )
    store.put_all(build, dateien)
    Freigabezeiger.objects.update_or_create(
        pk=1, defaults={"build": build, "gewechselt_am": timezone.now()}
    )
    return build


@pytest.fixture(autouse=True)
def _forget_cached_builds() -> Iterator[None]:
    yield
    live._ausgabe.cache_clear()
    views._filtered.cache_clear()


@pytest.fixture(scope="module")
def dateien() -> dict[str, bytes]:
    """A site of a few files: every one has to be written and compressed for each test."""
    ausgabe = full_ausgabe()
    alle = {
        **make_exports(ausgabe.kennung, ausgabe.stand, ausgabe.auswertung),
        **render_all(ausgabe),
    }
    gebraucht = ("index.html", "methode/", "rangliste/", "daten/", "assets/", "robots.txt", "404")
    weg = (".woff2", ".parquet", ".zip")
    return {
        pfad: inhalt
        for pfad, inhalt in alle.items()
        if pfad.startswith(gebraucht) and not pfad.endswith(weg)
    }


@pytest.fixture
def build(dateien: dict[str, bytes]) -> BuildManifest:
    return publish(full_ausgabe().kennung, dateien)


@pytest.fixture
def app(build: BuildManifest, tmp_path: Path) -> Veroeffentlichung:
    return Veroeffentlichung(django_behind, tmp_path)


def test_the_bytes_of_the_build_are_served(
    app: Veroeffentlichung, dateien: dict[str, bytes]
) -> None:
    for adresse, pfad in (
        ("/", "index.html"),
        ("/rangliste/v2/", "rangliste/v2/index.html"),
        ("/robots.txt", "robots.txt"),
        ("/daten/rangliste-v2.csv", "daten/rangliste-v2.csv"),
    ):
        antwort = Antwort(app, adresse)
        assert antwort.status == "200 OK"
        assert antwort.inhalt == dateien[pfad]


def test_a_compressed_answer_unpacks_to_the_same_bytes(
    app: Veroeffentlichung, dateien: dict[str, bytes]
) -> None:
    for name, entpacke in (("br", brotli.decompress), ("gzip", gzip.decompress)):
        antwort = Antwort(app, "/", accept_encoding=name)
        assert antwort.kopf["Content-Encoding"] == name
        assert entpacke(antwort.inhalt) == dateien["index.html"]
        assert antwort.kopf["Vary"] == "Accept-Encoding"


def test_the_etag_is_the_checksum_and_saves_the_second_answer(
    app: Veroeffentlichung, build: BuildManifest
) -> None:
    etag = Antwort(app, "/").kopf["ETag"]
    assert etag.strip('"') == build.manifest["pruefsummen"]["index.html"]
    zweite = Antwort(app, "/", if_none_match=etag)
    assert (zweite.status, zweite.inhalt) == ("304 Not Modified", b"")


def test_released_pages_ask_the_database_nothing_and_set_no_cookie(app: Veroeffentlichung) -> None:
    Antwort(app, "/")
    with CaptureQueriesContext(connection) as fragen:
        antwort = Antwort(app, "/methode/")
    assert len(fragen) == 0
    assert "Set-Cookie" not in antwort.kopf


def test_released_pages_carry_the_headers_that_django_sends(
    app: Veroeffentlichung, client: Client
) -> None:
    datei = Antwort(app, "/methode/").kopf
    for name, wert in client.get("/builds/").headers.items():
        if name not in ("ETag", "Cache-Control", "Content-Length", "Vary", "Content-Type"):
            assert datei.get(name) == wert, name


def test_assets_never_change_pages_may(app: Veroeffentlichung, dateien: dict[str, bytes]) -> None:
    stil = next(pfad for pfad in dateien if pfad.endswith(".css"))
    assert "immutable" in Antwort(app, f"/{stil}").kopf["Cache-Control"]
    assert "immutable" not in Antwort(app, "/").kopf["Cache-Control"]


def test_questions_and_other_methods_reach_django(app: Veroeffentlichung) -> None:
    assert Antwort(app, "/rangliste/v2/?sort=score").inhalt == b"django"
    assert Antwort(app, "/", methode="POST").inhalt == b"django"
    assert Antwort(app, "/admin/").inhalt == b"django"
    assert Antwort(app, "/../settings.py").inhalt == b"django"


def test_a_release_switches_the_whole_table(
    app: Veroeffentlichung, dateien: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    Antwort(app, "/")
    publish("zweiter", {"index.html": b"neu", "assets/x.css": b"p{}"})
    assert Antwort(app, "/").inhalt == dateien["index.html"], (
        "the pointer is read every two seconds"
    )
    monkeypatch.setattr(serving, "POINTER_S", 0.0)
    assert Antwort(app, "/").inhalt == b"neu"
    assert Antwort(app, "/methode/").inhalt == b"django", "nothing of the old build is left"


def test_a_broken_copy_is_not_taken_over(
    build: BuildManifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kaputt(_: BuildManifest) -> dict[str, bytes]:
        raise ValueError("Die Prüfsumme stimmt nicht.")

    monkeypatch.setattr(serving, "all_artefacts", kaputt)
    assert Antwort(Veroeffentlichung(django_behind, tmp_path), "/").inhalt == b"django"
    assert list(tmp_path.iterdir()) == []


def test_without_a_release_the_site_says_so(client: Client) -> None:
    antwort = client.get("/")
    assert antwort.status_code == 503
    assert antwort["Cache-Control"] == "no-store"
    assert "freigegeben" in antwort.content.decode()


def test_the_view_gives_the_bytes_of_the_file(
    build: BuildManifest, client: Client, dateien: dict[str, bytes]
) -> None:
    assert client.get("/").content == dateien["index.html"]
    assert client.get("/rangliste/v2/").content == dateien["rangliste/v2/index.html"]
    assert client.get("/methode/").content == dateien["methode/index.html"]


def test_filters_and_order_come_from_the_released_data(
    build: BuildManifest, client: Client
) -> None:
    antwort = client.get("/rangliste/v2/", {"sort": "kosten", "richtung": "ab"})
    erwartet = rangliste(full_ausgabe(), {"satz": "v2", "sort": "kosten", "richtung": "ab"})
    assert antwort.content == erwartet
    nur_einer = client.get("/rangliste/v2/", {"anbieter": "Fiktiv Labs"}).content.decode()
    assert 'data-teilnahme="l1-boreas-hoch"' in nur_einer
    assert 'data-teilnahme="l1-aquila-standard"' not in nur_einer


@pytest.mark.parametrize(
    "frage", ["sort=<script>", "rechtsordnung=xx", "anbieter=%00", "sort=score&sort=rang", "x=1"]
)
def test_a_strange_question_is_no_error_and_no_markup(
    build: BuildManifest, client: Client, frage: str
) -> None:
    antwort = client.get(f"/rangliste/v2/?{frage}")
    assert antwort.status_code == 200
    assert b"<script>alert" not in antwort.content


def test_a_live_page_keeps_its_style_when_the_code_is_newer_than_the_build(
    client: Client,
) -> None:
    stil = load_assets().stil
    publish("alt", {"index.html": b"alt", "404.html": b"nichts"})
    antwort = client.get(f"/{stil}")
    assert antwort.status_code == 200
    assert antwort["Content-Type"].startswith("text/css")
    assert antwort.content == load_assets().dateien[stil]
    assert client.get("/assets/fremd.css").status_code == 404


def test_an_unknown_address_shows_the_page_of_the_build(
    build: BuildManifest, client: Client, dateien: dict[str, bytes]
) -> None:
    antwort = client.get("/gibt/es/nicht/")
    assert antwort.status_code == 404
    assert antwort.content == dateien["404.html"]


def test_an_older_build_stays_readable_and_a_withdrawn_one_says_so(
    build: BuildManifest, client: Client, dateien: dict[str, bytes]
) -> None:
    adresse = f"/builds/{build.kennung}/seiten/methode/"
    assert client.get(adresse).content == dateien["methode/index.html"]
    heute = client.get(f"/builds/{build.kennung}/seiten/builds/")
    assert (heute.status_code, heute["Location"]) == (302, "/builds/")
    BuildManifest.objects.filter(pk=build.pk).update(
        status="zurueckgezogen",
        zurueckgezogen_am=timezone.now(),
        zurueckgezogen_grund="Fehler in <b>Aufgabe</b> 3",
    )
    antwort = client.get(adresse)
    assert antwort.status_code == 410
    assert "&lt;b&gt;Aufgabe&lt;/b&gt;" in antwort.content.decode()


@pytest.mark.parametrize("methode", ["post", "put", "delete", "patch"])
def test_another_method_is_refused_without_a_form_page(methode: str) -> None:
    antwort = getattr(Client(enforce_csrf_checks=True), methode)("/rangliste/v2/")
    assert antwort.status_code == 405
    assert not antwort.cookies


def test_unknown_names_in_an_address_take_no_memory(dateien: dict[str, bytes]) -> None:
    publish("2026-11-30-a", dateien)
    views._filtered.cache_clear()
    for nummer in range(5):
        assert Client().get(f"/rangliste/v2/?sort=score&x{nummer}=1").status_code == 200
    assert views._filtered.cache_info().currsize == 1
