"""Every public number of the running sample equals the hand-counted table in ``erwartung``."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests.beispiel import erwartung, erwartung_rechnen
from tests.beispiel.erwartung import GEHEIM, PUNKTE, RUNS, ZITATE_SUMME, ZITATE_V2, ZITATFELDER
from tests.e2e.betrieb import Betrieb

pytestmark = pytest.mark.browser  # the leg that has a running site
ZEILEN = list(PUNKTE)


@pytest.fixture(scope="session")
def stand(site: Betrieb) -> dict[str, Any]:
    return site.get("daten/stand.json").json


@pytest.fixture(scope="session")
def auswertung(site: Betrieb) -> dict[str, Any]:
    return site.get("daten/auswertung.json").json


@pytest.fixture(scope="session")
def zeilen(auswertung: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    """(Aufgabensatz, Modell) → row of the ranking."""
    return {
        (liste["aufgabensatz"], zeile["modell"]): zeile
        for liste in auswertung["ranglisten"]
        for zeile in (*liste["zeilen"], *liste["ohne_rang"])
    }


@pytest.fixture(scope="session")
def faelle(stand: dict[str, Any]) -> dict[str, Any]:
    return {fall["kennung"]: fall for fall in stand["testfaelle"]}


def runs_of(stand: dict[str, Any], teilnahme: str) -> list[dict[str, Any]]:
    return [run for run in stand["runs"] if run["teilnahme"] == teilnahme]


def test_the_rankings_hold_exactly_the_rows_of_the_table(zeilen: Any) -> None:
    assert set(zeilen) == set(PUNKTE)
    assert all(zeile["gewertet"] and not zeile["grund"] for zeile in zeilen.values())


@pytest.mark.parametrize("key", ZEILEN, ids=" ".join)
def test_scores_and_rank_are_the_hand_counted_ones(zeilen: Any, key: tuple[str, str]) -> None:
    zeile, soll = zeilen[key], PUNKTE[key]
    assert zeile["score"] == soll.score
    assert zeile["score_oeffentlich"] == soll.oeffentlich
    assert zeile["score_geheim"] == soll.geheim
    assert Fraction(zeile["score_oeffentlich_exakt"]) == soll.exakt
    assert zeile["rang"] == soll.rang


@pytest.mark.parametrize("key", ZEILEN, ids=" ".join)
def test_the_six_classes_are_the_hand_counted_ones(zeilen: Any, key: tuple[str, str]) -> None:
    k = zeilen[key]["kennzahlen"]
    gescheitert = erwartung.GESCHEITERT.get(key, (0, 0, 0, 0))
    assert tuple(k[name] for name in erwartung.KLASSEN) == gescheitert
    assert k["nicht_erfolgreiche_abschluesse"] == 0
    assert k["erfolgreich"] == RUNS[key[0]] - sum(gescheitert) == k["bewertet"]
    assert k["runs"] == k["erwartet"] == RUNS[key[0]]
    assert (k["ungueltig"], k["ohne_regel"], k["judge_fehler"]) == (0, 0, 0)


@pytest.mark.parametrize("key", ZEILEN, ids=" ".join)
def test_full_answers_are_the_hand_counted_ones(zeilen: Any, key: tuple[str, str]) -> None:
    satz, modell = key
    alle = erwartung.ALLE_KRITERIEN[modell] if satz == "v2" else None
    assert zeilen[key]["alle_kriterien"] == alle
    assert zeilen[key]["kennzahlen"]["vollstaendig_korrekt"] == erwartung.VOLL[key]


@pytest.mark.parametrize("key", ZEILEN, ids=" ".join)
def test_the_budget_cases_are_the_hand_counted_ones(zeilen: Any, key: tuple[str, str]) -> None:
    namen = ("erstversuch_abgebrochen", "nachlauf_zaehlt", "denkbegrenzt_zaehlt")
    budget = zeilen[key]["budget"]
    gezeigt = tuple(budget[name] for name in (*namen, "weiter_abgebrochen"))
    assert gezeigt == erwartung.BUDGET.get(key, (0, 0, 0, 0))


@pytest.mark.parametrize("key", ZEILEN, ids=" ".join)
def test_citations_per_status_and_use_are_the_hand_counted_ones(
    zeilen: Any, key: tuple[str, str]
) -> None:
    satz, modell = key
    soll = ZITATE_SUMME.get(key)
    if satz == "v2":
        soll = tuple(map(sum, zip(*ZITATE_V2[modell].values(), strict=True)))
    assert tuple(zeilen[key]["zitate"][name] for name in ZITATFELDER) == soll


@pytest.mark.parametrize("modell", ZITATE_V2)
def test_each_answer_of_v2_holds_the_hand_counted_citations(stand: Any, modell: str) -> None:
    gezeigt = {}
    for run in runs_of(stand, f"beispiel-v2-{modell}-standard"):
        felder = {
            (z["schluessel"], z["status"] if z["verwendung"] == "stuetzend" else z["verwendung"])
            for z in run["zitate"]
        }
        zahlen = Counter(feld for _, feld in felder)
        if zahlen:
            gezeigt[run["testfall"]] = tuple(zahlen[name] for name in ZITATFELDER)
    assert gezeigt == ZITATE_V2[modell]


@pytest.mark.parametrize("key", ZEILEN, ids=" ".join)
def test_the_cost_is_tokens_times_price(zeilen: Any, stand: Any, key: tuple[str, str]) -> None:
    eingabe, ausgabe = erwartung.TOKEN_ALLE[key]
    preis_ein, preis_aus = erwartung.PREISE[key[1]]
    dollar_mikro = eingabe * preis_ein + ausgabe * preis_aus
    euro = dollar_mikro * Fraction(stand["eur_je_usd_mikro"], 1_000_000)
    assert zeilen[key]["kosten_mikro"] == erwartung_rechnen.half_up(euro)
    assert zeilen[key]["kosten_geschaetzt"] is True


@pytest.mark.parametrize("key", ZEILEN, ids=" ".join)
def test_token_sums_are_the_hand_counted_ones(zeilen: Any, key: tuple[str, str]) -> None:
    satz, modell = key
    soll = erwartung.TOKEN_OEFFENTLICH[modell] if satz == "v2" else erwartung.TOKEN_ALLE[key]
    k = zeilen[key]["kennzahlen"]
    assert (k["token_eingabe"], k["token_ausgabe"]) == soll


def test_points_of_each_answer_follow_from_verdicts_and_citations(stand: Any, faelle: Any) -> None:
    for run in stand["runs"]:
        note = run["bewertung"]
        wert = erwartung_rechnen.points(run, faelle[run["testfall"]])
        assert Fraction(note["effektiv"] or 0) == wert, (run["teilnahme"], run["testfall"])


@pytest.mark.parametrize("satz", ["bg1", "v1"])
def test_intervals_spans_and_groups_are_recomputed(
    stand: Any, faelle: Any, auswertung: Any, satz: str
) -> None:
    """Sets without secret tasks: everything can be recomputed from what is published."""
    liste = next(r for r in auswertung["ranglisten"] if r["aufgabensatz"] == satz)
    kennungen = next(s for s in stand["aufgabensaetze"] if s["kennung"] == satz)["testfaelle"]
    punkte = []
    for zeile in liste["zeilen"]:
        runs = {run["testfall"]: run for run in runs_of(stand, zeile["teilnahme"])}
        punkte.append([erwartung_rechnen.points(runs[k], faelle[k]) for k in kennungen])
    summen = erwartung_rechnen.bootstrap(f"{satz}|{liste['katalogversion']}", punkte)
    besser = [[a is not b and erwartung_rechnen.better(a, b) for b in summen] for a in summen]
    gezeigt = liste["zeilen"]
    assert [(z["score_unten"], z["score_oben"]) for z in gezeigt] == [
        erwartung_rechnen.interval(s, len(kennungen)) for s in summen
    ]
    assert [(z["rang_von"], z["rang_bis"]) for z in gezeigt] == erwartung_rechnen.spans(besser)
    assert [z["gruppe"] for z in gezeigt] == erwartung_rechnen.group_letters(besser)


def test_intervals_of_v2_hold_with_the_secret_tasks_too(auswertung: Any) -> None:
    """The secret points come from the sample's own table, because no build may show them."""
    liste = next(r for r in auswertung["ranglisten"] if r["aufgabensatz"] == "v2")
    punkte = secret_and_public_points([zeile["modell"] for zeile in liste["zeilen"]])
    summen = erwartung_rechnen.bootstrap(f"v2|{liste['katalogversion']}", punkte)
    besser = [[a is not b and erwartung_rechnen.better(a, b) for b in summen] for a in summen]
    gezeigt = liste["zeilen"]
    assert [(z["score_unten"], z["score_oben"]) for z in gezeigt] == [
        erwartung_rechnen.interval(s, 20) for s in summen
    ]
    assert [(z["rang_von"], z["rang_bis"]) for z in gezeigt] == erwartung_rechnen.spans(besser)
    assert [z["gruppe"] for z in gezeigt] == erwartung_rechnen.group_letters(besser) == list("ABC")


