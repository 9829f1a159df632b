"""Pure: no Django, no I/O.

The words of a German norm citation as one pattern. Every quantifier is bounded or possessive and
no alternative can start where another has failed later, so matching is linear in the text.
"""

import re

from citations_app.grammar.trie import trie

ROEMISCH = "(?:X{1,2}(?:IX|IV|V?I{0,3})|IX|IV|VI{0,3}|I{1,3})"

NUMMER = (
    r"\d{1,4}(?!\d)(?:\.\d{1,2}(?![\d.]))?"
    r"(?:(?!ff?\b)[a-z]{1,2}(?![a-zäöüß0-9_])|f(?![\w.])|(?:bis|ter|quater|quinquies|sexies)(?!\w)"
    r"| [a-eg-z](?= (?:Abs|Satz|S |S\.|Nr|[A-ZÄÖÜ]{2}|[A-ZÄÖÜ][a-zäöü]{1,12}[A-Z]|des )))?"
)
"""A section number: 823, 312g, 30 g, 2.6; "ff." and "f." are not part of it."""

_WERT = (
    r"(?:\d{1,4}(?!\d)(?:\.\d{1,2}(?!\d))?(?:(?!ff?\b)[a-z]{1,3}|f(?![\w.]))?"
    rf"|{ROEMISCH}(?!\w)|[a-z]{{1,3}}(?!\w)|[A-Z](?!\w))"
)

_FELDER = {
    "absatz": "Abs Abss Absatz Absatzes Absätze Absätzen",
    "satz": "S Satz Satzes Sätze Sätzen satz",
    "nummern": "Nr Nrn Nrs Nummer Nummern Ziff Ziffer Ziffern Z",
    "buchstabe": (
        "Buchst Buchstabe Buchstaben buchst lit litt Lit Doppelbuchst Doppelbuchstabe"
        " Dreifachbuchst"
    ),
    "alternative": (
        "Alt Alternative Alternativen Var Variante Varianten Fall Fallgruppe F Mod Spiegelstr"
        " Spiegelstrich Sp Anstrich Tir Tiret Teil Teils Gr Gruppe"
    ),
    "halbsatz": "Halbs Halbsatz Halbsätze Hs HS Hlbs Hsatz halbs halbsatz halbsätze",
    "unterabsatz": "UAbs Uabs UnterAbs Unterabs Unterabsatz Unterabsätze UA",
}
FELD_ZUM_WORT = {wort: feld for feld, worte in _FELDER.items() for wort in worte.split()}
FELD_ZUM_WORT |= {f"{wort}.": feld for wort, feld in FELD_ZUM_WORT.items()}

_EINHEIT = trie(sorted(FELD_ZUM_WORT.keys() - {"satz", "satz.", "halbs", "halbs.", "halbsatz"}))

_ORDNUNGSZAHL = (
    r"\d{1,2}\.|erste[rsn]?|zweite[rsn]?|dritte[rsn]?|vierte[rsn]?|letzte[rsn]?|Eingangs"
)
_ORDNUNGSEINHEIT = (
    r"[Hh]albs(?:atz|ätze|\.)?|HS|Hs\.?|Alt(?:ernative|\.)?|Var(?:iante|\.)?|Fall(?:gruppe)?"
    r"|Unterabs(?:atz|\.)?|UAbs\.?|[Ss]atz|Spiegelstrich|Tir(?:et|\.)|Abs(?:atz|\.)?|Mod\."
)

KOPF = (
    r"§{1,3}|[Aa]rt(?:ikeln?|ikels|icles?|t\.|s\.|\.)?(?= ?\d)|[Pp]aragra(?:f|ph)(?:en|s)?(?= ?\d)"
)

_BINDEWORTE = (
    "iVm,iVm.,i.V.m.,i.V.m,iV.m.,i.V.mit,i. V. m.,i. V. m,i. V.m.,i.V. m.,i. V. mit,iV mit"
    ",i. Verb. m.,i.Verb.m.,in Verbindung mit,In Verbindung mit,in Verb. mit,und/oder,und,u.,oder"
    ",od.,sowie,bzw,bzw.,beziehungsweise,jeweils,nach,auch,ferner,mit,aber,analog,Analog"
    ",entsprechend,aus,nebst,&,and,or"
)
_BINDEWORT = rf"{trie(_BINDEWORTE.split(','))}(?!\w)"
"""Words that join two items of a chain."""
_ARTIKEL = "(?: (?:des|der|die|den|dem)(?= (?:§|Art)))?"
BINDUNG = (
    rf"(?:[,;/](?: {{0,2}}{_BINDEWORT}){{0,3}}| {_BINDEWORT}(?: {_BINDEWORT}){{0,2}}){_ARTIKEL}"
)

