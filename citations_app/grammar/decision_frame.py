"""Pure: no Django, no I/O.

What stands to the left of a docket or print citation: court, kind of decision, date.
"""

import re
from typing import NamedTuple

from citations_app.grammar.courts import DATUM, GERICHT, TYP, iso_datum, kurzes_gericht


class Rahmen(NamedTuple):
    """What stands to the left of a core."""

    start: int
    gericht: str
    typ: str
    datum: str
    verbunden: bool = False


_LINKS = re.compile(
    rf"(?<!\w)(?=[A-ZÄÖÜbeuv\d])(?:(?P<gericht>{GERICHT})(?: ?[(<] ?(?:GK|GC"
    rf"|Große Kammer) ?[)>])?[ ,:-]{{1,3}}"
    r"(?:[A-ZÄÖÜ][^,;:()]{3,60}, )??)?"
    rf"(?:(?P<typ>{TYP})(?: (?P<wer>(?:des|der) [^;:()]{{1,90}}?)"
    rf"| in)?[ ,]{{0,2}}(?:\([A-Za-z]{{2,6}}\) )?)?"
    rf"(?:(?:vom|v\.|von) ?)?(?:{DATUM})?"
    r"[ ,:(-]{0,4}(?:(?:Az\.?:?|Aktenzeichen:?|AZ:|Rs\.|verb(?:undene)?n?\.? (?:Rs\."
    r"|Rechtssachen)|Joined Cases|Nr\.|No\.|in der Rechtssache"
    r"|GZ:?) ?)?\Z"
)
_GERICHT = re.compile(GERICHT)
_FENSTER = 150

_KLEINE_WORTE = frozenset(["in", "v.", "v", "vom", "von", "urteil", "beschluss", "entscheidung"])
"""Words in small letters that can end a frame; after any other there is none."""


def lies_rahmen(text: str, untergrenze: int, kern: int) -> Rahmen:
    """Return the frame that ends right before the core at `kern`; empty if there is none."""
    lo = max(untergrenze, kern - _FENSTER)
    davor = text[max(lo, kern - 40) : kern].rstrip(" ,:(-")
    letztes = davor[davor.rfind(" ") + 1 :].lstrip("(")
    if not letztes or (letztes[0].islower() and letztes not in _KLEINE_WORTE):
        return Rahmen(kern, "", "", "")
    match = _LINKS.search(text, lo, kern)
    if match is None or match.end() == match.start():
        return Rahmen(kern, "", "", "")
    gericht, typ = match["gericht"] or "", match["typ"] or ""
    if not gericht and match["wer"]:
        im_satz = _GERICHT.search(match["wer"])
        gericht = im_satz[0] if im_satz else ""
    if not gericht and "-" in typ:
        gericht = typ.partition("-")[0]
    datum = iso_datum(match)
    verbunden = "verb" in match[0] or "Joined" in match[0]
    if not (gericht or typ or datum or verbunden):
        return Rahmen(kern, "", "", "")
    kurz = kurzes_gericht(gericht) if gericht else ""
    return Rahmen(match.start(), kurz, typ, datum, verbunden)
