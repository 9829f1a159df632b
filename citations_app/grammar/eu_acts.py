"""Pure: no Django, no I/O.

Regulations, directives and decisions of the Union by number, in German and English.

Numbering: directives and all acts since 2015 put the year first; regulations before 2015 put the
number first ("(EG) Nr. 883/2004"), with a two-digit year before 1999 ("(EWG) Nr. 1408/71").
"""

import re
from typing import NamedTuple


class Akt(NamedTuple):
    """A numbered act: display form, CELEX number, end of its name in the text."""

    anzeige: str
    celex: str
    end: int


_FORM = (
    r"(?P<form>(?:Durchführungs|Delegierten? |Verfahrens|Grund)?[Vv]erordnung(?:en)?|VO"
    r"|Richtlinien?|RL|Rahmenbeschl(?:uss|usses|ußes)|Beschl(?:uss|usses)|Entscheidung"
    r"|(?:Implementing |Delegated )?Regulation|Directive|Decision)"
)
AKT = re.compile(
    r"(?:(?:der|die|des|dem|den|of(?: the)?|the) )?(?:[A-ZÄÖÜ][a-zäöü]{3,30}-)?"
    rf"{_FORM}(?: des Rates)? {{0,2}}(?P<nr0>(?:Nr\.?|No\.?) ?)?"
    r"(?:[(<] ?(?P<gem>EU|EG|EWG|EAG|EGKS|EC|EEC|Euratom)(?:, ?Euratom)? ?[)>] ?)?"
    r"(?P<nr>(?:Nr\.?|No\.?) ?)?(?P<a>\d{1,4}) ?/ ?(?P<b>\d{1,4})(?!\d)"
    r"(?: ?/ ?(?P<nach>EU|EG|EWG|JI|GASP|Euratom|EC|EEC|JHA)\b)?"
)
_DEUTSCH = {"EC": "EG", "EEC": "EWG", "JHA": "JI"}
_KURZ = {"R": "VO", "L": "RL", "D": "Beschluss", "F": "Rahmenbeschluss"}


def lies_akt(text: str, pos: int) -> Akt | None:
    """Return the act whose name starts at `pos`, or None.

    >>> lies_akt("Verordnung (EU) 2016/679", 0).celex, lies_akt("RL 93/13/EWG", 0).celex
    ('32016R0679', '31993L0013')
    >>> lies_akt("VO (EG) Nr. 883/2004", 0).anzeige
    'VO (EG) Nr. 883/2004'
    """
    match = AKT.match(text, pos)
    return als_akt(match) if match else None


def als_akt(match: re.Match[str]) -> Akt | None:
    """Return the act of a match of `AKT`; None if the year is impossible."""
    art = _art(match["form"])
    gem = match["gem"] or match["nach"] or ""
    gem = _DEUTSCH.get(gem, gem)
    if art == "D" and not gem:
        return None
    year_first = _jahr_zuerst(art, match, gem)
    jahr, nummer = (match["a"], match["b"]) if year_first else (match["b"], match["a"])
    voll = _vierstellig(jahr)
    if not 1952 <= voll <= 2049:
        return None
    return Akt(_anzeige(art, gem, match, year_first), f"3{voll}{art}{int(nummer):04d}", match.end())


def _art(form: str) -> str:
    low = form.lower()
    if "rahmenbeschl" in low:
        return "F"
    if low.endswith(("verordnung", "verordnungen", "vo", "regulation")):
        return "R"
    return "L" if low.startswith(("richtlinie", "rl", "directive")) else "D"


def _jahr_zuerst(art: str, match: re.Match[str], gem: str) -> bool:
    if art != "R":
        return True
    if match["nr"] or match["nr0"] or len(match["a"]) != 4 or len(match["b"]) == 2:
        return False
    if not 2015 <= int(match["a"]) <= 2049:
        return False
    return gem in ("EU", "Euratom", "") and not 1990 <= int(match["b"]) <= 2014


def _vierstellig(jahr: str) -> int:
    zahl = int(jahr)
    if len(jahr) > 2:
        return zahl
    return 1900 + zahl if zahl >= 52 else 2000 + zahl


def _anzeige(art: str, gem: str, match: re.Match[str], year_first: bool) -> str:
    a, b = match["a"], match["b"]
    if art == "R":
        nummer = f"{a}/{b}" if year_first else f"Nr. {a}/{b}"
        return f"VO ({gem}) {nummer}" if gem else f"VO {nummer}"
    if match["gem"] and art != "R":
        return f"{_KURZ[art]} ({gem}) {a}/{b}"
    return f"{_KURZ[art]} {a}/{b}/{gem}" if gem else f"{_KURZ[art]} {a}/{b}"
