"""Pure: no Django, no I/O.

Print citations of German and European decisions: official collections, journals, loose-leaf works.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

from citations_app.grammar.trie import trie


class Abdruck(NamedTuple):
    """A print citation: canonical form, series, court of an official collection ("" if any)."""

    start: int
    end: int
    anzeige: str
    reihe: str
    gericht: str


SAMMLUNGEN = {
    "BVerfGE": "BVerfG",
    "BVerfGK": "BVerfG",
    "BGHZ": "BGH",
    "BGHSt": "BGH",
    "BVerwGE": "BVerwG",
    "BAGE": "BAG",
    "BFHE": "BFH",
    "BSGE": "BSG",
    "BPatGE": "BPatG",
    "BayObLGZ": "BayObLG",
    "BayObLGSt": "BayObLG",
    "BayVerfGHE": "BayVerfGH",
    "RGZ": "RG",
    "RGSt": "RG",
    "RFHE": "RFH",
    "LVerfGE": "",
    "OVGE": "",
    "ESVGH": "",
    "OLGZ": "",
    "OLGSt": "",
    "VerfGHE": "",
    "FEVS": "",
    "VRS": "",
    "PrOVGE": "",
    "EuGHE": "EuGH",
    "EuGRZ": "",
}
_ZEITSCHRIFTEN = (
    files("citations_app.grammar")
    .joinpath("data", "zeitschriften.txt")
    .read_text(encoding="utf-8")
    .split()
)
_LANGNAMEN = {
    "Neue Juristische Wochenschrift": "NJW",
    "Entscheidungen der Finanzgerichte": "EFG",
    "Deutsches Steuerrecht": "DStR",
    "Deutsches Steuerrecht / Entscheidungsdienst": "DStRE",
    "Deutsches Steuerrecht/Entscheidungsdienst": "DStRE",
    "Neue Zeitschrift für Verwaltungsrecht": "NVwZ",
    "Neue Zeitschrift für Arbeitsrecht": "NZA",
    "Monatsschrift für Deutsches Recht": "MDR",
    "Wertpapier-Mitteilungen": "WM",
    "Höchstrichterliche Finanzrechtsprechung": "HFR",
    "Bundessteuerblatt": "BStBl",
    "GRUR Int.": "GRUR Int",
    "GRUR Int": "GRUR Int",
    "GRUR int": "GRUR Int",
    "Bl. f. PMZ": "BlPMZ",
    "BFH / NV": "BFH/NV",
    "WuW / E": "WuW/E",
    "Mitt.": "Mitt.",
    "Slg.": "Slg.",
    "Slg": "Slg.",
}
_KLEINE = ("r+s", "wistra", "zfs")
"""Journals with a small first letter: searched only where the name occurs at all."""


_ALLE = [*SAMMLUNGEN, *_ZEITSCHRIFTEN, *_LANGNAMEN]
_JAHR = r"(?:1[89]|20)\d\d"
_ABDRUCK = re.compile(
    rf"({trie([*_ALLE, *_KLEINE])})(?! ?[-/]|\w)(?: ?\((?:EFG|HFR|NJW|DStRE?|NVwZ)\))?(?:"
    r" (?:(?P<teil>I{1,3}|IV|1 BvR|A|B) )?(?:Bd\. ?)?"
    rf"(?P<jahr>{_JAHR}|\d{{1,3}})(?: ?\((?:{_JAHR}|[IVX]+)\))?"
    r"(?:,? (?:S\.|Nr\.|S) ?|,? ?(?:I|II)-|, ?| (?=\d))(?:Rs\. )?(?P<seite>\d{1,6})(?!\d|[/.]\d)"
    r")"
)
_FORTSETZUNG = re.compile(
    r"(?: ?[<(\[] ?[^<>()\[\];]{1,40} ?[>)\]]| f{1,2}\.)?[;,] (?:und |sowie )?"
    r"(?P<band>\d{1,3}), (?:S\. )?(?P<seite>\d{1,4})(?= ?[<(\[]|[;,.) ]|$)"
)

_PARAGRAF = (
    r"(?:§|Art\.?) ?\d{1,4}[a-z]?(?: ?[a-z](?= Nr))?"
    r"(?: (?:Abs\.?|S\.?|Satz|Nr\.?) ?\d{1,3}[a-z]?){0,3}"
)
_GESETZ = r"[A-ZÄÖÜ][\wäöü-]{1,15}(?: [IVX]{1,4}|/[A-Z]+)?"
_LOSEBLATT = re.compile(
    r"(?P<sozr>SozR(?: (?P<reihe>[34]))?(?: ?- ?| )(?P<gebiet>\d{4}) (?P<norm>(?:§"
    r"|Art\.?) ?\d{1,4} ?[a-z]{0,2}"
    r"|Nr\.? \d{1,5}|Allg) Nr\.? ?(?P<nr>\d{1,4}))"
    r"|(?P<altsozr>SozR Nr\.? ?\d{1,4}(?: (?:zu )?§ ?\d{1,4}[a-z]?(?: Abs\.? ?\d)?(?:"
    r" [A-Z]\w{1,8})?)?)"
    rf"|(?P<buchholz>Buchholz \d{{1,4}}(?:\.\d{{1,3}}){{0,3}}(?: (?:Art\.?|§§?) ?\d{{1,4}}[a-z]?"
    rf"(?: (?:Abs\.?|S\.?|Satz"
    rf"|Nr\.?) ?\d{{1,3}}){{0,3}}(?:, \d{{1,3}}[a-z]?)?)?(?: {_GESETZ}){{0,2}}(?: \([^"
    rf"()]{{1,20}}\))? Nr\.? ?\d{{1,4}})"
    rf"|(?P<bghr>BGHR (?:{_GESETZ}(?: \([^()]{{1,25}}\))? )?(?:vor )?{_PARAGRAF}(?:"
    rf" [A-ZÄÖÜ][\wäöüß-]{{2,40}}(?: [\wäöüß-]{{2,30}}){{0,4}})? \d{{1,3}})"
    rf"|(?P<ap>(?:AP|EzA|EzA-SD|LAGE|EzAÜG|EzTöD|ZTR"
    rf"|NZA-RR) (?:{_GESETZ} )?(?:Nr\.? ?\d{{1,4}} zu )?"
    rf"(?:§§?|Art\.?) ?\d{{1,4}}[a-z]?(?: (?:Abs\.?) ?\d)?(?:,? {_GESETZ}){{0,2}}"
    r"(?:(?: [A-ZÄÖÜ][\wäöüß:-]{2,40}){0,3}(?: -)?,? Nr\.? ?\d{1,4}| \d{4})?)"
    r"|(?P<lm>LM Nr\.? ?\d{1,4} (?:zu )?§ ?\d{1,4}[a-z]?(?: [A-Z]\w{1,8})?)"
)
LOSEBLATT_ANFANG = frozenset(
    ["SozR", "Buchholz", "BGHR", "AP", "EzA", "EzA-SD", "LAGE", "EzAÜG", "EzTöD", "LM"]
)


_NAMEN = re.compile(trie([*_ALLE, *LOSEBLATT_ANFANG]) + r"(?= ?[\d(\[IABS§N])")


def finde_abdrucke(text: str) -> Iterator[Abdruck]:
    """Yield the print citations of a text, volumes that go on after ";" included."""
    for match in _NAMEN.finditer(text):
        yield from _lies(text, match.start(), match[0])
    for name in _KLEINE:
        if name in text:
            for match in re.finditer(re.escape(name), text):
                yield from _lies(text, match.start(), name)


def _lies(text: str, start: int, name: str) -> Iterator[Abdruck]:
    if start and (text[start - 1].isalnum() or text[start - 1] == "-"):
        return
    if name in LOSEBLATT_ANFANG:
        lose = _LOSEBLATT.match(text, start)
        if lose is not None:
            yield Abdruck(start, lose.end(), _lose_form(lose), lose.lastgroup or "", "")
        return
    treffer = _ABDRUCK.match(text, start)
    if treffer is not None and treffer["seite"] is not None:
        yield from _reihe(text, treffer)


_NACH_BAENDEN = frozenset(["VRS", "ZStW", "AcP"])
"""Journals that are cited by volume; all others by year, of four digits or two ("NJW 95, 123")."""


def _reihe(text: str, treffer: re.Match[str]) -> Iterator[Abdruck]:
    name = _LANGNAMEN.get(treffer[1], treffer[1])
    teil = f" {treffer['teil']}" if treffer["teil"] else ""
    if name == "BStBl" and treffer["teil"] == "I":
        return
    jahr = treffer["jahr"]
    if name not in SAMMLUNGEN and len(jahr) < 4 and name not in _NACH_BAENDEN:
        if len(jahr) != 2 or len(name) < 3:
            return
        jahr = f"{19 if int(jahr) >= 47 else 20}{jahr}"
    gericht = SAMMLUNGEN.get(name, "")
    anzeige = f"{name}{teil} {jahr}, {treffer['seite']}"
    yield Abdruck(treffer.start(), treffer.end(), anzeige, name, gericht)
    if name not in SAMMLUNGEN:
        return
    end = treffer.end()
    while (weiter := _FORTSETZUNG.match(text, end)) is not None:
        anzeige = f"{name} {weiter['band']}, {weiter['seite']}"
        yield Abdruck(weiter.start("band"), weiter.end(), anzeige, name, gericht)
        end = weiter.end()


def _lose_form(match: re.Match[str]) -> str:
    """One spelling of a loose-leaf citation: "SozR 4-2500 § 31 Nr. 20"."""
    if match["sozr"]:
        reihe = f"{match['reihe']}-" if match["reihe"] else ""
        norm = re.sub(r"^(§|Art)\.? ?(\d+) ?(\w*)$", r"\1 \2\3", match["norm"])
        return f"SozR {reihe}{match['gebiet']} {norm} Nr. {match['nr']}"
    return re.sub(r"Nr\.? ?(?=\d)", "Nr. ", match[0])
