"""The text of an answer: harmless whatever it holds, citations at their exact spans (case 72)."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexassay.builds.datenstand import ZitatStand
from lexassay.public.antworttext import ERLAUBT, clean_characters, paragraphs
from tests.public.stand_fixture import ANTWORT_GUT, HOSTILE, TIEF, zitat, zitate_gut

UNSERE = {"a", "span", "svg", "use"}


class Leser(HTMLParser):
    """Collects elements, attributes and text; notes every nested link."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attribute: set[tuple[str, str]] = set()
        self.text = ""
        self.offen: list[str] = []
        self.verschachtelt = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attribute |= {(tag, name) for name, _ in attrs}
        if tag == "a":
            self.verschachtelt |= "a" in self.offen
        if tag not in ("br", "hr"):
            self.offen.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.offen.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def rendered(text: str, zitate: tuple[ZitatStand, ...] = ()) -> str:
    return "".join(absatz.html for absatz in paragraphs(text, zitate))


def marked(text: str, zitate: tuple[ZitatStand, ...]) -> dict[int, str]:
    """Return number → text that is underlined as this citation, tags taken out."""
    gefunden: dict[int, str] = {}
    muster = r'href="#beleg-(\d+)"><span class="zitat__text">(.*?)</span></a>'
    for nummer, stueck in re.findall(muster, rendered(text, zitate), re.DOTALL):
        klar = html.unescape(re.sub(r"<[^>]+>", "", stueck))
        gefunden[int(nummer)] = gefunden.get(int(nummer), "") + klar
    return gefunden


@pytest.mark.parametrize(
    "text",
    [
        HOSTILE,
        TIEF,
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        "[x](javascript:alert(1))",
        "<javascript:alert(1)>",
        "[x]: javascript:alert(1)\n\n[x]",
        "![](http://127.0.0.1:9/falle)",
        "<svg><script>1</script></svg>",
        "</textarea></pre></div><h1>",
        "\x00\x08\x1b[31m",
        "- " * 4000,
        "[" * 20_000,
        "*a " * 20_000,
        "`" * 9_999,
    ],
)
def test_hostile_markdown_is_shown_as_text(text: str) -> None:
    leser = Leser(rendered(text))
    assert leser.tags <= ERLAUBT
    assert {name for _, name in leser.attribute} <= {"start"}


def test_no_word_of_a_hostile_answer_is_lost() -> None:
    text = Leser(rendered(HOSTILE)).text
    for wort in ("<script>", "onerror=alert(1)", "javascript:alert(1)", "{{ geheim }}", "falle"):
        assert wort in text


def test_ten_thousand_quotes_deep_the_text_is_still_there() -> None:
    assert "tief" in rendered(TIEF)
    assert rendered(TIEF).count("&gt;") == 10_000


def test_direction_controls_are_named_and_do_not_turn_the_text() -> None:
    text = rendered("vor \u202e nach \u2066 um")
    assert "[U+202E]" in text
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", text)


def test_every_citation_is_marked_at_its_exact_span() -> None:
    zitate = zitate_gut()
    erwartet = {z.nummer: z.text.replace("*", "") for z in zitate}
    gezeigt = marked(ANTWORT_GUT, zitate)
    # „§ 517 ZPO Rn. 12“ begins where „§ 517 ZPO“ stands a second time: each keeps its own span.
    assert gezeigt == erwartet


def test_a_citation_that_runs_out_of_bold_type_stays_one_citation() -> None:
    text = "Siehe **§ 187** Abs. 1 BGB."
    eines = zitat(1, "§ 187** Abs. 1 BGB", text)
    ausgabe = rendered(text, (eines,))
    assert marked(text, (eines,)) == {1: "§ 187 Abs. 1 BGB"}
    assert ausgabe.count('id="z1"') == 1
    Leser(ausgabe)


def test_overlapping_citations_both_keep_a_number() -> None:
    text = "nach §§ 187, 188 BGB endet"
    eins = zitat(1, "§§ 187, 188 BGB", text)
    zwei = zitat(2, "188 BGB", text)
    ausgabe = rendered(text, (eins, zwei))
    assert ausgabe.count('id="z1"') == ausgabe.count('id="z2"') == 1
    assert not Leser(ausgabe).verschachtelt


def test_a_span_that_does_not_hold_its_text_is_not_marked() -> None:
    fremd = zitat(1, "§ 517 ZPO", ANTWORT_GUT)
    assert "zitat" not in rendered("Ein gekürzter Text …", (fremd,))


def test_every_status_has_its_word_beside_its_colour() -> None:
    ausgabe = rendered(ANTWORT_GUT, zitate_gut())
    for wort in ("echt", "falsch zugeordnet", "erfunden", "nicht auffindbar", "ungeprüft"):
        assert f'<span class="nur-vorlesen"> {wort}</span>' in ausgabe


def test_a_rejected_citation_is_drawn_without_alarm() -> None:
    ausgabe = rendered(ANTWORT_GUT, zitate_gut())
    assert re.search(r'class="zitat zitat--falsch zitat--ohne-wirkung" id="z12"', ausgabe)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=300))
def test_any_text_gives_well_formed_harmless_html(text: str) -> None:
    leser = Leser(rendered(text))
    assert leser.offen == []
    assert leser.tags <= ERLAUBT


@given(st.text(max_size=200), st.data())
def test_any_span_can_be_a_citation(text: str, data: st.DataObject) -> None:
    if not text:
        return
    start = data.draw(st.integers(0, len(text) - 1))
    ende = data.draw(st.integers(start + 1, len(text)))
    vorlage = zitat(1, "§ 517 ZPO", ANTWORT_GUT)
    eines = replace(vorlage, start=start, ende=ende, text=text[start:ende])
    leser = Leser(rendered(text, (eines,)))
    assert leser.offen == []
    assert leser.tags <= ERLAUBT | UNSERE
    assert not leser.verschachtelt


@given(st.text(max_size=200))
def test_cleaning_keeps_every_place(text: str) -> None:
    assert len(clean_characters(text)) == len(text)
