"""Pure: no Django, no I/O. law.cornell.edu: U.S. Code, C.F.R. and the Federal Rules.

Missing sections answer 404, or 200 with the page's frame and an empty body. A page without its
heading is an unknown layout.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any
from urllib.parse import quote

from lxml.html import HtmlElement

from citations_app.befund import Abruf, Einzelbefund, mangel
from citations_app.begriffe import Befundart, Mangel
from citations_app.grammar.types import Fundstelle, UsNorm
from citations_app.sources.base import Netz, failed, failure_of_status, fetched
from citations_app.sources.seite import find, has_class, read_page, text_of

REGELN = {
    "fedrcivp": "frcp",
    "frcp": "frcp",
    "fedrevid": "fre",
    "fre": "fre",
    "fedrappp": "frap",
    "frap": "frap",
    "fedrcrimp": "frcrmp",
    "frcrimp": "frcrmp",
}
MINDESTENS_ZEICHEN = 80
_REPEALED = re.compile(r"\[?\s*(Repealed|Transferred|Omitted|Rescinded)\b", re.IGNORECASE)


class Cornell:
    """Looks up one section or rule by its page."""

    kennung = "cornell"
    leser_version = "1"
    braucht_netz = True

    def zustaendig(self, fundstelle: Fundstelle) -> bool:
        return isinstance(fundstelle.teile, UsNorm) and bool(path_of(fundstelle.teile))

    def anfrage(self, fundstelle: Fundstelle) -> str:
        if not isinstance(fundstelle.teile, UsNorm):
            raise TypeError("law.cornell.edu kennt nur Normen der USA.")
        return path_of(fundstelle.teile)

    def fetch(self, anfrage: str, netz: Netz | None) -> Abruf:
        if netz is None:
            raise ValueError("law.cornell.edu braucht eine Adresse.")
        antwort = netz.get(anfrage)
        ausfall = failure_of_status(antwort.status)
        if ausfall is not None:
            return failed(antwort, ausfall, f"HTTP {antwort.status}")
        if antwort.status == 404:
            return fetched(antwort, {"vorhanden": False})
        page = read_page(antwort.inhalt)
        heading = find(page, '//h1[@id="page-title" or @id="page_title"]')
        if not heading:
            return failed(antwort, Befundart.UNBEKANNTES_FORMAT, "Seite ohne Überschrift")
        title = text_of(heading[0])
        text = _section_text(page)
        felder = {
            "vorhanden": len(text) >= MINDESTENS_ZEICHEN or bool(_REPEALED.search(title)),
            "weggefallen": bool(_REPEALED.search(title) or _REPEALED.match(text)),
        }
        return fetched(antwort, felder, auszug=f"{title}\n{text}")

    def judge(self, fundstelle: Fundstelle, felder: dict[str, Any], *, heute: date) -> Einzelbefund:
        if not felder["vorhanden"]:
            return mangel(Mangel.NORM_FEHLT)
        if felder.get("weggefallen"):
            return mangel(Mangel.WEGGEFALLEN)
        return Einzelbefund(art=Befundart.STIMMT)


def path_of(norm: UsNorm) -> str:
    """Return the page of a section or rule, "" for what the site does not hold that way.

    >>> path_of(UsNorm(werk="U.S.C.", titel="28", abschnitt="1332"))
    'uscode/text/28/1332'
    >>> path_of(UsNorm(werk="Fed. R. Civ. P.", abschnitt="12"))
    'rules/frcp/rule_12'
    >>> path_of(UsNorm(werk="U.S.C.", titel="28", abschnitt="1332", zusatz="note"))
    ''
    """
    werk = re.sub(r"[^a-z]", "", norm.werk.casefold())
    if not norm.abschnitt or norm.zusatz.rstrip(".") in ("note", "app"):
        return ""
    section = quote(norm.abschnitt, safe="")
    if werk == "usc" and norm.titel.isdigit():
        return f"uscode/text/{norm.titel}/{section}"
    if werk == "cfr" and norm.titel.isdigit():
        return f"cfr/text/{norm.titel}/{section}"
    if werk in REGELN:
        return f"rules/{REGELN[werk]}/rule_{section}"
    return ""


def _section_text(page: HtmlElement) -> str:
    """Return the text of the section's body, "" if the body is empty."""
    paths = (
        f"//div[{has_class('section')}]",
        '//div[@id="tab_default_1"]',
        f"//div[{has_class('field-name-body')}]",
        "//main//p",
    )
    for path in paths:
        text = " ".join(text_of(node) for node in find(page, path)).strip()
        if text:
            return text
    return ""