def secret_and_public_points(modelle: list[str]) -> list[list[Fraction]]:
    from tests.beispiel.v2_daten import KENNUNGEN, read

    tafel = read("v2/abdeckung.yaml")["punkte"]
    return [[Fraction(tafel[m][k]["punkte"]) for k in KENNUNGEN] for m in modelle]


def test_the_score_per_rechtsordnung_is_a_mean_of_public_tasks(
    stand: Any, faelle: Any, zeilen: Any
) -> None:
    for zeile in zeilen.values():
        runs = runs_of(stand, zeile["teilnahme"])
        for ordnung, exakt, zahl in zeile["je_rechtsordnung"]:
            werte = [
                erwartung_rechnen.points(run, faelle[run["testfall"]])
                for run in runs
                if faelle[run["testfall"]]["rechtsordnung"] == ordnung
            ]
            assert (len(werte), sum(werte) * 100 / zahl) == (zahl, Fraction(exakt))


def test_every_group_is_recomputed_from_its_runs(stand: Any, faelle: Any, auswertung: Any) -> None:
    assert len(auswertung["gruppen"]) > 200
    for gruppe in auswertung["gruppen"]:
        runs = [run for run in stand["runs"] if belongs(run, gruppe, stand, faelle)]
        soll = erwartung_rechnen.metrics(runs, faelle)
        gezeigt = {name: as_number(gruppe["kennzahlen"][name]) for name in soll}
        assert gezeigt == soll, (gruppe["ebene"], gruppe["schluessel"])
        assert runs, gruppe["schluessel"]


