"""Pure: no Django, no I/O. dejure.org: statutes and an index of decisions.

Page shapes as recorded by several independent clients. A page without the marker that every page of
its kind carries is an unknown layout, never a "no hit". The index is not complete: a decision that
it does not list proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any
from urllib.parse import quote

from lxml.html import HtmlElement

from citations_app.befund import Abruf, Einzelbefund, mangel
from citations_app.begriffe import Befundart, Mangel
from citations_app.grammar.types import Entscheidung, Fundstelle, Norm, Rechtsordnung
from citations_app.sources.base import Netz, failed, failure_of_status, fetched
from citations_app.sources.seite import find, has_class, lines_of, read_page, text_of, values
from citations_app.vergleich import judge_decision, judge_reporter, read_treffer

# The operator's own short names where they differ from the abbreviation of the citation.
KUERZEL = {"EUV": "EU", "EMRK": "MRK", "AÜG": "AUEG"}
GESETZE = frozenset({
    "AGG", "AktG", "AO", "ArbGG", "ArbZG", "BDSG", "BetrVG", "BGB", "BUrlG", "EFZG", "EGBGB",
    "FamFG", "GG", "GmbHG", "GVG", "HGB", "InsO", "KSchG", "MiLoG", "MuSchG", "NachwG", "OWiG",
    "ProdHaftG", "StGB", "StPO", "StVO", "TzBfG", "UrhG", "UWG", "VwGO", "VwVfG", "WEG", "ZPO",
    "DSGVO", "AEUV", "EUV", "GRCh", "EMRK", "AÜG",
})  # fmt: skip
_BUECHER = re.compile(r"SGB [IVX]+")
_ABSATZ = re.compile(r"^\s*\((\d+[a-z]?)\)", re.MULTILINE)
_KOPF = re.compile(r"([^,]+),\s*(\d{2})\.(\d{2})\.(\d{4})\s*[-–]\s*(.+)")
_ECLI = re.compile(r"ECLI:DE:[A-Z0-9]+:\d{4}:[A-Z0-9.]+", re.IGNORECASE)
SUCHE = "dienste/vernetzung/rechtsprechung"


class Dejure:
    """Looks up a section by its page, a decision by court and Aktenzeichen or by print citation."""

    kennung = "dejure"
    leser_version = "1"
    braucht_netz = True

    def zustaendig(self, fundstelle: Fundstelle) -> bool:
        match fundstelle.teile:
            case Norm(artikel="") as norm:
                return bool(norm.nummer) and kuerzel_of(norm.gesetz) != ""
            case Entscheidung() as e if fundstelle.rechtsordnung is Rechtsordnung.DE:
                return bool((e.gericht and e.aktenzeichen) or e.reporter)
        return False

    def anfrage(self, fundstelle: Fundstelle) -> str:
        match fundstelle.teile:
            case Norm() as norm:
                return f"norm {kuerzel_of(norm.gesetz)} {norm.nummer}"
            case Entscheidung(aktenzeichen=(first, *_)) as e if e.gericht:
                return f"{e.gericht} {first}"
            case Entscheidung(reporter=(first, *_)):
                return first
        raise TypeError("dejure.org kennt Normen und Entscheidungen.")

    def fetch(self, anfrage: str, netz: Netz | None) -> Abruf:
        if netz is None:
            raise ValueError("dejure.org braucht eine Adresse.")
        if anfrage.startswith("norm "):
            return _fetch_norm(anfrage.split()[1], anfrage.split()[2], netz)
        return _fetch_decisions(anfrage, netz)

    def judge(self, fundstelle: Fundstelle, felder: dict[str, Any], *, heute: date) -> Einzelbefund:
        match fundstelle.teile:
            case Norm() as norm:
                return judge_norm_page(norm, felder)
            case Entscheidung(aktenzeichen=()) as e:
                return judge_reporter(e, [read_treffer(row) for row in felder["treffer"]])
            case Entscheidung() as e:
                return judge_decision(e, [read_treffer(row) for row in felder["treffer"]])
        return Einzelbefund(art=Befundart.KEINE_QUELLE)


def kuerzel_of(gesetz: str) -> str:
    """Return the operator's short name of a law, "" for a law that is not known to be there.

    >>> kuerzel_of("SGB V"), kuerzel_of("EUV"), kuerzel_of("BayBO")
    ('SGB_V', 'EU', '')
    """
    if _BUECHER.fullmatch(gesetz):
        return gesetz.replace(" ", "_")
    return KUERZEL.get(gesetz, gesetz) if gesetz in GESETZE else ""


def _fetch_norm(kuerzel: str, nummer: str, netz: Netz) -> Abruf:
    antwort = netz.get(f"gesetze/{quote(kuerzel)}/{quote(nummer)}.html")
    ausfall = failure_of_status(antwort.status)
    if ausfall is not None:
        return failed(antwort, ausfall, f"HTTP {antwort.status}")
    if antwort.status == 404:
        return _missing_section(kuerzel, antwort, netz)
    page = read_page(antwort.inhalt)
    heading = find(page, '//h1[@id="normueberschrift"]')
    text = "\n".join(lines_of(node) for node in find(page, '//*[@id="gesetzestext"]'))
    if not heading or not text:
        return failed(antwort, Befundart.UNBEKANNTES_FORMAT, "Seite ohne Gesetzestext")
    felder = {
        "vorhanden": True,
        "weggefallen": bool(re.search(r"\((weggefallen|aufgehoben)\)", text[:200])),
        "absaetze": _ABSATZ.findall(text),
    }
    return fetched(antwort, felder, auszug=text)


def _missing_section(kuerzel: str, antwort: Any, netz: Netz) -> Abruf:
    """A missing page proves something only if the law's own page is there and links to sections."""
    index = netz.get(f"gesetze/{quote(kuerzel)}")
    if index.status != 200:
        return fetched(antwort, {"unbekannt": True})
    links = values(read_page(index.inhalt), "//a/@href")
    known = any(re.search(rf"(?:^|/){re.escape(kuerzel)}/\d", href) for href in links)
    return fetched(antwort, {"vorhanden": False} if known else {"unbekannt": True})


