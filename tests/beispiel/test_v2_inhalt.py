"""The sample Aufgabensatz v2: its law, its dates and its grades hold when checked again."""

from __future__ import annotations

import datetime as dt
import re
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from citations_app.grammar import Norm, Rechtsordnung, extract
from citations_app.normenbestand.parser import read_law
from citations_app.normenbestand.pruefung import key_of
from citations_app.normenbestand.types import Gesetz
from lexassay.beispiel.fristen import (
    jahresende_plus,
    klagefrist_gericht,
    monatsende,
    naechster_werktag,
    plus_monate,
    plus_tage,
    plus_wochen,
    ruhetag_nrw,
    us_bundesfrist,
)
from tasks_app.begriffe import Abruf, Aufgabentyp, KategorieArt
from tasks_app.begriffe import Rechtsordnung as Ordnung

WURZEL = Path(__file__).parents[2]
DATEN = WURZEL / "lexassay/beispiel/daten"
GII = WURZEL / "tests/data/gii"
KENNUNGEN = [f"v2-{n:02}" for n in range(1, 21)]
OEFFENTLICH, GEHEIM = KENNUNGEN[:14], KENNUNGEN[14:]
FANGFRAGEN = ["v2-05", "v2-10", "v2-17"]
BEISPIELARTEN = ["positiv", "teilweise", "negativ"]
RECHTSSTAND = dt.date(2026, 4, 1)


@cache
def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def aufgabe(kennung: str) -> dict[str, Any]:
    return read(DATEN / f"v2/{kennung}.yaml")


@cache
def gesetz(slug: str) -> Gesetz:
    with zipfile.ZipFile(GII / f"{slug}/xml.zip") as archive:
        name = next(n for n in archive.namelist() if n.endswith(".xml"))
        return read_law(archive.read(name))


def one_line(text: str) -> str:
    return " ".join(text.split())


def gold_texts(t: dict[str, Any]) -> Iterator[str]:
    """All the texts of a task in which the editors themselves state the law."""
    yield t["goldloesung"]
    for kriterium in t["kriterien"]:
        yield from (kriterium["text"], kriterium["fundstelle"], kriterium["erlaeuterung"])
    yield from (quelle["fundstelle"] for quelle in t["quellen"])


def german_norms(text: str) -> list[Norm]:
    return [
        f.teile
        for f in extract(text)
        if isinstance(f.teile, Norm) and f.rechtsordnung is Rechtsordnung.DE and f.teile.slug
    ]


def german_day(day: dt.date) -> str:
    monate = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
    return f"{day.day}. {monate.split()[day.month - 1]} {day.year}"


# --- shape -----------------------------------------------------------------------------------


def test_the_set_is_a_sample_under_an_open_licence() -> None:
    satz = read(DATEN / "v2/aufgabensatz.yaml")
    assert satz["beispiel"] is True
    assert satz["bewertungsverfahren"] == "kriterien"
    assert satz["lizenz"] == "CC BY 4.0"


def test_there_are_fourteen_public_and_six_secret_tasks() -> None:
    files = {path.stem for path in (DATEN / "v2").glob("v2-*.yaml")}
    assert files == set(KENNUNGEN)
    assert {aufgabe(k)["sichtbarkeit"] for k in OEFFENTLICH} == {"oeffentlich"}
    assert {aufgabe(k)["sichtbarkeit"] for k in GEHEIM} == {"geheim"}


def test_public_tasks_cover_every_legal_order_and_the_asked_kinds() -> None:
    public = [aufgabe(k) for k in OEFFENTLICH]
    assert {t["rechtsordnung"] for t in public} == {member.value for member in Ordnung}
    kinds = {member.value for member in Aufgabentyp} - {Aufgabentyp.RECHTSGRUNDSATZ.value}
    assert {t["aufgabentyp"] for t in public} == kinds


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_a_task_has_every_required_field(kennung: str) -> None:
    t = aufgabe(kennung)
    assert t["kennung"] == kennung
    assert t["version"] == 1
    assert t["rechtsstand"] == RECHTSSTAND
    assert t["bewertungsmodus"] == "kriterien"
    assert all(t[field].strip() for field in ("titel", "faehigkeit", "hypothese", "prompt"))
    assert t["goldloesung"].strip()
    assert {k["art"] for k in t["kategorien"]} == {member.value for member in KategorieArt}


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_a_task_has_three_to_six_weighted_criteria(kennung: str) -> None:
    kriterien = aufgabe(kennung)["kriterien"]
    assert 3 <= len(kriterien) <= 6
    assert [k["kennung"] for k in kriterien] == [f"K{n + 1}" for n in range(len(kriterien))]
    for k in kriterien:
        assert isinstance(k["gewicht"], int)
        assert k["gewicht"] >= 1
        assert bool(k["fundstelle"]) == k["fundstelle_verlangt"], k


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_example_answers_are_worth_the_weights_they_meet(kennung: str) -> None:
    t = aufgabe(kennung)
    gewicht = {k["kennung"]: k["gewicht"] for k in t["kriterien"]}
    assert [b["art"] for b in t["beispielantworten"]] == BEISPIELARTEN
    werte = []
    for b in t["beispielantworten"]:
        wert = Fraction(sum(gewicht[k] for k in b["erfuellt"]), sum(gewicht.values()))
        assert Fraction(b["erwarteter_wert"]) == wert
        werte.append(wert)
    assert werte[0] == 1
    assert 0 < werte[1] < 1
    assert werte[2] == 0