def as_number(wert: Any) -> Any:
    return Fraction(wert) if isinstance(wert, str) else wert


def belongs(run: Any, gruppe: Any, stand: Any, faelle: Any) -> bool:
    """Whether a Run is in a cell of one of the levels of R-10.2."""
    fall = faelle[run["testfall"]]
    if fall["aufgabensatz"] != gruppe["aufgabensatz"]:
        return False
    teilnahme = next(t for t in stand["teilnahmen"] if t["kennung"] == run["teilnahme"])
    modell = next(m for m in stand["modelle"] if m["kennung"] == teilnahme["modell"])
    zelle = [teilnahme["modell"], teilnahme["effort"]]
    match gruppe["ebene"], gruppe["schluessel"]:
        case "modell", schluessel:
            return zelle == schluessel
        case "modell_testfall", schluessel:
            return [*zelle, fall["kennung"]] == schluessel
        case "testfall", [kennung]:
            return fall["kennung"] == kennung
        case "lauf", [lauf]:
            return teilnahme["lauf"] == lauf
        case "zugangsweg", [weg]:
            return modell["zugangsweg"] == weg
        case "bewertungsverfahren", [modus]:
            return fall["bewertungsmodus"] == modus
        case "kategorie", [art, name]:
            return {"art": art, "name": name} in fall["kategorien"]
    raise AssertionError(f"unknown level {gruppe['ebene']}")


def test_the_six_classes_sum_to_the_valid_runs_in_every_group(auswertung: Any) -> None:
    klassen = ("erfolgreich", "nicht_erfolgreiche_abschluesse", *erwartung.KLASSEN)
    for gruppe in (*auswertung["gruppen"], *auswertung["zeilen"]):
        k = gruppe["kennzahlen"]
        assert sum(k[name] for name in klassen) == k["runs"]


def test_nothing_but_the_integer_is_published_of_secret_tasks(stand: Any, auswertung: Any) -> None:
    kennungen = {fall["kennung"] for fall in stand["testfaelle"]}
    assert not kennungen & GEHEIM
    assert not {run["testfall"] for run in stand["runs"]} & GEHEIM
    for gruppe in auswertung["gruppen"]:
        assert not set(gruppe["schluessel"]) & GEHEIM
