"""Pure: no Django, no I/O. Reading the section names of the official XML, ranges included.

Repealed stretches appear there as one entry such as "(XXXX) §§ 3 bis 6"; without expanding them
§ 4 BGB would look as if it had never existed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEAD = re.compile(r"(?:\(XXXX\)\s*)?(§§?|Art(?:\.|ikel)?|Artt\.?)\s*(.+)")
_NUMBER = re.compile(r"(\d+)\s*([a-z]{0,2})")
MAX_RANGE = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Bezeichnung:
    """The name of an entry: unit ("§" or "Art") and every number that it stands for."""

    einheit: str
    nummern: tuple[str, ...]
    als_luecke: bool


def read_bezeichnung(text: str) -> Bezeichnung | None:
    """Read the name of an entry; None for annexes, formulas and tables of contents.

    >>> read_bezeichnung("(XXXX) §§ 3 bis 6").nummern
    ('3', '4', '5', '6')
    >>> read_bezeichnung("Art 74a und 75").nummern
    ('74a', '75')
    >>> read_bezeichnung("Anlage 1") is None
    True
    """
    match = _HEAD.fullmatch(" ".join(text.split()))
    if match is None:
        return None
    nummern = tuple(_expand(match[2]))
    if not nummern:
        return None
    einheit = "§" if match[1].startswith("§") else "Art"
    return Bezeichnung(
        einheit=einheit, nummern=nummern, als_luecke=text.lstrip().startswith("(XXXX)")
    )


def _expand(text: str) -> Iterator[str]:
    """Yield the numbers of "3 bis 6", "114 und 115", "1615b bis 1615k" in order."""
    pieces = re.split(r"\s*(?:,|\bund\b|\bu\.)\s*", text)
    for piece in pieces:
        ends = [number_of(end) for end in re.split(r"\s*(?:\bbis\b|–)\s*", piece)]
        match [end for end in ends if end]:
            case [single]:
                yield single
            case [first, last]:
                yield from expand_range(first, last)


def number_of(text: str) -> str:
    """Return "312g" for "312 g" or "312g", "" if the text is no number.

    >>> number_of("312 g"), number_of("abc")
    ('312g', '')
    """
    match = _NUMBER.fullmatch(text.strip())
    return f"{match[1]}{match[2]}" if match else ""


def expand_range(first: str, last: str) -> list[str]:
    """Return every number from first to last; letters run only within one base number.

    >>> expand_range("3", "6")
    ['3', '4', '5', '6']
    >>> expand_range("1615b", "1615d")
    ['1615b', '1615c', '1615d']
    >>> expand_range("195a", "197")
    ['195a', '196', '197']
    """
    (a, a_letter), (b, b_letter) = split_number(first), split_number(last)
    if b < a or b - a > MAX_RANGE:
        return [first, last]
    if a == b:
        return _letters(a, a_letter, b_letter)
    between = [str(n) for n in range(a + 1, b)]
    return [first, *between, *_letters(b, "", b_letter)]


def _letters(base: int, start: str, end: str) -> list[str]:
    """Return base plus letters from start to end: ("", "b") gives base, base a, base b."""
    if len(start) > 1 or len(end) > 1 or (end and start > end):
        return list(dict.fromkeys([f"{base}{start}", f"{base}{end}"]))
    alphabet = ["", *"abcdefghijklmnopqrstuvwxyz"]
    return [
        f"{base}{letter}" for letter in alphabet[alphabet.index(start) : alphabet.index(end) + 1]
    ]


def split_number(number: str) -> tuple[int, str]:
    """Return the sortable parts of a section number.

    >>> split_number("312g")
    (312, 'g')
    """
    match = _NUMBER.fullmatch(number)
    if match is None:
        raise ValueError(f"keine Paragrafennummer: {number!r}")
    return int(match[1]), match[2]
