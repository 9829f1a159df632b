"""Pure: no Django, no I/O. The readable difference between two versions of a Testfall (R-1.2)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any

_STUECK = re.compile(r"\s+|\w+|[^\w\s]")
HOECHSTENS_STUECKE = 4000
"""Texts with more words are compared line by line: word by word takes quadratic time."""
OHNE_VERGLEICH = frozenset({"aufgabensatz", "kennung", "version"})


class Art(StrEnum):
    """What happened to a stretch of text."""

    GLEICH = "gleich"
    WEG = "weg"
    NEU = "neu"


@dataclass(frozen=True, slots=True, kw_only=True)
class Abschnitt:
    """A stretch of text that is in both versions, only in the old or only in the new one."""

    art: Art
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Feldunterschied:
    """One changed field: its name, and the stretches of its old and new text in order."""

    feld: str
    abschnitte: tuple[Abschnitt, ...]
    nur_abstaende: bool


def compare(alt: Mapping[str, Any], neu: Mapping[str, Any]) -> tuple[Feldunterschied, ...]:
    """Return the changed fields of two contents (``inhalt.content``), in the order of the fields.

    >>> [u.feld for u in compare({"prompt": "a b"}, {"prompt": "a c"})]
    ['prompt']
    """
    vorher, nachher = dict(_flat(alt)), dict(_flat(neu))
    felder = dict.fromkeys([*nachher, *vorher])
    return tuple(
        _field(feld, vorher.get(feld, ""), nachher.get(feld, ""))
        for feld in felder
        if vorher.get(feld, "") != nachher.get(feld, "")
    )


def stretches(alt: str, neu: str) -> Iterator[Abschnitt]:
    """Yield the stretches that lead from the old text to the new one.

    >>> [(a.art.value, a.text) for a in stretches("Frist: 1 Monat", "Frist: 2 Monate")]
    [('gleich', 'Frist: '), ('weg', '1'), ('neu', '2'), ('gleich', ' '), ('weg', 'Monat'), \
('neu', 'Monate')]
    """
    a, b = _pieces(alt, neu)
    for was, a1, a2, b1, b2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if was == "equal":
            yield Abschnitt(art=Art.GLEICH, text="".join(a[a1:a2]))
            continue
        if a1 < a2:
            yield Abschnitt(art=Art.WEG, text="".join(a[a1:a2]))
        if b1 < b2:
            yield Abschnitt(art=Art.NEU, text="".join(b[b1:b2]))


def _pieces(alt: str, neu: str) -> tuple[Sequence[str], Sequence[str]]:
    a, b = _STUECK.findall(alt), _STUECK.findall(neu)
    if max(len(a), len(b)) <= HOECHSTENS_STUECKE:
        return a, b
    return alt.splitlines(keepends=True), neu.splitlines(keepends=True)


def _field(feld: str, alt: str, neu: str) -> Feldunterschied:
    return Feldunterschied(
        feld=feld,
        abschnitte=tuple(stretches(alt, neu)),
        nur_abstaende=alt.split() == neu.split(),
    )


def _flat(inhalt: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield (name, text) for each field; the parts of lists by their Kennung or place."""
    for name, wert in inhalt.items():
        if name in OHNE_VERGLEICH:
            continue
        if isinstance(wert, list) and wert and isinstance(wert[0], Mapping):
            yield from _parts(name, wert)
        else:
            yield name, _text(wert)


def _parts(name: str, teile: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for nummer, teil in enumerate(teile, start=1):
        wer = teil.get("kennung") or str(nummer)
        zeilen = (f"{feld}: {_text(wert)}" for feld, wert in teil.items() if wert not in ("", None))
        yield f"{name} {wer}", "\n".join(zeilen)


def _text(wert: Any) -> str:
    match wert:
        case None:
            return ""
        case bool():
            return "ja" if wert else "nein"
        case dt.date():
            return wert.strftime("%d.%m.%Y")
        case list() | tuple():
            return "\n".join(": ".join(e) if isinstance(e, list) else str(e) for e in wert)
    return str(wert)
