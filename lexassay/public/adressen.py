"""Pure: no Django, no I/O. The German, stable addresses of the site; paths are relative to it."""

from __future__ import annotations

import re
from urllib.parse import quote

DATEI = "index.html"
UMLAUTE = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
LEBEND = "builds/"
"""The live list of builds: answered from the database, never a file of a build."""


def _teile(*teile: str | int) -> str:
    return "".join(quote(str(teil), safe="") + "/" for teil in teile)


def rangliste(satz: str) -> str:
    """Return the address of a ranking.

    >>> rangliste("v2")
    'rangliste/v2/'
    """
    return _teile("rangliste", satz)


def lauf(kennung: str) -> str:
    return _teile("lauf", kennung)


def teilnahme(kennung: str) -> str:
    return _teile("teilnahme", kennung)


def antwort(teilnahme: str, testfall: str, index: int) -> str:
    """Return the address of one answer.

    >>> antwort("l1-m-standard", "de-01", 1)
    'antwort/l1-m-standard/de-01/1/'
    """
    return _teile("antwort", teilnahme, testfall, index)


def aufgabe(testfall: str) -> str:
    return _teile("aufgabe", testfall)


def aufgaben(satz: str) -> str:
    return _teile("aufgaben", satz)


def matrix(satz: str) -> str:
    return _teile("matrix", satz)


def modell(kennung: str) -> str:
    return _teile("modell", kennung)


def kategorien(satz: str) -> str:
    return _teile("kategorien", satz)


def kategorie(satz: str, art: str, name: str) -> str:
    """Return the address of a category; ``name`` is its slug."""
    return _teile("kategorie", satz, art, name)


def judge(satz: str) -> str:
    return _teile("bewertung", satz)


def slug(name: str) -> str:
    """Return a name as part of an address; two names with the same words share it.

    >>> slug("Trennungs- & Abstraktionsprinzip"), slug("§ 355 BGB"), slug("Straßenrecht")
    ('trennungs-abstraktionsprinzip', '355-bgb', 'strassenrecht')
    """
    klein = name.casefold().translate(UMLAUTE)
    return re.sub(r"[^a-z0-9]+", "-", klein).strip("-") or "ohne-namen"


def notiz(kennung: str) -> str:
    return _teile("notizen", kennung)


def build(kennung: str) -> str:
    return _teile("builds", kennung)


def datei(adresse: str) -> str:
    """Return the path of the file that answers an address.

    >>> datei(""), datei("methode/")
    ('index.html', 'methode/index.html')
    """
    return adresse + DATEI if adresse == "" or adresse.endswith("/") else adresse


def wurzel(adresse: str) -> str:
    """Return the relative way from a page to the root of the site.

    Relative links keep a build readable under any address, an archived one included.

    >>> wurzel(""), wurzel("lauf/l1/")
    ('./', '../../')
    """
    return "../" * adresse.count("/") or "./"
