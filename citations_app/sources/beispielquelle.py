"""Pure: no Django, no I/O. The two example sources of the demonstration.

They are served by `lexassay.beispiel.standin.quellenserver` on loopback. Every Beleg names them as
"Beispielquelle"; a key they do not hold is no evidence of anything.
"""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from citations_app.befund import Abruf, Einzelbefund, mangel
from citations_app.begriffe import Befundart, Mangel
from citations_app.fallname import judge_us_case
from citations_app.grammar.types import Entscheidung, Fundstelle, Norm, UsFall
from citations_app.sources.base import Netz, failed, failure_of_status, fetched
from citations_app.vergleich import judge_decision, judge_reporter, read_treffer


class Beispielquelle:
    """Looks a key up at a stand-in source; the two subclasses differ in name and operator."""

    kennung = ""
    name = ""
    leser_version = "1"
    braucht_netz = True

    def zustaendig(self, fundstelle: Fundstelle) -> bool:
        return True

    def anfrage(self, fundstelle: Fundstelle) -> str:
        return fundstelle.abzugsschluessel

    def fetch(self, anfrage: str, netz: Netz | None) -> Abruf:
        if netz is None:
            raise ValueError("Die Beispielquelle braucht eine Adresse.")
        antwort = netz.get("nachschlagen", params={"schluessel": anfrage})
        ausfall = failure_of_status(antwort.status)
        if ausfall is not None:
            return failed(antwort, ausfall, f"HTTP {antwort.status}")
        row = _read_json(antwort.inhalt)
        if row is None or row.get("quelle") != self.name:
            return failed(antwort, Befundart.UNBEKANNTES_FORMAT, "keine Antwort der Beispielquelle")
        if antwort.status == 404 and row.get("fehler") != "unbekannt":
            return failed(antwort, Befundart.UNBEKANNTES_FORMAT, "unbekannter Fehler")
        kept: dict[str, Any] = {k: row[k] for k in ("treffer", "norm", "fehler") if k in row}
        auszug = f"{self.name}: {json.dumps(kept, ensure_ascii=False)}"
        return fetched(antwort, kept, auszug=auszug)

    def judge(self, fundstelle: Fundstelle, felder: dict[str, Any], *, heute: date) -> Einzelbefund:
        if felder.get("fehler") == "unbekannt":
            hinweis = f"{self.name} führt diese Fundstelle nicht."
            return Einzelbefund(art=Befundart.KEINE_QUELLE, hinweise=(hinweis,))
        treffer = [read_treffer(row) for row in felder.get("treffer", ())]
        match fundstelle.teile:
            case Norm() as norm:
                return judge_norm(norm, felder.get("norm"))
            case UsFall() as fall:
                return judge_us_case(fall, treffer)
            case Entscheidung(aktenzeichen=()) as entscheidung if not entscheidung.ecli:
                return judge_reporter(entscheidung, treffer)
            case Entscheidung() as entscheidung:
                return judge_decision(entscheidung, treffer)
        found = Befundart.STIMMT if treffer else Befundart.KEIN_TREFFER
        return Einzelbefund(art=found)


def judge_norm(norm: Norm, zustand: dict[str, Any] | None) -> Einzelbefund:
    """Return what a stated section ({"zustand": …, "absaetze": […]}) means for a cited norm."""
    if norm.alte_fassung:
        return Einzelbefund(art=Befundart.ALTE_FASSUNG)
    match (zustand or {}).get("zustand"):
        case "fehlt":
            return mangel(Mangel.NORM_FEHLT)
        case "weggefallen":
            return mangel(Mangel.WEGGEFALLEN)
        case "vorhanden":
            absaetze = [str(a) for a in (zustand or {}).get("absaetze", ())]
            if norm.absatz and absaetze and norm.absatz not in absaetze:
                return mangel(Mangel.ABSATZ_FEHLT)
            return Einzelbefund(art=Befundart.STIMMT)
    return Einzelbefund(art=Befundart.KEIN_TREFFER)


def _read_json(inhalt: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(inhalt)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


class BeispielquelleA(Beispielquelle):
    kennung = "beispielquelle_a"
    name = "Beispielquelle A"


class BeispielquelleB(Beispielquelle):
    kennung = "beispielquelle_b"
    name = "Beispielquelle B"
