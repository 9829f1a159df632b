"""Pure: no Django, no I/O beyond the package's own tables.

The names of laws. A law is looked up, never guessed: the tables hold the abbreviations and short
titles of all federal laws (facts of gesetze-im-internet.de) and of the EU acts and treaties, which
go first because GII lists railway ordinances under names such as "EUV". What looks like a law but
is in no table stays an unknown law and is shown as *ungeprüft*, not as invented.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from citations_app.grammar.eu_acts import lies_akt
from citations_app.grammar.law_names import (
    ARTIKEL,
    NAMENSFENSTER,
    NICHTS_SAGEND,
    UNBEKANNTE_ZUSAMMENSETZUNG,
    UNBEKANNTER_NAME,
    nominativ,
)
from citations_app.grammar.types import Rechtsordnung


class Gesetz(NamedTuple):
    """A law by its display abbreviation; `slug` is its GII address, "" outside federal law."""

    kuerzel: str
    slug: str = ""
    ordnung: Rechtsordnung = Rechtsordnung.DE
    celex: str = ""


class Treffer(NamedTuple):
    """A law found in a text: where the name ends and which dated version it names ("2002")."""

    gesetz: Gesetz
    end: int
    jahr: str = ""


class Tabelle(NamedTuple):
    """The tables of one process: by abbreviation, by stemmed name, and what starts a long form."""

    kuerzel: dict[str, Gesetz]
    namen: dict[str, Gesetz]
    celex: dict[str, Gesetz]
    mehrwort: frozenset[str]
    namensanfang: frozenset[str]


_ENDUNG = re.compile(r"(?<=\w{4})(?:es|en|er|em|s|e|n)$")
_WORT = re.compile(r"[\wäöüÄÖÜß-]{1,60}")
MAX_NAMENSWOERTER = 14


def stem(wort: str) -> str:
    """Return a word without its case ending, so that nominative and genitive meet.

    >>> stem("Bürgerlichen") == stem("Bürgerliches"), stem("Gesetzbuches") == stem("Gesetzbuch")
    (True, True)
    """
    return _ENDUNG.sub("", wort.lower().replace("ß", "ss"))


def _rows(name: str) -> Iterator[list[str]]:
    text = files("citations_app.grammar").joinpath("data", name).read_text(encoding="utf-8")
    for line in text.split("\n")[1:]:
        if line:
            yield line.split("\t")


def _name_key(name: str) -> str:
    return " ".join(stem(word) for word in _WORT.findall(name))


@lru_cache(maxsize=1)
def tabelle() -> Tabelle:
    """Return the tables, read once per process from the package's data files."""
    kuerzel: dict[str, Gesetz] = {}
    namen: dict[str, Gesetz] = {}
    for short, weitere, celex, names in _rows("eu.tsv"):
        gesetz = Gesetz(short, "", Rechtsordnung.EU, celex)
        for abk in filter(None, [short, *weitere.split("|")]):
            kuerzel.setdefault(abk, gesetz)
        for name in filter(None, names.split("|")):
            namen.setdefault(_name_key(name), gesetz)
    eigene = {row[0] for row in _rows("ergaenzungen.tsv")}
    for slug, short, weitere, names in [*_rows("ergaenzungen.tsv"), *_rows("gesetze.tsv")]:
        gesetz = kuerzel.get(short) or Gesetz(short, slug)
        if gesetz.slug != slug and gesetz.ordnung is Rechtsordnung.DE:
            gesetz = _merge(gesetz, slug, fest=gesetz.slug in eigene)
            kuerzel[short] = gesetz
        for abk in filter(None, [short, *weitere.split("|")]):
            kuerzel.setdefault(abk, gesetz)
        for name in filter(None, names.split("|")):
            namen.setdefault(_name_key(name), gesetz)
    return Tabelle(
        kuerzel,
        namen,
        {gesetz.celex: gesetz for gesetz in kuerzel.values() if gesetz.celex},
        frozenset(abk.split(" ")[0] for abk in kuerzel if " " in abk),
        frozenset(name.split(" ")[0] for name in namen),
    )


def _merge(gesetz: Gesetz, slug: str, *, fest: bool) -> Gesetz:
    """Two laws share an abbreviation: keep both addresses, unless our own table has decided."""
    return gesetz if fest else gesetz._replace(slug=f"{gesetz.slug}|{slug}")


