"""Pure: no Django, no I/O. Normalisierter Vergleich: named switches, all off (R-6.1).

Partial values: none. Both sides pass through the same switches in the order of the fields below.
If `zahlen` or `daten` is on and both sides are a number or a date, the values are compared; an
ambiguous token raises Regelfehler. NFKC changes text (`²` to `2`) and must be asked for by name.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from grading_app.rules.daten import lies_datum
from grading_app.rules.types import Konfiguration, Regelergebnis, ganz_oder_gar_nicht, sollwerte
from grading_app.rules.zahlen import Notation, lies_zahl, ohne_waehrung

_ANFUEHRUNG = "\"'„“”‚‘’«»‹›`"
_MARKDOWN = re.compile(r"(\*\*|__|\*|_|`)(?=\S)(.+?)(?<=\S)\1")


class NormalisiertKonfiguration(Konfiguration):
    """The switches; `mehrere_sollwerte`: each line of the Sollwert is an alternative."""

    unicode_form: Literal["NFC", "NFKC"] | None = None
    leerraum: bool = False
    markdown: bool = False
    anfuehrungszeichen: bool = False
    schlusszeichen: bool = False
    gross_klein: bool = False
    waehrung: bool = False
    zahlen: Literal["de", "us", "beide"] | None = None
    daten: Literal["de", "us", "beide"] | None = None
    mehrere_sollwerte: bool = False


def evaluate(
    konfiguration: NormalisiertKonfiguration, antwort: str, sollwert: str
) -> Regelergebnis:
    """1 if answer and Sollwert are equal after the stated switches, else 0.

    >>> schalter = NormalisiertKonfiguration(schlusszeichen=True, gross_klein=True)
    >>> evaluate(schalter, "ja.", "Ja").wert
    Fraction(1, 1)
    """
    kandidaten = sollwerte(sollwert, zeilenweise=konfiguration.mehrere_sollwerte)
    gleich = any(gleichwertig(konfiguration, antwort, k) for k in kandidaten)
    return ganz_oder_gar_nicht(
        gleich,
        ja="Die Antwort stimmt nach der Normalisierung mit dem Sollwert überein.",
        nein="Die Antwort weicht auch nach der Normalisierung vom Sollwert ab.",
        treffer=("Sollwert",),
    )


def gleichwertig(konfiguration: NormalisiertKonfiguration, a: str, b: str) -> bool:
    """Whether two texts are equal under the switches."""
    a, b = normalisiere(konfiguration, a), normalisiere(konfiguration, b)
    if a == b:
        return True
    if konfiguration.zahlen:
        notation = Notation(konfiguration.zahlen)
        x, y = lies_zahl(a, notation), lies_zahl(b, notation)
        if x is not None and y is not None:
            return x == y
    if konfiguration.daten:
        notation = Notation(konfiguration.daten)
        d, e = lies_datum(a, notation), lies_datum(b, notation)
        return d is not None and d == e
    return False


def normalisiere(konfiguration: NormalisiertKonfiguration, text: str) -> str:
    """The text after the switches, in the order of the configuration's fields."""
    if konfiguration.unicode_form:
        text = unicodedata.normalize(konfiguration.unicode_form, text)
    if konfiguration.leerraum:
        text = " ".join(text.split())
    if konfiguration.markdown:
        text = _MARKDOWN.sub(r"\2", text)
    if konfiguration.anfuehrungszeichen:
        text = _ohne_rand(text, _ANFUEHRUNG)
    if konfiguration.schlusszeichen:
        text = re.sub(r"[\s.!?,;:…]+$", "", text)
    if konfiguration.anfuehrungszeichen:  # „Ja.“ has its full stop inside, „Ja“. outside
        text = _ohne_rand(text, _ANFUEHRUNG)
    if konfiguration.gross_klein:
        text = text.casefold()
    if konfiguration.waehrung:
        text = ohne_waehrung(text)
    return text


def _ohne_rand(text: str, zeichen: str) -> str:
    kern = text.strip()
    while len(kern) >= 2 and kern[0] in zeichen and kern[-1] in zeichen:
        kern = kern[1:-1].strip()
    return kern if kern != text.strip() else text
