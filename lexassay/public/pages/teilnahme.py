"""One row in full: a model at one effort in one Lauf (R-12.7)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from lexassay.builds.auswertung import Kennzahlen
from lexassay.builds.datenstand import ModellStand, RunStand
from lexassay.public import adressen
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.bezeichnungen import STATUSKLASSEN, bezeichnung
from lexassay.public.formate import anzahl, zahl
from lexassay.public.pages.punkte import Ergebnis, mean_points, result
from lexassay.public.pages.rahmen import page
from lexassay.public.pages.zeilen import row
from lexassay.public.sicht import order_index
from lexassay.public.zitierweise import citation

STATUSFELDER = (
    ("erfolgreich", "erfolgreich"),
    ("timeout", "timeouts"),
    ("leere_ausgabe", "leere_ausgaben"),
    ("provider_fehler", "provider_fehler"),
    ("nicht_erfolgreicher_abschluss", "nicht_erfolgreiche_abschluesse"),
    ("besonderer_abschlussgrund", "besondere_abschlussgruende"),
)


def status_counts(kennzahlen: Kennzahlen) -> list[tuple[str, int]]:
    """Return (label, count) of the six classes; they sum to the valid Runs."""
    return [(STATUSKLASSEN[slug], getattr(kennzahlen, feld)) for slug, feld in STATUSFELDER]


def teilnahme(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render a Teilnahme; KeyError if the build does not know it."""
    sicht = ausgabe.sicht
    kennung = params["teilnahme"]
    zeile = sicht.zeilen[kennung]
    reihe = row(ausgabe, zeile)
    lauf = sicht.laeufe[zeile.lauf]
    satz = sicht.saetze[lauf.aufgabensatz]
    runs = sicht.runs_je_teilnahme.get(kennung, [])
    liste = sicht.ranglisten[satz.kennung]
    adresse = adressen.teilnahme(kennung)
    ergebnisse = [result(run, sicht.faelle[run.testfall]) for run in runs]
    return page(
        ausgabe,
        "teilnahme.html",
        adresse,
        titel=f"{reihe.name}, Effort {reihe.teilnahme.effort}, Lauf {lauf.kennung}",
        nav="rangliste-",
        quer=True,
        englisch=f"Results of {reihe.name} (effort {reihe.teilnahme.effort}) in run "
        f"{lauf.kennung}, task set {satz.kennung}.",
        r=reihe,
        z=zeile,
        k=zeile.kennzahlen,
        lauf=lauf,
        satz=satz,
        liste=liste,
        andere=[z.score for z in liste.zeilen if z.teilnahme != kennung and z.score is not None],
        kriterien=satz.bewertungsverfahren == "kriterien",
        status=status_counts(zeile.kennzahlen),
        gruppen=grouped(ergebnisse),
        variante=variant(reihe.modell),
        gemeldet=sorted({run.gemeldetes_modell for run in runs if run.gemeldetes_modell}),
        pruefung=audit(runs),
        konflikte=sum(1 for run in runs if run.bewertung and run.bewertung.interessenkonflikt),
        zitate_gesamt=zeile.zitate.gesamt,
        wiederholt=lauf.wiederholungen > 1,
        geheim_anzahl=zeile.testfaelle - zeile.testfaelle_oeffentlich,
        ordnungen=sorted(zeile.je_rechtsordnung, key=lambda o: order_index(o[0])),
        zitat=citation(
            ausgabe,
            adresse,
            f"Ergebnis von {reihe.name} (Effort {reihe.teilnahme.effort}) im Lauf {lauf.kennung}, "
            f"Aufgabensatz {satz.kennung}",
            lauf.datum,
            f"Build {ausgabe.kennung}",
        ),
        folge={"mit": "", "ohne": ""},
    )


def grouped(ergebnisse: list[Ergebnis]) -> list[dict[str, Any]]:
    """Return the results by Rechtsordnung, each with its mean."""
    geordnet = sorted(
        ergebnisse,
        key=lambda e: (order_index(e.fall.rechtsordnung), e.fall.kennung, e.run.run_index),
    )
    return [
        {
            "ordnung": ordnung,
            "ergebnisse": (teil := list(gruppe)),
            "anzahl": len({e.fall.kennung for e in teil}),
            "mittel": mean_points(teil),
        }
        for ordnung, gruppe in groupby(geordnet, key=lambda e: e.fall.rechtsordnung)
    ]


def variant(modell: ModellStand) -> list[tuple[str, str]]:
    """Return the exact variant, field by field; nothing is left to a family name (R-2.0)."""
    felder = (
        ("Kennung", modell.kennung),
        ("Familie", modell.familie),
        ("Variante", modell.variante),
        ("Fassung", modell.cloud_version),
        ("Größenklasse", modell.groessenklasse),
        ("Quantisierung", modell.quantisierung),
        ("Kontext", f"{zahl(modell.context_length)} Token" if modell.context_length else ""),
        ("Höchste Ausgabe", f"{zahl(modell.max_output)} Token" if modell.max_output else ""),
        ("Eingabe", ", ".join(bezeichnung(art) for art in modell.eingabe_arten)),
        ("Anbieter", modell.anbieter),
        ("Zugangsweg", bezeichnung(modell.zugangsweg)),
    )
    return [(name, wert) for name, wert in felder if wert]


def audit(runs: list[RunStand]) -> dict[str, Any]:
    """Return what the audit of the calls says about the public Runs (R-3.4)."""
    scheine = [run.pruefschein for run in runs]
    return {
        "runs": len(runs),
        "geprueft": sum(1 for s in scheine if s.geprueft),
        "ungueltig": sum(1 for run in runs if not run.gueltig),
        "ok": bool(scheine) and all(s.geprueft and s.gueltig for s in scheine),
    }


def tasks_text(anzahl_faelle: int) -> str:
    """Return „1 Aufgabe“, „30 Aufgaben“."""
    return anzahl(anzahl_faelle, "Aufgabe", "Aufgaben")
