"""Small, exact Datenstände for the tests of aggregation, gates and exports."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from lexassay.builds import datenstand as ds

BEGINN = dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.UTC)
HASH = "0" * 64


def fall_of(kennung: str, *, geheim: bool = False, ordnung: str = "de") -> ds.TestfallStand:
    return ds.TestfallStand(
        kennung=kennung,
        version=1,
        aufgabensatz="v2",
        titel=f"Aufgabe {kennung}",
        faehigkeit="Fristen berechnen",
        hypothese="",
        rechtsordnung=ordnung,
        aufgabentyp="fristberechnung",
        kategorien=(ds.KategorieStand(art="domaene", name="Zivilrecht"),),
        prompt=f"Wie lautet die Frist in Fall {kennung}?",
        eingabedaten="",
        goldloesung="Ein Monat.",
        sollwert="",
        rechtsstand=dt.date(2026, 4, 1),
        bewertungsmodus="kriterien",
        regelreferenz="",
        regelbeschreibung="",
        geheim=geheim,
        status="freigegeben",
        erfundene_entscheidung="",
        registerpruefung="",
        registerpruefung_am=None,
        namensnennung="",
        jurist="",
        jurist_am=None,
        canary=f"CANARY-{kennung}" if geheim else "",
        zusage="",
        quellen=(),
        kriterien=tuple(
            ds.KriteriumStand(
                kennung=name, text=name, gewicht=gewicht, fundstelle_verlangt=False, fundstelle=""
            )
            for name, gewicht in (("K1", 2), ("K2", 1), ("K3", 1))
        ),
        prompt_fingerabdruck=f"fp-{kennung}",
        inhalts_hash=HASH,
        inhalts_hash_heute=HASH,
    )


def bewertung(
    erfuellt: Sequence[str] = ("K1", "K2", "K3"),
    *,
    abzuege: Sequence[str] = (),
    hinweis: bool = True,
) -> ds.BewertungStand:
    gewichte = {"K1": 2, "K2": 1, "K3": 1}
    anteil = Fraction(sum(gewichte[k] for k in erfuellt), 4)
    abzug = Fraction(len(set(abzuege)), 4) + (0 if hinweis else Fraction(1, 20))
    punkte = max(Fraction(0), anteil - abzug)
    return ds.BewertungStand(
        evaluations_status="bewertet",
        label="",
        correctness=punkte,
        effektiv=punkte,
        anteil=anteil,
        zitatabzuege=tuple(sorted(set(abzuege))),
        hinweis_vorhanden=hinweis,
        urteile=tuple(
            ds.UrteilStand(kriterium=k, erfuellt=k in erfuellt, begruendung="", passage="")
            for k in gewichte
        ),
        regelreferenz="kriterien v1",
        bewerter="Demo Richter",
        bewerter_familie="Demo R",
        judge_version="kriterien v1",
        begruendung="",
        treffer=(),
        fehlend=(),
        ueberschrieben=False,
        basis=HASH,
        veraltet=False,
        interessenkonflikt=False,
    )


def technischer_fehler() -> ds.BewertungStand:
    return replace(
        bewertung(()),
        evaluations_status="technischer_fehler",
        correctness=None,
        effektiv=Fraction(0),
        anteil=None,
        hinweis_vorhanden=None,
        urteile=(),
    )


def run(
    teilnahme: str,
    fall: str,
    note: ds.BewertungStand | None = None,
    *,
    status: str = "erfolgreich",
    gueltig: bool = True,
    dauer_ms: int = 1_000,
    zitate: Sequence[ds.ZitatStand] = (),
    antwort: str = "Die Frist beträgt einen Monat.",
) -> ds.RunStand:
    if note is None:
        note = bewertung() if status == "erfolgreich" else technischer_fehler()
    return ds.RunStand(
        testfall=fall,
        teilnahme=teilnahme,
        run_index=1,
        gueltig=gueltig,
        ungueltig_grund="" if gueltig else "Werkzeug ausgeführt",
        technischer_status=status,
        abschlussgrund="stopp" if status == "erfolgreich" else "laenge",
        abschlussgrund_original="stop",
        antwort=antwort if status == "erfolgreich" else "",
        zeichen=len(antwort),
        started_at=BEGINN,
        dauer_ms=dauer_ms,
        token_eingabe=100,
        token_ausgabe=200,
        token_denken=0,
        gemeldetes_modell="demo",
        kosten_mikro=10,
        prompt_fingerabdruck=f"fp-{fall}",
        versuche=(),
        pruefschein=ds.PruefscheinStand(geprueft=True, gueltig=gueltig, saetze=()),
        zitate=tuple(zitate),
        bewertung=note,
    )


def zitat(
    schluessel: str, status: str = "echt", *, verwendung: str = "stuetzend", nummer: int = 1
) -> ds.ZitatStand:
    belege = tuple(
        ds.BelegStand(
            quelle=f"quelle-{i}",
            betreiber=f"Betreiber {i}",
            adresse="",
            abgerufen_am=BEGINN,
            stand=None,
            http_status=200,
            sha256=HASH,
            auszug="",
            befund="fehlt",
        )
        for i in (1, 2)
    )
    return ds.ZitatStand(
        nummer=nummer,
        start=0,
        ende=3,
        text="Die",
        anzeige=schluessel,
        art="norm",
        rechtsordnung="de",
        schluessel=schluessel,
        abzugsschluessel=schluessel,
        status=status,
        verwendung=verwendung,
        von_hand=False,
        verdacht_unbestaetigt=False,
        zweite_pruefung_faellig=False,
        hinweise=(),
        begruendung="",
        belege=belege,
    )


def modell(kennung: str) -> ds.ModellStand:
    return ds.ModellStand(
        kennung=kennung,
        name=kennung.capitalize(),
        familie="Demo",
        variante="1",
        groessenklasse="",
        quantisierung="",
        cloud_version="",
        context_length=None,
        max_output=None,
        eingabe_arten=("Text",),
        anbieter="Beispiel",
        herstellerfamilie="Demo",
        zugangsweg="openai_api",
        lokal=False,
        demonstration=True,
    )


def teilnahme(modell_kennung: str, lauf: str = "l1") -> ds.TeilnahmeStand:
    return ds.TeilnahmeStand(
        kennung=f"{lauf}-{modell_kennung}",
        lauf=lauf,
        modell=modell_kennung,
        effort="Standard",
        geladener_kontext=None,
        vergleichbar=True,
        unvergleichbar_grund="",
        ausgelassen_grund="",
        aufrufe_geprueft=True,
        kosten_mikro=None,
        kosten_waehrung="",
        kosten_geschaetzt=True,
    )


def datenstand(
    runs: Mapping[str, Sequence[ds.RunStand]], faelle: Sequence[ds.TestfallStand]
) -> ds.Datenstand:
    """Build a Datenstand of one Aufgabensatz, one Lauf and the given rows (model → Runs)."""
    kennungen = tuple(sorted(f.kennung for f in faelle))
    return ds.Datenstand(
        stand=dt.date(2026, 11, 30),
        methodenfassung="2.0",
        beispieldaten=True,
        aufgabensaetze=(
            ds.AufgabensatzStand(
                kennung="v2",
                titel="Aufgabensatz v2",
                beschreibung="",
                bewertungsverfahren="kriterien",
                beispiel=True,
                archiviert=False,
                veroeffentlichung="voll",
                hinweis="",
                lizenz="CC BY 4.0",
                namensnennung="LexAssay",
                katalogversion="v2-k1",
                katalog_hash=HASH,
                testfaelle=kennungen,
                anzahl_oeffentlich=sum(not f.geheim for f in faelle),
                anzahl_geheim=sum(f.geheim for f in faelle),
            ),
        ),
        testfaelle=tuple(sorted(faelle, key=lambda f: f.kennung)),
        modelle=tuple(modell(name) for name in sorted(runs)),
        laeufe=(
            ds.LaufStand(
                kennung="l1",
                titel="Lauf 1",
                aufgabensatz="v2",
                katalogversion="v2-k1",
                datum=dt.date(2026, 11, 30),
                wiederholungen=1,
                budget=64_000,
                teilweise=False,
                system_prompt="Antworten Sie.",
                system_prompt_version="standard (Fassung 1)",
                system_prompt_hash=HASH,
                konfiguration_hash=HASH,
                geprueft_am=dt.date(2026, 11, 30),
                testfaelle=kennungen,
            ),
        ),
        teilnahmen=tuple(teilnahme(name) for name in sorted(runs)),
        runs=tuple(r for name in sorted(runs) for r in runs[name]),
        korrekturen=(),
        texte=(),
        einstellungen=(
            ("geheime_testfaelle_mindestens", "5"),
            ("kontaktadresse", "contact@lexassay.com"),
            ("seitenname", "LexAssay"),
        ),
        eur_je_usd_mikro=1_000_000,
        kurs_datum=None,
        versionen=(),
        offene_definitionsbefunde=(),
        ereignis_nummer=1,
        ereignis_hash=HASH,
    )
