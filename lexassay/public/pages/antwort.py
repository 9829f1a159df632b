"""One answer with everything that its points rest on (R-12.2, R-15.3). A leaf page: no build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lexassay.builds.datenstand import RunStand, TestfallStand, ZitatStand
from lexassay.protokoll.kanon import canonical_json, sha256_hex
from lexassay.public import adressen
from lexassay.public.antworttext import paragraphs
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.bezeichnungen import FEHLERSTATUS, WIRKUNG, bezeichnung
from lexassay.public.formate import anzahl, hundertstel
from lexassay.public.pages.punkte import ZITATABZUG, counting_attempt, points, result
from lexassay.public.pages.rahmen import modellname, page, unterzeile
from lexassay.public.pages.rechnung import ledger
from lexassay.public.zitierweise import citation

STANDARDBEFUND = {
    "echt": "Existenz und Zuordnung geprüft.",
    "falsch_zugeordnet": "Vorhanden, passt aber nicht zu dem, was die Antwort angibt.",
    "erfunden": "Gibt es nicht.",
    "nicht_auffindbar": "Kein eindeutiger Treffer.",
    "ungeprueft": "Keine automatische Quelle.",
}


UNBESTAETIGT = ("Verdacht nicht bestätigt",)
"""What the column of consequences says already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zitatzeile:
    """One row of the citation table."""

    z: ZitatStand
    wirkung: str
    befund: str
    folge: str
    hinweise: tuple[str, ...]
    abzug: str
    fangfrage: bool
    im_text: bool


