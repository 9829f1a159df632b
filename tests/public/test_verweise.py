"""Every page is sound HTML, and every link inside the site leads to something that exists."""

from __future__ import annotations

from html.parser import HTMLParser
from posixpath import join, normpath
from urllib.parse import unquote, urlsplit

import html5lib
import pytest

from lexassay.public import adressen
from lexassay.public.pages import render_all
from tests.public.stand_fixture import full_ausgabe

LEBENDIG = ("builds/",)
"""Addresses that are answered from the database, not by a file of the build."""


class Leser(HTMLParser):
    """Collects links and ids, and whatever a strict content policy would refuse."""

    def __init__(self) -> None:
        super().__init__()
        self.ziele: list[str] = []
        self.ids: list[str] = []
        self.verboten: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, wert in attrs:
            if name in ("href", "src", "action") and wert is not None:
                self.ziele.append(wert)
            if name == "id" and wert:
                self.ids.append(wert)
            if name == "style" or name.startswith("on"):
                self.verboten.append(f"{tag} {name}")
        if tag in ("script", "style") and "src" not in dict(attrs):
            self.verboten.append(tag)


@pytest.fixture(scope="module")
def dateien() -> dict[str, bytes]:
    ausgabe = full_ausgabe()
    exporte = dict.fromkeys(ausgabe.dateien, b"")
    return {**exporte, **render_all(ausgabe)}


@pytest.fixture(scope="module")
def gelesen(dateien: dict[str, bytes]) -> dict[str, Leser]:
    ergebnis = {}
    for pfad, inhalt in dateien.items():
        if pfad.endswith(".html"):
            ergebnis[pfad] = Leser()
            ergebnis[pfad].feed(inhalt.decode())
    return ergebnis


def target(seite: str, ziel: str) -> tuple[str, str]:
    """Return (file, fragment) that a relative link of a page leads to."""
    teile = urlsplit(ziel)
    if not teile.path:
        return seite, teile.fragment
    if teile.path.startswith("/"):
        pfad = teile.path[1:]
    else:
        pfad = normpath(join("/" + seite.rpartition("/")[0], unquote(teile.path)))[1:]
        pfad += "/" if teile.path.endswith(("/", "..", ".")) and pfad else ""
    return adressen.datei(pfad), teile.fragment


def test_every_internal_link_resolves(dateien: dict[str, bytes], gelesen: dict[str, Leser]) -> None:
    tot = []
    for seite, leser in gelesen.items():
        for ziel in leser.ziele:
            if urlsplit(ziel).scheme:
                continue
            datei, anker = target(seite, ziel)
            if datei.removesuffix("index.html") in LEBENDIG:
                continue
            if (
                datei not in dateien
                or anker
                and datei in gelesen
                and anker not in gelesen[datei].ids
            ):
                tot.append((seite, ziel))
    assert tot == []


def test_every_id_is_unique_on_its_page(gelesen: dict[str, Leser]) -> None:
    doppelt = [
        (seite, kennung)
        for seite, leser in gelesen.items()
        for kennung in set(leser.ids)
        if leser.ids.count(kennung) > 1
    ]
    assert doppelt == []


def test_no_page_needs_inline_style_or_script(gelesen: dict[str, Leser]) -> None:
    assert [(seite, leser.verboten) for seite, leser in gelesen.items() if leser.verboten] == []


def test_foreign_links_are_evidence_or_mail_only(gelesen: dict[str, Leser]) -> None:
    fremd = {
        urlsplit(ziel).scheme
        for leser in gelesen.values()
        for ziel in leser.ziele
        if urlsplit(ziel).scheme
    }
    assert fremd <= {"https", "mailto"}


def test_every_page_is_sound_html(dateien: dict[str, bytes]) -> None:
    for pfad, inhalt in dateien.items():
        if pfad.endswith(".html"):
            html5lib.HTMLParser(strict=True).parse(inhalt.decode())
