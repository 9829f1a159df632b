"""The text of an answer as harmless HTML, with every citation marked at its exact span.

A model's answer is data of an unknown author. Markdown is read without links, images and HTML;
what comes out is cleaned again (nh3); control and direction characters are shown, not obeyed.
Citations travel through Markdown as private-use characters put into the source at their spans,
so that no guess about positions is needed afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token

from lexassay.builds.datenstand import ZitatStand
from lexassay.public.bezeichnungen import ZEICHEN, bezeichnung

ANFANG, ENDE = "\ue000", "\ue001"
TIEFE = 20
"""Nesting that is still laid out; deeper text is shown as it is written."""
ERLAUBT = {
    *("p", "strong", "em", "code", "pre", "ul", "ol", "li", "blockquote", "h3", "hr", "br", "s"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
_PRIVAT = re.compile("[\ue000-\uf8ff]")
_UNZULAESSIG = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    "\U0001fffe\U0001ffff\U0010fffe\U0010ffff]"
)
_RICHTUNG = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_STUECK = re.compile(f"(<[^>]*>|{ANFANG}|{ENDE})")
_TIEF = re.compile(r"^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){12,}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Absatz:
    """One numbered paragraph: its number, its HTML (safe) and the citations that begin in it."""

    nummer: int
    html: str
    zitate: tuple[ZitatStand, ...]


def paragraphs(text: str, zitate: Sequence[ZitatStand]) -> list[Absatz]:
    """Return an answer as numbered paragraphs; nothing of the text is left out.

    A citation whose span does not hold its text (a shortened answer) is not marked here; it
    stands in the table of citations all the same.
    """
    sauber = clean_characters(text)
    stellen = _placed(text, zitate)
    quelle = _with_marks(sauber, stellen)
    folge = iter(stellen)
    bloecke = _blocks(quelle)
    return [_absatz(nummer, block, folge) for nummer, block in enumerate(bloecke, start=1)]


def editorial(text: str) -> str:
    """Return an editorial Markdown text as safe HTML; links are kept as visible text."""
    return "\n".join(show_directions(block) for block in _blocks(clean_characters(text)))


def clean_characters(text: str) -> str:
    """Replace what HTML may not hold and what we use ourselves, one character for one."""
    return _UNZULAESSIG.sub("\ufffd", _PRIVAT.sub("\ufffd", text.replace("\r", "\n")))


def show_directions(text: str) -> str:
    """Make direction controls visible; they could turn a text against its reader (HTML-safe).

    >>> show_directions("a\\u202eb")
    'a[U+202E]b'
    """
    return _RICHTUNG.sub(lambda m: f"[U+{ord(m[0]):04X}]", text)


def _placed(text: str, zitate: Sequence[ZitatStand]) -> list[tuple[int, int, ZitatStand]]:
    """Return (start, end, Zitat) in reading order, cut so that no two spans overlap."""
    stellen: list[tuple[int, int, ZitatStand]] = []
    bisher = 0
    for zitat in sorted(zitate, key=lambda z: (z.start, z.ende, z.nummer)):
        if text[zitat.start : zitat.ende] != zitat.text or not zitat.text:
            continue
        start = max(zitat.start, bisher)
        ende = max(zitat.ende, start)
        stellen.append((start, ende, zitat))
        bisher = ende
    return stellen


def _with_marks(text: str, stellen: Sequence[tuple[int, int, ZitatStand]]) -> str:
    teile, bisher = [], 0
    for start, ende, _ in stellen:
        teile += [text[bisher:start], ANFANG, text[start:ende], ENDE]
        bisher = ende
    return "".join([*teile, text[bisher:]])


@cache
def _markdown() -> MarkdownIt:
    """CommonMark with tables; links, images, HTML and reference definitions stay visible text."""
    leser = MarkdownIt("commonmark", {"html": False, "maxNesting": TIEFE})
    leser.enable(["table", "strikethrough"])
    leser.disable(["link", "image", "autolink", "html_inline", "html_block", "reference"])
    return leser


def _blocks(quelle: str) -> list[str]:
    """Return the HTML of the top-level blocks; a heading stands with the block that follows it."""
    if _TIEF.search(quelle):
        return _plain(quelle)
    tokens = _markdown().parse(quelle)
    if _lost_marks(quelle, tokens):
        return _plain(quelle)
    bloecke: list[str] = []
    kopf = ""
    for gruppe in _top_level(tokens):
        html = _rendered(gruppe)
        if gruppe[0].type == "heading_open":
            kopf += html
        elif gruppe[0].type != "hr":
            bloecke.append(kopf + html)
            kopf = ""
    return [*bloecke, kopf] if kopf else bloecke


def _lost_marks(quelle: str, tokens: Sequence[Token]) -> bool:
    """Whether Markdown dropped a mark, as it drops what is nested too deep."""
    gefunden = sum(token.content.count(ANFANG) for token in tokens if not token.nesting)
    zu_tief = any(token.level >= TIEFE - 1 for token in tokens)
    return zu_tief or gefunden != quelle.count(ANFANG)


def _plain(quelle: str) -> list[str]:
    """Show a text as it is written, one block per blank line."""
    return [
        "<pre>" + escape(teil, quote=False) + "</pre>"
        for teil in re.split(r"\n[ \t]*\n", quelle)
        if teil.strip()
    ]


def _top_level(tokens: Sequence[Token]) -> list[list[Token]]:
    gruppen: list[list[Token]] = []
    tiefe = 0
    for token in tokens:
        if tiefe == 0:
            gruppen.append([])
        gruppen[-1].append(token)
        tiefe += token.nesting
    return gruppen


def _rendered(tokens: list[Token]) -> str:
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = "h3"
    leser = _markdown()
    html = leser.renderer.render(tokens, leser.options, {})
    return nh3.clean(html, tags=ERLAUBT, attributes={"ol": {"start"}}, link_rel=None)


def _absatz(nummer: int, html: str, folge: object) -> Absatz:
    """Turn the marks of one block into citations; a span may run across elements."""
    teile: list[str] = []
    zitate: list[ZitatStand] = []
    offen: ZitatStand | None = None
    erstes = False
    for stueck in _STUECK.split(html):
        if stueck == ANFANG:
            offen = next(folge)[2]  # type: ignore[call-overload]
            erstes = True
            zitate.append(offen)
        elif stueck == ENDE and offen is not None:
            teile.append(_badge(offen, mit_id=erstes))
            offen = None
        elif stueck.startswith("<") or offen is None or not stueck:
            teile.append(stueck if stueck.startswith("<") else show_directions(stueck))
        else:
            teile.append(_marked(offen, stueck, mit_id=erstes))
            erstes = False
    return Absatz(nummer, "".join(teile), tuple(zitate))


def _marked(zitat: ZitatStand, html: str, *, mit_id: bool) -> str:
    kennung = f' id="z{zitat.nummer}"' if mit_id else ""
    return (
        f'<a class="zitat {_classes(zitat)}"{kennung} href="#beleg-{zitat.nummer}">'
        f'<span class="zitat__text">{show_directions(html)}</span></a>'
    )


def _classes(zitat: ZitatStand) -> str:
    """The CSS classes of a citation; one that supports nothing is drawn without its alarm."""
    art = ZEICHEN.get(zitat.status, "ungeprueft")
    return f"zitat--{art}" + ("" if zitat.verwendung == "stuetzend" else " zitat--ohne-wirkung")


def _badge(zitat: ZitatStand, *, mit_id: bool) -> str:
    """The number and glyph after a citation; read aloud as its status."""
    kennung = f' id="z{zitat.nummer}"' if mit_id else ""
    art = ZEICHEN.get(zitat.status, "ungeprueft")
    return (
        f'<span class="zitat {_classes(zitat)}"{kennung}><span class="zitat__nr">&#8288;'
        f'<svg class="zeichen" viewBox="0 0 16 16" aria-hidden="true"><use href="#{art}"/></svg>'
        f"&#8288;{zitat.nummer}"
        f'<span class="nur-vorlesen"> {escape(bezeichnung(zitat.status))}</span></span></span>'
    )
