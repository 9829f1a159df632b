"""Decisions: what belongs to one decision is one citation, whatever its spelling."""

import pytest

from citations_app.grammar import Entscheidung, Rechtsordnung, Zitatart, extract

EINE = [
    ("BGH, Urt. v. 12.03.2020 – VIII ZR 21/19", "de:dec:BGH:VIII ZR 21/19", "2020-03-12"),
    ("BGH, Urteil vom 12. März 2020 - VIII ZR 21/19, NJW 2020, 1234 Rn. 12",
     "de:dec:BGH:VIII ZR 21/19", "2020-03-12"),
    ("BVerwG, Urteil vom 12.12.2019 - 8 C 8.19", "de:dec:BVerwG:8 C 8.19", "2019-12-12"),
    ("BAG 20. August 2013 - 3 AZR 750/11 - Rn. 19", "de:dec:BAG:3 AZR 750/11", "2013-08-20"),
    ("BSG vom 2. 12. 2014 - B 14 AS 50/13 R - SozR 4-4200 § 22 Nr 82 RdNr 23",
     "de:dec:BSG:B 14 AS 50/13 R", "2014-12-02"),
    ("BFH-Urteil vom 10. September 2014 XI R 33/13, BFHE 247, 360, BStBl II 2015, 720",
     "de:dec:BFH:XI R 33/13", "2014-09-10"),
    ("Beschluss des Bundesverfassungsgerichts vom 7. Mai 1997 - 1 BvR 296/94",
     "de:dec:BVerfG:1 BvR 296/94", "1997-05-07"),
    ("Urteil des Landgerichts Köln vom 1. Juli 2015 - 4 O 12/15", "de:dec:LG Köln:4 O 12/15",
     "2015-07-01"),
    ("OLG Frankfurt am Main, Beschl. v. 3.2.2021, Az. 6 W 8/21",
     "de:dec:OLG Frankfurt am Main:6 W 8/21", "2021-02-03"),
    ("LG Berlin II, Az. 4 O 1181/25", "de:dec:LG Berlin II:4 O 1181/25", ""),
    ("BPatG, Beschluss vom 06.08.2015 - 25 W (pat) 14/14", "de:dec:BPatG:25 W (pat) 14/14",
     "2015-08-06"),
    ("EuGH, Urteil vom 13.5.2014, Rs. C-131/12 (Google Spain)", "eu:dec:C-131/12", "2014-05-13"),
    ("EuGH, Urt. v. 05.06.2018 – C‑210/16", "eu:dec:C-210/16", "2018-06-05"),
    ("EuG, Urteil vom 1. Juli 2010 - T-321/05", "eu:dec:EuG:T-321/05", "2010-07-01"),
    ("EGMR, Vinter / Großbritannien, Urteil vom 9. Juli 2013, Nr. 66069/09",
     "eu:dec:EGMR:66069/09", "2013-07-09"),
    ("BVerfGE 7, 198 (208)", "de:rep:BVerfGE 7, 198", ""),
    ("BGHZ 123, 45 = NJW 1993, 2233", "de:rep:BGHZ 123, 45", ""),
    ("BGH, NJW 2019, 1234 (1236)", "de:rep:NJW 2019, 1234", ""),
    ("AG Köpenick, NJW 1996, 1005", "de:rep:NJW 1996, 1005", ""),
    ("BeckRS 2019, 12345", "de:rep:BeckRS 2019, 12345", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "schluessel", "datum"), EINE)
def test_one_decision_is_one_citation(text: str, schluessel: str, datum: str) -> None:
    (fundstelle,) = extract(f"So entschied {text}.")
    assert fundstelle.schluessel == schluessel
    assert isinstance(fundstelle.teile, Entscheidung)
    assert fundstelle.teile.datum == datum


