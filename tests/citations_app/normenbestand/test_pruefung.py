"""Cited norms against the packaged laws (R-9.3)."""

from __future__ import annotations

import pytest

from citations_app.begriffe import Befundart, Mangel
from citations_app.grammar.types import Norm
from citations_app.normenbestand.bestand import Bestand
from citations_app.normenbestand.mitgeliefert import (
    load,
    mitgelieferter_bestand,
    verzeichnis,
)
from citations_app.normenbestand.pruefung import check_norm, resolve_slug

SLUGS = {
    "BGB": "bgb", "ZPO": "zpo", "GG": "gg", "EGBGB": "bgbeg", "StPO": "stpo", "UWG": "uwg_2004",
    "SGB I": "sgb_1", "KSchG": "kschg",
}  # fmt: skip


def cite(gesetz: str, nummer: str, **parts) -> Norm:
    return Norm(gesetz=gesetz, slug=SLUGS.get(gesetz, ""), nummer=nummer, **parts)


STIMMT = [
    cite("BGB", "823", absatz="1"),
    cite("BGB", "312", absatz="1a"),
    cite("BGB", "195", absatz="1"),
    cite("BGB", "280", absatz="1", satz=("2",)),
    cite("BGB", "312g"),
    cite("GG", "1", einheit="Art.", absatz="3"),
    cite("GG", "20", einheit="Art.", absatz="3"),
    cite("EGBGB", "6", artikel="229", absatz="1"),
    cite("EGBGB", "1", artikel="246a", absatz="2"),
    cite("EGBGB", "247", einheit="Art."),
    cite("KSchG", "4"),
    cite("SGB I", "14"),
    cite("BGB", "249", bis="254"),
    cite("BGB", "433", offen="ff."),
]


@pytest.mark.parametrize("norm", STIMMT, ids=lambda n: f"{n.artikel} {n.nummer} {n.gesetz}")
def test_existing_norms_agree(norm):
    assert check_norm(norm, mitgelieferter_bestand()).art is Befundart.STIMMT


MAENGEL = [
    (cite("BGB", "2386"), Mangel.NORM_FEHLT),
    (cite("BGB", "823z"), Mangel.NORM_FEHLT),
    (cite("GG", "147", einheit="Art."), Mangel.NORM_FEHLT),
    (cite("EGBGB", "999", artikel="229"), Mangel.NORM_FEHLT),
    (cite("BGB", "622", absatz="9"), Mangel.ABSATZ_FEHLT),
    (cite("BGB", "195", absatz="2"), Mangel.ABSATZ_FEHLT),
    (cite("GG", "1", einheit="Art.", absatz="4"), Mangel.ABSATZ_FEHLT),
    (cite("BGB", "4"), Mangel.WEGGEFALLEN),
    (cite("BGB", "1300"), Mangel.WEGGEFALLEN),
    (cite("GG", "75", einheit="Art."), Mangel.WEGGEFALLEN),
    (cite("BGB", "548", absatz="3"), Mangel.WEGGEFALLEN),
    (cite("ZPO", "999"), Mangel.WEGGEFALLEN),
    (cite("StPO", "180"), Mangel.WEGGEFALLEN),
    (cite("GG", "1"), Mangel.EINHEIT),
    (cite("BGB", "823", einheit="Art."), Mangel.EINHEIT),
]


@pytest.mark.parametrize(("norm", "fault"), MAENGEL, ids=lambda v: str(v)[:40])
def test_defects_are_named(norm, fault):
    found = check_norm(norm, mitgelieferter_bestand())
    assert found.maengel == {fault}
    assert found.hinweise


@pytest.mark.parametrize(
    ("norm", "art"),
    [
        (cite("BGB", "564b", alte_fassung=True), Befundart.ALTE_FASSUNG),
        (cite("BGB", "4", alte_fassung=True), Befundart.ALTE_FASSUNG),
        (cite("BGB", "823z", alte_fassung=True), Befundart.ALTE_FASSUNG),
        (cite("BayBO", "3"), Befundart.GESETZ_UNBEKANNT),
        (Norm(gesetz="TKG", slug="tkg_2021", nummer="1"), Befundart.GESETZ_UNBEKANNT),
        (Norm(gesetz="EUV", slug="", nummer="4", einheit="Art."), Befundart.GESETZ_UNBEKANNT),
        (Norm(gesetz="AEG", slug="aeg_1994|aeg_alt", nummer="1"), Befundart.MEHRDEUTIG),
    ],
)
def test_what_the_bestand_cannot_judge_is_no_defect(norm, art):
    assert check_norm(norm, mitgelieferter_bestand()).art is art


@pytest.mark.parametrize(
    ("norm", "wort"),
    [
        (cite("BGB", "823", absatz="1", satz=("9",)), "Satz 9"),
        (cite("BGB", "199", absatz="1", nummern=("7",)), "Nummer 7"),
        (cite("BGB", "2380", bis="2999"), "2999"),
    ],
)
def test_satz_nummer_and_end_of_a_range_are_only_remarked_upon(norm, wort):
    found = check_norm(norm, mitgelieferter_bestand())
    assert found.art is Befundart.STIMMT
    assert wort in " ".join(found.hinweise)


def test_two_laws_of_one_abbreviation_are_told_apart_by_the_section_only():
    bestand = Bestand({"a": load("kschg"), "b": load("bgb")}.get)
    assert resolve_slug(Norm(gesetz="X", slug="a|b", nummer="2000"), bestand) == "b"
    assert resolve_slug(Norm(gesetz="X", slug="a|b", nummer="1"), bestand) is None
    assert resolve_slug(Norm(gesetz="X", slug="a|c", nummer="2000"), bestand) is None


def test_every_packaged_law_is_listed_and_readable():
    bestand = mitgelieferter_bestand()
    assert len(verzeichnis()) >= 30
    for slug, eintrag in verzeichnis().items():
        gesetz = bestand.gesetz(slug)
        assert gesetz.normen
        assert (gesetz.jurabk, gesetz.builddate) == (eintrag.jurabk, eintrag.builddate)
        assert len(eintrag.xml_sha256) == 64
        assert any(bestand.alle_wortlaute(slug).values())


def test_the_wording_is_the_official_one():
    text = mitgelieferter_bestand().wortlaut("bgb", "§ 195")
    assert text == "Die regelmäßige Verjährungsfrist beträgt drei Jahre."
    assert mitgelieferter_bestand().wortlaut("bgb", "§ 4") == ""
