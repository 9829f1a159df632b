"""Pure: no Django, no I/O. The indexes over a redacted Datenstand and its Auswertung."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from lexassay.builds.auswertung import Auswertung, Gruppe, Kennzahlen, Rangliste, Zeile
from lexassay.builds.datenstand import (
    AufgabensatzStand,
    Datenstand,
    KorrekturStand,
    LaufStand,
    ModellStand,
    RunStand,
    TeilnahmeStand,
    TestfallStand,
    TextStand,
)

K = TypeVar("K")
V = TypeVar("V")
RECHTSORDNUNGEN = ("de", "us", "eu", "grenzueberschreitend")


@dataclass(frozen=True, slots=True)
class Sicht:
    """Who belongs to whom; every page reads this and searches nothing."""

    saetze: dict[str, AufgabensatzStand]
    faelle: dict[str, TestfallStand]
    modelle: dict[str, ModellStand]
    laeufe: dict[str, LaufStand]
    teilnahmen: dict[str, TeilnahmeStand]
    zeilen: dict[str, Zeile]
    ranglisten: dict[str, Rangliste]
    runs_je_teilnahme: dict[str, list[RunStand]]
    runs_je_fall: dict[str, list[RunStand]]
    teilnahmen_je_lauf: dict[str, list[TeilnahmeStand]]
    laeufe_je_satz: dict[str, list[LaufStand]]
    gruppen: dict[tuple[str, str], list[Gruppe]]
    korrekturen: dict[str, list[KorrekturStand]]
    texte: dict[str, list[TextStand]]
    platz: dict[tuple[str, str], int]

    @classmethod
    def of(cls, stand: Datenstand, auswertung: Auswertung) -> Sicht:
        """Index a Datenstand; lists keep its order."""
        laeufe = {lauf.kennung: lauf for lauf in stand.laeufe}
        ranglisten = {liste.aufgabensatz: liste for liste in auswertung.ranglisten}
        zeilen = {zeile.teilnahme: zeile for zeile in auswertung.zeilen}
        runs_je_teilnahme: dict[str, list[RunStand]] = defaultdict(list)
        runs_je_fall: dict[str, list[RunStand]] = defaultdict(list)
        for run in stand.runs:
            runs_je_teilnahme[run.teilnahme].append(run)
            runs_je_fall[run.testfall].append(run)
        return cls(
            saetze={satz.kennung: satz for satz in stand.aufgabensaetze},
            faelle={fall.kennung: fall for fall in stand.testfaelle},
            modelle={modell.kennung: modell for modell in stand.modelle},
            laeufe=laeufe,
            teilnahmen={t.kennung: t for t in stand.teilnahmen},
            zeilen=zeilen,
            ranglisten=ranglisten,
            runs_je_teilnahme=runs_je_teilnahme,
            runs_je_fall=runs_je_fall,
            teilnahmen_je_lauf=_grouped((t.lauf, t) for t in stand.teilnahmen),
            laeufe_je_satz=_grouped((lauf.aufgabensatz, lauf) for lauf in stand.laeufe),
            gruppen=_grouped(((g.aufgabensatz, g.ebene), g) for g in auswertung.gruppen),
            korrekturen=_grouped(
                (page_key(seite), k) for k in stand.korrekturen for seite in k.seiten
            ),
            texte=_grouped((text.art, text) for text in stand.texte),
            platz={
                (liste.aufgabensatz, zeile.teilnahme): nummer
                for liste in ranglisten.values()
                for nummer, zeile in enumerate((*liste.zeilen, *liste.ohne_rang))
            },
        )

    def satz_der_teilnahme(self, kennung: str) -> AufgabensatzStand:
        """Return the Aufgabensatz that a Teilnahme answered."""
        return self.saetze[self.laeufe[self.teilnahmen[kennung].lauf].aufgabensatz]

    def kennzahlen(self, satz: str, ebene: str, schluessel: tuple[str, ...]) -> Kennzahlen | None:
        """Return the metrics of one cell, None if the build has no such cell."""
        for gruppe in self.gruppen.get((satz, ebene), ()):
            if gruppe.schluessel == schluessel:
                return gruppe.kennzahlen
        return None

    def korrekturen_von(self, pfad: str) -> list[KorrekturStand]:
        """Return the corrections that concern a page, newest first."""
        gefunden = self.korrekturen.get(page_key(pfad), [])
        return sorted(gefunden, key=lambda k: (k.datum, k.kennung), reverse=True)

    def stellungnahmen_zu(self, pfad: str) -> list[TextStand]:
        """Return the vendors' replies that concern a page (R-15.17)."""
        return [
            text
            for text in self.texte.get("stellungnahme", [])
            if page_key(text.fassung) == page_key(pfad)
        ]

    @property
    def laufende(self) -> list[AufgabensatzStand]:
        """The Aufgabensätze that are not archived, v2 first."""
        offen = [satz for satz in self.saetze.values() if not satz.archiviert]
        return sorted(offen, key=lambda satz: (satz.kennung != "v2", satz.kennung))

    @property
    def archivierte(self) -> list[AufgabensatzStand]:
        return [satz for satz in self.saetze.values() if satz.archiviert]

    @property
    def standardsatz(self) -> AufgabensatzStand | None:
        """The set of the start page: v2, else the first that is not archived, else any."""
        auswahl = self.laufende or list(self.saetze.values())
        return auswahl[0] if auswahl else None

    def geordnete_faelle(self, kennungen: tuple[str, ...]) -> list[TestfallStand]:
        """Return Testfälle by Rechtsordnung, then Kennung."""
        faelle = [self.faelle[k] for k in kennungen if k in self.faelle]
        return sorted(faelle, key=lambda f: (order_index(f.rechtsordnung), f.kennung))


def order_index(rechtsordnung: str) -> int:
    """Return the place of a Rechtsordnung on a page: DE, US, EU, cross-border, others."""
    if rechtsordnung in RECHTSORDNUNGEN:
        return RECHTSORDNUNGEN.index(rechtsordnung)
    return len(RECHTSORDNUNGEN)


def page_key(pfad: str) -> str:
    """Return the one form of a page's address that corrections are looked up by.

    >>> page_key("/lauf/l1/"), page_key("lauf/l1/index.html")
    ('lauf/l1', 'lauf/l1')
    """
    return pfad.removesuffix("index.html").strip("/")


def _grouped(paare: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Group pairs by their first member; order is kept."""
    gruppen: dict[K, list[V]] = defaultdict(list)
    for schluessel, wert in paare:
        gruppen[schluessel].append(wert)
    return dict(gruppen)
