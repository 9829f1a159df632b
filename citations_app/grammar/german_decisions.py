"""Pure: no Django, no I/O.

Court decisions: a docket, a print citation or an ECLI is the core; court, kind and date are read to
its left, parallel citations, pinpoint and name to its right. What belongs together is one citation.
"""

import re

from citations_app.grammar import ecli
from citations_app.grammar.decision_frame import Rahmen, lies_rahmen
from citations_app.grammar.dockets import Aktenzeichen, finde_aktenzeichen
from citations_app.grammar.quelle import Quelle
from citations_app.grammar.reporters import Abdruck, finde_abdrucke
from citations_app.grammar.types import Entscheidung, Fundstelle, Rechtsordnung, Zitatart

Kern = Aktenzeichen | Abdruck | ecli.Ecli


class Gruppe:
    """One decision while it is being read."""

    __slots__ = (
        "aktenzeichen",
        "ecli",
        "end",
        "eu",
        "gericht",
        "name",
        "rahmen",
        "reihen",
        "reporter",
        "rn",
        "start",
    )

    def __init__(self, rahmen: Rahmen, gericht: str) -> None:
        self.start, self.end = rahmen.start, rahmen.start
        self.rahmen, self.gericht = rahmen, gericht
        self.aktenzeichen: list[str] = []
        self.reporter: list[str] = []
        self.reihen: set[str] = set()
        self.ecli = self.name = self.rn = ""
        self.eu = False


_RN = r"(?:Rn|Rnd|Rd[nN]r?|RdNrn|Rdnrn|Rz|Tz|Randnr|Nr)\.? ?"
_RECHTS = re.compile(
    r"(?:(?:,| -,?)? ?(?:juris|n\. ?v\.|www\.[a-z]{2,20}\.de|aaO|a\. ?a\. ?O\.?|mwN)(?![\w-])"
    r"| ?\((?:juris|LS|Ls|L|S\. \d{1,4}|\d{1,4}(?: ?ff?\.)?)\)"
    r"| ?[<(\[] ?(?:S\. )?(?:\d|Rn|Nr)[^<>()\[\];]{0,40}[>)\]]"
    rf"|,? ?-? ?{_RN}\d{{1,4}}(?!\d|[/.]\d)"
    r"(?: ?ff?\.?(?!\w)|(?: und|,| ?-) ?\d{1,4}(?![\w/]|\.\d)){0,6}"
    r"|, (?:S\. ?)?\d{1,4}(?: ?ff?\.)?(?=[,;.)]| ?[-<(\[]| Rn|$)"
    r"| ff?\.(?! ?\w)| - zu [^-;,()]{1,30} der Gründe| u\. ?a\.| -(?=,)){0,6}"
)
_RN_WERT = re.compile(rf"{_RN}(\d{{1,4}}(?: ?ff?\.)?)")
_NAME = re.compile(
    r" ?-?,? ?(?:-? ?\[(?P<eckig>[^\[\]]{2,60})\]|\((?P<rund>[A-ZÄÖÜ][\wäöüß/ -]{2,40})\)"
    r"|- (?P<strich>[A-ZÄÖÜ„\"][^;,.()\[\]<>]{1,60}?)(?= ?[;,)\]]| ?\.?$|\. ?\n))"
)
_KEIN_NAME = re.compile(r"juris|Rn|Az|vgl|Das |Die |Der |Es |Ein|In |Im |Nach |So |Wie ")
_ANSCHLUSS = re.compile(
    r"[ ,=(\[<>)\]-]{0,6}(?:(?:juris|abgedruckt|veröffentlicht|teilweise|auszugsweise|in|nur|LS|Ls)"
    r"[ ,:]{0,2}){0,3}[ (,=-]{0,4}"
)
_NAME_DAVOR = re.compile(r",? ([A-ZÄÖÜ][\wäöüß&.'/ -]{2,50}), ")
_REIHUNG = re.compile(r"(?:,| und| u\.|/| sowie) ?(?:BVerwG )?")
_FOLGE = re.compile(r"[ )\]>-]{0,3}[;,]|,? (?:und|sowie|oder|bzw\.|u\.)")


