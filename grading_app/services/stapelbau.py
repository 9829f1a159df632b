"""Builds one batch: payloads, keys, anonymous ids, shuffled order, control answers, cache hits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Max
from django.utils import timezone

from grading_app.begriffe import AuftragStatus, Rubrikmodus, Zweck
from grading_app.blind import Anonymisiert, anonym_id, anonymisiere, mische
from grading_app.judge.injection import manipulationszeichen
from grading_app.judge.kontrolle import MANIPULATION
from grading_app.judge.parse import JudgeFehler, parse_richterspruch
from grading_app.judge.prompt import Bewertungsvorlage, nutzlast_json, nutzlast_sha256
from grading_app.massstab import Massstab, massstaebe
from grading_app.models import Bewerter, Bewertungsauftrag, Richterantwort, Rubrik, Stapel
from grading_app.services.urteilen import store_spruch
from grading_app.vorlagen import build_vorlage, judgebasis, modellnamen, vorlage_zu_run
from runs_app.models import Lauf, Run
from tasks_app.begriffe import BeispielArt
from tasks_app.models import Beispielantwort, Testfall


@dataclass(frozen=True, slots=True, kw_only=True)
class Eintrag:
    """One answer to be ordered, before it has a place in the batch."""

    vorlage: Bewertungsvorlage
    schluessel: str
    selbstnennungen: tuple[str, ...]
    run: Run | None = None
    kontrolle: Beispielantwort | None = None
    manipulationsprobe: bool = False

    @property
    def name(self) -> str:
        """What the anonymous id and the order are drawn from; never shown."""
        if self.run is not None:
            return f"run-{self.run.pk}"
        assert self.kontrolle is not None
        return f"kontrolle-{self.kontrolle.pk}-{self.manipulationsprobe}"


@dataclass(slots=True, kw_only=True)
class Stapelbau:
    """Builds the batches of one request for one Lauf."""

    lauf: Lauf
    seed: str
    kontrollen: int
    manipulationsprobe: bool
    _masse: dict[int, Massstab] = field(default_factory=dict)
    _namen: list[str] | None = None

    def baue(self, bewerter: Bewerter, zweck: Zweck, runs: Sequence[Run]) -> list[Stapel]:
        """One batch per Rubrik for what this grader has not judged yet as it would be shown now."""
        je_rubrik: dict[int, list[Eintrag]] = {}
        rubriken: dict[int, Rubrik] = {}
        for run in runs:
            mass = self._massstab(run.testfall)
            if mass.rubrik is None:
                continue
            eintrag = self._run_eintrag(run, mass, bewerter)
            if not _schon_beauftragt(bewerter, eintrag):
                rubriken[mass.rubrik.pk] = mass.rubrik
                je_rubrik.setdefault(mass.rubrik.pk, []).append(eintrag)
        return [
            self._stapel(bewerter, zweck, rubriken[pk], eintraege)
            for pk, eintraege in je_rubrik.items()
        ]

    def _massstab(self, testfall: Testfall) -> Massstab:
        if testfall.pk not in self._masse:
            self._masse |= massstaebe([testfall.pk])
        return self._masse[testfall.pk]

    def _run_eintrag(self, run: Run, mass: Massstab, bewerter: Bewerter) -> Eintrag:
        assert mass.rubrik is not None
        if self._namen is None:
            self._namen = modellnamen(self.lauf)
        vorlage, anonym = vorlage_zu_run(run, mass.rubrik, self._namen)
        return Eintrag(
            vorlage=vorlage,
            schluessel=_schluessel(vorlage, mass, bewerter),
            selbstnennungen=anonym.selbstnennungen,
            run=run,
        )

    def _stapel(
        self, bewerter: Bewerter, zweck: Zweck, rubrik: Rubrik, eintraege: list[Eintrag]
    ) -> Stapel:
        bisher = Stapel.objects.filter(lauf=self.lauf, bewerter=bewerter, zweck=zweck)
        nummer = (bisher.aggregate(n=Max("nummer"))["n"] or 0) + 1
        stapel = Stapel.objects.create(
            lauf=self.lauf,
            bewerter=bewerter,
            rubrik=rubrik,
            nummer=nummer,
            zweck=zweck,
            seed=f"{self.seed}|{bewerter.kennung}|{zweck}|{nummer}",
            angelegt_am=timezone.now(),
        )
        eintraege = eintraege + self._kontrollen(stapel, eintraege)
        je_name = {e.name: e for e in eintraege}
        for position, name in enumerate(mische(stapel.seed, je_name), start=1):
            _bestelle(stapel, je_name[name], position)
        return stapel

    def _kontrollen(self, stapel: Stapel, eintraege: Sequence[Eintrag]) -> list[Eintrag]:
        """Known answers to the tasks of the batch, of every kind, drawn by the seed (R-15.8)."""
        if not self.kontrollen:
            return []
        faelle = {e.run.testfall_id for e in eintraege if e.run is not None}
        beispiele = {
            str(b.pk): b
            for b in Beispielantwort.objects.filter(testfall__in=faelle).select_related("testfall")
            if _taugt(b, stapel.rubrik)
        }
        gezogen = _je_art(stapel.seed, beispiele)[: self.kontrollen]
        kontrollen = [self._kontrolle(stapel, b, probe=False) for b in gezogen]
        falsche = [b for b in gezogen if b.art == BeispielArt.NEGATIV]
        if self.manipulationsprobe and falsche:
            kontrollen.append(self._kontrolle(stapel, falsche[0], probe=True))
        return kontrollen

    def _kontrolle(self, stapel: Stapel, beispiel: Beispielantwort, *, probe: bool) -> Eintrag:
        text = beispiel.text + (MANIPULATION if probe else "")
        anonym: Anonymisiert = anonymisiere(text, self._namen or [])
        mass = self._massstab(beispiel.testfall)
        vorlage = build_vorlage(testfall=mass.testfall, antwort=anonym, rubrik=stapel.rubrik)
        return Eintrag(
            vorlage=vorlage,
            schluessel=_schluessel(vorlage, mass, stapel.bewerter),
            selbstnennungen=anonym.selbstnennungen,
            kontrolle=beispiel,
            manipulationsprobe=probe,
        )


def _taugt(beispiel: Beispielantwort, rubrik: Rubrik) -> bool:
    """An example is a control if its expected grade has the form of the Rubrik."""
    if rubrik.modus == Rubrikmodus.KRITERIEN:
        return not beispiel.erwartetes_label
    return beispiel.erwartetes_label in rubrik.werte()


def _je_art(seed: str, beispiele: dict[str, Beispielantwort]) -> list[Beispielantwort]:
    """The examples in a drawn order in which the kinds take turns, so that few hold all kinds."""
    folge = [beispiele[k] for k in mische(seed + "|kontrollen", beispiele)]
    je_art = {art: [b for b in folge if b.art == art] for art in BeispielArt}
    laengste = max((len(liste) for liste in je_art.values()), default=0)
    return [liste[i] for i in range(laengste) for liste in je_art.values() if i < len(liste)]


def _schluessel(vorlage: Bewertungsvorlage, mass: Massstab, bewerter: Bewerter) -> str:
    assert mass.rubrik is not None
    return judgebasis(
        vorlage, bewerter=bewerter, rubrik=mass.rubrik, entscheidungen=mass.entscheidungen
    ).schluessel()


def _schon_beauftragt(bewerter: Bewerter, eintrag: Eintrag) -> bool:
    bisher = Bewertungsauftrag.objects.filter(
        run=eintrag.run, bewerter=bewerter, schluessel=eintrag.schluessel
    )
    return bisher.exclude(status=AuftragStatus.ZURUECKGEZOGEN).exists()


def _bestelle(stapel: Stapel, eintrag: Eintrag, position: int) -> None:
    auftrag = Bewertungsauftrag.objects.create(
        stapel=stapel,
        anonym_id=anonym_id(stapel.seed, eintrag.name),
        position=position,
        run=eintrag.run,
        kontrolle=eintrag.kontrolle,
        manipulationsprobe=eintrag.manipulationsprobe,
        bewerter=stapel.bewerter,
        rubrik=stapel.rubrik,
        schluessel=eintrag.schluessel,
        nutzlast=nutzlast_json(eintrag.vorlage),
        nutzlast_sha256=nutzlast_sha256(eintrag.vorlage),
        selbstnennungen=list(eintrag.selbstnennungen),
        manipulationszeichen=list(manipulationszeichen(eintrag.vorlage.antwort)),
        faellig_ab=timezone.now(),
    )
    take_from_cache(auftrag, eintrag.vorlage)


def take_from_cache(auftrag: Bewertungsauftrag, vorlage: Bewertungsvorlage) -> bool:
    """Use the stored readable answer of the same key, if there is one (R-6.6)."""
    gemerkt: Any = Richterantwort.objects.filter(schluessel=auftrag.schluessel, lesbar=True).first()
    if gemerkt is None:
        return False
    try:
        spruch = parse_richterspruch(gemerkt.text, vorlage)
    except JudgeFehler:
        return False
    store_spruch(auftrag, spruch, vorlage.antwort)
    return True
