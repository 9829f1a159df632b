"""Pure: no Django, no I/O. CourtListener citation-lookup v4: reporter citation ↔ case name.

The service answers 200 with the preceding case when only a page inside it matches; a hit counts
only if the asked citation stands among the citations of the case. Its data are incomplete: "not
found" proves nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from citations_app.befund import Abruf, Einzelbefund
from citations_app.begriffe import Befundart
from citations_app.fallname import judge_us_case
from citations_app.grammar.types import Fundstelle, UsFall
from citations_app.sources.base import Antwort, Netz, failed, failure_of_status, fetched
from citations_app.vergleich import plain_reporter, read_treffer

PFAD = "api/rest/v4/citation-lookup/"
LINK = "https://www.courtlistener.com"


class CourtListener:
    """Sends one canonical US citation, never German text: the service would misread it."""

    kennung = "courtlistener"
    leser_version = "1"
    braucht_netz = True
    stapel = 60

    def zustaendig(self, fundstelle: Fundstelle) -> bool:
        teile = fundstelle.teile
        return isinstance(teile, UsFall) and teile.abfrage and bool(teile.fundstellen)

    def anfrage(self, fundstelle: Fundstelle) -> str:
        if not isinstance(fundstelle.teile, UsFall):
            raise TypeError("CourtListener kennt nur US-Fälle.")
        return fundstelle.teile.fundstellen[0]

    def fetch(self, anfrage: str, netz: Netz | None) -> Abruf:
        return self.fetch_many([anfrage], netz)[anfrage]

    def fetch_many(self, anfragen: Sequence[str], netz: Netz | None) -> dict[str, Abruf]:
        """Look up several citations in one request, as the service's limits want it."""
        if netz is None:
            raise ValueError("CourtListener braucht eine Adresse.")
        antwort = netz.post(PFAD, daten={"text": "; ".join(anfragen)})
        ausfall = failure_of_status(antwort.status)
        if ausfall is not None:
            return dict.fromkeys(anfragen, failed(antwort, ausfall, f"HTTP {antwort.status}"))
        items = _read_items(antwort.inhalt)
        if antwort.status == 404 or items is None:
            grund = "keine Liste von Zitaten"
            unknown = failed(antwort, Befundart.UNBEKANNTES_FORMAT, grund)
            return dict.fromkeys(anfragen, unknown)
        return {anfrage: _abruf(anfrage, items, antwort) for anfrage in anfragen}

    def judge(self, fundstelle: Fundstelle, felder: dict[str, Any], *, heute: date) -> Einzelbefund:
        if not isinstance(fundstelle.teile, UsFall):
            return Einzelbefund(art=Befundart.KEINE_QUELLE)
        return judge_us_case(fundstelle.teile, [read_treffer(row) for row in felder["treffer"]])


def _abruf(anfrage: str, items: list[dict[str, Any]], antwort: Antwort) -> Abruf:
    item = _item_for(anfrage, items) or {}
    if item.get("status") == 429:
        return failed(antwort, Befundart.AUSFALL, "Anfragegrenze erreicht")
    treffer = [_treffer(cluster) for cluster in item.get("clusters") or []]
    names = "; ".join(t["name"] for t in treffer)
    return fetched(antwort, {"treffer": treffer}, auszug=f"{anfrage}: {names}")


def _read_items(inhalt: bytes) -> list[dict[str, Any]] | None:
    try:
        rows = json.loads(inhalt)
    except (ValueError, RecursionError):
        return None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return None
    return rows


def _item_for(anfrage: str, items: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the item that answers the question; an unrecognised citation has none."""
    wanted = plain_reporter(anfrage)
    for item in items:
        names = [item.get("citation"), *(item.get("normalized_citations") or [])]
        if wanted in {plain_reporter(str(name)) for name in names if name}:
            return item
    return None


def _treffer(cluster: dict[str, Any]) -> dict[str, Any]:
    citations = cluster.get("citations") or []
    names = [cluster.get(k) or "" for k in ("case_name", "case_name_full", "case_name_short")]
    return {
        "name": names[0] or names[1] or names[2],
        "weitere_namen": [name for name in names[1:2] if name],
        "datum": str(cluster.get("date_filed") or ""),
        "reporter": [f"{c.get('volume')} {c.get('reporter')} {c.get('page')}" for c in citations],
        "link": LINK + str(cluster.get("absolute_url") or ""),
    }
