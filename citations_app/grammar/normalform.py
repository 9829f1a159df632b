"""Pure: no Django, no I/O.

The text as the grammar reads it, with a way back to the original offsets.

Replaced one for one: Unicode spaces and hyphens, a single line break inside a paragraph. Removed:
soft hyphens, zero-width characters, Markdown emphasis and link targets, HTML tags. Replaced by
their character: HTML entities and decomposed letters. A paragraph break, a list item or a table
cell stays a barrier that no citation crosses.
"""

import html
import re
import unicodedata
from bisect import bisect_right
from typing import NamedTuple


class Normalform(NamedTuple):
    """Normalised text; `marken` and `quellen` pair normalised with original offsets at changes."""

    text: str
    marken: tuple[int, ...] = ()
    quellen: tuple[int, ...] = ()

    def original(self, offset: int) -> int:
        """Return the original offset of a normalised one.

        >>> normalise("§\\u00ad 1").original(2)
        3
        """
        if not self.marken:
            return offset
        index = bisect_right(self.marken, offset) - 1
        return offset if index < 0 else self.quellen[index] + offset - self.marken[index]

    def original_end(self, offset: int) -> int:
        """Return the original end of a span that ends before `offset`."""
        return self.original(offset - 1) + 1 if offset > 0 else 0


_SPACES = [
    *map(chr, [9, 11, 12, 13, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)]),
    "\u202f",
    "\u205f",
]
_HYPHENS = [*map(chr, range(0x2010, 0x2016)), "\u2212", "\ufe58", "\ufe63", "\uff0d"]
_EINS_ZU_EINS = [
    *((char, " ") for char in [*_SPACES, "\u3000"]),
    *((char, "-") for char in _HYPHENS),
]
_UNGEWOHNT = re.compile(f"[{''.join(alt for alt, _ in _EINS_ZU_EINS)}]")
_TABLE = {ord(alt): neu for alt, neu in _EINS_ZU_EINS}
_EINZELNER_UMBRUCH = re.compile(r"\n(?<!\n\n)(?! {0,8}(?:\n|[-*•>#|+]|\d{1,3}[.)] ))")

_UNSICHTBAR = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_ANLASS = re.compile(f"[{_UNSICHTBAR}&<*`_\\[\\]\\\\\u0300-\u036f]")
_ENTITAET = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8}\d{0,2});")
_TAG = re.compile(
    r"</?(a|abbr|b|blockquote|br|cite|code|dd|del|div|dl|dt|em|h[1-6]|hr|i|ins|li|mark|ol|p|pre|q|s"
    r"|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?: [^<>]{0,300})?/?>"
)
_INLINE = frozenset(
    [
        "a",
        "abbr",
        "b",
        "cite",
        "code",
        "del",
        "em",
        "i",
        "ins",
        "mark",
        "q",
        "s",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "u",
    ]
)
_LINKZIEL = re.compile(r"\]\((?:https?://|/|#|mailto:)[^\s()<>]{0,500}\)")
_LINK = re.compile(r"\[(?=[^\[\]\n]{1,200}\]\((?:https?://|/|#|mailto:))")
_BETONUNG = re.compile(r"[*`]{1,3}|_{1,2}(?!_)")
_MASKIERT = re.compile(r"\\(?=[\\`*_{}\[\]()#+.!>-])")
_ZUSATZZEICHEN = re.compile("[\u0300-\u036f]{1,8}")


def normalise(text: str) -> Normalform:
    """Return the text as the grammar reads it.

    >>> normalise("§&nbsp;823 **Abs. 1** BGB").text
    '§ 823 Abs. 1 BGB'
    """
    if _UNGEWOHNT.search(text) is not None:
        for alt, neu in _EINS_ZU_EINS:
            if alt in text:
                text = text.replace(alt, neu)
    if "\n" in text:
        text = _EINZELNER_UMBRUCH.sub(" ", text)
    if _ANLASS.search(text) is None:
        return Normalform(text)
    return _entferne(text)


def _entferne(text: str) -> Normalform:
    """Drop or replace what a reader does not see, noting where offsets shift."""
    stuecke: list[str] = []
    marken: list[int] = []
    quellen: list[int] = []
    laenge = letzte = 0
    for anlass in _ANLASS.finditer(text):
        if anlass.start() < letzte:
            continue
        ersatz = _ersatz(text, anlass.start())
        if ersatz is None:
            continue
        start, end, neu = ersatz
        if start < letzte:
            continue
        stuecke += (text[letzte:start], neu)
        laenge += start - letzte
        letzte = end
        if neu:
            marken.append(laenge)
            quellen.append(start)
        laenge += len(neu)
        marken.append(laenge)
        quellen.append(letzte)
    if not marken:
        return Normalform(text)
    stuecke.append(text[letzte:])
    return Normalform("".join(stuecke), tuple(marken), tuple(quellen))


def _ersatz(text: str, start: int) -> tuple[int, int, str] | None:
    """Return start, end and replacement of the invisible piece at `start`, None if it is"
    " visible."""
    zeichen = text[start]
    match: re.Match[str] | None
    if zeichen == "<":
        match = _TAG.match(text, start)
        return (start, match.end(), "" if match[1] in _INLINE else " ") if match else None
    if zeichen == "&":
        match = _ENTITAET.match(text, start)
        return _entitaet(match) if match else None
    if zeichen in "*`_":
        match = _BETONUNG.match(text, start)
        if match is None or (zeichen == "_" and not _ist_betonung(text, match)):
            return None
        return start, match.end(), ""
    if zeichen in _UNSICHTBAR:
        return start, start + 1, _weiches_zeichen(text, start)
    if zeichen in "[]":
        match = (_LINKZIEL if zeichen == "]" else _LINK).match(text, start)
        return (start, match.end(), "") if match else None
    if zeichen == "\\":
        match = _MASKIERT.match(text, start)
        return (start, match.end(), "") if match else None
    match = _ZUSATZZEICHEN.match(text, start)
    if match is None or start == 0:
        return None
    neu = unicodedata.normalize("NFC", text[start - 1 : match.end()])
    return start - 1, match.end(), neu


def _entitaet(match: re.Match[str]) -> tuple[int, int, str] | None:
    zeichen = html.unescape(match[0])
    if len(zeichen) != 1:
        return None
    neu = "" if zeichen in _UNSICHTBAR else zeichen.translate(_TABLE)
    return match.start(), match.end(), neu


def _ist_betonung(text: str, match: re.Match[str]) -> bool:
    """Underscores emphasise at the edge of a word; "601 U.S. ___" and "snake_case" stay."""
    davor = text[match.start() - 1 : match.start()] if match.start() else " "
    danach = text[match.end() : match.end() + 1] or " "
    if davor == "_" or danach == "_":
        return False
    return (not davor.isalnum() and not danach.isspace()) or (
        not danach.isalnum() and not davor.isspace()
    )


def _weiches_zeichen(text: str, start: int) -> str:
    """After "C" or "T" a soft hyphen before a digit is the hyphen of an EU docket."""
    if text[start] != "\u00ad" or not text[start + 1 : start + 2].isdigit():
        return ""
    return "-" if start and text[start - 1] in "CTF" else ""
