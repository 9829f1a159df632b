"""Bad input: any text, any length, any nesting gives a list of citations, never an exception."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citations_app.grammar import extract

BAUSTEINE = [
    *("§", "§§", "Art.", "Art", "1", "823", "10.5", "312g", "Abs.", "S.", "Satz", "Nr.", "Buchst."),
    *("a", ")", "(", "I", "II", "IV", "f.", "ff.", "bis", "-", ",", ";", "und", "i.V.m.", "BGB"),
    *("SGB X", "EGBGB", "DSGVO", "a.F.", "des Bürgerlichen Gesetzbuchs", "BGH", "Urteil vom"),
    *("12.03.2020", "VIII ZR 123/19", "8 C 8.19", "C-131/12", "NJW 2019, 1234", "BVerfGE 7, 198"),
    *("<", ">", "[", "]", "ECLI:EU:C:2014:317", "Rn. 5", "410 U.S. 113", "Id.", "supra", "v."),
    *("U.S.C.", "Fed. R. Civ. P.", "**", "_", "`", "&sect;", "&#167;", "<b>", "</b>", "\n"),
    *(
        "\u00ad",
        "\u00a0",
        "\u2011",
        "e\u0301",
        "\x00",
        "\ud800",
        "VO (EU) 2016/679",
        "RL 93/13/EWG",
    ),
]


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_read_with_exact_offsets(text: str) -> None:
    _check(text)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(BAUSTEINE), max_size=60))
def test_any_heap_of_citation_parts_is_read(teile: list[str]) -> None:
    _check(" ".join(teile))
    _check("".join(teile))


def _check(text: str) -> None:
    letztes = 0
    for fundstelle in extract(text):
        assert 0 <= fundstelle.start < fundstelle.end <= len(text)
        assert text[fundstelle.start : fundstelle.end] == fundstelle.text
        assert fundstelle.start >= letztes
        letztes = fundstelle.end
        assert fundstelle.schluessel
        assert fundstelle.schluessel.startswith(fundstelle.abzugsschluessel)


N = 100_000


@pytest.mark.parametrize(
    ("text", "anzahl"),
    [
        ("§ " + "1" * N, 0),
        ("§ " * (N // 2), 0),
        ("§" + " " * N + "823 BGB", 0),
        ("§ 1 Abs. " * (N // 9), 0),
        ("(" * N + "§ 1 BGB" + ")" * N, 1),
        ("§§ " + ", ".join(str(n % 900 + 1) for n in range(N // 5)) + " BGB", N // 5),
        ("§ 1 BGB und " * (N // 12), N // 12),
        ("1/10 " * (N // 5), 0),
        ("VIII ZR 1/10, " * 5_000, 5_000),
        ("NJW 2001, " * (N // 10), 0),
        ("*_`<&" * (N // 5), 0),
        ("e\u0301" * (N // 2), 0),
        ("Art. 1 " * (N // 7), 0),
        ("ECLI:" * (N // 5), 0),
        ("1 U.S. 1; " * 500, 500),
        ("Rule 1 Fed. R. " * 3_000, 0),
    ],
    ids=lambda wert: str(wert)[:24],
)
def test_hostile_lengths_give_the_right_answer(text: str, anzahl: int) -> None:
    assert len(extract(text)) == anzahl


def test_bytes_that_are_no_utf8_are_read_after_decoding() -> None:
    zufall = random.Random(7)
    roh = bytes(zufall.randrange(256) for _ in range(20_000))
    for codec in ("latin-1", "utf-8"):
        _check(roh.decode(codec, errors="replace"))
    _check(roh.decode("utf-8", errors="surrogateescape"))
