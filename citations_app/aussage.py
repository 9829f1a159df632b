"""Pure: no Django, no I/O. The sentence that a citation supports (R-9.3, `aussage`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Abbreviations whose dot ends no sentence, mostly parts of citations themselves.
_ABKUERZUNG = re.compile(
    r"(?:\b(?:Abs|Art|Nr|Ziff|lit|Buchst|Alt|Var|Hs|Satz|S|Urt|Beschl|v|vom|Az|Rn|Rz|Tz|vgl|Vgl|bzw"
    r"|ggf|usw|etc|ff|f|a|F|i|V|m|m\.w\.N|z|B|d|h|u|No|Inc|Corp|Co|Cir|Fed|U|S|R|Civ|P|Ct|vs|Id|id"
    r"|Dr|Prof|St|rd|Aufl|sog|insb|gem|entspr|Bd|Verb|Rs)|\d)$"
)
_GRENZE = re.compile(r"[.!?](?=\s+[\"„“(*A-ZÄÖÜ§])|\n\s*\n|\n(?=\s*(?:[-*•#]|\d+\.)\s)")
LAENGE = 600


def sentence_around(text: str, start: int, ende: int) -> str:
    """Return the sentence of `text` in which the span [start, ende) stands, in one line.

    >>> t = "Das ist so. Die Frist beträgt drei Jahre (§ 195 BGB). Sie beginnt später."
    >>> sentence_around(t, t.index("§"), t.index("§") + 9)
    'Die Frist beträgt drei Jahre (§ 195 BGB).'
    """
    begin, limit = max(0, start - LAENGE), min(len(text), ende + LAENGE)
    links = [end for _, end in _borders(text, begin, start)]
    rechts = next((stop for stop, _ in _borders(text, ende, limit)), limit)
    return " ".join(text[links[-1] if links else begin : rechts].split())


def _borders(text: str, begin: int, limit: int) -> Iterator[tuple[int, int]]:
    """Yield (end of a sentence, start of the next) for each border between the positions."""
    for match in _GRENZE.finditer(text, begin, limit):
        if match[0].isspace():
            yield match.start(), match.end()
        elif not _ABKUERZUNG.search(text[max(0, match.start() - 12) : match.start()]):
            yield match.end(), match.end()
