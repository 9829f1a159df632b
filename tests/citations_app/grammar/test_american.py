"""US law: own rules always, cases with eyecite; short forms count as their full citation."""

import pytest

from citations_app.grammar import UsFall, Zitatart, extract, us_available

RECHT = [
    ("50 U.S.C. 1702 et seq.", ["50 U.S.C. § 1702"]),
    ("28 U.S.C. § 1332 note", ["28 U.S.C. § 1332 note"]),
    ("42 U.S.C. §§ 1981, 1983 and 1985(3)",
     ["42 U.S.C. § 1981", "42 U.S.C. § 1983", "42 U.S.C. § 1985(3)"]),
    ("15 USC 78j(b)", ["15 U.S.C. § 78j(b)"]),
    ("section 230 of title 47", ["47 U.S.C. § 230"]),
    ("29 C.F.R. § 1910.1200", ["29 C.F.R. § 1910.1200"]),
    ("Fed. R. Civ. P. 12(b)(6)", ["Fed. R. Civ. P. 12(b)(6)"]),
    ("FRCP 56 and Rule 12(b)(6)", ["Fed. R. Civ. P. 56", "Fed. R. Civ. P. 12(b)(6)"]),
    ("Rule 4 of the Federal Rules of Appellate Procedure", ["Fed. R. App. P. 4"]),
    ("FRE 702", ["Fed. R. Evid. 702"]),
    ("U.S. Const. art. I, § 8, cl. 3", ["U.S. Const. art. I, § 8, cl. 3"]),
    ("U.S. Const. amend. XIV, § 1", ["U.S. Const. amend. XIV, § 1"]),
    ("Cal. Civ. Code § 1798.100(a)", ["Cal. Civ. Code § 1798.100(a)"]),
    ("735 ILCS 5/2-619", ["735 ILCS 5/2-619"]),
    ("UCC § 2-207", ["UCC § 2-207"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "anzeigen"), RECHT)
def test_codes_and_rules_need_no_library(text: str, anzeigen: list[str]) -> None:
    assert [f.anzeige for f in extract(f"Under {text}, it holds.")] == anzeigen


def test_a_rule_without_a_family_is_no_citation() -> None:
    assert extract("Rule 12 of the house says so.") == []


needs_eyecite = pytest.mark.skipif(not us_available(), reason="eyecite is not installed")


@needs_eyecite
def test_parallel_and_short_forms_are_one_authority() -> None:
    text = (
        "Roe v. Wade, 410 U.S. 113, 93 S. Ct. 705, 35 L. Ed. 2d 147 (1973). Id. at 120. "
        "Roe, 410 U.S. at 153. Roe, supra, at 5."
    )
    gelesen = extract(text)
    assert {f.abzugsschluessel for f in gelesen} == {"us:case:410 U.S. 113"}
    assert [f.kurzform for f in gelesen] == [False, True, True, True]
    assert isinstance(gelesen[0].teile, UsFall)
    assert gelesen[0].teile.fundstellen == ("410 U.S. 113", "93 S. Ct. 705", "35 L. Ed. 2d 147")
    assert gelesen[0].teile.name == "Roe v. Wade"


@needs_eyecite
def test_german_and_us_law_in_one_sentence() -> None:
    text = "Nach Marbury v. Madison, 5 U.S. (1 Cranch) 137 (1803), und § 823 Abs. 1 BGB"
    arten = [f.art for f in extract(text)]
    assert arten == [Zitatart.US_FALL, Zitatart.NORM]


@needs_eyecite
@pytest.mark.parametrize(
    "text",
    [
        "§ 823 Abs. 1 BGB, 823 Abs. 1",
        "Vgl. 12 Nr. 3, 45 S. 7, 104 Abb. 8, 3 Art. 5",
        "NJW 2019, 1234; 12 Satz 3",
    ],
)
def test_german_abbreviations_are_no_us_reporters(text: str) -> None:
    assert all(f.rechtsordnung != "us" for f in extract(text))


@needs_eyecite
def test_all_full_cases_that_eyecite_finds_are_found() -> None:
    from eyecite import get_citations
    from eyecite.models import FullCaseCitation

    text = (
        "See Mapp v. Ohio, 367 U.S. 643, 655 (1961); Wolf v. Colorado, 338 U.S. 25 (1949); "
        "Smith v. Jones, 2020 WL 123456 (S.D.N.Y. Jan. 5, 2020); People v. Anderson, 6 Cal. 3d 628 "
        "(1972); Palsgraf v. Long Island R.R. Co., 248 N.Y. 339, 162 N.E. 99 (1928); In re Gault, "
        "387 U.S. 1 (1967); Int'l Shoe Co. v. Washington, 326 U.S. 310 (1945); Doe v. Roe, 12 F. "
        "Supp. 2d 34 (D. Mass. 1998); State v. X, 45 Ohio St. 3d 12 (1989)."
    )
    eigene = {s for f in extract(text) if isinstance(f.teile, UsFall) for s in f.teile.fundstellen}
    fremde = {
        c.corrected_citation() for c in get_citations(text) if isinstance(c, FullCaseCitation)
    }
    assert fremde
    assert fremde <= eigene


@needs_eyecite
def test_what_eyecite_reads_in_english_text_is_read() -> None:
    from eyecite import get_citations
    from eyecite.models import FullCaseCitation, FullJournalCitation, FullLawCitation
    from reporters_db import JOURNALS, LAWS, REPORTERS

    beispiele = [
        beispiel
        for tabelle in (REPORTERS, LAWS, JOURNALS)
        for fassungen in tabelle.values()
        for fassung in fassungen
        for beispiel in fassung.get("examples", [])
    ][::12]
    geprueft = 0
    for beispiel in beispiele:
        text = f"In the end the court relied on {beispiel}, and the other side did not."
        spannen = [(f.start, f.end) for f in extract(text)]
        for zitat in get_citations(text):
            if isinstance(zitat, FullCaseCitation | FullLawCitation | FullJournalCitation):
                start, end = zitat.span()
                assert any(von < end and start < bis for von, bis in spannen), text
                geprueft += 1
    assert geprueft > 60


def test_german_law_cited_in_english_needs_a_known_law() -> None:
    text = (
        "Under Section 823(1) BGB and Article 3 GG it holds; Section 5 of the Act, Section 2 UCC."
    )
    assert [f.anzeige for f in extract(text)] == ["§ 823 Abs. 1 BGB", "Art. 3 GG"]


@needs_eyecite
def test_a_docket_number_is_no_part_of_the_name() -> None:
    text = (
        "See SEC v. Ripple Labs, Inc., No. 20-CV-10832, 2023 WL 4507900 (S.D.N.Y. July 13, 2023)."
    )
    (f,) = extract(text)
    assert isinstance(f.teile, UsFall)
    assert (f.teile.name, f.teile.gericht) == ("SEC v. Ripple Labs, Inc.", "S.D.N.Y.")
    assert f.text == text[4:-1]
    assert not f.teile.abfrage
