"""Builds what a grader is shown of a Run: the answer anonymised, nothing of its origin (R-6.5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from citations_app.selectors import Zitatzeile, zitattabelle
from grading_app.basis import Judgebasis
from grading_app.begriffe import Rubrikmodus
from grading_app.blind import Anonymisiert, anonymisiere
from grading_app.judge.prompt import Bewertungsvorlage, Kriteriumsvorlage, Zitatansicht
from grading_app.judge.schema import parameter
from grading_app.models import Bewerter, Bewertungsauftrag, Regelentscheidung, Rubrik
from runs_app.models import Lauf, Modellmetadaten, Run
from tasks_app.models import Testfall


def modellnamen(lauf: Lauf) -> list[str]:
    """Every name by which a model of the Lauf could give itself away."""
    namen: set[str] = set()
    modelle = Modellmetadaten.objects.filter(teilnahmen__lauf=lauf).select_related("anbieter")
    for modell in modelle.distinct():
        namen |= {
            modell.name,
            modell.familie,
            modell.cloud_version,
            modell.api_model_id,
            modell.herstellerfamilie,
            modell.anbieter.name,
        }
    return sorted(name for name in namen if len(name) > 2)


def build_vorlage(
    *,
    testfall: Testfall,
    antwort: Anonymisiert,
    rubrik: Rubrik,
    zitate: Sequence[Zitatzeile] = (),
) -> Bewertungsvorlage:
    """The payload of one answer under one Rubrik."""
    kriterien = rubrik.modus == Rubrikmodus.KRITERIEN
    return Bewertungsvorlage(
        aufgabe="\n\n".join(filter(None, [testfall.titel, testfall.faehigkeit])),
        prompt=testfall.gesendeter_text,
        goldloesung=testfall.goldloesung or testfall.sollwert,
        antwort=antwort.text,
        kriterien=_kriterien(testfall, rubrik) if kriterien else (),
        skala=() if kriterien else tuple(rubrik.werte()),
        zitattabelle=tuple(_zitatansicht(zeile) for zeile in zitate),
    )


def vorlage_zu_run(
    run: Run, rubrik: Rubrik, namen: Collection[str]
) -> tuple[Bewertungsvorlage, Anonymisiert]:
    """The payload of a Run's counting answer; raises ValueError for a Run without one."""
    if run.zaehlender_versuch is None:
        raise ValueError("Ein Run ohne Antwort wird nicht vorgelegt.")
    antwort = anonymisiere(run.zaehlender_versuch.antwort, namen)
    vorlage = build_vorlage(
        testfall=run.testfall, antwort=antwort, rubrik=rubrik, zitate=zitattabelle(run)
    )
    return vorlage, antwort


def _kriterien(testfall: Testfall, rubrik: Rubrik) -> tuple[Kriteriumsvorlage, ...]:
    return tuple(
        Kriteriumsvorlage(
            kennung=k.kennung,
            text=k.text,
            fundstelle_verlangt=k.fundstelle_verlangt,
            gewicht=k.gewicht if rubrik.gewichte_zeigen else None,
            fundstelle=k.fundstelle,
            erlaeuterung=k.erlaeuterung,
        )
        for k in testfall.kriterien.all()
    )


def _zitatansicht(zeile: Zitatzeile) -> Zitatansicht:
    return Zitatansicht(
        zitat=zeile.stellen[0].text,
        fundstelle=zeile.anzeige,
        status=str(zeile.status),
        verwendung=str(zeile.verwendung),
        hinweis=" ".join(zeile.hinweise),
    )


def entscheidungen_fuer(testfall: Testfall) -> tuple[str, ...]:
    """The lines of the register in force that concern a Testfall (R-15.9)."""
    zeilen = Regelentscheidung.objects.aktiv().filter(testfall_kennung__in=["", testfall.kennung])
    return tuple(zeile.zeile for zeile in zeilen.order_by("nummer"))


def judgebasis(
    vorlage: Bewertungsvorlage,
    *,
    bewerter: Bewerter,
    rubrik: Rubrik,
    entscheidungen: tuple[str, ...],
) -> Judgebasis:
    """Every input of this judgement (R-6.6)."""
    return Judgebasis(
        vorlage=vorlage,
        judge_modell=_modell(bewerter),
        parameter=_parameter(bewerter, vorlage),
        judge_prompt_version=rubrik.prompt_version,
        rubrik=rubrik.referenz,
        rubrik_text=rubrik.anweisung,
        entscheidungen=entscheidungen,
        bewerter=bewerter.kennung,
    )


def _modell(bewerter: Bewerter) -> str:
    modell = bewerter.modell
    if modell is None:
        return ""
    teile = (modell.kennung, modell.cloud_version, modell.api_model_id, modell.datei_sha256)
    return " ".join(filter(None, teile))


def _parameter(bewerter: Bewerter, vorlage: Bewertungsvorlage) -> dict[str, Any]:
    if bewerter.modell is None:
        return {}
    # Floats such as a temperature have no canonical JSON form; their text has.
    gesendet = repr(sorted(parameter(bewerter, vorlage).items()))
    return {"effort": bewerter.effort, "max_ausgabe": bewerter.max_ausgabe, "gesendet": gesendet}


def judge_version(bewerter: Bewerter, rubrik: Rubrik) -> str:
    """Judge version = model + Rubrik (R-6.3); a person appears without a name."""
    wer = "Person" if bewerter.modell is None else f"{bewerter.modell} · {bewerter.effort}"
    return f"{wer} · {rubrik.referenz} · {rubrik.prompt_version}"


def entscheidungen_zu_auftrag(auftrag: Bewertungsauftrag) -> tuple[str, ...]:
    """The lines of the register that the grader of an order reads."""
    if auftrag.run is not None:
        return entscheidungen_fuer(auftrag.run.testfall)
    return entscheidungen_fuer(auftrag.kontrolle.testfall) if auftrag.kontrolle else ()
