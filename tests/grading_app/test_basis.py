"""Cache key and staleness: every input counts, nothing else does (R-6.6, R-15.11; cases F)."""

from __future__ import annotations

import dataclasses

import pytest

from grading_app.basis import GRUENDE, Bewertungsbasis, Judgebasis, abweichungen
from grading_app.judge.prompt import Bewertungsvorlage, Kriteriumsvorlage, Zitatansicht

VORLAGE = Bewertungsvorlage(
    aufgabe="A",
    prompt="P",
    goldloesung="G",
    antwort="X",
    kriterien=(Kriteriumsvorlage(kennung="k1", text="T", fundstelle_verlangt=True, gewicht=2),),
    ausschlusskriterien=("kein Raten",),
    zitattabelle=(
        Zitatansicht(zitat="§ 1", fundstelle="BGB § 1", status="echt", verwendung="stuetzend"),
    ),
)
BASIS = Judgebasis(
    vorlage=VORLAGE,
    judge_modell="muster-1",
    parameter={"max_tokens": 16_000},
    judge_prompt_version="jp1",
    rubrik="kriterien v1",
    rubrik_text="…",
    entscheidungen=("Nr. 1",),
    bewerter="bewerter-a",
)


def mit(**aenderung) -> Judgebasis:
    return dataclasses.replace(BASIS, **aenderung)


def vorlage(**aenderung) -> Judgebasis:
    return mit(vorlage=dataclasses.replace(VORLAGE, **aenderung))


kriterium, zeile = VORLAGE.kriterien[0], VORLAGE.zitattabelle[0]
ANDERS = {
    "judge_modell": mit(judge_modell="muster-2"),
    "parameter": mit(parameter={"max_tokens": 16_000, "effort": "hoch"}),
    "judge_prompt_version": mit(judge_prompt_version="jp2"),
    "rubrik": mit(rubrik="kriterien v2"),
    "rubrik_text": mit(rubrik_text="anders"),
    "entscheidungen": mit(entscheidungen=()),
    "bewerter": mit(bewerter="bewerter-b"),
    "vorlage.aufgabe": vorlage(aufgabe="B"),
    "vorlage.prompt": vorlage(prompt="Q"),
    "vorlage.goldloesung": vorlage(goldloesung="H"),
    "vorlage.antwort": vorlage(antwort="X "),
    "vorlage.kriterien": vorlage(kriterien=(dataclasses.replace(kriterium, gewicht=3),)),
    "vorlage.skala": vorlage(kriterien=(), skala=("korrekt", "falsch")),
    "vorlage.ausschlusskriterien": vorlage(ausschlusskriterien=()),
    "vorlage.zitattabelle": vorlage(zitattabelle=(dataclasses.replace(zeile, status="erfunden"),)),
}


def test_the_table_names_every_field():
    felder = {f.name for f in dataclasses.fields(Judgebasis)} - {"vorlage"}
    felder |= {f"vorlage.{f.name}" for f in dataclasses.fields(Bewertungsvorlage)}
    assert set(ANDERS) == felder


def test_an_unchanged_repeat_hits():
    assert mit().schluessel() == BASIS.schluessel()
    assert len(BASIS.schluessel()) == 64


@pytest.mark.parametrize("name", ANDERS)
def test_every_change_misses(name):
    assert ANDERS[name].schluessel() != BASIS.schluessel()


def test_all_keys_differ():
    assert len({b.schluessel() for b in [BASIS, *ANDERS.values()]}) == len(ANDERS) + 1


@pytest.mark.parametrize("feld", ["text", "fundstelle_verlangt", "kennung"])
def test_every_part_of_a_criterion_counts(feld):
    wert = {"text": "U", "fundstelle_verlangt": False, "kennung": "k9"}[feld]
    geaendert = vorlage(kriterien=(dataclasses.replace(kriterium, **{feld: wert}),))
    assert geaendert.schluessel() != BASIS.schluessel()


def test_half_a_surrogate_has_a_key():
    assert vorlage(antwort="\ud800").schluessel() != vorlage(antwort="\ud801").schluessel()


TEILE = {f.name: f"{f.name}-1" for f in dataclasses.fields(Bewertungsbasis)}


def test_every_part_of_the_basis_has_a_reason():
    assert set(GRUENDE) == set(TEILE)


@pytest.mark.parametrize("name", TEILE)
def test_a_changed_part_is_stale_for_its_reason(name):
    alt = Bewertungsbasis(**TEILE)
    neu = Bewertungsbasis(**(TEILE | {name: "anders"}))
    assert alt.fingerabdruck() != neu.fingerabdruck()
    assert abweichungen(alt.teile(), neu.teile()) == (GRUENDE[name],)


def test_an_equal_basis_is_not_stale():
    assert abweichungen(TEILE, dict(reversed(TEILE.items()))) == ()


def test_a_part_that_did_not_exist_then_is_a_reason_too():
    ohne = {k: v for k, v in TEILE.items() if k != "punkteregel"}
    assert abweichungen(ohne, TEILE) == (GRUENDE["punkteregel"],)