def judge_norm_page(norm: Norm, felder: dict[str, Any]) -> Einzelbefund:
    """Return what a statute page means for a cited norm."""
    if felder.get("unbekannt"):
        return Einzelbefund(art=Befundart.GESETZ_UNBEKANNT)
    if norm.alte_fassung:
        return Einzelbefund(art=Befundart.ALTE_FASSUNG)
    if not felder.get("vorhanden"):
        return mangel(Mangel.NORM_FEHLT)
    if felder.get("weggefallen"):
        return mangel(Mangel.WEGGEFALLEN)
    absaetze = felder.get("absaetze") or []
    if norm.absatz and absaetze and norm.absatz not in absaetze:
        return mangel(Mangel.ABSATZ_FEHLT)
    if norm.absatz and not absaetze and norm.absatz != "1":
        # Unnumbered paragraphs cannot be counted safely on a page made for reading.
        return Einzelbefund(art=Befundart.KEIN_TREFFER)
    return Einzelbefund(art=Befundart.STIMMT)


def _fetch_decisions(anfrage: str, netz: Netz) -> Abruf:
    antwort = netz.get(SUCHE, params={"Text": anfrage})
    ausfall = failure_of_status(antwort.status)
    if ausfall is not None or antwort.status == 404:
        return failed(antwort, ausfall or Befundart.AUSFALL, f"HTTP {antwort.status}")
    page = read_page(antwort.inhalt)
    treffer = list(_read_decisions(page))
    if not treffer and not _is_search_page(page):
        return failed(antwort, Befundart.UNBEKANNTES_FORMAT, "Seite ohne Trefferliste und Suchfeld")
    auszug = "; ".join(f"{t['gericht']} {t['datum']} {t['aktenzeichen']}" for t in treffer)
    return fetched(antwort, {"treffer": treffer}, auszug=auszug)


def _is_search_page(page: HtmlElement) -> bool:
    """A page without a hit counts only if it carries the search form of the service."""
    return any(SUCHE in action for action in values(page, "//form/@action"))


def _read_decisions(page: HtmlElement) -> Iterator[dict[str, Any]]:
    """Yield each decision of a result page; one page may list several."""
    blocks = find(page, f"//div[{has_class('rspr_inhalt')}]") or [page]
    for block in blocks:
        for cell in find(block, f".//td[{has_class('urteilszeile')}]"):
            head = _KOPF.match(text_of(cell))
            if head is None:
                continue
            gericht, tag, monat, jahr, aktenzeichen = head.groups()
            ecli = _ECLI.search(text_of(block))
            yield {
                "gericht": gericht.strip(),
                "datum": f"{jahr}-{monat}-{tag}",
                "aktenzeichen": aktenzeichen.strip(),
                "reporter": _print_citations(block),
                "ecli": ecli[0] if ecli else "",
            }


def _print_citations(block: HtmlElement) -> list[str]:
    path = './/div[h4[contains(., "Papierfundstellen")]]//li'
    return [text_of(item) for item in find(block, path)]