REIHEN = [
    ("BVerfGE 105, 365 <371>; 106, 351 <355>; 121, 1",
     ["BVerfGE 105, 365", "BVerfGE 106, 351", "BVerfGE 121, 1"]),
    ("BGHZ 1, 2; NJW 2019, 55; BGH NJW 2020, 77", ["BGHZ 1, 2", "NJW 2019, 55", "NJW 2020, 77"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "reporter"), REIHEN)
def test_a_series_names_several_decisions(text: str, reporter: list[str]) -> None:
    assert [f.teile.reporter[0] for f in extract(text)] == reporter  # type: ignore[union-attr]


def test_a_list_passes_the_court_on() -> None:
    text = "BAG 20. August 2013 - 3 AZR 750/11; 15. Mai 2012 - 7 AZR 35/11"
    assert [f.anzeige for f in extract(text)] == ["BAG, 3 AZR 750/11", "BAG, 7 AZR 35/11"]


def test_parallel_forms_and_ecli_belong_to_the_docket() -> None:
    text = (
        "BGH, Urteil vom 12. März 2020 - VIII ZR 123/19, ECLI:DE:BGH:2020:120320UVIIIZR123.19.0, "
        "NJW 2020, 1234 Rn. 12"
    )
    (f,) = extract(text)
    assert isinstance(f.teile, Entscheidung)
    assert f.teile.aktenzeichen == ("VIII ZR 123/19",)
    assert f.teile.ecli == "ECLI:DE:BGH:2020:120320UVIIIZR123.19.0"
    assert (f.teile.reporter, f.teile.rn) == (("NJW 2020, 1234",), "12")
    assert f.text == text


def test_an_ecli_alone_gives_its_docket() -> None:
    (f,) = extract("Siehe ECLI:DE:BGH:2020:120320UVIIIZR123.19.0.")
    assert f.schluessel == "de:dec:BGH:VIII ZR 123/19"


@pytest.mark.parametrize(
    "text",
    [
        "Im Geschäftsjahr 2019/20 stiegen 3 von 2020/21 Posten.",
        "BT-Drucks. 18/3124, S. 41",
        "Am 12.12.2019 waren es 3/4 der 5.10 Euro.",
        "BGBl. I S. 3138",
        "Die Zahl 1.234,56 und die Version 3.11/4",
    ],
)
def test_numbers_are_no_dockets(text: str) -> None:
    assert extract(text) == []


def test_a_section_inside_a_reporter_is_no_norm() -> None:
    (f,) = extract("BSGE 109, 218 = SozR 4-2500 § 31 Nr. 20, RdNr 14")
    assert (f.art, f.rechtsordnung) == (Zitatart.REPORTER, Rechtsordnung.DE)


EU_AKTE = [
    ("Die Richtlinie 93/13/EWG gilt.", "eu:akt:RL 93/13/EWG"),
    ("Die Verordnung (EU) 2016/679 gilt.", "eu:akt:DSGVO"),
    ("VO (EG) Nr. 883/2004", "eu:akt:VO (EG) Nr. 883/2004"),
    ("Erwägungsgrund 47 der DSGVO", "eu:akt:DSGVO:ErwGr. 47"),
    ("Directive 2011/83/EU applies.", "eu:akt:RL 2011/83/EU"),
    ("Art. 6(1)(f) of the GDPR", "eu:norm:DSGVO:Art. 6:1"),
    ("Article 101 TFEU", "eu:norm:AEUV:Art. 101"),
]


@pytest.mark.parametrize(("text", "schluessel"), EU_AKTE)
def test_acts_of_the_union(text: str, schluessel: str) -> None:
    assert [f.schluessel for f in extract(text)] == [schluessel]


def test_short_forms_count_as_their_full_citation() -> None:
    text = (
        "BGH GRUR 2016, 934, Rn. 9 – OUI; BAG 20. August 2013 - 3 AZR 750/11. Dazu BGH a. a. O. "
        "Rdnr. 10 – OUI; BAG aaO Rn. 3."
    )
    gelesen = extract(text)
    assert [f.kurzform for f in gelesen] == [False, False, True, True]
    assert [f.abzugsschluessel for f in gelesen[2:]] == [f.abzugsschluessel for f in gelesen[:2]]


def test_joined_cases_are_one_decision() -> None:
    (f,) = extract("EuGH, verb. Rs. C-402/05 P und C-415/05 P")
    assert isinstance(f.teile, Entscheidung)
    assert f.teile.aktenzeichen == ("C-402/05 P", "C-415/05 P")


def test_two_decisions_of_one_day_stay_two() -> None:
    text = "BFH-Beschlüsse vom 8. März 2011 IV S 14/10 und IV S 15/10"
    assert [f.anzeige for f in extract(text)] == ["BFH, IV S 14/10", "BFH, IV S 15/10"]
