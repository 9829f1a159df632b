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


_SPACES = "".join(map(chr, [9, 11, 12, 13, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)])) + (
    "\u202f\u205f\u3000"
)
_HYPHENS = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_EINS_ZU_EINS = re.compile(f"[{_SPACES}{_HYPHENS}]")
_TABLE = {ord(char): " " for char in _SPACES} | {ord(char): "-" for char in _HYPHENS}
_EINZELNER_UMBRUCH = re.compile(r"(?<!\n)\n(?![ ]{0,8}(?:\n|[-*•>#|+]|\d{1,3}[.)] ))")

_TAGS = (
    "a|abbr|b|blockquote|br|cite|code|dd|del|div|dl|dt|em|h[1-6]|hr|i|ins|li|mark|ol|p|pre|q|s|small"
    "|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul"
)
_BLOCK = re.compile(
    r"</?(?:blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|table|t[dhr]|tbody|thead|ul)\b"
)
_ENTFERNEN = re.compile(
    "[\u00ad\u200b\u200c\u200d\u2060\ufeff]+"
    r"|&(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8}[0-9]{0,2});"
    rf"|</?(?:{_TAGS})(?: [^<>]{{0,300}})?/?>"
    r"|\*{1,3}|`{1,3}|(?<![\w_])_{1,2}(?=[^\s_])|(?<=[^\s_])_{1,2}(?![\w_])"
    r"|\]\((?:https?://|/|#|mailto:)[^\s()<>]{0,500}\)"
    r"|\\(?=[\\`*_{}\[\]()#+.!>-])"
    "|.[\u0300-\u036f]{1,8}",
    re.DOTALL,
)
_VERDACHT = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff&<*`_\\\\\u0300-\u036f]|\\]\\(")


def normalise(text: str) -> Normalform:
    """Return the text as the grammar reads it.

    >>> normalise("§&nbsp;823 **Abs. 1** BGB").text
    '§ 823 Abs. 1 BGB'
    """
    if _EINS_ZU_EINS.search(text) is not None:
        text = text.translate(_TABLE)
    if "\n" in text:
        text = _EINZELNER_UMBRUCH.sub(" ", text)
    if _VERDACHT.search(text) is None:
        return Normalform(text)
    return _entferne(text)


def _entferne(text: str) -> Normalform:
    """Drop or replace what a reader does not see, noting where offsets shift."""
    stuecke: list[str] = []
    marken: list[int] = []
    quellen: list[int] = []
    laenge = letzte = 0
    for match in _ENTFERNEN.finditer(text):
        ersatz = _ersatz(match[0], text, match.start())
        if ersatz == match[0]:
            continue
        stuecke += (text[letzte : match.start()], ersatz)
        laenge += match.start() - letzte
        letzte = match.end()
        if ersatz:
            marken.append(laenge)
            quellen.append(match.start())
        laenge += len(ersatz)
        marken.append(laenge)
        quellen.append(letzte)
    stuecke.append(text[letzte:])
    return Normalform("".join(stuecke), tuple(marken), tuple(quellen))


def _ersatz(stueck: str, text: str, start: int) -> str:
    """What stands for a matched piece; after "C" a soft hyphen is the hyphen of an EU docket."""
    erstes = stueck[0]
    if erstes == "&":
        zeichen = html.unescape(stueck)
        return zeichen.translate(_TABLE) if len(zeichen) == 1 and zeichen != "\u00ad" else stueck
    if erstes == "<":
        return " " if _BLOCK.match(stueck) else ""
    if erstes == "\u00ad":
        danach = text[start + len(stueck) : start + len(stueck) + 1]
        return "-" if danach.isdigit() and text[start - 1 : start] in ("C", "T", "F") else ""
    if len(stueck) > 1 and "\u0300" <= stueck[1] <= "\u036f":
        return unicodedata.normalize("NFC", stueck)
    return ""
