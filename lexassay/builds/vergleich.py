"""Pure: no Django, no I/O. What changed between two builds, and why (R-15.5).

It reads the public part of both builds only, so that its result may be shown to anybody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from lexassay.builds.auswertung import Auswertung, Zeile
from lexassay.builds.datenstand import Datenstand, RunStand, TeilnahmeStand


class Ursache(StrEnum):
    """Why a row of a build differs from the row of an earlier one."""

    NEUE_TEILNAHME = "neue Teilnahme"
    ENTFALLEN = "nicht mehr im Build"
    METHODENFASSUNG = "Methodenfassung"
    KATALOG = "Katalog"
    NACHLAUF = "Nachlauf"
    REGELVERSION = "Regelversion"
    KORREKTUR = "Korrektur"
    PREIS = "Preis"
    NICHT_OEFFENTLICH = "nicht öffentlicher Teil"
    UNGEKLAERT = "Ursache ungeklärt"


@dataclass(frozen=True, kw_only=True)
class Buildteil:
    """The public part of a build: its redacted Datenstand and its numbers."""

    stand: Datenstand
    auswertung: Auswertung

    @cached_property
    def runs(self) -> dict[str, dict[tuple[str, int], RunStand]]:
        """The public Runs of every row by Testfall and repetition, from one pass."""
        je_zeile: dict[str, dict[tuple[str, int], RunStand]] = defaultdict(dict)
        for run in self.stand.runs:
            je_zeile[run.teilnahme][run.testfall, run.run_index] = run
        return je_zeile

    def katalog(self, lauf: str) -> tuple[str, str]:
        """Return the catalogue version that a Lauf ran with and its Aufgabensatz's hash."""
        dieser = next(each for each in self.stand.laeufe if each.kennung == lauf)
        saetze = {satz.kennung: satz.katalog_hash for satz in self.stand.aufgabensaetze}
        return dieser.katalogversion, saetze[dieser.aufgabensatz]

    def teilnahme(self, kennung: str) -> TeilnahmeStand:
        return next(each for each in self.stand.teilnahmen if each.kennung == kennung)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aenderung:
    """One changed row: Score before and after (0–100), the exact public change, every cause.

    ``exakt`` is the change of the public Score in points (−100 to 100), unrounded; None where one
    build has no public score of the row. ``aufgaben`` are the public Testfälle whose Runs differ.
    """

    teilnahme: str
    alt: int | None
    neu: int | None
    exakt: Fraction | None
    ursachen: tuple[Ursache, ...]
    aufgaben: tuple[str, ...] = ()

    @property
    def satz(self) -> str:
        """The change in one German line."""
        aufgaben = f" ({', '.join(self.aufgaben)})" if self.aufgaben else ""
        return (
            f"{self.teilnahme}: Score {_number(self.alt)} → {_number(self.neu)}"
            f"{_exact(self.exakt)}; {', '.join(self.ursachen)}{aufgaben}"
        )


def compare(alt: Buildteil, neu: Buildteil) -> Iterator[Aenderung]:
    """Yield the changed rows by their Kennung; a row with equal figures is no change."""
    vorher = {zeile.teilnahme: zeile for zeile in alt.auswertung.zeilen}
    nachher = {zeile.teilnahme: zeile for zeile in neu.auswertung.zeilen}
    for kennung in sorted(vorher.keys() | nachher.keys()):
        if kennung not in vorher:
            yield _one_sided(kennung, None, nachher[kennung].score, Ursache.NEUE_TEILNAHME)
        elif kennung not in nachher:
            yield _one_sided(kennung, vorher[kennung].score, None, Ursache.ENTFALLEN)
        else:
            yield from _changed(alt, neu, vorher[kennung], nachher[kennung])


def _one_sided(kennung: str, alt: int | None, neu: int | None, ursache: Ursache) -> Aenderung:
    return Aenderung(teilnahme=kennung, alt=alt, neu=neu, exakt=None, ursachen=(ursache,))


