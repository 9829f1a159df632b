"""The citations of a recorded answer of v2, decided as the site decides them.

The sources are asked in the site's order: contradictions in the citation itself, the packaged
Normenbestand, then the two example sources from `quellen.yaml`; a Handbefund wins.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from citations_app.befund import Einzelbefund
from citations_app.begriffe import FEHLERSTATUS, Befundart, Verwendung, Zitatstatus
from citations_app.grammar import Fundstelle, Norm, Rechtsordnung, extract
from citations_app.konsistenz import check_consistency
from citations_app.normenbestand.mitgeliefert import mitgelieferter_bestand
from citations_app.normenbestand.pruefung import check_norm
from citations_app.sources.beispielquelle import BeispielquelleA, BeispielquelleB
from citations_app.verdict import Entscheidung, Handbefund, Quellenbefund, Zustaendig, decide
from citations_app.zusatz import additions, keys_of_prompt, match_in_prompt
from lexassay.beispiel.standin.quellenserver import answer, read_daten
from tests.beispiel.v2_daten import DATEN, aufgabe, aufzeichnung, read

QUELLEN = [
    Zustaendig(quelle="angaben", betreiber="selbst"),
    Zustaendig(quelle="normenbestand", betreiber="amtlich"),
    Zustaendig(quelle="a", betreiber="A"),
    Zustaendig(quelle="b", betreiber="B"),
]
SEITEN = {"a": BeispielquelleA(), "b": BeispielquelleB()}
HEUTE = dt.date(2026, 11, 30)


@cache
def register() -> dict[str, dict[str, Any]]:
    return read_daten((DATEN / "quellen.yaml").read_text("utf-8"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Zitat:
    fundstelle: Fundstelle
    verwendung: Verwendung
    stand: Entscheidung

    @property
    def kostet(self) -> bool:
        return self.stand.status in FEHLERSTATUS and self.verwendung is Verwendung.STUETZEND


def with_use(antwort: str, prompt: str) -> Iterator[tuple[Fundstelle, Verwendung]]:
    keys = keys_of_prompt(extract(prompt))
    for f in extract(antwort):
        vorbild = match_in_prompt(f, keys)
        yield f, Verwendung.AUS_DER_AUFGABE if vorbild else Verwendung.STUETZEND
        for zusatz in additions(f, vorbild) if vorbild else ():
            yield zusatz, Verwendung.STUETZEND


def ask(quelle: str, f: Fundstelle) -> Einzelbefund:
    if quelle == "angaben":
        return check_consistency(f, heute=HEUTE) or Einzelbefund(art=Befundart.KEINE_QUELLE)
    if quelle == "normenbestand":
        if isinstance(f.teile, Norm) and f.rechtsordnung is Rechtsordnung.DE:
            return check_norm(f.teile, mitgelieferter_bestand())
        return Einzelbefund(art=Befundart.KEINE_QUELLE)
    seite = SEITEN[quelle]
    inhalt = dict(answer(register(), quelle, seite.anfrage(f)).inhalt)
    return seite.judge(f, inhalt, heute=HEUTE)


def hand_row(modell: str, kennung: str, f: Fundstelle) -> dict[str, Any] | None:
    for row in read("handbefunde.yaml"):
        same = (row["modell"], row["testfall"], row["zitat"]) == (modell, kennung, f.text)
        if same and row.get("anzeige", f.anzeige) == f.anzeige:
            return row
    return None


@cache
def zitate(modell: str, kennung: str) -> tuple[Zitat, ...]:
    found = []
    antwort = aufzeichnung(modell, kennung)["antwort"]
    for f, verwendung in with_use(antwort, aufgabe(kennung)["prompt"]):
        row = hand_row(modell, kennung, f)
        hand = Handbefund(status=Zitatstatus(row["status"]), begruendung="x") if row else None
        use = Verwendung((row or {}).get("verwendung", verwendung.value))
        found.append(Zitat(fundstelle=f, verwendung=use, stand=_decide(f, hand)))
    return tuple(found)


def _decide(f: Fundstelle, hand: Handbefund | None) -> Entscheidung:
    befunde: list[Quellenbefund] = []
    stand = decide(befunde, QUELLEN, hand)
    while stand.naechste_quelle:
        quelle = next(q for q in QUELLEN if q.quelle == stand.naechste_quelle)
        e = ask(quelle.quelle, f)
        befunde.append(
            Quellenbefund(
                quelle=quelle.quelle, betreiber=quelle.betreiber, art=e.art, maengel=e.maengel
            )
        )
        stand = decide(befunde, QUELLEN, hand)
    return stand