def test_only_secret_tasks_carry_a_canary_and_each_its_own() -> None:
    assert all(not aufgabe(k)["canary"] for k in OEFFENTLICH)
    canaries = [aufgabe(k)["canary"] for k in GEHEIM]
    assert all(re.fullmatch(r"lxa-beispiel-canary-[0-9a-f]{16}", c) for c in canaries)
    assert len(set(canaries)) == len(canaries)


# --- sources -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_no_source_states_a_retrieval_that_did_not_happen(kennung: str) -> None:
    for quelle in aufgabe(kennung)["quellen"]:
        packaged = quelle["url"].startswith("https://www.gesetze-im-internet.de/")
        assert "text_hash" not in quelle
        if not packaged:
            assert quelle["abruf"] == Abruf.NICHT_ABGERUFEN
            assert quelle["abrufdatum"] is None
            assert quelle["wortlaut"] == ""
            continue
        stand = gesetz(quelle["url"].split("/")[3]).builddate
        assert quelle["abruf"] == Abruf.MITGELIEFERTER_TEXT
        assert f"{quelle['abrufdatum']:%Y%m%d}" == stand


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_quoted_wording_stands_in_the_official_text(kennung: str) -> None:
    for quelle in aufgabe(kennung)["quellen"]:
        if not quelle["wortlaut"]:
            continue
        (norm,) = german_norms(quelle["fundstelle"])
        vorschrift = gesetz(norm.slug).normen[key_of(norm)]
        assert one_line(quelle["wortlaut"]) in one_line(vorschrift.wortlaut), quelle


@pytest.mark.parametrize("kennung", KENNUNGEN)
def test_every_german_norm_exists_down_to_the_absatz(kennung: str) -> None:
    for text in gold_texts(aufgabe(kennung)):
        for norm in german_norms(text):
            vorschrift = gesetz(norm.slug).normen.get(key_of(norm))
            assert vorschrift is not None, norm
            assert not vorschrift.weggefallen, norm
            counted = vorschrift.gezaehlt and bool(norm.absatz)
            assert not counted or vorschrift.absatz(norm.absatz) is not None, norm


def test_the_norm_test_sees_the_german_tasks() -> None:
    seen = {
        norm.slug for k in KENNUNGEN for x in gold_texts(aufgabe(k)) for norm in german_norms(x)
    }
    assert {"kschg", "bgb", "zpo", "gvg", "gvgeg", "zpoeg", "ao_1977", "hgb", "gg"} <= seen


# --- deadlines ---------------------------------------------------------------------------------

D = dt.date


def _fristende_nrw(tag: dt.date) -> dt.date:
    return naechster_werktag(tag, ruhetag_nrw)