def antwort(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render an answer; KeyError if the build does not know it."""
    run = find_run(ausgabe, params)
    return render_answer(ausgabe, run)


def find_run(ausgabe: Ausgabe, params: Mapping[str, str]) -> RunStand:
    """Return the Run of an address; KeyError if there is none."""
    for run in ausgabe.sicht.runs_je_teilnahme.get(params["teilnahme"], []):
        if run.testfall == params["testfall"] and str(run.run_index) == str(params["index"]):
            return run
    raise KeyError(params["testfall"])


def evidence(ausgabe: Ausgabe, run: RunStand) -> bytes:
    """Return the evidence pack of an answer as canonical JSON; its SHA-256 names the data."""
    sicht = ausgabe.sicht
    teilnahme = sicht.teilnahmen[run.teilnahme]
    lauf = sicht.laeufe[teilnahme.lauf]
    inhalt = {
        "run": run,
        "testfall": sicht.faelle[run.testfall],
        "teilnahme": {
            "kennung": teilnahme.kennung,
            "lauf": teilnahme.lauf,
            "modell": teilnahme.modell,
            "effort": teilnahme.effort,
        },
        "modell": sicht.modelle[teilnahme.modell],
        "lauf": {
            "kennung": lauf.kennung,
            "datum": lauf.datum,
            "budget": lauf.budget,
            "system_prompt_hash": lauf.system_prompt_hash,
        },
        "methodenfassung": ausgabe.stand.methodenfassung,
        "beispieldaten": ausgabe.stand.beispieldaten,
    }
    return canonical_json(inhalt).encode("utf-8", "replace")


def render_answer(ausgabe: Ausgabe, run: RunStand, beleg: bytes | None = None) -> bytes:
    """Render the page of a Run; ``beleg`` is its evidence pack, if the caller has it already."""
    sicht = ausgabe.sicht
    teilnahme = sicht.teilnahmen[run.teilnahme]
    modell = sicht.modelle[teilnahme.modell]
    lauf = sicht.laeufe[teilnahme.lauf]
    fall = sicht.faelle[run.testfall]
    satz = sicht.saetze[fall.aufgabensatz]
    name = modellname(modell)
    adresse = adressen.antwort(run.teilnahme, run.testfall, run.run_index)
    summe = sha256_hex(evidence(ausgabe, run) if beleg is None else beleg)
    absaetze = paragraphs(run.antwort, run.zitate)
    im_text = {z.nummer for absatz in absaetze for z in absatz.zitate}
    zeilen = _citation_rows(run, fall, im_text)
    je_nummer = {zeile.z.nummer: zeile for zeile in zeilen}
    note = run.bewertung
    return page(
        ausgabe,
        "antwort.html",
        adresse,
        titel=f"{fall.kennung} {fall.titel}, {name}",
        nav="rangliste-",
        blatt=True,
        englisch=f"Answer of {name} (effort {teilnahme.effort}) to task {fall.kennung}, with "
        "criteria, citations and the arithmetic of its points.",
        run=run,
        fall=fall,
        satz=satz,
        lauf=lauf,
        teilnahme=teilnahme,
        name=name,
        neben=unterzeile(teilnahme, modell),
        e=result(run, fall),
        punkte=points(run),
        ergebnis=verdict(run, fall),
        note=note,
        absaetze=[(a, [je_nummer[z.nummer] for z in a.zitate]) for a in absaetze],
        urteile=_verdicts(run, fall),
        buchungen=ledger(run, fall),
        kriterien=fall.bewertungsmodus == "kriterien",
        zitate=zeilen,
        nachlauf=counting_attempt(run),
        gekuerzt=satz.veroeffentlichung != "voll",
        summe=summe,
        daten=adresse + "daten.json",
        andere=_others(ausgabe, run, fall),
        nachbarn=_neighbours(ausgabe, run),
        wiederholt=lauf.wiederholungen > 1,
        zitat=citation(
            ausgabe,
            adresse,
            f"Antwort von {name} (Effort {teilnahme.effort}) auf Aufgabe {fall.kennung} "
            f"„{fall.titel}“, Lauf {lauf.kennung}",
            lauf.datum,
            f"Daten-Prüfsumme {summe[:16]}",
        ),
    )


def verdict(run: RunStand, fall: TestfallStand) -> str:
    """Return in one sentence what the points come from."""
    note = run.bewertung
    if not run.gueltig:
        return f"Ungültig: {run.ungueltig_grund}." if run.ungueltig_grund else "Ungültig."
    if run.technischer_status != "erfolgreich":
        if run.abschlussgrund == "laenge":
            return "An der Token-Grenze abgebrochen."
        return f"Technischer Status: {bezeichnung(run.technischer_status)}."
    if note is None:
        return "Nicht bewertet."
    if fall.bewertungsmodus != "kriterien" or not note.urteile:
        return f"Bewertet als „{bezeichnung(note.label)}“." if note.label else "Bewertet."
    ja = sum(1 for urteil in note.urteile if urteil.erfuellt)
    teile = [f"{ja} von {len(note.urteile)} Kriterien erfüllt"]
    abzuege = len(set(note.zitatabzuege))
    if abzuege:
        teile.append(anzahl(abzuege, "Zitat", "Zitate") + " mit Abzug")
    if note.hinweis_vorhanden is False:
        teile.append("der Hinweis „keine Rechtsberatung“ fehlt")
    return ", ".join(teile) + "."


def _verdicts(run: RunStand, fall: TestfallStand) -> list[dict[str, Any]]:
    note = run.bewertung
    urteile = {u.kriterium: u for u in note.urteile} if note else {}
    gesamt = sum(k.gewicht for k in fall.kriterien) or 1
    return [
        {
            "nummer": nummer,
            "k": k,
            "anteil": k.gewicht,
            "gesamt": gesamt,
            "u": urteile.get(k.kennung),
        }
        for nummer, k in enumerate(fall.kriterien, start=1)
    ]


def _citation_rows(run: RunStand, fall: TestfallStand, im_text: set[int]) -> list[Zitatzeile]:
    abzuege = set(run.bewertung.zitatabzuege) if run.bewertung else set()
    offene = set(abzuege)
    erfunden = fall.erfundene_entscheidung
    zeilen = []
    for z in sorted(run.zitate, key=lambda z: z.nummer):
        kostet = z.status in FEHLERSTATUS and z.verwendung == "stuetzend"
        zaehlt = kostet and z.abzugsschluessel in offene
        if zaehlt:
            offene.discard(z.abzugsschluessel)
        schon = kostet and not zaehlt and z.abzugsschluessel in abzuege
        zeilen.append(
            Zitatzeile(
                z=z,
                wirkung=WIRKUNG.get(z.status, "offen") if z.verwendung == "stuetzend" else "offen",
                befund=finding(z),
                folge=_consequence(z, schon=schon, ohne=kostet and not zaehlt and not schon),
                hinweise=tuple(h for h in z.hinweise if h.rstrip(".") not in UNBESTAETIGT),
                abzug=hundertstel(-ZITATABZUG) if zaehlt else "0",
                fangfrage=bool(erfunden) and z.verwendung == "aus_der_aufgabe",
                im_text=z.nummer in im_text,
            )
        )
    return zeilen


def finding(z: ZitatStand) -> str:
    """Return what was found about a citation, in a sentence."""
    return z.begruendung or STANDARDBEFUND.get(z.status, "")


def _consequence(z: ZitatStand, *, schon: bool, ohne: bool) -> str:
    if z.verwendung == "abgelehnt":
        return "Nur genannt, um es abzulehnen. Kein Abzug."
    if z.verwendung == "aus_der_aufgabe":
        return "Steht in der Aufgabe. Kein Abzug."
    if schon:
        return "Dieselbe Fundstelle zählt nur einmal."
    if ohne:
        return "In diesem Verfahren ohne Abzug."
    if z.verdacht_unbestaetigt:
        return "Verdacht nicht bestätigt. Kein Abzug."
    return "Kein Abzug." if z.status in ("nicht_auffindbar", "ungeprueft") else ""


def _others(ausgabe: Ausgabe, run: RunStand, fall: TestfallStand) -> list[dict[str, Any]]:
    """Return the same task elsewhere, in the current ranking, best first."""
    sicht = ausgabe.sicht
    platz = sicht.platz
    gefunden: list[dict[str, Any]] = []
    for anderer in sicht.runs_je_fall.get(fall.kennung, []):
        wert = points(anderer)
        hier = anderer is run
        if wert is None or anderer.run_index != run.run_index:
            continue
        if (fall.aufgabensatz, anderer.teilnahme) not in platz and not hier:
            continue
        teilnahme = sicht.teilnahmen[anderer.teilnahme]
        gefunden.append(
            {
                "name": modellname(sicht.modelle[teilnahme.modell]),
                "effort": teilnahme.effort,
                "punkte": wert,
                "adresse": adressen.antwort(anderer.teilnahme, fall.kennung, anderer.run_index),
                "hier": hier,
            }
        )
    gefunden.sort(key=lambda a: (-a["punkte"], a["name"].casefold(), a["effort"]))
    return gefunden if len(gefunden) > 1 else []


def _neighbours(ausgabe: Ausgabe, run: RunStand) -> dict[str, Any]:
    sicht = ausgabe.sicht
    reihe: Sequence[RunStand] = sicht.runs_je_teilnahme[run.teilnahme]
    stelle = next(i for i, r in enumerate(reihe) if r is run)
    weiter = reihe[stelle + 1] if stelle + 1 < len(reihe) else None
    return {
        "weiter": weiter,
        "adresse": adressen.antwort(weiter.teilnahme, weiter.testfall, weiter.run_index)
        if weiter
        else "",
        "titel": sicht.faelle[weiter.testfall].titel if weiter else "",
    }
