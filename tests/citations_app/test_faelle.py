"""Known ways to get citation checking wrong, played through the whole chain."""

from __future__ import annotations

import pytest

from citations_app import selectors
from citations_app.begriffe import Mangel, Zitatstatus
from lexassay.beispiel.standin.quellenserver import serve
from tests.citations_app.bausteine import checked, switch_on

pytestmark = pytest.mark.django_db
S = Zitatstatus


def us(name: str, *reporter: str) -> dict:
    return {"treffer": [{"name": name, "reporter": list(reporter)}]}


def de(gericht: str, datum: str, aktenzeichen: str) -> dict:
    return {"treffer": [{"gericht": gericht, "datum": datum, "aktenzeichen": aktenzeichen}]}


KEIN = {"kein_treffer": True}
FAELLE = [
    # text, key, side a, side b, status with a alone, status with a and b
    (
        "Miller v. Bergmann Airlines, 576 U.S. 644 (2015)",
        "us:case:576 U.S. 644",
        us("Obergefell v. Hodges", "576 U.S. 644"),
        us("Obergefell v. Hodges", "576 U.S. 644"),
        S.NICHT_AUFFINDBAR,
        S.FALSCH_ZUGEORDNET,
    ),
    (
        "In re Bieter Company, 16 F.3d 929 (8th Cir. 1994)",
        "us:case:16 F.3d 929",
        us("In Re Bieter Co.", "16 F.3d 929"),
        KEIN,
        S.ECHT,
        S.ECHT,
    ),
    (
        "Tom We Shung v. Brownell, 346 U.S. 906 (1953)",
        "us:case:346 U.S. 906",
        KEIN,
        KEIN,
        S.NICHT_AUFFINDBAR,
        S.NICHT_AUFFINDBAR,
    ),
    (
        "LG Hamburg, Az. 4 O 1181/25",
        "de:dec:LG Hamburg:4 O 1181/25",
        de("LG Hamburg", "2025-01-01", "4 O 181/25"),
        KEIN,
        S.NICHT_AUFFINDBAR,
        S.NICHT_AUFFINDBAR,
    ),
    (
        "BGH, Urt. v. 16.01.2013 – IV ZR 30/14",
        "de:dec:BGH:IV ZR 30/14",
        de("BGH", "2014-10-01", "IV ZR 30/14"),
        KEIN,
        S.FALSCH_ZUGEORDNET,  # the citation contradicts itself, and the source says the same
        S.FALSCH_ZUGEORDNET,
    ),
    (
        "EuGH, Urt. v. 05.06.2018 – C-498/16",
        "eu:dec:C-498/16",
        de("EuGH", "2018-01-25", "C-498/16"),
        de("EuGH", "2018-01-25", "C-498/16"),
        S.NICHT_AUFFINDBAR,
        S.FALSCH_ZUGEORDNET,
    ),
    (
        "BGH, Urt. v. 12.03.2020 – IX ZR 125/17",
        "de:dec:BGH:IX ZR 125/17",
        {"treffer": [*de("BGH", "2020-03-11", "IX ZR 125/17")["treffer"],
                     *de("BGH", "2020-03-13", "IX ZR 125/17")["treffer"]]},
        KEIN,
        S.NICHT_AUFFINDBAR,
        S.NICHT_AUFFINDBAR,
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", FAELLE, ids=lambda case: case[0])
@pytest.mark.parametrize("quellen", ["a", "ab"])
def test_known_case(settings, case, quellen):
    text, key, a, b, with_a, with_both = case
    with serve({key: {"a": a, "b": b}}) as basis:
        settings.ZITATQUELLEN_BASIS = basis
        switch_on(*(f"beispielquelle_{seite}" for seite in quellen))
        (zitat,) = checked(f"Das folgt aus {text}.")
    assert zitat.abzugsschluessel == key
    assert zitat.status == (with_a if quellen == "a" else with_both)
    final = selectors.abzugsschluessel_final(zitat.run)
    assert bool(final) is (zitat.status == S.FALSCH_ZUGEORDNET)


def test_a_page_less_us_citation_is_never_invented():
    (zitat,) = checked("Siehe Trump v. Anderson, 601 U.S. ___ (2024).")
    assert zitat.status == S.UNGEPRUEFT


def test_german_text_never_becomes_a_us_case():
    zitate = checked("Nach § 823 Abs. 1 BGB und Art. 20 Abs. 3 GG; 280 Abs. 1 BGB gilt ebenso.")
    assert {z.rechtsordnung for z in zitate} == {"de"}


def test_every_spelling_of_one_norm_is_one_key():
    zitate = checked(
        "§ 823z BGB, § 823 z BGB, §823z BGB, Paragraf 823z BGB und "
        "§ 823z des Bürgerlichen Gesetzbuchs."
    )
    assert {z.abzugsschluessel for z in zitate} == {"de:norm:BGB:§ 823z"}
    assert {z.verdacht for z in zitate} == {Mangel.NORM_FEHLT}
    assert len(selectors.zitattabelle(zitate[0].run)) == 1
