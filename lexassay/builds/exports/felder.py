"""Pure: no Django, no I/O. The allow-list of every exported column, with its description (R-12.5).

Nothing that does not stand here is exported. The data dictionary is made from the same list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from lexassay.builds.auswertung import Zeile
from lexassay.builds.datenstand import RunStand, ZitatStand

T = TypeVar("T")
Wert = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Spalte(Generic[T]):
    """One column: name, type (int, text, bool), German description, and how it is read."""

    name: str
    typ: str
    beschreibung: str
    lies: Callable[[T], Wert]


def _bruch(wert: Fraction | None) -> str | None:
    """An exact value as "p/q"; readers that want a decimal divide it themselves."""
    return None if wert is None else f"{wert.numerator}/{wert.denominator}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tabelle(Generic[T]):
    """A table of the exports."""

    name: str
    beschreibung: str
    spalten: tuple[Spalte[T], ...]


RANGLISTE: Tabelle[Zeile] = Tabelle(
    name="rangliste",
    beschreibung="Eine Zeile je Teilnahme (Modell und Effort) eines Aufgabensatzes.",
    spalten=(
        Spalte("teilnahme", "text", "Kennung der Teilnahme", lambda z: z.teilnahme),
        Spalte("lauf", "text", "Kennung des Laufs", lambda z: z.lauf),
        Spalte("modell", "text", "Kennung der Modellvariante", lambda z: z.modell),
        Spalte("effort", "text", "Denk-Einstellung; „Standard“ sendet nichts", lambda z: z.effort),
        Spalte("gewertet", "bool", "Steht mit Rang in der Rangliste", lambda z: z.gewertet),
        Spalte("grund", "text", "Warum die Zeile keinen Rang hat", lambda z: z.grund),
        Spalte("rang", "int", "Rang; gleiche Scores teilen ihn", lambda z: z.rang),
        Spalte("rang_von", "int", "Kleinster möglicher Rang", lambda z: z.rang_von),
        Spalte("rang_bis", "int", "Größter möglicher Rang", lambda z: z.rang_bis),
        Spalte("gruppe", "text", "Gruppe nicht unterscheidbarer Zeilen", lambda z: z.gruppe),
        Spalte("score", "int", "Score 0–100, kaufmännisch gerundet", lambda z: z.score),
        Spalte("score_unten", "int", "Untere Grenze, 95 %", lambda z: z.score_unten),
        Spalte("score_oben", "int", "Obere Grenze, 95 %", lambda z: z.score_oben),
        Spalte(
            "score_oeffentlich", "int", "Score, öffentlicher Teil", lambda z: z.score_oeffentlich
        ),
        Spalte(
            "score_oeffentlich_exakt",
            "text",
            "Score des öffentlichen Teils als Bruch",
            lambda z: _bruch(z.score_oeffentlich_exakt),
        ),
        Spalte("score_geheim", "int", "Score, geheimer Teil", lambda z: z.score_geheim),
        Spalte("testfaelle", "int", "Testfälle im Score", lambda z: z.testfaelle),
        Spalte(
            "testfaelle_oeffentlich", "int", "davon öffentlich", lambda z: z.testfaelle_oeffentlich
        ),
        Spalte(
            "alle_kriterien",
            "int",
            "Öffentliche Testfälle mit allen Kriterien und ohne Zitatabzug",
            lambda z: z.alle_kriterien,
        ),
        Spalte("runs", "int", "Gültige Runs (öffentlich)", lambda z: z.kennzahlen.runs),
        Spalte("erfolgreich", "int", "technisch erfolgreich", lambda z: z.kennzahlen.erfolgreich),
        Spalte("timeouts", "int", "Timeouts", lambda z: z.kennzahlen.timeouts),
        Spalte("leere_ausgaben", "int", "leere Ausgaben", lambda z: z.kennzahlen.leere_ausgaben),
        Spalte(
            "provider_fehler",
            "int",
            "API- oder Provider-Fehler",
            lambda z: z.kennzahlen.provider_fehler,
        ),
        Spalte(
            "nicht_erfolgreiche_abschluesse",
            "int",
            "nicht erfolgreiche Abschlüsse",
            lambda z: z.kennzahlen.nicht_erfolgreiche_abschluesse,
        ),
        Spalte(
            "besondere_abschlussgruende",
            "int",
            "besondere Abschlussgründe",
            lambda z: z.kennzahlen.besondere_abschlussgruende,
        ),
        Spalte("bewertet", "int", "bewertete Runs", lambda z: z.kennzahlen.bewertet),
        Spalte(
            "vollstaendig_korrekt",
            "int",
            "Runs mit höchstem Wert",
            lambda z: z.kennzahlen.vollstaendig_korrekt,
        ),
        Spalte(
            "mittlere_correctness",
            "text",
            "Mittlerer Correctness Score als Bruch",
            lambda z: _bruch(z.kennzahlen.mittlere_correctness),
        ),
        Spalte(
            "mittlerer_effektiver_score",
            "text",
            "Mittlerer effektiver Score als Bruch",
            lambda z: _bruch(z.kennzahlen.mittlerer_effektiver_score),
        ),
        Spalte(
            "korrektrate",
            "text",
            "Korrektrate als Bruch",
            lambda z: _bruch(z.kennzahlen.korrektrate),
        ),
        Spalte(
            "median_ms",
            "text",
            "Medianlaufzeit in ms als Bruch",
            lambda z: _bruch(z.kennzahlen.median_ms),
        ),
        Spalte(
            "p95_ms", "text", "P95-Laufzeit in ms als Bruch", lambda z: _bruch(z.kennzahlen.p95_ms)
        ),
        Spalte("zitate_echt", "int", "Zitate: echt", lambda z: z.zitate.echt),
        Spalte(
            "zitate_falsch_zugeordnet",
            "int",
            "Zitate: falsch zugeordnet",
            lambda z: z.zitate.falsch_zugeordnet,
        ),
        Spalte("zitate_erfunden", "int", "Zitate: erfunden", lambda z: z.zitate.erfunden),
        Spalte(
            "zitate_nicht_auffindbar",
            "int",
            "Zitate: nicht auffindbar",
            lambda z: z.zitate.nicht_auffindbar,
        ),
        Spalte("zitate_ungeprueft", "int", "Zitate: ungeprüft", lambda z: z.zitate.ungeprueft),
        Spalte("kosten_mikro", "int", "Kosten in Mikroeinheiten", lambda z: z.kosten_mikro),
        Spalte(
            "kosten_geschaetzt", "bool", "Kosten sind geschätzt (*)", lambda z: z.kosten_geschaetzt
        ),
    ),
)

RUNS: Tabelle[RunStand] = Tabelle(
    name="runs",
    beschreibung="Eine Zeile je Run zu einem öffentlichen Testfall.",
    spalten=(
        Spalte("teilnahme", "text", "Kennung der Teilnahme", lambda r: r.teilnahme),
        Spalte("testfall", "text", "Kennung des Testfalls", lambda r: r.testfall),
        Spalte("run_index", "int", "Nummer der Wiederholung", lambda r: r.run_index),
        Spalte("gueltig", "bool", "Aufrufe geprüft und ohne Verstoß", lambda r: r.gueltig),
        Spalte("technischer_status", "text", "Technische Klasse", lambda r: r.technischer_status),
        Spalte(
            "abschlussgrund", "text", "Abschlussgrund, normalisiert", lambda r: r.abschlussgrund
        ),
        Spalte(
            "evaluations_status",
            "text",
            "Evaluations-Status",
            lambda r: r.bewertung.evaluations_status if r.bewertung else None,
        ),
        Spalte(
            "label", "text", "Bewertungslabel", lambda r: r.bewertung.label if r.bewertung else None
        ),
        Spalte(
            "correctness",
            "text",
            "Correctness Score als Bruch",
            lambda r: _bruch(r.bewertung.correctness) if r.bewertung else None,
        ),
        Spalte(
            "effektiv",
            "text",
            "Effektiver Score als Bruch",
            lambda r: _bruch(r.bewertung.effektiv) if r.bewertung else None,
        ),
        Spalte(
            "regelreferenz",
            "text",
            "Bewertungsverfahren und Version",
            lambda r: r.bewertung.regelreferenz if r.bewertung else None,
        ),
        Spalte("dauer_ms", "int", "Dauer des zählenden Versuchs in ms", lambda r: r.dauer_ms),
        Spalte("token_ausgabe", "int", "Ausgabe-Token mit Denken", lambda r: r.token_ausgabe),
        Spalte("versuche", "int", "Zahl der Versuche", lambda r: len(r.versuche)),
        Spalte("zeichen", "int", "Länge der Antwort in Zeichen", lambda r: r.zeichen),
        Spalte(
            "prompt_fingerabdruck", "text", "Prompt-Fingerabdruck", lambda r: r.prompt_fingerabdruck
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Zitatzeile:
    """One citation with the Run that it stands in."""

    run: RunStand
    zitat: ZitatStand


ZITATE: Tabelle[Zitatzeile] = Tabelle(
    name="zitate",
    beschreibung="Eine Zeile je Zitat einer öffentlichen Antwort.",
    spalten=(
        Spalte("teilnahme", "text", "Kennung der Teilnahme", lambda z: z.run.teilnahme),
        Spalte("testfall", "text", "Kennung des Testfalls", lambda z: z.run.testfall),
        Spalte("nummer", "int", "Nummer in der Zitattabelle", lambda z: z.zitat.nummer),
        Spalte("fundstelle", "text", "Fundstelle", lambda z: z.zitat.anzeige),
        Spalte("art", "text", "Art der Fundstelle", lambda z: z.zitat.art),
        Spalte("rechtsordnung", "text", "Rechtsordnung", lambda z: z.zitat.rechtsordnung),
        Spalte(
            "abzugsschluessel", "text", "Schlüssel des Abzugs", lambda z: z.zitat.abzugsschluessel
        ),
        Spalte("status", "text", "Endstatus", lambda z: z.zitat.status),
        Spalte("verwendung", "text", "Verwendung in der Antwort", lambda z: z.zitat.verwendung),
        Spalte("von_hand", "bool", "Handbefund", lambda z: z.zitat.von_hand),
        Spalte("belege", "int", "Zahl der Belege", lambda z: len(z.zitat.belege)),
    ),
)
