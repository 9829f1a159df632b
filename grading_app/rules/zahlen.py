"""Pure: no Django, no I/O. Numbers in German and US notation; what is ambiguous is reported.

A separator is a thousands mark if it cuts the integer part into groups of exactly three digits,
a decimal mark if it stands once. `1.234` and `1,234` can be both: only a stated notation decides.
"""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction

from grading_app.rules.types import Regelfehler

MAX_STELLEN = 60


class Notation(StrEnum):
    """Which reading a rule allows; `BEIDE` accepts a token only if both readings agree."""

    DE = "de"
    US = "us"
    BEIDE = "beide"


_GRUPPEN = {Notation.DE: ".", Notation.US: ","}
_DEZIMAL = {Notation.DE: ",", Notation.US: "."}
_ZAHL = re.compile(
    r"(?<![\w.,])[-+\u2212]?\d(?:[\d.,'\u2019\u00a0\u202f]*\d)?(?=$|[^\w.,]|[.,](?!\d))"
)
_WAEHRUNG = re.compile(r"(?:€|EUR\b|Euro\b|\$|USD\b|US-Dollar\b|Dollars?\b)", re.IGNORECASE)


def lies_zahl(text: str, notation: Notation) -> Fraction | None:
    """The number that `text` is, None if it is none; raises Regelfehler if it is ambiguous.

    >>> lies_zahl("1.234,50", Notation.DE), lies_zahl("29.00", Notation.DE)
    (Fraction(2469, 2), Fraction(29, 1))
    >>> lies_zahl("1.234", Notation.BEIDE)
    Traceback (most recent call last):
    ...
    grading_app.rules.types.Regelfehler: Die Zahl „1.234“ ist mehrdeutig (1234 oder 1,234).
    """
    kern = text.strip().replace("\u2212", "-")
    kern = re.sub(r"['\u2019\u00a0\u202f](?=\d{3}(?:\D|$))", "", kern)
    if len(kern) > MAX_STELLEN or not re.fullmatch(r"[-+]?[\d.,]*\d", kern):
        return None
    if notation is not Notation.BEIDE:
        return _lies(kern, notation)
    de, us = _lies(kern, Notation.DE), _lies(kern, Notation.US)
    if de is not None and us is not None and de != us:
        werte = " oder ".join(_deutsch(w) for w in sorted((de, us), reverse=True))
        raise Regelfehler(f"Die Zahl „{text.strip()}“ ist mehrdeutig ({werte}).")
    return de if de is not None else us


def _deutsch(wert: Fraction) -> str:
    return f"{float(wert):.12g}".replace(".", ",")


def _lies(kern: str, notation: Notation) -> Fraction | None:
    """Own notation first; the foreign decimal mark only where it cannot be a thousands mark."""
    gruppe, dezimal = _GRUPPEN[notation], _DEZIMAL[notation]
    vorzeichen = -1 if kern.startswith("-") else 1
    betrag = kern.lstrip("+-")
    muster = rf"(\d+|[1-9]\d{{0,2}}(?:{re.escape(gruppe)}\d{{3}})+)(?:{re.escape(dezimal)}(\d+))?"
    treffer = re.fullmatch(muster, betrag)
    if treffer is None:
        treffer = re.fullmatch(rf"(\d+){re.escape(gruppe)}(\d+)", betrag)
    if treffer is None:
        return None
    ganz, rest = treffer[1].replace(gruppe, ""), treffer[2] or ""
    return vorzeichen * Fraction(int(ganz + rest), 10 ** len(rest))


def ohne_waehrung(text: str) -> str:
    """The text without currency words and without the dash for missing cents (`29,-`).

    >>> ohne_waehrung("EUR 29.-"), ohne_waehrung("29,00 €")
    ('29', '29,00')
    """
    text = re.sub(r"(?<=\d)[.,]\s?[-\u2013\u2014]+(?=\s|$)", "", text)
    return _WAEHRUNG.sub("", text).strip()


def zahlen_im_text(text: str) -> list[str]:
    """Number tokens in running text, in order; separators at the end belong to the sentence.

    >>> zahlen_im_text("Die Frist endet nach 72 Tagen, insgesamt, also bald.")
    ['72']
    """
    return [m.group() for m in _ZAHL.finditer(text)]
