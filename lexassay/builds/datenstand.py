"""Pure: no Django, no I/O. The frozen data set of a build (DESIGN 4: freeze once).

A ``Datenstand`` holds plain values only: slugs, texts, integers, Fractions, dates. Primary keys
never enter it. Every list is sorted by its natural key, so that the same facts give the same bytes
whatever the order of the rows was. Numbers are exact: points are Fractions, money integer
micro-units, times milliseconds.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class KategorieStand:
    """One category: kind slug (domaene, format, standard, faehigkeit) and name."""

    art: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KriteriumStand:
    """One weighted criterion."""

    kennung: str
    text: str
    gewicht: int
    fundstelle_verlangt: bool
    fundstelle: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuelleStand:
    """One primary source; ``abrufdatum`` is None where nothing was fetched or read."""

    fundstelle: str
    url: str
    abruf: str
    abrufdatum: dt.date | None
    wortlaut: str
    text_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TestfallStand:
    """One Testfall in the version that was run."""

    __test__ = False

    kennung: str
    version: int
    aufgabensatz: str
    titel: str
    faehigkeit: str
    hypothese: str
    rechtsordnung: str
    aufgabentyp: str
    kategorien: tuple[KategorieStand, ...]
    prompt: str
    eingabedaten: str
    goldloesung: str
    sollwert: str
    rechtsstand: dt.date | None
    bewertungsmodus: str
    regelreferenz: str
    regelbeschreibung: str
    geheim: bool
    status: str
    erfundene_entscheidung: str
    registerpruefung: str
    registerpruefung_am: dt.date | None
    namensnennung: str
    jurist: str
    jurist_am: dt.date | None
    canary: str
    zusage: str
    quellen: tuple[QuelleStand, ...]
    kriterien: tuple[KriteriumStand, ...]
    prompt_fingerabdruck: str
    inhalts_hash: str
    inhalts_hash_heute: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AufgabensatzStand:
    """One Aufgabensatz with the catalogue version that is current in this build."""

    kennung: str
    titel: str
    beschreibung: str
    bewertungsverfahren: str
    beispiel: bool
    archiviert: bool
    veroeffentlichung: str
    hinweis: str
    lizenz: str
    namensnennung: str
    katalogversion: str
    katalog_hash: str
    testfaelle: tuple[str, ...]
    anzahl_oeffentlich: int
    anzahl_geheim: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModellStand:
    """One model variant as the public may see it (no address, no key name, no path)."""

    kennung: str
    name: str
    familie: str
    variante: str
    groessenklasse: str
    quantisierung: str
    cloud_version: str
    context_length: int | None
    max_output: int | None
    eingabe_arten: tuple[str, ...]
    anbieter: str
    herstellerfamilie: str
    zugangsweg: str
    lokal: bool
    demonstration: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LaufStand:
    """One campaign."""

    kennung: str
    titel: str
    aufgabensatz: str
    katalogversion: str
    datum: dt.date
    wiederholungen: int
    budget: int
    teilweise: bool
    system_prompt: str
    system_prompt_version: str
    system_prompt_hash: str
    konfiguration_hash: str
    geprueft_am: dt.date | None
    testfaelle: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeilnahmeStand:
    """One model at one effort in one Lauf: a row."""

    kennung: str
    lauf: str
    modell: str
    effort: str
    geladener_kontext: int | None
    vergleichbar: bool
    unvergleichbar_grund: str
    ausgelassen_grund: str
    aufrufe_geprueft: bool
    kosten_mikro: int | None
    kosten_waehrung: str
    kosten_geschaetzt: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BelegStand:
    """One piece of evidence for a finding.

    ``abgerufen_am`` is None for packaged texts, whose ``stand`` is the date of the text.
    """

    quelle: str
    betreiber: str
    adresse: str
    abgerufen_am: dt.datetime | None
    stand: dt.date | None
    http_status: int | None
    sha256: str
    auszug: str
    befund: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ZitatStand:
    """One citation of the answer with its final status, use and evidence."""

    nummer: int
    start: int
    ende: int
    text: str
    anzeige: str
    art: str
    rechtsordnung: str
    schluessel: str
    abzugsschluessel: str
    status: str
    verwendung: str
    von_hand: bool
    verdacht_unbestaetigt: bool
    zweite_pruefung_faellig: bool
    hinweise: tuple[str, ...]
    begruendung: str
    belege: tuple[BelegStand, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UrteilStand:
    """The verdict on one criterion: met or not, why, and the passage relied on."""

    kriterium: str
    erfuellt: bool
    begruendung: str
    passage: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BewertungStand:
    """The grade in force of one Run."""

    evaluations_status: str
    label: str
    correctness: Fraction | None
    effektiv: Fraction | None
    anteil: Fraction | None
    zitatabzuege: tuple[str, ...]
    hinweis_vorhanden: bool | None
    urteile: tuple[UrteilStand, ...]
    regelreferenz: str
    bewerter: str
    bewerter_familie: str
    judge_version: str
    begruendung: str
    treffer: tuple[str, ...]
    fehlend: tuple[str, ...]
    ueberschrieben: bool
    basis: str
    veraltet: bool
    interessenkonflikt: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VersuchStand:
    """One attempt, without its text."""

    nummer: int
    art: str
    limit: int
    gewaehrt: int
    denklimit: int | None
    technischer_status: str
    abschlussgrund: str
    gueltig: bool
    zaehlt: bool
    dauer_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PruefscheinStand:
    """The no-tools certificate of the counting attempt, in German sentences (R-15.16)."""

    geprueft: bool
    gueltig: bool
    saetze: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStand:
    """One Run: exactly one Testfall x one Teilnahme x one repetition."""

    testfall: str
    teilnahme: str
    run_index: int
    gueltig: bool
    ungueltig_grund: str
    technischer_status: str
    abschlussgrund: str
    abschlussgrund_original: str
    antwort: str
    zeichen: int
    started_at: dt.datetime
    dauer_ms: int
    token_eingabe: int | None
    token_ausgabe: int | None
    token_denken: int | None
    gemeldetes_modell: str
    kosten_mikro: int | None
    prompt_fingerabdruck: str
    versuche: tuple[VersuchStand, ...]
    pruefschein: PruefscheinStand
    zitate: tuple[ZitatStand, ...]
    bewertung: BewertungStand | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KorrekturStand:
    """A published correction: where, when, before, after, why."""

    kennung: str
    datum: dt.date
    seiten: tuple[str, ...]
    vorher: str
    nachher: str
    grund: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TextStand:
    """An editorial text of the site: method text, Research Note, Stellungnahme, legal pages."""

    art: str
    kennung: str
    fassung: str
    titel: str
    datum: dt.date
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Datenstand:
    """Everything that a build knows; all pages, numbers and exports are functions of it.

    ``bewertungsbefunde`` are what grading itself holds against a Lauf: (finding id, sentence).
    """

    stand: dt.date
    methodenfassung: str
    beispieldaten: bool
    aufgabensaetze: tuple[AufgabensatzStand, ...]
    testfaelle: tuple[TestfallStand, ...]
    modelle: tuple[ModellStand, ...]
    laeufe: tuple[LaufStand, ...]
    teilnahmen: tuple[TeilnahmeStand, ...]
    runs: tuple[RunStand, ...]
    korrekturen: tuple[KorrekturStand, ...]
    texte: tuple[TextStand, ...]
    einstellungen: tuple[tuple[str, str], ...]
    eur_je_usd_mikro: int
    kurs_datum: dt.date | None
    versionen: tuple[tuple[str, str], ...]
    offene_definitionsbefunde: tuple[str, ...]
    ereignis_nummer: int
    ereignis_hash: str
    bewertungsbefunde: tuple[tuple[str, str], ...] = ()

    def einstellung(self, name: str) -> str:
        """Return a setting frozen with the build, "" if it has none of this name."""
        return dict(self.einstellungen).get(name, "")
