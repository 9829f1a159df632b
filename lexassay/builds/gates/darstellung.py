"""Pure: no Django, no I/O. Gate Darstellung: page, CSV, JSON and metadata show one state (R-11.1).

Every page marks its numbers: a row carries ``data-teilnahme``, a cell ``data-feld`` and
``data-wert``. The gate parses the rendered HTML and compares each mark with the exports.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from html.parser import HTMLParser

from lexassay.builds.gates.base import Befund, Pruefling, gate

FELDER = ("rang", "score", "score_unten", "score_oben", "score_oeffentlich", "score_geheim")


class Markenleser(HTMLParser):
    """Collects (row, field) → value from ``data-teilnahme``, ``data-feld``, ``data-wert``."""

    def __init__(self) -> None:
        super().__init__()
        self.zeile = ""
        self.werte: dict[tuple[str, str], str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        marken = dict(attrs)
        if tag == "tr":
            self.zeile = marken.get("data-teilnahme") or ""
        feld = marken.get("data-feld")
        if feld and self.zeile:
            self.werte[self.zeile, feld] = marken.get("data-wert") or ""


def marks(inhalt: bytes) -> dict[tuple[str, str], str]:
    """Return the marked numbers of a rendered page."""
    leser = Markenleser()
    leser.feed(inhalt.decode())
    return leser.werte


@gate("darstellung")
def check_page_csv_and_json_agree(p: Pruefling) -> Iterator[Befund]:
    """Case 71: the ranking shows the same numbers on the page, in CSV and in JSON."""
    for liste in p.auswertung.ranglisten:
        wahr = {
            (zeile.teilnahme, feld): _text(getattr(zeile, feld))
            for zeile in (*liste.zeilen, *liste.ohne_rang)
            for feld in FELDER
        }
        if not wahr:
            continue
        satz = liste.aufgabensatz
        for pfad, werte in (
            (f"daten/rangliste-{satz}.csv", _csv(p, f"daten/rangliste-{satz}.csv")),
            (f"daten/rangliste-{satz}.json", _json(p, f"daten/rangliste-{satz}.json")),
        ):
            yield from _compare(pfad, werte, wahr, alle=True)
        for pfad in (f"rangliste/{satz}/index.html",):
            if pfad not in p.artefakte:
                yield Befund("darstellung.E001", f"Die Seite {pfad} fehlt.")
                continue
            yield from _compare(pfad, marks(p.artefakte[pfad]), wahr, alle=False)


def _compare(
    pfad: str,
    werte: dict[tuple[str, str], str] | None,
    wahr: dict[tuple[str, str], str],
    *,
    alle: bool,
) -> Iterator[Befund]:
    if werte is None:
        yield Befund("darstellung.E001", f"Der Export {pfad} fehlt.")
        return
    pflicht = set(wahr) if alle else {key for key in wahr if key[1] in ("score", "rang")}
    for key in sorted(pflicht | (set(werte) & set(wahr))):
        if werte.get(key) != wahr[key]:
            yield Befund(
                "darstellung.E002",
                f"{pfad}: {key[0]}, {key[1]} ist „{werte.get(key)}“ statt „{wahr[key]}“.",
                "Den Build neu erstellen.",
            )


def _text(wert: int | None) -> str:
    return "" if wert is None else str(wert)


def _csv(p: Pruefling, pfad: str) -> dict[tuple[str, str], str] | None:
    if pfad not in p.artefakte:
        return None
    text = p.artefakte[pfad].decode("utf-8-sig")
    return {
        (zeile["teilnahme"], feld): zeile[feld]
        for zeile in csv.DictReader(io.StringIO(text), delimiter=";")
        for feld in FELDER
    }


def _json(p: Pruefling, pfad: str) -> dict[tuple[str, str], str] | None:
    if pfad not in p.artefakte:
        return None
    return {
        (zeile["teilnahme"], feld): _text(zeile[feld])
        for zeile in json.loads(p.artefakte[pfad])["zeilen"]
        for feld in FELDER
    }


@gate("darstellung")
def check_overview_pages_name_the_build(p: Pruefling) -> Iterator[Befund]:
    """R-12.7: Rangliste and build page name Build-Kennung, Datenstand and method version."""
    for pfad in ("index.html", "methode/index.html"):
        inhalt = p.artefakte.get(pfad, b"").decode()
        for was, wert in (
            ("die Build-Kennung", p.kennung),
            ("die Methodenfassung", p.stand.methodenfassung),
        ):
            if wert not in inhalt:
                yield Befund("darstellung.E003", f"{pfad} nennt {was} nicht.")


@gate("darstellung")
def check_sample_data_are_marked(p: Pruefling) -> Iterator[Befund]:
    """Sample data say so on every page."""
    if not p.stand.beispieldaten:
        return
    for pfad, inhalt in p.artefakte.items():
        if pfad.endswith(".html") and "Beispieldaten" not in inhalt.decode():
            yield Befund("darstellung.E004", f"{pfad} kennzeichnet die Beispieldaten nicht.")
