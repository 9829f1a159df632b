"""The build page: gates, versions, stock, files and checksums."""

from __future__ import annotations

from collections.abc import Mapping

from lexassay.public import adressen
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.pages.rahmen import MONATSBUCHSTABEN, page
from lexassay.public.zitierweise import citation

MONATE = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
]
BESCHREIBUNG = {
    "daten/stand.json": "der ganze öffentliche Datenstand, Grundlage aller Seiten",
    "daten/auswertung.json": "alle berechneten Zahlen",
    "daten/pruefe_build.py": "eigenständiges Prüfprogramm (Python, nur Standardbibliothek)",
    "daten/datenlexikon.csv": "Bedeutung jeder Spalte",
    "daten/dataset.jsonld": "Beschreibung des Datensatzes, schema.org",
    "daten/croissant.json": "Beschreibung des Datensatzes, Croissant",
    "daten/SHA256SUMS": "Prüfsummen der Dateien",
    "daten/build.zip": "alle Dateien in einem Archiv",
}
TABELLEN = {
    "rangliste": "eine Zeile je Teilnahme des Aufgabensatzes",
    "runs": "eine Zeile je öffentliche Antwort",
    "zitate": "eine Zeile je Zitat",
}


def describe(pfad: str) -> str:
    """Return what an export file holds, "" if its name does not tell."""
    if pfad in BESCHREIBUNG:
        return BESCHREIBUNG[pfad]
    name = pfad.removeprefix("daten/").partition(".")[0].partition("-")[0]
    return TABELLEN.get(name, "")


def build(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the provenance record of this build; KeyError for another one."""
    if params["kennung"] != ausgabe.kennung:
        raise KeyError(params["kennung"])
    stand = ausgabe.stand
    adresse = adressen.build(ausgabe.kennung)
    return page(
        ausgabe,
        "build.html",
        adresse,
        titel=f"Build {ausgabe.kennung}",
        nav="build",
        englisch=f"Provenance of build {ausgabe.kennung}: gates, versions, files, checksums.",
        monatsname=f"{MONATE[ausgabe.datum.month - 1]} {ausgabe.datum.year}",
        buchstabe=MONATSBUCHSTABEN[ausgabe.datum.month - 1],
        satz=ausgabe.sicht.standardsatz,
        tore=ausgabe.berichte,
        bestanden=sum(1 for tor in ausgabe.berichte if not tor.fehler),
        vorgaenger=ausgabe.vorgaenger,
        bestand=_stock(ausgabe),
        versionen=stand.versionen,
        regeln=_rule_versions(ausgabe),
        saetze=list(ausgabe.sicht.saetze.values()),
        dateien=[(datei, describe(datei.pfad)) for datei in ausgabe.dateien.values()],
        ereignis=(stand.ereignis_nummer, stand.ereignis_hash),
        kurs=(stand.eur_je_usd_mikro, stand.kurs_datum),
        neue_korrekturen=sorted(stand.korrekturen, key=lambda k: k.datum, reverse=True)[:5],
        zitat=citation(
            ausgabe,
            adresse,
            f"Build {ausgabe.kennung}",
            ausgabe.datum,
            f"Methode {stand.methodenfassung}",
            "Stand",
        ),
    )


def _stock(ausgabe: Ausgabe) -> list[tuple[str, int]]:
    stand = ausgabe.stand
    ranglisten = ausgabe.auswertung.ranglisten
    return [
        ("Läufe", len(stand.laeufe)),
        ("Teilnahmen", len(stand.teilnahmen)),
        ("davon mit Rang", sum(len(liste.zeilen) for liste in ranglisten)),
        ("Modellvarianten", len(stand.modelle)),
        ("Aufgaben, öffentlich", sum(s.anzahl_oeffentlich for s in stand.aufgabensaetze)),
        ("Aufgaben, geheim", sum(s.anzahl_geheim for s in stand.aufgabensaetze)),
        ("öffentliche Antworten", len(stand.runs)),
        ("Zitate", sum(len(run.zitate) for run in stand.runs)),
        ("davon Handbefunde", sum(z.von_hand for run in stand.runs for z in run.zitate)),
        ("Korrekturen", len(stand.korrekturen)),
    ]


def _rule_versions(ausgabe: Ausgabe) -> list[str]:
    noten = [run.bewertung for run in ausgabe.stand.runs if run.bewertung]
    regeln = {n.regelreferenz for n in noten if n.regelreferenz}
    regeln |= {n.judge_version for n in noten if n.judge_version}
    return sorted(regeln)
