"""Overviews across models: citations, run times, technical classes, and the archive."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from lexassay.builds.auswertung import Kennzahlen
from lexassay.builds.datenstand import AufgabensatzStand
from lexassay.public import adressen
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.bezeichnungen import FEHLERSTATUS
from lexassay.public.formate import prozent, svg
from lexassay.public.pages.rahmen import exporte_zu, modellname, page
from lexassay.public.pages.teilnahme import status_counts
from lexassay.public.pages.zeilen import Reihe, row


def _rows(ausgabe: Ausgabe, satz: AufgabensatzStand) -> list[Reihe]:
    liste = ausgabe.sicht.ranglisten[satz.kennung]
    return [row(ausgabe, zeile) for zeile in (*liste.zeilen, *liste.ohne_rang)]


def _tables(ausgabe: Ausgabe) -> list[tuple[AufgabensatzStand, list[Reihe]]]:
    """Return (set, rows) of every set that has rows: running ones first, then archived ones."""
    sicht = ausgabe.sicht
    saetze = [*sicht.laufende, *sicht.archivierte]
    return [(satz, reihen) for satz in saetze if (reihen := _rows(ausgabe, satz))]


def zitate(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render citation counts per row, and the list of those that cost points."""
    tabellen = [
        (satz, [(r, _error_share(r)) for r in reihen if r.z.zitate.gesamt or _other_uses(r)])
        for satz, reihen in _tables(ausgabe)
    ]
    return page(
        ausgabe,
        "zitate.html",
        "zitate/",
        titel="Zitate",
        englisch="Status of all citations in public answers, and the list of wrong ones.",
        tabellen=[(satz, reihen) for satz, reihen in tabellen if reihen],
        fehler=_wrong_citations(ausgabe),
        exporte=exporte_zu(ausgabe, "daten/zitate.csv", "daten/zitate.json"),
        folge={"mit": "", "ohne": ""},
    )


def _error_share(reihe: Reihe) -> str:
    z = reihe.z.zitate
    return prozent(Fraction(z.falsch_zugeordnet + z.erfunden, z.gesamt)) if z.gesamt else "–"


def _other_uses(reihe: Reihe) -> int:
    return reihe.z.zitate.abgelehnt + reihe.z.zitate.aus_der_aufgabe


def _wrong_citations(ausgabe: Ausgabe) -> list[dict[str, Any]]:
    """Return every supporting citation with an error status, by place of the row."""
    sicht = ausgabe.sicht
    gefunden: list[dict[str, Any]] = []
    for run in ausgabe.stand.runs:
        for zitat in run.zitate:
            if zitat.status not in FEHLERSTATUS or zitat.verwendung != "stuetzend":
                continue
            teilnahme = sicht.teilnahmen[run.teilnahme]
            gefunden.append(
                {
                    "z": zitat,
                    "name": modellname(sicht.modelle[teilnahme.modell]),
                    "effort": teilnahme.effort,
                    "fall": sicht.faelle[run.testfall],
                    "adresse": adressen.antwort(run.teilnahme, run.testfall, run.run_index),
                }
            )
    gefunden.sort(key=lambda f: (f["z"].anzeige, f["name"], f["fall"].kennung))
    return gefunden


def laufzeiten(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render run times and tokens per row; bars share one scale per set."""
    tabellen = []
    for satz, reihen in _tables(ausgabe):
        gemessen = [r for r in reihen if r.z.kennzahlen.median_ms is not None]
        laengste = max(
            (r.z.kennzahlen.p95_ms or Fraction(0) for r in gemessen), default=Fraction(0)
        )
        gemessen.sort(key=lambda r: (r.z.kennzahlen.median_ms or Fraction(0), r.name))
        tabellen.append((satz, [(r, _time_bar(r.z.kennzahlen, laengste)) for r in gemessen]))
    return page(
        ausgabe,
        "laufzeiten.html",
        "laufzeiten/",
        titel="Laufzeiten",
        englisch="Median and 95th percentile run times of successful public answers.",
        tabellen=[(satz, reihen) for satz, reihen in tabellen if reihen],
    )


def _time_bar(k: Kennzahlen, laengste: Fraction) -> tuple[str, str]:
    if not laengste:
        return "0", "0"
    return svg((k.median_ms or 0) / laengste * 100), svg((k.p95_ms or 0) / laengste * 100)


def status(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the six technical classes per row."""
    return page(
        ausgabe,
        "status.html",
        "status/",
        titel="Technischer Status",
        englisch="Technical status of all valid public answers in six classes.",
        tabellen=[
            (satz, [(r, [n for _, n in status_counts(r.z.kennzahlen)]) for r in reihen])
            for satz, reihen in _tables(ausgabe)
        ],
    )


def archiv(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the archived sets with their Läufe (R-1.6)."""
    sicht = ausgabe.sicht
    return page(
        ausgabe,
        "archiv.html",
        "archiv/",
        titel="Archiv",
        englisch="Archived task sets; their scores are not comparable with current ones.",
        saetze=[
            {
                "satz": satz,
                "laeufe": sicht.laeufe_je_satz.get(satz.kennung, []),
                "teilnahmen": len(sicht.ranglisten[satz.kennung].zeilen),
            }
            for satz in sicht.archivierte
        ],
    )