BEKANNTGABE = _fristende_nrw(plus_tage(D(2026, 4, 27), 4))
FRISTEN = [
    ("v2-01", "§ 4 Satz 1 KSchG", _fristende_nrw(plus_wochen(D(2026, 3, 13), 3))),
    ("v2-01", "§ 622 Abs. 2 Satz 1 Nr. 2 BGB", monatsende(plus_monate(D(2026, 3, 13), 2))),
    ("v2-02", "§ 122 Abs. 2 Nr. 1 AO", BEKANNTGABE),
    ("v2-02", "§ 355 Abs. 1 Satz 1 AO", _fristende_nrw(plus_monate(BEKANNTGABE, 1))),
    ("v2-06", "§ 517 ZPO", _fristende_nrw(plus_monate(D(2026, 1, 30), 1))),
    ("v2-06", "§ 520 Abs. 2 Satz 1 ZPO", _fristende_nrw(plus_monate(D(2026, 1, 30), 2))),
    ("v2-06", "§ 520 Abs. 2 Satz 3 ZPO", _fristende_nrw(plus_monate(D(2026, 3, 30), 1))),
    ("v2-07", "§ 355 Abs. 2 Satz 1 BGB", _fristende_nrw(plus_tage(D(2026, 4, 17), 14))),
    ("v2-07", "§ 357 Abs. 1 BGB", _fristende_nrw(plus_tage(D(2026, 5, 6), 14))),
    ("v2-08", "Fed. R. Civ. P. 12(a)(1)(A)(i)", us_bundesfrist(D(2026, 5, 4), 21)),
    ("v2-08", "Fed. R. Civ. P. 4(d)(3)", us_bundesfrist(D(2026, 4, 21), 60)),
    ("v2-08", "R. Civ. P. 12(a)(4)(A)", us_bundesfrist(D(2026, 7, 10), 14)),
    ("v2-11", "Art. 263 Abs. 6 AEUV", klagefrist_gericht(D(2026, 3, 24))),
    ("v2-15", "§ 626 Abs. 2", _fristende_nrw(plus_wochen(D(2026, 5, 2), 2))),
    ("v2-15", "§ 102 Abs. 2", _fristende_nrw(plus_tage(D(2026, 5, 5), 3))),
    ("v2-16", "§ 257", jahresende_plus(D(2019, 3, 14), 8)),
    ("v2-16", "§ 257", jahresende_plus(D(2019, 3, 14), 6)),
    ("v2-16", "§ 257", jahresende_plus(D(2020, 5, 20), 10)),
    ("v2-16", "§ 257", jahresende_plus(D(2019, 3, 14), 10)),
    ("v2-18", "Fed. R. App. P. 4(a)", us_bundesfrist(D(2026, 4, 17), 30)),
    ("v2-18", "Fed. R. Civ. P. 59(e)", us_bundesfrist(D(2026, 4, 17), 28)),
]


@pytest.mark.parametrize(("kennung", "vorschrift", "ende"), FRISTEN)
def test_a_gold_solution_states_the_recomputed_deadline(
    kennung: str, vorschrift: str, ende: dt.date
) -> None:
    gold = one_line(aufgabe(kennung)["goldloesung"])
    assert german_day(ende) in gold
    assert vorschrift in gold


WOCHENTAG = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Sonnabend", "Sonntag"]
DATUM = re.compile(rf"({'|'.join(WOCHENTAG)}), (?:dem|den)?\s*(\d+)\. (\w+) (\d{{4}})")


def test_every_weekday_that_a_task_names_is_the_right_one() -> None:
    monate = [german_day(D(2026, m, 1)).split()[1] for m in range(1, 13)]
    seen = 0
    for k in KENNUNGEN:
        text = one_line(" ".join([aufgabe(k)["prompt"], *gold_texts(aufgabe(k))]))
        for wochentag, tag, monat, jahr in DATUM.findall(text):
            day = D(int(jahr), monate.index(monat) + 1, int(tag))
            assert WOCHENTAG[day.weekday()] == wochentag, (k, day)
            seen += 1
    assert seen > 25


# --- invented judgments ------------------------------------------------------------------------


def test_only_the_fangfragen_carry_an_invented_judgment() -> None:
    carriers = [k for k in KENNUNGEN if aufgabe(k)["erfundene_entscheidung"]]
    assert carriers == FANGFRAGEN
    assert [k for k in KENNUNGEN if aufgabe(k)["aufgabentyp"] == "fangfrage"] == FANGFRAGEN


@pytest.mark.parametrize("kennung", FANGFRAGEN)
def test_an_invented_judgment_claims_no_register_check(kennung: str) -> None:
    erfunden = aufgabe(kennung)["erfundene_entscheidung"]
    assert erfunden["geprueft"] is False
    assert erfunden["register"] == "Registerprüfung nicht durchgeführt (Beispiel)"
    assert "erfunden" in aufgabe(kennung)["goldloesung"]


UNMOEGLICH = {
    "v2-05": r"– XV ZR \d+/\d\d$",  # the Bundesgerichtshof has no fifteenth civil panel
    "v2-10": r"\(14th Cir\. 2024\)$",  # there is no Fourteenth Circuit
    "v2-17": r"– 3 BvR \d+/\d\d$",  # the Bundesverfassungsgericht has two Senates (Art. 93 GG)
}


@pytest.mark.parametrize("kennung", FANGFRAGEN)
def test_an_invented_judgment_cannot_exist_and_names_no_person(kennung: str) -> None:
    zitat = aufgabe(kennung)["erfundene_entscheidung"]["zitat"]
    assert re.search(UNMOEGLICH[kennung], zitat)
    party = re.match(r"(.*?), \d+ F\.4th", zitat)
    assert party is None or party[1] == "Ostrander Mills, Inc. v. Vantry"
    tail = zitat.split(",", 1)[1] if party is None else party[1]
    assert one_line(tail).strip() in one_line(aufgabe(kennung)["prompt"])
