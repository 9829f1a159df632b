"""Pure: no Django, no I/O.

"BGH a.a.O. Rn. 10 - OUI": a decision that was cited in full before and is named again.

It counts as the full citation if the text holds one with the same name, or else the same court. A
short form that leads nowhere is a citation only if it names a court and a case.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

from citations_app.grammar.quelle import Belegt, Quelle
from citations_app.grammar.types import Entscheidung, Fundstelle, Rechtsordnung, Zitatart

_AAO = re.compile(r"a\. ?a\. ?O\.|aaO")
_GERICHT_DAVOR = re.compile(
    r"(?<!\w)(?P<gericht>BGH|BVerfG|BVerwG|BAG|BFH|BSG|BPatG|EuGH|EuG|EGMR),? ?\Z"
)
_DANACH = re.compile(
    r",? ?(?P<stelle>(?:(?:Rn|Rd[nN]r?|Rnd|Rz|Tz|Nr|S)\.? ?\d{1,4}|[IVX]{1,4}\.[^-;]{0,14})"
    r"(?:(?:,| f{1,2}\.?| und|-) ?\d{0,4}){0,4})?"
    r"(?: ?- (?P<name>[\w„\"][^;,.()\[\]<>]{1,60}?)(?= ?[;,)\]]| ?\.| ?$))?"
)
_RUECKBLICK = 200
"""So many decisions back the full citation is looked for."""


def finde_kurzformen(
    quelle: Quelle, belegt: Belegt, voll: list[tuple[tuple[int, int], Fundstelle]]
) -> Iterator[tuple[tuple[int, int], Fundstelle]]:
    """Yield short forms of decisions, each under the keys of its full citation."""
    text = quelle.text
    for match in _AAO.finditer(text):
        davor = _GERICHT_DAVOR.search(text, max(0, match.start() - 12), match.start())
        danach = _DANACH.match(text, match.end())
        gericht = davor["gericht"] if davor is not None else ""
        name = (danach["name"] or "").strip(' „"“') if danach is not None else ""
        start = davor.start() if davor is not None else match.start()
        end = danach.end() if danach is not None else match.end()
        if not (gericht or name) or not belegt.frei(start, end):
            continue
        ziel = _ziel(voll, start, gericht, name)
        if ziel is not None:
            yield (start, end), _wie(ziel, quelle, start, end)
        elif gericht and name:
            yield (start, end), _ohne_ziel(quelle, start, end, gericht, name)


def _ziel(
    voll: list[tuple[tuple[int, int], Fundstelle]], start: int, gericht: str, name: str
) -> Fundstelle | None:
    """Return the latest full decision of that name, or of that court where no name is given."""
    bis = bisect_left(voll, start, key=_anfang)
    for _, fundstelle in reversed(voll[max(0, bis - _RUECKBLICK) : bis]):
        teile = fundstelle.teile
        if not isinstance(teile, Entscheidung):
            continue
        if name and teile.name == name:
            return fundstelle
        if not name and gericht and teile.gericht == gericht:
            return fundstelle
    return None


def _anfang(paar: tuple[tuple[int, int], Fundstelle]) -> int:
    return paar[0][0]


def _wie(ziel: Fundstelle, quelle: Quelle, start: int, end: int) -> Fundstelle:
    """Return the short form under the keys and parts of its full citation."""
    von, bis, wortlaut = quelle.spanne(start, end)
    return Fundstelle(
        start=von,
        end=bis,
        text=wortlaut,
        rechtsordnung=ziel.rechtsordnung,
        art=ziel.art,
        schluessel=ziel.schluessel,
        abzugsschluessel=ziel.abzugsschluessel,
        anzeige=ziel.anzeige,
        teile=ziel.teile,
        kurzform=True,
    )


def _ohne_ziel(quelle: Quelle, start: int, end: int, gericht: str, name: str) -> Fundstelle:
    von, bis, wortlaut = quelle.spanne(start, end)
    eu = gericht in ("EuGH", "EuG", "EGMR")
    ordnung = Rechtsordnung.EU if eu else Rechtsordnung.DE
    schluessel = f"{ordnung}:dec:{gericht}:{name}"
    return Fundstelle(
        start=von,
        end=bis,
        text=wortlaut,
        rechtsordnung=ordnung,
        art=Zitatart.EU_ENTSCHEIDUNG if eu else Zitatart.ENTSCHEIDUNG,
        schluessel=schluessel,
        abzugsschluessel=schluessel,
        anzeige=f"{gericht}, {name}",
        teile=Entscheidung(gericht=gericht, name=name),
    )
