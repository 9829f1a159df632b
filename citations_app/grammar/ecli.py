"""Pure: no Django, no I/O.

European Case Law Identifiers, in full ("ECLI:DE:BGH:…") and as the EU courts print them ("EU:C:…").
"""

import re
from collections.abc import Iterator
from typing import NamedTuple


class Ecli(NamedTuple):
    """An ECLI, the court it names, and the docket that a German one spells out."""

    start: int
    end: int
    anzeige: str
    gericht: str
    aktenzeichen: tuple[str, ...]
    eu: bool


_ECLI = re.compile(
    r"ECLI ?: ?(?P<land>[A-Za-z]{2}) ?: ?(?P<gericht>[A-Za-z]{1,12}) ?: ?(?P<jahr>\d{4}) ?: ?"
    r"(?P<nummer>[A-Za-z0-9]{1,30}(?:(?: |\. ?)[A-Z0-9]{1,20}(?![a-z])){0,6})"
)
_KURZ = re.compile(r"EU:(?<![:\w]EU:)(?P<gericht>[CTF]):(?P<jahr>\d{4}):(?P<nummer>\d{1,5})")
_BGH = re.compile(
    r"\d{6}[A-Z](?P<senat>X{0,1}(?:IX|IV|V?I{0,3})|\d)(?P<zeichen>ZR|ZB|STR|ZA|ZBB|ARZ"
    r"|STB)(?P<nr>\d{1,4})\.(?P<jahr>\d\d)\.\d"
)
_EU_GERICHTE = {"C": "EuGH", "T": "EuG", "F": "EuGöD"}
_DE_GERICHTE = {
    "bgh": "BGH",
    "bverfg": "BVerfG",
    "bverwg": "BVerwG",
    "bag": "BAG",
    "bfh": "BFH",
    "bsg": "BSG",
    "bpatg": "BPatG",
}


def finde_ecli(text: str) -> Iterator[Ecli]:
    """Yield every ECLI of a text; spaces that line breaking left inside are dropped.

    >>> [e.aktenzeichen for e in finde_ecli("ECLI:DE:BGH:2020:120320UVIIIZR123.19.0")]
    [('VIII ZR 123/19',)]
    """
    for match in _ECLI.finditer(text):
        land, gericht = match["land"].upper(), match["gericht"]
        nummer = match["nummer"].replace(" ", "").rstrip(".")
        if land == "EU":
            name = _EU_GERICHTE.get(gericht.upper(), "")
        else:
            name = _DE_GERICHTE.get(gericht.lower(), "") if land == "DE" else ""
        gericht = gericht if land == "DE" else gericht.upper()
        anzeige = f"ECLI:{land}:{gericht}:{match['jahr']}:{nummer.upper()}"
        az = _aktenzeichen(nummer.upper()) if name == "BGH" else ()
        yield Ecli(match.start(), match.end(), anzeige, name, az, land == "EU")
    for match in _KURZ.finditer(text):
        anzeige = f"ECLI:{match[0]}"
        if not text.startswith("ECLI", max(0, match.start() - 5)):
            yield Ecli(
                match.start(), match.end(), anzeige, _EU_GERICHTE[match["gericht"]], (), True
            )


def _aktenzeichen(nummer: str) -> tuple[str, ...]:
    match = _BGH.fullmatch(nummer)
    if match is None or not match["senat"]:
        return ()
    zeichen = match["zeichen"].replace("STR", "StR").replace("STB", "StB")
    return (f"{match['senat']} {zeichen} {match['nr']}/{match['jahr']}",)


_EU_AZ = re.compile(r"([CTF])-(\d{1,4})/(\d\d)")


def celex(aktenzeichen: str, typ: str = "") -> str:
    """Return the CELEX number of a judgment or order of the EU courts, "" for other dockets.

    >>> celex("C-131/12"), celex("T-201/04"), celex("26/62")
    ('62012CJ0131', '62004TJ0201', '61962CJ0026')
    """
    match = _EU_AZ.match(aktenzeichen)
    if match is not None:
        gericht, nr, jahr = match[1], int(match[2]), int(match[3])
    else:
        alt = re.fullmatch(r"(\d{1,3})/(\d\d)", aktenzeichen)
        if alt is None:
            return ""
        gericht, nr, jahr = "C", int(alt[1]), int(alt[2])
    voll = 1900 + jahr if jahr >= 50 else 2000 + jahr
    art = "O" if typ.lower().startswith("beschl") else "J"
    return f"6{voll}{gericht}{art}{nr:04d}"
