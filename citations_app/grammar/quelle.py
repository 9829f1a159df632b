"""Pure: no Django, no I/O.

A text while it is read: both its forms, its number cores, and what has been read already.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable

from citations_app.grammar.normalform import normalise


class Quelle:
    """A text in both forms; turns a normalised span into the original one."""

    __slots__ = ("form", "kerne", "original", "text")

    def __init__(self, original: str) -> None:
        self.original = original
        self.form = normalise(original)
        self.text = self.form.text
        self.kerne = nummernkerne(self.text)

    def spanne(self, start: int, end: int) -> tuple[int, int, str]:
        """Return original start, end and wording of a normalised span."""
        if self.form.marken:
            start, end = self.form.original(start), self.form.original_end(end)
        return start, end, self.original[start:end]


_SCHRAEGSTRICH = re.compile(r"/(?:(?<=\d/)|(?<=\d /)) ?\d\d")
_PUNKT = re.compile(r"\.(?<=\d\.)\d\d")


def nummernkerne(text: str) -> list[int]:
    """Return where number/year cores stand ("123/19", "8.19"): the last digit before the sign.

    >>> nummernkerne("VIII ZR 123/19, 8 C 8.19")
    [10, 20]
    """
    kerne = [
        match.start() - (1 if text[match.start() - 1] != " " else 2)
        for match in _SCHRAEGSTRICH.finditer(text)
    ]
    punkte = [match.start() - 1 for match in _PUNKT.finditer(text)]
    return sorted(kerne + punkte) if punkte else kerne


class Belegt:
    """Normalised spans that a part of the grammar has read already: sorted, not overlapping."""

    __slots__ = ("_ends", "_spannen", "_starts")

    def __init__(self, spannen: Iterable[tuple[int, int]] = ()) -> None:
        self._spannen = spannen
        self._starts: list[int] | None = None
        self._ends: list[int] = []

    def enthaelt(self, offset: int) -> bool:
        """Return whether `offset` lies inside one of the spans."""
        return not self.frei(offset, offset + 1)

    def frei(self, start: int, end: int) -> bool:
        """Return whether no span touches [start, end)."""
        if self._starts is None:
            spannen = list(self._spannen)
            self._starts = [von for von, _ in spannen]
            self._ends = [bis for _, bis in spannen]
        if not self._starts:
            return True
        index = bisect_right(self._starts, end - 1) - 1
        return index < 0 or self._ends[index] <= start
