"""The recorded answers of v2: verdicts, attempts and citations show what the sample promises."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from citations_app.befund import Einzelbefund
from citations_app.begriffe import FEHLERSTATUS, Befundart, Mangel, Verwendung, Zitatstatus
from citations_app.grammar import Fundstelle, Norm, Rechtsordnung, Zitatart, extract
from citations_app.konsistenz import check_consistency
from citations_app.normenbestand.mitgeliefert import mitgelieferter_bestand
from citations_app.normenbestand.pruefung import check_norm
from citations_app.sources.beispielquelle import BeispielquelleA, BeispielquelleB
from citations_app.verdict import Entscheidung, Handbefund, Quellenbefund, Zustaendig, decide
from citations_app.zusatz import additions, keys_of_prompt, match_in_prompt
from grading_app.hinweis import hinweis_vorhanden
from grading_app.scoring import hinweisabzug, punkte, score, zitatabzug
from lexassay.beispiel.standin.anbieter_aufzeichnungen import ENDEN
from lexassay.beispiel.standin.quellenserver import answer, read_daten

DATEN = Path(__file__).parents[2] / "lexassay/beispiel/daten"
MODELLE = ["demo-aster", "demo-birke", "demo-cassia"]
KENNUNGEN = [f"v2-{n:02}" for n in range(1, 21)]
ALLE = [(m, k) for m in MODELLE for k in KENNUNGEN]
QUELLEN = [
    Zustaendig(quelle="angaben", betreiber="selbst"),
    Zustaendig(quelle="normenbestand", betreiber="amtlich"),
    Zustaendig(quelle="a", betreiber="A"),
    Zustaendig(quelle="b", betreiber="B"),
]
SEITEN = {"a": BeispielquelleA(), "b": BeispielquelleB()}
OHNE_US = find_spec("eyecite") is None
# Where US cases are not read (requirements/us.lock is optional), what rests on them is not tested.
US_FAELLE = {("demo-aster", "v2-09"), ("demo-birke", "v2-09"), ("demo-cassia", "v2-20")}
HEUTE = dt.date(2026, 11, 30)
ENTSCHEIDUNGEN = {Zitatart.ENTSCHEIDUNG, Zitatart.EU_ENTSCHEIDUNG, Zitatart.ECLI, Zitatart.US_FALL}


@cache
def read(path: str) -> Any:
    return yaml.safe_load((DATEN / path).read_text("utf-8"))


@cache
def register() -> dict[str, dict[str, Any]]:
    return read_daten((DATEN / "quellen.yaml").read_text("utf-8"))


def aufgabe(kennung: str) -> dict[str, Any]:
    return read(f"v2/{kennung}.yaml")


def aufzeichnung(modell: str, kennung: str) -> dict[str, Any]:
    return read(f"antworten/v2/{modell}/{kennung}.yaml")


def enden(modell: str, kennung: str) -> list[str]:
    return [v["ende"] for v in aufzeichnung(modell, kennung).get("versuche", [{"ende": "stop"}])]


def graded(modell: str, kennung: str) -> bool:
    return enden(modell, kennung)[-1] == "stop"


# --- the citations of an answer, decided as the site decides them --------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Zitat:
    fundstelle: Fundstelle
    verwendung: Verwendung
    stand: Entscheidung

    @property
    def kostet(self) -> bool:
        return self.stand.status in FEHLERSTATUS and self.verwendung is Verwendung.STUETZEND


def with_use(antwort: str, prompt: str) -> Iterator[tuple[Fundstelle, Verwendung]]:
    keys = keys_of_prompt(extract(prompt))
    for f in extract(antwort):
        vorbild = match_in_prompt(f, keys)
        yield f, Verwendung.AUS_DER_AUFGABE if vorbild else Verwendung.STUETZEND
        for zusatz in additions(f, vorbild) if vorbild else ():
            yield zusatz, Verwendung.STUETZEND


def ask(quelle: str, f: Fundstelle) -> Einzelbefund:
    if quelle == "angaben":
        return check_consistency(f, heute=HEUTE) or Einzelbefund(art=Befundart.KEINE_QUELLE)
    if quelle == "normenbestand":
        if isinstance(f.teile, Norm) and f.rechtsordnung is Rechtsordnung.DE:
            return check_norm(f.teile, mitgelieferter_bestand())
        return Einzelbefund(art=Befundart.KEINE_QUELLE)
    seite = SEITEN[quelle]
    inhalt = dict(answer(register(), quelle, seite.anfrage(f)).inhalt)
    return seite.judge(f, inhalt, heute=HEUTE)


def hand_row(modell: str, kennung: str, f: Fundstelle) -> dict[str, Any] | None:
    for row in read("handbefunde.yaml"):
        same = (row["modell"], row["testfall"], row["zitat"]) == (modell, kennung, f.text)
        if same and row.get("anzeige", f.anzeige) == f.anzeige:
            return row
    return None


@cache
def zitate(modell: str, kennung: str) -> tuple[Zitat, ...]:
    found = []
    antwort = aufzeichnung(modell, kennung)["antwort"]
    for f, verwendung in with_use(antwort, aufgabe(kennung)["prompt"]):
        row = hand_row(modell, kennung, f)
        hand = Handbefund(status=Zitatstatus(row["status"]), begruendung="x") if row else None
        use = Verwendung((row or {}).get("verwendung", verwendung.value))
        found.append(Zitat(fundstelle=f, verwendung=use, stand=_decide(f, hand)))
    return tuple(found)


def _decide(f: Fundstelle, hand: Handbefund | None) -> Entscheidung:
    befunde: list[Quellenbefund] = []
    stand = decide(befunde, QUELLEN, hand)
    while stand.naechste_quelle:
        quelle = next(q for q in QUELLEN if q.quelle == stand.naechste_quelle)
        e = ask(quelle.quelle, f)
        befunde.append(
            Quellenbefund(
                quelle=quelle.quelle, betreiber=quelle.betreiber, art=e.art, maengel=e.maengel
            )
        )
        stand = decide(befunde, QUELLEN, hand)
    return stand


# --- verdicts and attempts -----------------------------------------------------------------------


def test_every_model_has_one_record_for_every_task() -> None:
    files = {(p.parent.name, p.stem) for p in (DATEN / "antworten/v2").glob("*/*.yaml")}
    assert files == set(ALLE)


@pytest.mark.parametrize(("modell", "kennung"), ALLE)
def test_a_graded_answer_has_a_verdict_for_every_criterion(modell: str, kennung: str) -> None:
    record = aufzeichnung(modell, kennung)
    expected = [k["kennung"] for k in aufgabe(kennung)["kriterien"]]
    assert list(record["urteile"]) == (expected if graded(modell, kennung) else [])
    for urteil in record["urteile"].values():
        assert set(urteil) == {"erfuellt", "begruendung", "passage"}
        assert urteil["begruendung"].strip()
        assert urteil["passage"] in record["antwort"]
        assert urteil["passage"] or not urteil["erfuellt"]


@pytest.mark.parametrize(("modell", "kennung"), ALLE)
def test_an_answer_is_as_long_as_a_real_one(modell: str, kennung: str) -> None:
    record = aufzeichnung(modell, kennung)
    assert set(record["tokens"]) == {"eingabe", "ausgabe", "denken"}
    if graded(modell, kennung):
        assert 45 <= len(record["antwort"].split()) <= 190


@pytest.mark.parametrize(("modell", "kennung"), ALLE)
def test_attempts_end_in_a_known_way_and_the_last_sound_one_is_the_answer(
    modell: str, kennung: str
) -> None:
    record = aufzeichnung(modell, kennung)
    versuche = record.get("versuche", [])
    assert {v["ende"] for v in versuche} <= ENDEN
    sound = [v["antwort"] for v in versuche if v["ende"] == "stop"]
    assert sound in ([], [record["antwort"]])
    if "length_frueh" in enden(modell, kennung):
        assert record["antwort"].startswith(versuche[0]["antwort"])


def test_technical_faults_stand_in_public_tasks_only() -> None:
    faulty = {k for m, k in ALLE if enden(m, k) != ["stop"]}
    assert faulty <= {k for k in KENNUNGEN if aufgabe(k)["sichtbarkeit"] == "oeffentlich"}


# --- what the sample must show -------------------------------------------------------------------


def shown(merkmal: str) -> list[dict[str, Any]]:
    return [row for row in read("v2/abdeckung.yaml")["zeigt"] if row["merkmal"] == merkmal]


def rows_with(field: str) -> list[dict[str, Any]]:
    return [row for row in read("v2/abdeckung.yaml")["zeigt"] if field in row]


@pytest.mark.parametrize("row", rows_with("zitat"), ids=lambda r: f"{r['merkmal']} {r['testfall']}")
def test_a_citation_has_the_status_and_use_that_the_sample_promises(row: dict[str, Any]) -> None:
    found = [
        z
        for z in zitate(row["modell"], row["testfall"])
        if z.fundstelle.text == row["zitat"]
        and row.get("anzeige", z.fundstelle.anzeige) == z.fundstelle.anzeige
    ]
    if OHNE_US and row.get("braucht") == "eyecite":
        pytest.skip("US cases are not read in this installation")
    assert found, row
    for z in found:
        assert z.stand.status == row["status"], z.stand
        assert z.verwendung == row["verwendung"]
        assert z.stand.von_hand is row.get("von_hand", False)
        assert (z.stand.verdacht or "") == row.get("mangel", "")
        assert row.get("hinweis", "") in " ".join(z.stand.hinweise)


@pytest.mark.parametrize("row", rows_with("enden"), ids=lambda r: f"{r['merkmal']} {r['testfall']}")
def test_an_answer_ends_as_the_sample_promises(row: dict[str, Any]) -> None:
    assert enden(row["modell"], row["testfall"]) == row["enden"]


def test_all_statuses_uses_and_kinds_of_evidence_are_shown() -> None:
    rows = rows_with("zitat")
    assert {r["status"] for r in rows} == {s.value for s in Zitatstatus}
    assert {r["verwendung"] for r in rows} == {v.value for v in Verwendung}
    for merkmal in (
        "verdacht_nicht_bestaetigt",
        "verdacht_widerlegt",
        "abzug_durch_zwei_quellen",
        "handbefund",
        "erfundenes_urteil_zurueckgewiesen",
        "nachlauf_heilt",
        "weiter_abgeschnitten",
        "ungueltig_wiederholt",
        "timeout",
        "provider_fehler",
        "leere_ausgabe",
        "besonderer_abschlussgrund",
        "hinweis_fehlt",
    ):
        assert shown(merkmal), merkmal


def test_a_missing_notice_is_missing() -> None:
    for row in shown("hinweis_fehlt"):
        assert not hinweis_vorhanden(aufzeichnung(row["modell"], row["testfall"])["antwort"])


def test_every_handbefund_meets_a_citation_and_says_why() -> None:
    for row in read("handbefunde.yaml"):
        texts = {z.fundstelle.text for z in zitate(row["modell"], row["testfall"])}
        unread = OHNE_US and (row["modell"], row["testfall"]) in US_FAELLE
        assert unread or row["zitat"] in texts
        assert row["begruendung"].strip()
        assert row["beleg"].strip()


def test_every_decision_that_an_answer_cites_has_an_entry_in_the_sources() -> None:
    cited = {
        z.fundstelle.abzugsschluessel
        for m, k in ALLE
        for z in zitate(m, k)
        if z.fundstelle.art in ENTSCHEIDUNGEN
    }
    assert cited <= set(register())
    held = {key for key in register() if ":dec:" in key or (":case:" in key and not OHNE_US)}
    assert held <= cited


# --- points --------------------------------------------------------------------------------------


def computed(modell: str, kennung: str) -> tuple[Fraction, int, bool, Fraction]:
    """Share of criteria, number of Zitatabzüge, notice, points: counted from the files."""
    record = aufzeichnung(modell, kennung)
    if not graded(modell, kennung):
        return Fraction(0), 0, False, Fraction(0)
    gewicht = {k["kennung"]: k["gewicht"] for k in aufgabe(kennung)["kriterien"]}
    met = sum(gewicht[k] for k, u in record["urteile"].items() if u["erfuellt"])
    share = Fraction(met, sum(gewicht.values()))
    bad = {z.fundstelle.abzugsschluessel for z in zitate(modell, kennung) if z.kostet}
    notice = hinweis_vorhanden(record["antwort"])
    deductions = zitatabzug(bad) + hinweisabzug(notice)
    return share, len(bad), notice, punkte(share, deductions)


@pytest.mark.parametrize(("modell", "kennung"), ALLE)
def test_points_are_what_the_sample_promises(modell: str, kennung: str) -> None:
    if OHNE_US and (modell, kennung) in US_FAELLE:
        pytest.skip("US cases are not read in this installation")
    row = read("v2/abdeckung.yaml")["punkte"][modell][kennung]
    share, bad, notice, points = computed(modell, kennung)
    assert Fraction(row["anteil"]) == share
    assert row["zitatabzuege"] == bad
    assert row["hinweis"] is notice
    assert Fraction(row["punkte"]) == points


@pytest.mark.skipif(OHNE_US, reason="US cases are not read in this installation")
@pytest.mark.parametrize("modell", MODELLE)
def test_the_score_is_what_the_sample_promises(modell: str) -> None:
    points = [computed(modell, k)[3] for k in KENNUNGEN]
    assert read("v2/abdeckung.yaml")["score"][modell] == score(points, len(points))


def test_the_models_differ_clearly() -> None:
    scores = read("v2/abdeckung.yaml")["score"]
    assert scores["demo-aster"] > scores["demo-birke"] + 20 > scores["demo-cassia"] + 40


# --- secrets -------------------------------------------------------------------------------------


def runs(text: str, length: int) -> set[str]:
    words = re.findall(r"\w+", text.casefold())
    return {" ".join(words[i : i + length]) for i in range(len(words) - length + 1)}


def strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for child in value.values():
                yield from strings(child)
        case list():
            for child in value:
                yield from strings(child)


@cache
def public_runs(length: int) -> frozenset[str]:
    names = ["v2/aufgabensatz.yaml", "handbefunde.yaml", "quellen.yaml"]
    public = [k for k in KENNUNGEN if aufgabe(k)["sichtbarkeit"] == "oeffentlich"]
    names += [f"v2/{k}.yaml" for k in public]
    names += [f"antworten/v2/{m}/{k}.yaml" for m in MODELLE for k in public]
    texts = [text for name in names for text in strings(read(name))]
    return frozenset().union(*(runs(text, length) for text in texts))


@pytest.mark.parametrize("kennung", KENNUNGEN[14:])
def test_no_words_of_a_secret_task_stand_in_public_text(kennung: str) -> None:
    t = aufgabe(kennung)
    own = [t["titel"], t["prompt"], t["goldloesung"], t["hypothese"], *strings(t["kriterien"])]
    for modell in MODELLE:
        record = aufzeichnung(modell, kennung)
        own += [u["begruendung"] for u in record["urteile"].values()]
        assert not runs(record["antwort"], 25) & public_runs(25)
        assert t["canary"] not in record["antwort"]
    for text in own:
        assert not runs(text, 8) & public_runs(8)


def test_a_mangel_named_in_the_cover_list_is_one_of_the_known() -> None:
    assert {r["mangel"] for r in rows_with("mangel")} <= {m.value for m in Mangel}