def finde_entscheidungen(quelle: Quelle) -> list[tuple[tuple[int, int], Fundstelle]]:
    """Return the decisions of a text in order, each with its normalised span; none overlap."""
    text = quelle.text
    kerne: list[Kern] = [
        *finde_aktenzeichen(text, quelle.kerne),
        *finde_abdrucke(text),
    ]
    if "ECLI" in text or "EU:" in text:
        kerne += ecli.finde_ecli(text)
    kerne.sort(key=_anfang)
    return [
        ((gruppe.start, gruppe.end), als_fundstelle(quelle, gruppe))
        for gruppe in _gruppiere(text, kerne)
    ]


def _gruppiere(text: str, kerne: list[Kern]) -> list[Gruppe]:
    gruppen: list[Gruppe] = []
    gruppe: Gruppe | None = None
    for index, kern in enumerate(kerne):
        if gruppe is not None and kern.start < gruppe.end:
            continue
        grenze = kerne[index + 1].start if index + 1 < len(kerne) else len(text)
        if gruppe is None or not _gehoert_dazu(text, gruppe, kern):
            gruppe = _neue_gruppe(text, gruppe, kern)
            gruppen.append(gruppe)
        _nimm(text, gruppe, kern, grenze)
    return gruppen


def _anfang(kern: Kern) -> int:
    return kern.start


def _gehoert_dazu(text: str, gruppe: Gruppe, kern: Kern) -> bool:
    """Parallel citations belong to the decision before them; a second docket only if joined."""
    if kern.start - gruppe.end > 60:
        return False
    zwischen = text[gruppe.end : kern.start]
    match kern:
        case Abdruck():
            return kern.reihe not in gruppe.reihen and bool(_ANSCHLUSS.fullmatch(zwischen))
        case Aktenzeichen() if gruppe.aktenzeichen:
            einzahl = bool(gruppe.rahmen.datum) and not gruppe.rahmen.typ.endswith(("e", "en"))
            verbunden = einzahl or gruppe.rahmen.verbunden
            return verbunden and not gruppe.reporter and bool(_REIHUNG.fullmatch(zwischen))
        case ecli.Ecli() if gruppe.eu and kern.eu and not gruppe.ecli:
            return bool(_ANSCHLUSS.fullmatch(zwischen) or _NAME_DAVOR.fullmatch(zwischen))
        case _:
            return bool(_ANSCHLUSS.fullmatch(zwischen))


def _neue_gruppe(text: str, vorige: Gruppe | None, kern: Kern) -> Gruppe:
    """Start a decision: court from the text, from the core, or from the list it continues."""
    untergrenze = vorige.end if vorige is not None else 0
    rahmen = lies_rahmen(text, untergrenze, kern.start)
    gericht = rahmen.gericht or kern.gericht
    if not gericht and vorige is not None and vorige.gericht:
        zwischen = text[vorige.end : rahmen.start]
        if len(zwischen) < 30 and _FOLGE.match(zwischen):
            gericht = vorige.gericht
    return Gruppe(rahmen, gericht)


