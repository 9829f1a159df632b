"""Pure: no Django, no I/O. The computed numbers of a build; pages and exports print nothing else.

Every score, bound and part score is an integer (R-7.5, R-10.4, R-12.3); exact Fractions stand
beside them only where the public part alone is concerned.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Kennzahlen:
    """The metrics of one group of Runs (R-10.1), public Testfälle only (R-12.3)."""

    runs: int
    erwartet: int
    ungueltig: int
    erfolgreich: int
    timeouts: int
    leere_ausgaben: int
    provider_fehler: int
    nicht_erfolgreiche_abschluesse: int
    besondere_abschlussgruende: int
    ohne_regel: int
    judge_fehler: int
    bewertet: int
    vollstaendig_korrekt: int
    mittlere_correctness: Fraction | None
    mittlerer_effektiver_score: Fraction | None
    korrektrate: Fraction | None
    median_ms: Fraction | None
    p95_ms: Fraction | None
    token_eingabe: int
    token_ausgabe: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Zitatzahlen:
    """Citation counts by final status, uses *stützend* only; the others apart (R-9.7)."""

    echt: int
    falsch_zugeordnet: int
    erfunden: int
    nicht_auffindbar: int
    ungeprueft: int
    abgelehnt: int
    aus_der_aufgabe: int

    @property
    def gesamt(self) -> int:
        return (
            self.echt
            + self.falsch_zugeordnet
            + self.erfunden
            + self.nicht_auffindbar
            + self.ungeprueft
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Budgetzahlen:
    """How many Runs were cut at a token limit (R-3.2), public Testfälle only."""

    erstversuch_abgebrochen: int
    nachlauf_zaehlt: int
    denkbegrenzt_zaehlt: int
    weiter_abgebrochen: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Zeile:
    """One row: a Teilnahme with everything that Rangliste, Lauf and Teilnahme pages show of it."""

    teilnahme: str
    lauf: str
    modell: str
    effort: str
    gewertet: bool
    grund: str
    score: int | None
    score_unten: int | None
    score_oben: int | None
    score_oeffentlich: int | None
    score_oeffentlich_exakt: Fraction | None
    score_geheim: int | None
    rang: int | None
    rang_von: int | None
    rang_bis: int | None
    gruppe: str
    alle_kriterien: int | None
    testfaelle: int
    testfaelle_oeffentlich: int
    kennzahlen: Kennzahlen
    zitate: Zitatzahlen
    budget: Budgetzahlen
    kosten_mikro: int | None
    kosten_geschaetzt: bool
    je_rechtsordnung: tuple[tuple[str, Fraction, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rangliste:
    """The ranking of one Aufgabensatz: ranked rows first, in order; then rows without a rank."""

    aufgabensatz: str
    katalogversion: str
    testfaelle: int
    testfaelle_oeffentlich: int
    kleine_stichprobe: bool
    kleinster_nachweisbarer_abstand: int | None
    zeilen: tuple[Zeile, ...]
    ohne_rang: tuple[Zeile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gruppe:
    """The metrics of one cell of one level (R-10.2)."""

    ebene: str
    aufgabensatz: str
    schluessel: tuple[str, ...]
    kennzahlen: Kennzahlen


@dataclass(frozen=True, slots=True, kw_only=True)
class Auswertung:
    """All numbers of a build."""

    ranglisten: tuple[Rangliste, ...]
    zeilen: tuple[Zeile, ...]
    gruppen: tuple[Gruppe, ...]

    def rangliste(self, aufgabensatz: str) -> Rangliste:
        """Return the ranking of an Aufgabensatz; KeyError if the build has none."""
        for liste in self.ranglisten:
            if liste.aufgabensatz == aufgabensatz:
                return liste
        raise KeyError(aufgabensatz)

    def zeile(self, teilnahme: str) -> Zeile:
        """Return the row of a Teilnahme; KeyError if the build does not know it."""
        for zeile in self.zeilen:
            if zeile.teilnahme == teilnahme:
                return zeile
        raise KeyError(teilnahme)
