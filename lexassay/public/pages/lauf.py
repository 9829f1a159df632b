"""The Laufseite: one campaign, one row per Teilnahme; and the list of all campaigns."""

from __future__ import annotations

from collections.abc import Mapping

from lexassay.builds.auswertung import Zeile
from lexassay.public import adressen
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.pages.rahmen import page
from lexassay.public.pages.zeilen import Reihe, row
from lexassay.public.zitierweise import citation


def lauf(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render a Lauf; KeyError if the build does not know it."""
    sicht = ausgabe.sicht
    kampagne = sicht.laeufe[params["lauf"]]
    satz = sicht.saetze[kampagne.aufgabensatz]
    zeilen = [sicht.zeilen[t.kennung] for t in sicht.teilnahmen_je_lauf.get(kampagne.kennung, [])]
    reihen = sorted((row(ausgabe, zeile) for zeile in zeilen), key=_order)
    runs = [run for r in reihen for run in sicht.runs_je_teilnahme.get(r.z.teilnahme, [])]
    bewerter = sorted(
        {
            (run.bewertung.bewerter, run.bewertung.bewerter_familie)
            for run in runs
            if run.bewertung and run.bewertung.bewerter
        }
    )
    regeln = sorted({r.bewertung.regelreferenz for r in runs if r.bewertung} - {""})
    adresse = adressen.lauf(kampagne.kennung)
    return page(
        ausgabe,
        "lauf.html",
        adresse,
        titel=f"Lauf {kampagne.kennung}",
        nav="rangliste-",
        quer=True,
        englisch=f"Run {kampagne.kennung} of task set {satz.kennung}: {len(reihen)} entries.",
        lauf=kampagne,
        satz=satz,
        reihen=reihen,
        kriterien=satz.bewertungsverfahren == "kriterien",
        geheim=any(r.z.score_geheim is not None for r in reihen),
        zitate=any(r.z.zitate.gesamt for r in reihen),
        faelle=len(kampagne.testfaelle),
        klassen=[(r, _classes(r.z)) for r in reihen],
        bewerter=bewerter,
        regeln=regeln,
        judges=sorted(
            {r.bewertung.judge_version for r in runs if r.bewertung and r.bewertung.judge_version}
        ),
        konflikte=sum(1 for r in runs if r.bewertung and r.bewertung.interessenkonflikt),
        antworten=len(runs),
        zitat=citation(
            ausgabe,
            adresse,
            f"Lauf {kampagne.kennung}, {kampagne.titel}",
            kampagne.datum,
            f"Build {ausgabe.kennung}",
        ),
        folge={"mit": "", "ohne": ""},
    )


def _order(reihe: Reihe) -> tuple[bool, int, str, str]:
    return (
        not reihe.z.gewertet,
        -(reihe.z.score or 0),
        reihe.name.casefold(),
        reihe.teilnahme.effort,
    )


def _classes(zeile: Zeile) -> list[int]:
    k = zeile.kennzahlen
    return [
        k.erfolgreich,
        k.timeouts,
        k.leere_ausgaben,
        k.provider_fehler,
        k.nicht_erfolgreiche_abschluesse,
        k.besondere_abschlussgruende,
    ]


def laeufe(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the list of all Läufe, newest first."""
    sicht = ausgabe.sicht
    reihenfolge = sorted(sicht.laeufe.values(), key=lambda k: (k.datum, k.kennung), reverse=True)
    return page(
        ausgabe,
        "laeufe.html",
        "laeufe/",
        titel="Läufe",
        nav="rangliste-",
        englisch="All released runs, newest first.",
        laeufe=[
            (k, sicht.saetze[k.aufgabensatz], len(sicht.teilnahmen_je_lauf.get(k.kennung, [])))
            for k in reihenfolge
        ],
    )