def _nimm(text: str, gruppe: Gruppe, kern: Kern, grenze: int) -> None:
    """Add a core and what follows it: pinpoints, then the case name."""
    match kern:
        case Aktenzeichen():
            gruppe.aktenzeichen.append(kern.anzeige)
            gruppe.eu = gruppe.eu or kern.eu
        case Abdruck():
            gruppe.reporter.append(kern.anzeige)
            gruppe.reihen.add(kern.reihe)
        case ecli.Ecli():
            name = _NAME_DAVOR.fullmatch(text, gruppe.end, kern.start) if kern.eu else None
            gruppe.name = gruppe.name or (name[1] if name is not None else "")
            gruppe.ecli = kern.anzeige
            gruppe.eu = gruppe.eu or kern.eu
            gruppe.aktenzeichen += [az for az in kern.aktenzeichen if not gruppe.aktenzeichen]
    gruppe.gericht = gruppe.gericht or kern.gericht
    rechts = _RECHTS.match(text, kern.end, grenze)
    gruppe.end = rechts.end() if rechts is not None else kern.end
    if gruppe.end > kern.end and not gruppe.rn:
        rn = _RN_WERT.search(text, kern.end, gruppe.end)
        gruppe.rn = rn[1] if rn is not None else ""
    if not gruppe.name and gruppe.end < grenze and text[gruppe.end] in " -[(,":
        _nimm_name(text, gruppe, grenze)


def _nimm_name(text: str, gruppe: Gruppe, grenze: int) -> None:
    match = _NAME.match(text, gruppe.end, grenze)
    if match is None:
        return
    if match.end() == grenze < len(text):
        return
    name = (match["eckig"] or match["rund"] or match["strich"] or "").strip(' „"')
    if not name or _KEIN_NAME.match(name) or name.count(" ") > 7:
        return
    gruppe.name, gruppe.end = name, match.end()
    if not gruppe.rn:
        weiter = _RECHTS.match(text, gruppe.end, grenze)
        if weiter is not None and weiter.end() > gruppe.end:
            rn = _RN_WERT.search(text, gruppe.end, weiter.end())
            gruppe.rn = rn[1] if rn is not None else ""
            gruppe.end = weiter.end()


def als_fundstelle(quelle: Quelle, gruppe: Gruppe) -> Fundstelle:
    """Return the finished citation of a group."""
    gericht, az, reporter = gruppe.gericht, gruppe.aktenzeichen, gruppe.reporter
    eu = gruppe.eu or gericht in ("EuGH", "EuG", "EGMR", "EuGöD")
    ordnung = Rechtsordnung.EU if eu else Rechtsordnung.DE
    celex = ""
    if az:
        hauptteil = az[0]
        art = Zitatart.EU_ENTSCHEIDUNG if eu else Zitatart.ENTSCHEIDUNG
        schluessel = (
            f"{ordnung}:dec:{gericht}:{hauptteil}" if gericht != "EuGH" else f"eu:dec:{hauptteil}"
        )
        celex = ecli.celex(hauptteil, gruppe.rahmen.typ) if eu else ""
        anzeige = f"{gericht}, {hauptteil}" if gericht else hauptteil
    elif gruppe.ecli:
        art, schluessel, anzeige = Zitatart.ECLI, f"{ordnung}:ecli:{gruppe.ecli}", gruppe.ecli
    else:
        art = Zitatart.REPORTER
        schluessel = f"{ordnung}:rep:{reporter[0]}"
        anzeige = f"{gericht}, {reporter[0]}" if gericht else reporter[0]
    start, end, wortlaut = quelle.spanne(gruppe.start, gruppe.end)
    if (
        wortlaut.count("(") > wortlaut.count(")")
        and quelle.text[gruppe.end : gruppe.end + 1] == ")"
    ):
        start, end, wortlaut = quelle.spanne(gruppe.start, gruppe.end + 1)
    return Fundstelle(
        start=start,
        end=end,
        text=wortlaut,
        rechtsordnung=ordnung,
        art=art,
        schluessel=schluessel,
        abzugsschluessel=schluessel,
        anzeige=anzeige,
        teile=Entscheidung(
            gericht=gericht,
            datum=gruppe.rahmen.datum,
            aktenzeichen=tuple(az),
            ecli=gruppe.ecli,
            reporter=tuple(reporter),
            name=gruppe.name,
            rn=gruppe.rn,
            typ=gruppe.rahmen.typ,
            celex=celex,
        ),
    )