_KUERZEL = re.compile(
    r"(?:(?:Nds|Sächs|Bay|Thür|Hess|Hmb|Brem|Bln|Brbg|Saarl|Rh-Pf)\. ?)?"
    r"(?:e(?=[A-Z]))?[A-ZÄÖÜ][\wäöüß]{0,40}+(?:[-./&][A-Za-zÄÖÜäöü0-9][\wäöüß]{0,30}+){0,5}"
    r"|[1-9]\d?\. [A-ZÄÖÜ]\w{2,30}(?:-\w{1,20})?"
)
_FOLGEWORT = re.compile(r"(?: [A-ZÄÖÜ0-9][\wäöü./-]{0,20}){1,3}")
_JAHR = re.compile(r" (?:F )?((?:19|20)\d\d)(?![\d/.]|, \d)")
_LAND = re.compile(
    r"[ -](?:NRW|NW|BW|Bad\.-Württ\.|BY|SH|Schl\.-H\.|LSA|M-V|MV|RP|RLP|Rh-Pf|SL|Saar|SN|TH|Thür"
    r"|HE|Hess|HB|HH|Hmb|Bln|Berlin|Bbg|Brandenburg|Nds|Bayern|Hessen|Sachsen|Thüringen)\b"
)
_KEIN_GESETZ = frozenset(
    files("citations_app.grammar").joinpath("data", "kein_gesetz.txt").read_text("utf-8").split()
)
_GROSS = re.compile(r"[A-ZÄÖÜ]")


_ANFANG = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ123456789dvizoe")
"""First letters of a law's name or of the article before it ("des", "vom", "im", "zur", "of")."""


def erkenne(text: str, pos: int) -> Treffer | None:
    """Return the law whose name starts at `pos`, longest form first, or None."""
    if text[pos : pos + 1] not in _ANFANG:
        return None
    return _kuerzel_bei(text, pos) or _name_bei(text, pos)


def erkenne_akt(text: str, pos: int) -> Treffer | None:
    """Return the numbered EU act at `pos` ("der VO (EG) Nr. 883/2004"), under its short name."""
    akt = lies_akt(text, pos)
    if akt is None:
        return None
    kurz = tabelle().celex.get(akt.celex)
    return Treffer(kurz or Gesetz(akt.anzeige, "", Rechtsordnung.EU, akt.celex), akt.end)


def _kuerzel_bei(text: str, pos: int) -> Treffer | None:
    match = _KUERZEL.match(text, pos)
    if match is None or (match[0] in ("VO", "RL") and lies_akt(text, pos)):
        return None
    word, end = match[0], match.end()
    tab = tabelle()
    if word in tab.mehrwort:
        longer = _mehrwort(text, word, end, tab)
        if longer is not None:
            return longer
    naechstes = text[end + 1 : end + 2]
    land = _LAND.match(text, end) if naechstes.isupper() else None
    if land is not None:
        return Treffer(Gesetz(f"{word}{land[0].replace('-', ' ', 1)}"), land.end())
    gesetz = tab.kuerzel.get(word)
    if gesetz is None:
        if not _sieht_aus_wie_gesetz(word):
            return None
        gesetz = Gesetz(word)
    jahr = _JAHR.match(text, end) if naechstes in ("1", "2", "F") else None
    if jahr is not None:
        return Treffer(gesetz, jahr.end(), jahr[1])
    return Treffer(gesetz, end)


def _mehrwort(text: str, word: str, end: int, tab: Tabelle) -> Treffer | None:
    """Abbreviations of several words ("SGB X", "Rom I-VO"), the longest that is known."""
    match = _FOLGEWORT.match(text, end)
    if match is None:
        return None
    teile = match[0].split(" ")[1:]
    for n in range(len(teile), 0, -1):
        for tail in (" ".join(teile[:n]), " ".join(teile[:n]).rstrip(".,;")):
            gesetz = tab.kuerzel.get(f"{word} {tail}")
            if gesetz is not None:
                return Treffer(gesetz, end + 1 + len(tail))
    return None


def _sieht_aus_wie_gesetz(word: str) -> bool:
    """At least two capitals and no court, reporter or company form."""
    return (
        len(_GROSS.findall(word)) >= 2 and word not in _KEIN_GESETZ and word[0] not in "123456789"
    )


def _name_bei(text: str, pos: int) -> Treffer | None:
    """A written-out name: "des Bürgerlichen Gesetzbuchs", "der Finanzgerichtsordnung"."""
    akt = erkenne_akt(text, pos)
    if akt is not None:
        return akt
    artikel = ARTIKEL.match(text, pos)
    start = artikel.end() if artikel is not None else pos
    if artikel is not None:
        direct = _kuerzel_bei(text, start)
        if direct is not None:
            return direct
    known = _bekannter_name(text, start)
    if known is not None:
        return known
    muster = UNBEKANNTER_NAME
    if artikel is None and not text.startswith("Gesetz", start):
        muster = UNBEKANNTE_ZUSAMMENSETZUNG
    match = muster.match(text, start)
    if match is None or match[0] in NICHTS_SAGEND:
        return None
    return Treffer(Gesetz(nominativ(match[0])), match.end())


def _bekannter_name(text: str, start: int) -> Treffer | None:
    first = _WORT.match(text, start)
    tab = tabelle()
    if first is None or stem(first[0]) not in tab.namensanfang:
        return None
    window = NAMENSFENSTER.match(text, start)
    if window is None:
        return None
    words = list(_WORT.finditer(text, start, window.end()))
    stems = [stem(word[0]) for word in words]
    for n in range(len(words), 0, -1):
        gesetz = tab.namen.get(" ".join(stems[:n]))
        if gesetz is not None:
            return Treffer(gesetz, words[n - 1].end())
    return None
