"""Pure: no Django, no I/O. The text of a section, its Absätze, sentences and Nummern."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from citations_app.normenbestand.nummern import expand_range
from citations_app.normenbestand.types import Absatz

_LABEL = re.compile(
    r"\((\d+[a-z]{0,2})\)(?:\s*(?:bis|und|u\.)\s*\((\d+[a-z]{0,2})\))?\s*(.*)", re.DOTALL
)
_REPEALED = re.compile(r"\(?(?:weggefallen|aufgehoben|gegenstandslos)\)?[.*]*|-+", re.IGNORECASE)
# A sentence ends where a mark is followed by space and a capital, and no abbreviation stands
# before it. The count serves hints only, so a plain rule is enough.
_SENTENCE_END = re.compile(
    r"(?<!\bAbs)(?<!\bNr)(?<!\bBuchst)(?<!\bArt)(?<!\bv)(?<!\bS)(?<!\bBGBl)(?<!\d)[.!?](?=\s+[A-ZÄÖÜ§])"
)
_BREAKS = {"P", "BR", "DT", "row", "Title", "Subtitle"}


def read_text(content: etree._Element | None) -> str:
    """Return the wording as plain text: one line per paragraph or list item.

    Superscript sentence numbers and footnote marks are left out; spaces are single.
    """
    if content is None:
        return ""
    lines = "".join(_walk(content)).split("\n")
    return "\n".join(line for line in (" ".join(raw.split()) for raw in lines) if line)


def _walk(element: etree._Element) -> Iterator[str]:
    """Yield the pieces of text; "\n" opens a line."""
    if element.tag in _BREAKS:
        yield "\n"
    if element.tag not in {"SUP", "FnR", "noindex"}:
        yield element.text or ""
        for child in element:
            yield from _walk(child)
    if element.tag == "DT":
        yield " "
    if element.tag == "DL":
        yield "\n"
    yield element.tail or ""


def read_absaetze(content: etree._Element | None) -> tuple[bool, tuple[Absatz, ...]]:
    """Return (numbered by the law itself?, the Absätze).

    A section without printed numbers has as many Absätze as it has paragraphs: older acts are
    cited that way.
    """
    if content is None:
        return False, ()
    paragraphs = [(p, _own_text(p)) for p in content if p.tag == "P"]
    paragraphs = [(p, text) for p, text in paragraphs if text]
    numbered = [a for p, text in paragraphs for a in _numbered(p, text)]
    if numbered:
        return True, tuple(numbered)
    plain = [p for p, text in paragraphs if not _REPEALED.fullmatch(text)]
    return False, tuple(_absatz(p, str(n)) for n, p in enumerate(plain, start=1))


def _numbered(paragraph: etree._Element, text: str) -> list[Absatz]:
    match = _LABEL.match(text)
    if match is None:
        return []
    first, last, rest = match.groups()
    gone = bool(_REPEALED.fullmatch(rest.strip()))
    labels = expand_range(first, last) if last else [first]
    return [_absatz(paragraph, label, weggefallen=gone) for label in labels]


def _own_text(paragraph: etree._Element) -> str:
    return " ".join("".join(_walk(paragraph)).split())


def _absatz(paragraph: etree._Element, nummer: str, *, weggefallen: bool = False) -> Absatz:
    text = _own_text(paragraph)
    return Absatz(
        nummer=nummer,
        saetze=0 if weggefallen else len(_SENTENCE_END.findall(text)) + 1,
        nummern=tuple(_nummern(paragraph)),
        weggefallen=weggefallen,
    )


def _nummern(paragraph: etree._Element) -> Iterator[str]:
    """Yield the labels of the outer lists: "1", "1a", or letters where the list has letters."""
    for liste in paragraph.findall("DL"):
        for dt in liste.findall("DT"):
            label = "".join(map(str, dt.itertext())).strip().rstrip(".)").lstrip("(")
            if label:
                yield label
