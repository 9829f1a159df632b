"""Pure: no Django, no I/O.

Text in, citations out. Each part of the grammar reads what the parts before it have left over:
provisions of US law (whose patterns name their code), decisions, norms, EU acts, US cases. So
eyecite comes last and never turns a German section into a page of a reporter.
"""

import re

from citations_app.grammar.american import finde_us_faelle
from citations_app.grammar.american_rules import als_fundstelle, finde_us_recht
from citations_app.grammar.european import finde_eu_akte
from citations_app.grammar.german_decisions import finde_entscheidungen
from citations_app.grammar.german_norms import finde_normen
from citations_app.grammar.quelle import Belegt, Quelle
from citations_app.grammar.short_forms import finde_kurzformen
from citations_app.grammar.types import Fundstelle

_ZIFFER = re.compile(r"\d|&#")
"""Every citation holds a digit; most sentences of a text hold none."""

GRAMMAR_VERSION = "1"
"""Raised with every change that can alter a span or a key; stored with each extraction."""

_Paar = tuple[tuple[int, int], Fundstelle]


def extract(text: str) -> list[Fundstelle]:
    """Return all citations of `text` in order of their start; offsets refer to `text` itself.

    >>> [f.schluessel for f in extract("Nach § 823 Abs. 1 BGB ...")]
    ['de:norm:BGB:§ 823:1']
    """
    if _ZIFFER.search(text) is None:
        return []
    quelle = Quelle(text)
    recht = [((t.start, t.end), als_fundstelle(quelle, t)) for t in finde_us_recht(quelle.text)]
    paare = _dazu([], sorted(recht, key=_anfang))
    paare = _dazu(paare, finde_entscheidungen(quelle))
    if "aaO" in text or "O." in text:
        paare = _dazu(paare, list(finde_kurzformen(quelle, _belegt(paare), paare)))
    paare = _dazu(paare, list(finde_normen(quelle, _belegt(paare))))
    paare = _dazu(paare, list(finde_eu_akte(quelle, _belegt(paare))))
    paare = _dazu(paare, sorted(finde_us_faelle(quelle, _belegt(paare)), key=_anfang))
    return [fundstelle for _, fundstelle in paare]


def _anfang(paar: _Paar) -> int:
    return paar[0][0]


_NICHTS = Belegt()


def _belegt(paare: list[_Paar]) -> Belegt:
    return Belegt(spanne for spanne, _ in paare) if paare else _NICHTS


def _ohne_ueberschneidung(paare: list[_Paar]) -> list[_Paar]:
    """Keep the first of what overlaps; `paare` in order."""
    letztes = 0
    frei = []
    for paar in paare:
        if paar[0][0] >= letztes:
            frei.append(paar)
            letztes = paar[0][1]
    return frei


def _dazu(paare: list[_Paar], neue: list[_Paar]) -> list[_Paar]:
    """Add what touches nothing that was read before, and keep the order of the text."""
    if not neue:
        return paare
    neue = _ohne_ueberschneidung(neue)
    if not paare:
        return neue
    belegt = _belegt(paare)
    dazu = [paar for paar in neue if belegt.frei(*paar[0])]
    return sorted([*paare, *dazu], key=_anfang)