_TOKEN_FORMEN = (
    rf"\(?(?P<einheit>{_EINHEIT}) {{0,2}}(?:(?<=[ .])|(?=\d))(?P<wert>{_WERT})\)?",
    rf"(?P<ordnung>{_ORDNUNGSZAHL}) ?(?P<ordnungseinheit>{_ORDNUNGSEINHEIT})(?!\w)",
    rf"(?P<kopf>{KOPF})",
    r"\((?P<klammerzahl>\d{1,2}[a-z]?)\)",
    r"\(?(?P<klammerbuchstabe>[a-z]{1,3})\)",
    r"(?P<offen>ff?\.|ff?)(?!\w)",
    r"(?P<bis>bis(?: zu[mr]?)?(?!\w)|-(?= ?(?:§|\d)|[a-z]\b))",
    rf"(?P<roemisch>{ROEMISCH})(?![\w.-])",
    rf"(?P<zahl>{NUMMER})",
)
TOKEN = re.compile(f" {{0,3}}+(?:{'|'.join(_TOKEN_FORMEN)})")

BINDUNG_MUSTER = re.compile(BINDUNG)
BUCHSTABE_MUSTER = re.compile(r" {0,3}+\(?([a-z]{1,2})\)?(?!\w|\. ?[FaV])")
NUMMER_MUSTER = re.compile(rf" {{0,3}}+({NUMMER})")
_ART_ENDE = r"(?:ikeln?|ikels|icles?|t\.|s\.|\.)?(?= ?\d)"
KOPF_SUCHEN = (
    ("§", re.compile("§(?:§§?)?")),
    ("Art", re.compile(rf"Art{_ART_ENDE}")),
    ("Paragra", re.compile(r"Paragra(?:f|ph)(?:en|s)?(?= ?\d)")),
    ("Sec", re.compile(r"Sec(?:tions?|s?\.)(?= \d)")),
    ("art. ", re.compile(r"art\.(?= \d)")),
)
"""Where a chain can start; each pattern begins with a literal, so that the engine skips fast."""

ALTE_FASSUNG = re.compile(
    r" {0,2}\(?(?:(?P<alt>a\. ?F\.?|aF\.?|alter? Fassung)"
    r"|(?P<neu>n\. ?F\.?|nF\.?|neuer? Fassung)"
    r"|(?P<idf>idF|i\. ?d\. ?F\.|in der "
    r"(?:(?:bis|vom|am|ab|seit|zur|im|damals|früheren|seinerzeit|zuletzt)"
    r"(?: [\w.,]{1,14}){0,8}? )?"
    r"(?:geltenden |gültigen |maßgeblichen |anwendbaren )?Fassung)"
    r"(?! der Bekanntmachung))\)?(?!\w)"
)

KOMMENTAR = re.compile(r",? {0,2}(?:Rn|Rd?Nr?|Rdn|Rz|Anm|Erl|RdNrn?|Rdnr|Randnummer|Randziffer)\b")

_ROEMISCH_WERT = {"I": 1, "V": 5, "X": 10}


def art_der_einheit(wort: str) -> str:
    """Return the field that a unit word fills.

    >>> art_der_einheit("Abs."), art_der_einheit("Sätze"), art_der_einheit("Halbs.")
    ('absatz', 'satz', 'halbsatz')
    """
    return FELD_ZUM_WORT[wort]


def arabisch(wert: str) -> str:
    """Return a Roman number as Arabic, anything else unchanged.

    >>> arabisch("IV"), arabisch("2a"), arabisch("XII")
    ('4', '2a', '12')
    """
    if not wert or wert.strip("IVX"):
        return wert
    zahlen = [_ROEMISCH_WERT[letter] for letter in wert]
    summe = 0
    for zahl, folgende in zip(zahlen, [*zahlen[1:], 0], strict=True):
        summe += -zahl if zahl < folgende else zahl
    return str(summe)
