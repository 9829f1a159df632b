"""Pure: no Django, no I/O.

Acts of the Union that are cited without an article, and recitals.
"""

import re
from collections.abc import Iterator

from citations_app.grammar import laws
from citations_app.grammar.eu_acts import AKT, als_akt
from citations_app.grammar.quelle import Belegt, Quelle
from citations_app.grammar.types import EuAkt, Fundstelle, Rechtsordnung, Zitatart

_FORM_DAVOR = re.compile(
    r"VO|RL|[Vv]erordnung|[Rr]ichtlinie|[Bb]eschlu|Regulation|Directive|Decision"
)
_DAVOR = frozenset(").>rROLegnst")
"""What can stand right before the number of an act: a bracket, "Nr", or the end of its form."""
_ERWAEGUNG = re.compile(
    r"(?:Erwägungsgr(?:und|undes|ünden?)|Erwgr\.|ErwGr\.?|[Rr]ecitals?) {1,2}(?P<nr>\d{1,3})"
    r"(?: {0,2}[,(-]? ?(?:der|zur|zu|of the|of) | )"
)


def finde_eu_akte(quelle: Quelle, belegt: Belegt) -> Iterator[tuple[tuple[int, int], Fundstelle]]:
    """Yield numbered acts that no other citation holds, and recitals of known acts."""
    text = quelle.text
    if quelle.kerne:
        yield from _akte(quelle, belegt)
    if "rwägungsgr" in text or "rwGr" in text or "rwgr" in text or "ecital" in text:
        yield from _erwaegungsgruende(quelle)


def _akte(quelle: Quelle, belegt: Belegt) -> Iterator[tuple[tuple[int, int], Fundstelle]]:
    text, bis = quelle.text, 0
    for stelle in quelle.kerne:
        if stelle < bis or text[stelle + 1] == "." or belegt.enthaelt(stelle):
            continue
        if _zeichen_davor(text, stelle) not in _DAVOR:
            continue
        lo = max(bis, stelle - 60)
        if _FORM_DAVOR.search(text, lo, stelle) is None:
            continue
        match = AKT.search(text, lo, stelle + 24)
        akt = als_akt(match) if match is not None and match.end() > stelle else None
        if match is None or akt is None:
            continue
        bis = akt.end
        kurz = laws.tabelle().celex.get(akt.celex)
        name = kurz.kuerzel if kurz is not None else akt.anzeige
        start = match.start("form")
        teile = EuAkt(akt=akt.anzeige, celex=akt.celex, kurzname=kurz.kuerzel if kurz else "")
        yield (start, akt.end), _fundstelle(quelle, start, akt.end, f"eu:akt:{name}", name, teile)


def _zeichen_davor(text: str, stelle: int) -> str:
    """Return the last character before the number that ends at `stelle`, spaces left out."""
    while stelle >= 0 and (text[stelle].isdigit() or text[stelle] == " "):
        stelle -= 1
    return text[stelle] if stelle >= 0 else ""


def _erwaegungsgruende(quelle: Quelle) -> Iterator[tuple[tuple[int, int], Fundstelle]]:
    for match in _ERWAEGUNG.finditer(quelle.text):
        treffer = laws.erkenne(quelle.text, match.end())
        if treffer is None or treffer.gesetz.ordnung is not Rechtsordnung.EU:
            continue
        gesetz = treffer.gesetz
        teile = EuAkt(akt=gesetz.kuerzel, celex=gesetz.celex, erwaegungsgrund=match["nr"])
        schluessel = f"eu:akt:{gesetz.kuerzel}:ErwGr. {match['nr']}"
        anzeige = f"ErwGr. {match['nr']} {gesetz.kuerzel}"
        spanne = (match.start(), treffer.end)
        yield spanne, _fundstelle(quelle, *spanne, schluessel, anzeige, teile)


def _fundstelle(
    quelle: Quelle, start: int, end: int, schluessel: str, anzeige: str, teile: EuAkt
) -> Fundstelle:
    von, bis, wortlaut = quelle.spanne(start, end)
    return Fundstelle(
        start=von,
        end=bis,
        text=wortlaut,
        rechtsordnung=Rechtsordnung.EU,
        art=Zitatart.EU_AKT,
        schluessel=schluessel,
        abzugsschluessel=schluessel,
        anzeige=anzeige,
        teile=teile,
    )
