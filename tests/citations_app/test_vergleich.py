"""What a citation betrays by itself, and when two names of one thing are the same."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citations_app.aussage import sentence_around
from citations_app.begriffe import Befundart, Mangel
from citations_app.fallname import same_case
from citations_app.form import fundstelle, teile_from_json, teile_to_json
from citations_app.grammar.types import (
    Entscheidung,
    EuAkt,
    Fundstelle,
    Norm,
    Rechtsordnung,
    UsFall,
    UsNorm,
    Zitatart,
)
from citations_app.konsistenz import check_consistency, docket_year
from citations_app.vergleich import (
    Treffer,
    judge_decision,
    plain_docket,
    plain_reporter,
    same_court,
)
from citations_app.zusatz import additions, keys_of_prompt, match_in_prompt

HEUTE = dt.date(2026, 11, 30)


def stelle(teile, ordnung=Rechtsordnung.DE, schluessel="k", art=Zitatart.ENTSCHEIDUNG):
    return Fundstelle(
        start=0, end=1, text="x", rechtsordnung=ordnung, art=art, schluessel=schluessel,
        abzugsschluessel=schluessel, anzeige="x", teile=teile,
    )  # fmt: skip


def decision(datum="", aktenzeichen=(), ecli="", gericht="BGH", reporter=()) -> Entscheidung:
    return Entscheidung(
        gericht=gericht, datum=datum, aktenzeichen=aktenzeichen, ecli=ecli, reporter=reporter
    )


UNMOEGLICH = [
    decision("2013-01-16", ("IV ZR 30/14",)),
    decision("2019-12-31", ("8 C 8.20",), gericht="BVerwG"),
    decision("2027-01-01", ("VIII ZR 1/26",)),
    decision("2020-02-30", ("VIII ZR 1/19",)),
    decision("2020-03-12", ("VIII ZR 123/19",), "ECLI:DE:BGH:2020:130320UVIIIZR123.19.0"),
    decision("2020-03-12", ("VIII ZR 124/19",), "ECLI:DE:BGH:2020:120320UVIIIZR123.19.0"),
    decision("2019-03-12", ("1 BvR 1/18",), "ECLI:DE:BVerfG:2020:rk20200312.1bvr000118"),
]


@pytest.mark.parametrize("e", UNMOEGLICH, ids=lambda e: f"{e.datum} {e.aktenzeichen} {e.ecli}")
def test_impossible_combinations_are_found_without_a_source(e):
    found = check_consistency(stelle(e), heute=HEUTE)
    assert found.maengel == {Mangel.UNMOEGLICH}
    assert found.hinweise


@pytest.mark.parametrize(
    "e",
    [
        decision("2014-01-16", ("IV ZR 30/14",)),
        decision("2019-12-12", ("8 C 8.19",), gericht="BVerwG"),
        decision("2026-11-30", ("VIII ZR 1/26",)),
        decision("1958-01-15", ("1 BvR 400/51",), gericht="BVerfG"),
        decision("1962-05-02", ("I ZR 1/60",)),
        decision("2020-03-12", ("VIII ZR 123/19",), "ECLI:DE:BGH:2020:120320UVIIIZR123.19.0"),
        decision("", ("IV ZR 30/14",)),
        decision("2013-01-16"),
        decision("2020-01-01", ("B 7 AS 19/18 R",), gericht="BSG"),
        decision("2014-05-13", ("C-131/12",), gericht="EuGH"),
    ],
    ids=lambda e: f"{e.datum} {e.aktenzeichen}",
)
def test_possible_combinations_raise_nothing(e):
    assert check_consistency(stelle(e), heute=HEUTE) is None


@pytest.mark.parametrize(
    ("gesetz", "nummer", "einheit", "mangel"),
    [
        ("DSGVO", "26", "§", Mangel.EINHEIT),
        ("DSGVO", "100", "Art.", Mangel.NORM_FEHLT),
        ("AEUV", "359", "Art.", Mangel.NORM_FEHLT),
        ("GRCh", "55", "Art.", Mangel.NORM_FEHLT),
        ("DSGVO", "99", "Art.", None),
        ("AEUV", "358", "Art.", None),
        ("Rom I-VO", "30", "Art.", Mangel.NORM_FEHLT),
        ("Rom I-VO", "29", "Art.", None),
        ("Brüssel Ia-VO", "82", "Art.", Mangel.NORM_FEHLT),
        ("HZÜ", "200", "Art.", None),
    ],
)
def test_articles_beyond_the_last_one(gesetz, nummer, einheit, mangel):
    norm = Norm(gesetz=gesetz, nummer=nummer, einheit=einheit)
    found = check_consistency(stelle(norm, Rechtsordnung.EU), heute=HEUTE)
    assert (set(found.maengel) if found else None) == ({mangel} if mangel else None)


@given(st.integers(1, 999), st.integers(0, 99))
def test_a_docket_has_the_year_that_it_was_opened_in(number, year):
    expected = 2000 + year if year < 50 else 1900 + year
    assert docket_year(f"VIII ZR {number}/{year:02}") == expected
    assert docket_year(f"8 C {number}.{year:02}") == expected


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("8 C 8.19", "8 C 8/19", True),
        ("VIII ZR 123/19", "VIII  ZR 123/19", True),
        ("C-131/12", "C‑131/12", True),
        ("IX ZR 1/20", "ix zr 1/20", True),
        ("4 O 1181/25", "4 O 181/25", False),
        ("I ZR 25/00", "I ZR 259/00", False),
        ("AnwZ (Brfg) 1/20", "AnwZ 1/20", False),
    ],
)
def test_dockets_are_compared_whole(a, b, same):
    assert (plain_docket(a) == plain_docket(b)) is same


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("BGH", "Bundesgerichtshof", True),
        ("OLG Frankfurt", "OLG Frankfurt am Main", True),
        ("LG Köln", "Landgericht Köln", True),
        ("EuGH", "Gerichtshof der Europäischen Union", True),
        ("OLG Köln", "OLG Düsseldorf", False),
        ("LG Köln", "OLG Köln", False),
        ("BGH", "BVerfG", False),
        ("", "BGH", False),
    ],
)
def test_courts_of_several_names(a, b, same):
    assert same_court(a, b) is same


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("In re Bieter Company", "In Re Bieter Co.", True),
        ("Obergefell v. Hodges", "Obergefell vs. Hodges", True),
        ("Brown v. Board of Education", "Brown v. Board of Educ. of Topeka", True),
        ("United States v. Thompson", "U.S. v. Thompson", True),
        ("United States v. Thompson", "United States v. Miller", False),
        ("Miller v. Bergmann Airlines", "Obergefell v. Hodges", False),
        ("Ex parte Young", "In re Young", True),
        ("Peña v. Rodríguez", "Pena v. Rodriguez", True),
        ("Smith v. Jones", "Smith v. State", True),
    ],
)
def test_case_names(a, b, same):
    assert same_case(a, b) is same
    assert same_case(b, a) is same


def test_pages_inside_a_print_citation_are_no_difference():
    assert plain_reporter("NJW 2019, 1234 (1236)") == plain_reporter("NJW 2019, 1234")
    assert plain_reporter("NJW 2019, 1234") != plain_reporter("NJW-RR 2019, 1234")


def test_several_hits_are_ambiguous_unless_one_fits():
    hits = [Treffer(gericht="BGH", datum=d, aktenzeichen=("I ZR 1/20",)) for d in ("2020-05-01", "2021-05-01")]  # fmt: skip  # noqa: E501
    cited = decision("2021-05-01", ("I ZR 1/20",))
    assert judge_decision(cited, hits).art is Befundart.STIMMT
    assert judge_decision(decision("2022-05-01", ("I ZR 1/20",)), hits).art is Befundart.MEHRDEUTIG
    assert judge_decision(cited, []).art is Befundart.KEIN_TREFFER


PROMPT = stelle(decision("2021-05-01", ("VI ZR 999/20",)), schluessel="de:dec:BGH:VI ZR 999/20")


@pytest.mark.parametrize(
    ("answer", "arten"),
    [
        (decision("2021-05-01", ("VI ZR 999/20",)), []),
        (decision("", ("VI ZR 999/20",)), []),
        (decision("2021-06-01", ("VI ZR 999/20",)), [Zitatart.ENTSCHEIDUNG]),
        (decision("", ("VI ZR 999/20",), reporter=("NJW 2021, 1",)), [Zitatart.REPORTER]),
        (
            decision("2021-05-01", ("VI ZR 999/20",), "ECLI:DE:BGH:2021:010521UVIZR999.20.0"),
            [Zitatart.ECLI],
        ),
    ],
)
def test_what_an_answer_adds_to_the_decision_of_the_task_is_its_own(answer, arten):
    cited = stelle(answer, schluessel=PROMPT.schluessel)
    vorbild = match_in_prompt(cited, keys_of_prompt([PROMPT]))
    assert vorbild is PROMPT
    added = list(additions(cited, vorbild))
    assert [z.art for z in added] == arten
    assert all(z.abzugsschluessel != cited.abzugsschluessel for z in added)


def test_a_norm_of_the_task_covers_only_what_the_task_names():
    keys = keys_of_prompt([stelle(Norm(gesetz="BGB"), schluessel="de:norm:BGB:§ 823")])
    assert (
        match_in_prompt(stelle(Norm(gesetz="BGB"), schluessel="de:norm:BGB:§ 823:9"), keys) is None
    )


@pytest.mark.parametrize(
    "teile",
    [
        Norm(gesetz="BGB", nummer="823", satz=("1", "2"), alte_fassung=True),
        decision("2021-05-01", ("VI ZR 999/20",), reporter=("NJW 2021, 1",)),
        EuAkt(akt="Verordnung (EU) 2016/679", celex="32016R0679"),
        UsFall(name="A v. B", fundstellen=("1 U.S. 1",), abfrage=False),
        UsNorm(werk="U.S.C.", titel="28", abschnitt="1332"),
    ],
)
def test_parts_survive_storage(teile):
    assert teile_from_json(teile_to_json(teile)) == teile
    row = teile_to_json(teile) | {"feld_von_frueher": "x"}
    assert teile_from_json(row) == teile


def test_a_stored_fundstelle_is_the_extracted_one():
    f = PROMPT
    again = fundstelle(
        start=f.start, ende=f.end, text=f.text, rechtsordnung=str(f.rechtsordnung), art=str(f.art),
        schluessel=f.schluessel, abzugsschluessel=f.abzugsschluessel, anzeige=f.anzeige,
        teile=teile_to_json(f.teile), kurzform=f.kurzform,
    )  # fmt: skip
    assert again == f


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Es gilt § 195 BGB. Danach drei Jahre.", "Es gilt § 195 BGB."),
        (
            "Ja. Nach Abs. 1 i.V.m. § 195 BGB gilt das. Nein.",
            "Nach Abs. 1 i.V.m. § 195 BGB gilt das.",
        ),
        ("## Titel\n\n- Punkt mit § 195 BGB\n- Anderer", "- Punkt mit § 195 BGB"),
        ("§ 195 BGB", "§ 195 BGB"),
    ],
)
def test_the_sentence_around_a_citation(text, wanted):
    start = text.index("§ 195")
    assert sentence_around(text, start, start + len("§ 195 BGB")) == wanted


@given(st.text(max_size=300), st.integers(0, 300), st.integers(0, 300))
def test_the_sentence_holds_the_citation(text, a, b):
    start, end = sorted((min(a, len(text)), min(b, len(text))))
    assert " ".join(text[start:end].split()) in sentence_around(text, start, end)
