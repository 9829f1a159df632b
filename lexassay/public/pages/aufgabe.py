"""One task with its gold solution and all answers; and the list of tasks of a set."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from lexassay.builds.datenstand import TestfallStand
from lexassay.protokoll.kanon import canonical_json, sha256_hex
from lexassay.public import adressen
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.formate import hundert
from lexassay.public.pages.punkte import result
from lexassay.public.pages.rahmen import modellname, page, unterzeile
from lexassay.public.zitierweise import citation


def task_data(ausgabe: Ausgabe, fall: TestfallStand) -> bytes:
    """Return the task as canonical JSON; its SHA-256 names the data of the page."""
    return canonical_json({"testfall": fall, "beispieldaten": ausgabe.stand.beispieldaten}).encode()


def aufgabe(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render a public task; KeyError if the build does not know it."""
    sicht = ausgabe.sicht
    fall = sicht.faelle[params["testfall"]]
    satz = sicht.saetze[fall.aufgabensatz]
    adresse = adressen.aufgabe(fall.kennung)
    summe = sha256_hex(task_data(ausgabe, fall))
    gesamt = sum(k.gewicht for k in fall.kriterien) or 1
    return page(
        ausgabe,
        "aufgabe.html",
        adresse,
        titel=f"{fall.kennung} {fall.titel}",
        nav="aufgaben-",
        blatt=True,
        englisch=f"Task {fall.kennung}: prompt, gold solution, criteria, sources and all answers.",
        fall=fall,
        satz=satz,
        kriterien=[(n, k, gesamt) for n, k in enumerate(fall.kriterien, start=1)],
        kategorien=[(k.art, k.name) for k in fall.kategorien],
        antworten=_answers(ausgabe, fall),
        mit_kriterien=bool(fall.kriterien),
        summe=summe,
        daten=adresse + "daten.json",
        zitat=citation(
            ausgabe,
            adresse,
            f"Aufgabe {fall.kennung} „{fall.titel}“, Fassung {fall.version}",
            fall.rechtsstand or ausgabe.stand.stand,
            f"Daten-Prüfsumme {summe[:16]}",
            "Rechtsstand",
        )
        if fall.rechtsstand
        else None,
        folge={"mit": "", "ohne": ""},
    )


def _answers(ausgabe: Ausgabe, fall: TestfallStand) -> list[dict[str, Any]]:
    sicht = ausgabe.sicht
    antworten: list[dict[str, Any]] = []
    for run in sicht.runs_je_fall.get(fall.kennung, []):
        teilnahme = sicht.teilnahmen[run.teilnahme]
        modell = sicht.modelle[teilnahme.modell]
        antworten.append(
            {
                "e": result(run, fall),
                "name": modellname(modell),
                "neben": unterzeile(teilnahme, modell),
                "lauf": teilnahme.lauf,
                "index": run.run_index if sicht.laeufe[teilnahme.lauf].wiederholungen > 1 else 0,
            }
        )
    antworten.sort(
        key=lambda a: (-(a["e"].punkte if a["e"].punkte is not None else -1), a["name"].casefold())
    )
    return antworten


def aufgaben(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the public tasks of a set; KeyError if the build has no such set."""
    sicht = ausgabe.sicht
    satz = sicht.saetze[params["satz"]]
    zellen = {
        g.schluessel[0]: g.kennzahlen for g in sicht.gruppen.get((satz.kennung, "testfall"), [])
    }
    faelle = sicht.geordnete_faelle(satz.testfaelle)
    gruppen = [
        (ordnung, [(fall, zellen.get(fall.kennung)) for fall in gruppe])
        for ordnung, gruppe in groupby(faelle, key=lambda f: f.rechtsordnung)
    ]
    return page(
        ausgabe,
        "aufgaben.html",
        adressen.aufgaben(satz.kennung),
        titel=f"Aufgaben {satz.kennung}",
        nav="aufgaben" if satz is sicht.standardsatz else "aufgaben-",
        englisch=f"Public tasks of set {satz.kennung}.",
        satz=satz,
        saetze=sicht.laufende,
        gruppen=[
            (
                ordnung,
                [(f, k, hundert(k.mittlerer_effektiver_score) if k else None) for f, k in teil],
            )
            for ordnung, teil in gruppen
        ],
        anzahl=len(faelle),
    )
