"""Pure: no Django, no I/O. NeuRIS, the federal portal of legal information: decisions by docket.

A second source for German decisions, by another operator than dejure.org. Its holdings are a
selection in a test phase: a hit proves something, absence nothing. The search may answer with
similar dockets, so only an equal one counts as a hit.
"""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from citations_app.befund import Abruf, Einzelbefund
from citations_app.begriffe import Befundart
from citations_app.grammar.types import Entscheidung, Fundstelle, Rechtsordnung
from citations_app.sources.base import Netz, failed, failure_of_status, fetched
from citations_app.vergleich import judge_decision, plain_docket, read_treffer

PFAD = "v1/rechtsprechung"


class Neuris:
    """Looks up one Aktenzeichen."""

    kennung = "neuris"
    leser_version = "1"
    braucht_netz = True

    def zustaendig(self, fundstelle: Fundstelle) -> bool:
        teile = fundstelle.teile
        german = fundstelle.rechtsordnung is Rechtsordnung.DE
        return german and isinstance(teile, Entscheidung) and bool(teile.aktenzeichen)

    def anfrage(self, fundstelle: Fundstelle) -> str:
        if not isinstance(fundstelle.teile, Entscheidung):
            raise TypeError("NeuRIS wird nur nach Entscheidungen gefragt.")
        return fundstelle.teile.aktenzeichen[0]

    def fetch(self, anfrage: str, netz: Netz | None) -> Abruf:
        if netz is None:
            raise ValueError("NeuRIS braucht eine Adresse.")
        antwort = netz.get(PFAD, params={"fileNumber": anfrage, "size": "50"})
        ausfall = failure_of_status(antwort.status)
        if ausfall is not None:
            return failed(antwort, ausfall, f"HTTP {antwort.status}")
        items = _read_items(antwort.inhalt)
        if antwort.status == 404 or items is None:
            return failed(antwort, Befundart.UNBEKANNTES_FORMAT, "keine Trefferliste")
        wanted = plain_docket(anfrage)
        treffer = [_treffer(item) for item in items]
        equal = [t for t in treffer if wanted in {plain_docket(a) for a in t["aktenzeichen"]}]
        auszug = "; ".join(f"{t['gericht']} {t['datum']}" for t in equal)
        return fetched(antwort, {"treffer": equal}, auszug=f"{anfrage}: {auszug or 'kein Treffer'}")

    def judge(self, fundstelle: Fundstelle, felder: dict[str, Any], *, heute: date) -> Einzelbefund:
        if not isinstance(fundstelle.teile, Entscheidung):
            return Einzelbefund(art=Befundart.KEINE_QUELLE)
        return judge_decision(fundstelle.teile, [read_treffer(row) for row in felder["treffer"]])


def _read_items(inhalt: bytes) -> list[dict[str, Any]] | None:
    """Return the items of a collection; None for anything that is not one."""
    try:
        page = json.loads(inhalt)
    except (ValueError, RecursionError):
        return None
    if not isinstance(page, dict) or not isinstance(page.get("totalItems"), int):
        return None
    members = page.get("member")
    if not isinstance(members, list) or not all(isinstance(m, dict) for m in members):
        return None
    items = [m.get("item") for m in members]
    return [item for item in items if isinstance(item, dict)]


def _treffer(item: dict[str, Any]) -> dict[str, Any]:
    numbers = item.get("fileNumbers")
    return {
        "gericht": str(item.get("courtName") or ""),
        "datum": str(item.get("decisionDate") or "")[:10],
        "aktenzeichen": [str(n) for n in numbers] if isinstance(numbers, list) else [],
        "ecli": str(item.get("ecli") or ""),
        "name": str(item.get("decisionName") or ""),
    }