def _changed(alt: Buildteil, neu: Buildteil, vorher: Zeile, nachher: Zeile) -> Iterator[Aenderung]:
    if _figures(alt, vorher) == _figures(neu, nachher):
        return
    kennung = vorher.teilnahme
    runs_alt, runs_neu = alt.runs[kennung], neu.runs[kennung]
    je_aufgabe = dict(_run_causes(runs_alt, runs_neu))
    ursachen = {*_row_causes(alt, neu, kennung), *je_aufgabe.values()}
    kurs = alt.stand.eur_je_usd_mikro != neu.stand.eur_je_usd_mikro
    preis = kurs or _repriced(runs_alt, runs_neu)
    if not ursachen and (_scores(vorher) != _scores(nachher) or not preis):
        geheim = vorher.score_geheim is not None or nachher.score_geheim is not None
        ursachen.add(Ursache.NICHT_OEFFENTLICH if geheim else Ursache.UNGEKLAERT)
    if preis:  # it moves costs, never a Score
        ursachen.add(Ursache.PREIS)
    yield Aenderung(
        teilnahme=kennung,
        alt=vorher.score,
        neu=nachher.score,
        exakt=_difference(vorher.score_oeffentlich_exakt, nachher.score_oeffentlich_exakt),
        ursachen=tuple(ursache for ursache in Ursache if ursache in ursachen),
        aufgaben=tuple(sorted({testfall for testfall, _ in je_aufgabe})),
    )


def _scores(zeile: Zeile) -> tuple[object, ...]:
    return (zeile.score, zeile.score_oeffentlich_exakt, zeile.score_geheim, zeile.gewertet)


def _figures(teil: Buildteil, zeile: Zeile) -> tuple[object, ...]:
    """What a reader sees of a row, costs in euro included."""
    return (*_scores(zeile), zeile.kosten_mikro, teil.stand.eur_je_usd_mikro)


def _repriced(
    vorher: dict[tuple[str, int], RunStand], nachher: dict[tuple[str, int], RunStand]
) -> bool:
    """Whether the same execution of some Run has another price."""
    return any(
        _execution(vorher[ort]) == _execution(nachher[ort])
        and vorher[ort].kosten_mikro != nachher[ort].kosten_mikro
        for ort in vorher.keys() & nachher.keys()
    )


def _difference(alt: Fraction | None, neu: Fraction | None) -> Fraction | None:
    return None if alt is None or neu is None else neu - alt


def _row_causes(alt: Buildteil, neu: Buildteil, kennung: str) -> Iterator[Ursache]:
    if alt.stand.methodenfassung != neu.stand.methodenfassung:
        yield Ursache.METHODENFASSUNG
    if alt.katalog(alt.teilnahme(kennung).lauf) != neu.katalog(neu.teilnahme(kennung).lauf):
        yield Ursache.KATALOG
    bekannt = {vermerk.kennung for vermerk in alt.stand.korrekturen}
    for vermerk in neu.stand.korrekturen:
        if vermerk.kennung not in bekannt and any(kennung in s.split("/") for s in vermerk.seiten):
            yield Ursache.KORREKTUR


def _run_causes(
    vorher: dict[tuple[str, int], RunStand], nachher: dict[tuple[str, int], RunStand]
) -> Iterator[tuple[tuple[str, int], Ursache]]:
    for ort in sorted(vorher.keys() | nachher.keys()):
        alt, neu = vorher.get(ort), nachher.get(ort)
        if alt is None or neu is None:
            yield ort, Ursache.KATALOG
        elif _execution(alt) != _execution(neu):
            yield ort, Ursache.NACHLAUF
        elif _rule(alt) != _rule(neu):
            yield ort, Ursache.REGELVERSION
        elif _points(alt) != _points(neu):
            yield ort, Ursache.KORREKTUR


def _execution(run: RunStand) -> tuple[object, ...]:
    """What a further attempt changes: the counting attempt and its answer."""
    return (run.started_at, run.technischer_status, run.antwort, run.gueltig, len(run.versuche))


def _rule(run: RunStand) -> tuple[str, str] | None:
    note = run.bewertung
    return None if note is None else (note.regelreferenz, note.judge_version)


def _points(run: RunStand) -> tuple[object, ...] | None:
    note = run.bewertung
    return None if note is None else (note.evaluations_status, note.correctness, note.effektiv)


def _number(wert: int | None) -> str:
    return "–" if wert is None else str(wert)


def _exact(wert: Fraction | None) -> str:
    if not wert:
        return ""
    return f", öffentlicher Teil {'+' if wert > 0 else '−'}{abs(wert)} Punkte"
