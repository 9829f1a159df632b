"""Reads Runs together with everything that their grades depend on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from citations_app.selectors import abzugsschluessel_final
from grading_app.basis import Bewertungsbasis
from grading_app.begriffe import Verfahren
from grading_app.bewertbar import Runzeile, basis_jetzt
from grading_app.massstab import Massstab, massstaebe
from grading_app.models import Bewertungsauftrag
from grading_app.urteilsstand import Urteilsstand, blockierte_stapel, urteilsstand
from grading_app.vorlagen import modellnamen
from runs_app.models import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Fall:
    """One Run with all that its grade depends on."""

    zeile: Runzeile
    massstab: Massstab
    urteile: Urteilsstand
    schluessel: frozenset[str]
    run: Run | None = None

    def basis(self) -> Bewertungsbasis:
        return basis_jetzt(self.zeile, self.massstab, self.urteile, self.schluessel)


def faelle(zeilen: Sequence[Runzeile], masse: dict[int, Massstab] | None = None) -> Iterable[Fall]:
    """The Runs with what their grades depend on; judged ones are read one by one.

    `masse` keeps the Massstäbe over several calls of one pass.
    """
    masse = {} if masse is None else masse
    masse |= massstaebe({zeile.testfall_id for zeile in zeilen} - set(masse))
    beurteilt = [z.id for z in zeilen if z.erfolgreich and masse[z.testfall_id].braucht_urteile]
    runs = _runs(beurteilt)
    blockiert = _blockiert(beurteilt)
    namen = {lauf.pk: modellnamen(lauf) for lauf in {r.teilnahme.lauf for r in runs.values()}}
    for zeile in zeilen:
        massstab, run = masse[zeile.testfall_id], runs.get(zeile.id)
        if run is None:
            yield Fall(
                zeile=zeile, massstab=massstab, urteile=Urteilsstand(), schluessel=frozenset()
            )
            continue
        yield Fall(
            zeile=zeile,
            massstab=massstab,
            urteile=urteilsstand(
                run, massstab, blockiert=blockiert, namen=namen[run.teilnahme.lauf_id]
            ),
            schluessel=abzugsschluessel_final(run)
            if massstab.verfahren is Verfahren.KRITERIEN
            else frozenset(),
            run=run,
        )


def _runs(ids: Collection[int]) -> dict[int, Run]:
    rows = Run.objects.filter(pk__in=ids).select_related(
        "testfall", "teilnahme__lauf", "teilnahme__modell", "zaehlender_versuch"
    )
    return {run.pk: run for run in rows.prefetch_related("testfall__kriterien")}


def _blockiert(run_ids: Collection[int]) -> dict[int, tuple[str, ...]]:
    stapel = Bewertungsauftrag.objects.filter(run__in=run_ids).values_list("stapel", flat=True)
    return blockierte_stapel(set(stapel.order_by()))
