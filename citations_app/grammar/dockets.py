"""Pure: no Django, no I/O.

Aktenzeichen: found by their number/year core, read with register sign and senate around it.

A core alone ("2019/20", "18/3124") is no docket: senate and a register sign must stand before it.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple


class Aktenzeichen(NamedTuple):
    """A docket in canonical spelling and the court that its sign names ("" if several could)."""

    start: int
    end: int
    anzeige: str
    gericht: str
    eu: bool = False


_SENAT = r"(?:(?:[IVX]{1,5}|\d{1,3})[a-c]?(?:[/-]\d{1,2}[a-z]?)?)"
_KLAMMER = (
    r"(?: ?\((?:pat|Brfg|B|R|VS|Z|Lw|Kart|EP|EU|BauL|Enwg|Baul|Vollz|SchG|Ü|Kap|KapMuG|OWi|OWiG"
    r"|PVL|S)\))?"
)
_AZ = re.compile(
    rf"(?:(?P<vor>I{{1,3}}-|[BLSA] |2-)?(?P<senat>{_SENAT})[ -]?)?"
    rf"(?P<zeichen>[A-Z][A-Za-zÄÖÜäöü]{{0,6}}(?:-[A-Z]{{1,3}})?|BLw)(?P<klammer>{_KLAMMER}) ?"
    r"(?P<nr>\d{1,5}) ?(?P<trenner>/) ?(?P<jahr>\d\d(?:\d\d)?)(?!\d)(?! ?/ ?(?:EG|EU|EWG|JI|GASP"
    r"|Eur|\d))"
    r"(?P<nach>(?: ?\((?:PKH|EP|EU|PKW|pat|NZB)\)"
    r"| (?:R|B|S|KL|BH|ER|AR|C|RH|NZB|PKH|WA|U|K|D|P|E|F|G|Kg)(?![\w.])"
    r"|\.(?:NE|A|Z|AK|KK)(?!\w))?)"
)
_EU = re.compile(
    r"(?P<gericht>[CTF]) ?- ?(?P<nr>\d{1,4}) ?/ ?(?P<jahr>\d\d)(?!\d)(?P<nach>(?: ?(?:PPU|P-R"
    r"|P\(R\)|P|RX|R|DEP|REV)(?!\w)){0,2})"
)
_RS = re.compile(r"(?:Rs\.?|Rechtssachen?|Case|Slg\.) (?P<nr>\d{1,3}) ?/ ?(?P<jahr>\d\d)(?!\d)")


def _zeichen(form: str) -> dict[str, str]:
    """Return register signs of one form with the court that alone uses them ("" if several do)."""
    text = files("citations_app.grammar").joinpath("data", "registerzeichen.tsv")
    rows = (line.split("\t") for line in text.read_text(encoding="utf-8").splitlines()[1:])
    return {row[0]: row[1] for row in rows if row[2] == form}


_GERICHT_NACH_ZEICHEN = _zeichen("schraegstrich")
_PUNKT_ZEICHEN = _zeichen("punkt")
_KEIN_ZEICHEN = frozenset(_zeichen("keines"))
_BFH_ZEICHEN = frozenset(["R", "B", "S", "K", "E", "GrS", "ER"])
_ROEMISCH = frozenset("IVX")


def finde_aktenzeichen(text: str, kerne: list[int]) -> Iterator[Aktenzeichen]:
    """Yield the dockets of a text in order; `kerne` as `normalform.Quelle` finds them."""
    letzter = 0
    for start in kerne:
        if start < letzter:
            continue
        lies = _punktform if text[start + 1] == "." else _um_kern
        treffer = lies(text, start, letzter)
        if treffer is not None:
            letzter = treffer.end
            yield treffer


def _erste_ziffer(text: str, kern: int, letzter: int) -> int:
    """Return where the number starts whose last digit is at `kern`; at most six digits."""
    erste = kern
    while erste > letzter and text[erste - 1].isdigit() and kern - erste < 6:
        erste -= 1
    return erste


def _um_kern(text: str, kern: int, letzter: int) -> Aktenzeichen | None:
    """Read the docket around the number/year core whose first digit before "/" is at `kern`."""
    erste = _erste_ziffer(text, kern, letzter)
    if erste == letzter:
        return None
    davor = text[erste - 1]
    if davor == " " and erste > letzter + 1:
        davor = text[erste - 2]
    if davor.isalpha() or davor in ").-":
        fenster = max(letzter, erste - 24)
        links = text[fenster:erste]
        treffer = _eu_form(text, erste, links) or _deutsche_form(text, fenster, erste, links)
        if treffer is not None:
            return treffer
    return _egmr(text, erste)


_EGMR_NR = re.compile(r"\d{2,5} ?/ ?\d\d(?!\d)")


def _egmr(text: str, erste: int) -> Aktenzeichen | None:
    """An application number counts only where the Court of Human Rights is named before it."""
    if text.rfind("EGMR", max(0, erste - 130), erste) < 0:
        return None
    match = _EGMR_NR.match(text, erste)
    if match is None or not text[max(0, erste - 2) : erste].endswith(
        (". ", "- ", "o ", ": ", ", ")
    ):
        return None
    return Aktenzeichen(erste, match.end(), match[0].replace(" ", ""), "EGMR", True)


_EU_VOR = re.compile(r"(?:(?<![\w-])[CTF] ?- ?|(?:Rs\.?|Rechtssachen?|Case) )\Z")


def _eu_form(text: str, erste: int, davor: str) -> Aktenzeichen | None:
    vor = _EU_VOR.search(davor)
    if vor is None:
        return None
    start = erste - (len(davor) - vor.start())
    match = _EU.match(text, start)
    if match is not None:
        nach = match["nach"].strip()
        anzeige = f"{match['gericht']}-{match['nr']}/{match['jahr']}{f' {nach}' if nach else ''}"
        return Aktenzeichen(
            start,
            match.end(),
            anzeige,
            {"C": "EuGH", "T": "EuG", "F": "EuGöD"}[match["gericht"]],
            True,
        )
    rs = _RS.match(text, start)
    if rs is None:
        return None
    return Aktenzeichen(rs.start("nr"), rs.end(), f"{rs['nr']}/{rs['jahr']}", "EuGH", True)


_WORTE_VOR = re.compile(
    rf"(?<![\w/])(?:(?:I{{1,3}}-|[BLSA] "
    rf"|2-)?{_SENAT}[ -]?)?(?:[A-Z][A-Za-zÄÖÜäöü]{{0,6}}(?:-[A-Z]{{1,3}})?){_KLAMMER} ?\Z"
)


def _deutsche_form(text: str, fenster: int, erste: int, davor: str) -> Aktenzeichen | None:
    vor = _WORTE_VOR.search(davor)
    if vor is None:
        return _bfh_alt(text, fenster, erste, davor)
    match = _AZ.match(text, fenster + vor.start())
    if match is None or match.start("nr") != erste:
        return None
    zeichen, senat = match["zeichen"], match["senat"] or ""
    if zeichen in _KEIN_ZEICHEN or not _jahr_moeglich(match["jahr"]):
        return None
    gericht = _gericht(senat, zeichen, match)
    if not senat and not gericht:
        return _bfh_alt(text, fenster, erste, davor)
    teile = [
        f"{match['vor'] or ''}{senat}",
        f"{zeichen}{_klammer(match['klammer'])}",
        f"{match['nr']}/{match['jahr'][-2:]}",
    ]
    nach = match["nach"].strip()
    anzeige = " ".join(filter(None, teile)) + (f" {nach}" if nach and nach[0] != "." else nach)
    return Aktenzeichen(match.start(), match.end(), anzeige, gericht)


def _klammer(klammer: str) -> str:
    inhalt = klammer.strip()
    return f" {inhalt}" if inhalt else ""


def _jahr_moeglich(jahr: str) -> bool:
    return len(jahr) == 2 or 1945 <= int(jahr) <= 2049


def _gericht(senat: str, zeichen: str, match: re.Match[str]) -> str:
    roemisch = bool(senat) and senat.rstrip("abc") != "" and set(senat.rstrip("abc")) <= _ROEMISCH
    if "pat" in match["klammer"] or (zeichen == "Ni" and senat.isdigit()):
        return "BPatG"
    if match["vor"] == "B " and not roemisch:
        return "BSG"
    if roemisch and zeichen in _BFH_ZEICHEN:
        return "BFH"
    return _GERICHT_NACH_ZEICHEN.get(zeichen, "")


_BFH_ALT_VOR = re.compile(r"(?<![\w/])(?:[IVX]{1,5}|GrS|GmS-OGB|GrSen) ?\Z")


def _bfh_alt(text: str, fenster: int, erste: int, davor: str) -> Aktenzeichen | None:
    """BFH before 1969 ("IV 267/64") and the Joint Senate ("GmS-OGB 1/86"): no register sign."""
    vor = _BFH_ALT_VOR.search(davor)
    if vor is None:
        return None
    match = re.compile(
        r"([IVX]{1,5}|GrS|GmS-OGB|GrSen) ?(\d{1,4}) ?/ ?(\d\d)(?!\d)(?: [USD](?!\w))?"
    ).match(text, fenster + vor.start())
    if (
        match is None
        or not text[: fenster + vor.start()].endswith((" ", "-", "(", ","))
        and fenster + vor.start()
    ):
        return None
    gericht = {"GmS-OGB": "GmS-OGB"}.get(match[1], "BFH")
    return Aktenzeichen(match.start(), match.end(), f"{match[1]} {match[2]}/{match[3]}", gericht)


_PUNKT_NR = re.compile(r"(?P<nr>\d{1,5})\.(?P<jahr>\d{2,5})(?![\d.]\d|\d)")
_PUNKT_VOR = re.compile(
    r"(?<![\w§./,])(?:BVerwG )?(?P<az>(?:[A-Z] )?(?:\d{1,2}[a-z]?|[IVX]{1,5}|Gr\.? ?Sen\.?)"
    r" (?P<zeichen>[A-Z][A-Za-z-]{0,6})(?: \([A-Z]{1,4}\))?) \Z"
)


def _punktform(text: str, kern: int, letzter: int) -> Aktenzeichen | None:
    """BVerwG "8 C 8.19" and Bavarian "22 ZB 15.1234"."""
    erste = _erste_ziffer(text, kern, letzter)
    if erste < letzter + 4 or text[erste - 1] != " " or not _vor_punkt(text[erste - 2]):
        return None
    vor = _PUNKT_VOR.search(text, max(letzter, erste - 20), erste)
    match = _PUNKT_NR.match(text, erste)
    if vor is None or match is None or vor["zeichen"] not in _PUNKT_ZEICHEN:
        return None
    gericht = _PUNKT_ZEICHEN[vor["zeichen"]] if len(match["jahr"]) == 2 else ""
    anzeige = f"{vor['az']} {match['nr']}.{match['jahr']}"
    return Aktenzeichen(vor.start("az"), match.end(), anzeige, gericht)


def _vor_punkt(zeichen: str) -> bool:
    return zeichen.isalpha() or zeichen == ")"
