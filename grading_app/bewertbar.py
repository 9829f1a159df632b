"""Reads the Runs that can be graded and their grades in force, in few queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from grading_app.basis import HINWEISREGEL, PUNKTEREGEL, Bewertungsbasis
from grading_app.begriffe import Verfahren
from grading_app.massstab import Massstab
from grading_app.models import Bewertung
from grading_app.urteilsstand import Urteilsstand
from lexassay.protokoll.kanon import canonical_hash, sha256_hex
from runs_app.begriffe import Abschlussgrund, Gueltigkeit, RunStatus
from runs_app.models import Run
from runs_app.status import TechnischerStatus

TEIL = 2_000
"""Runs per query and transaction; SQLite takes a limited number of parameters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Runzeile:
    """What grading needs of one Run."""

    id: int
    testfall_id: int
    technischer_status: TechnischerStatus
    abschlussgrund: Abschlussgrund
    antwort: str

    @property
    def erfolgreich(self) -> bool:
        return self.technischer_status is TechnischerStatus.ERFOLGREICH


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """The grade in force of one Run: its number, its fingerprint, whether a person overrode it."""

    nummer: int
    fingerabdruck: str
    ueberschrieben: bool


def teile(ids: Iterable[int], groesse: int = TEIL) -> Iterable[list[int]]:
    """The ids in lists of limited length.

    >>> list(teile([1, 2, 3], 2))
    [[1, 2], [3]]
    """
    alle = list(ids)
    return (alle[i : i + groesse] for i in range(0, len(alle), groesse))


def runzeilen(ids: Sequence[int]) -> list[Runzeile]:
    """The final, valid Runs among the ids."""
    felder = (
        "id",
        "testfall_id",
        "technischer_status",
        "zaehlender_versuch__abschlussgrund",
        "zaehlender_versuch__antwort",
    )
    rows = Run.objects.filter(pk__in=ids, status=RunStatus.BEENDET, gueltigkeit=Gueltigkeit.GUELTIG)
    return [
        Runzeile(
            id=pk,
            testfall_id=testfall,
            technischer_status=TechnischerStatus(status),
            abschlussgrund=Abschlussgrund(grund),
            antwort=antwort,
        )
        for pk, testfall, status, grund, antwort in rows.order_by("pk").values_list(*felder)
    ]


def staende(ids: Sequence[int]) -> dict[int, Stand]:
    """The grade in force of each Run that has one."""
    neueste = Bewertung.objects.filter(run__in=ids).values("run").annotate(n=Max("nummer"))
    nummern = {row["run"]: row["n"] for row in neueste.order_by()}
    if not nummern:
        return {}
    rows = Bewertung.objects.filter(run__in=list(nummern)).values_list(
        "run_id", "nummer", "basis_fingerabdruck", "ueberschrieben"
    )
    return {
        run: Stand(nummer=nummer, fingerabdruck=abdruck, ueberschrieben=hand)
        for run, nummer, abdruck, hand in rows
        if nummern[run] == nummer
    }


def basis_jetzt(
    zeile: Runzeile, massstab: Massstab, urteile: Urteilsstand, schluessel: Iterable[str]
) -> Bewertungsbasis:
    """Everything that a grade made now would rest on; a part that plays no role is empty."""
    if not zeile.erfolgreich:
        return _basis(technik=f"{zeile.technischer_status}|{zeile.abschlussgrund}")
    gemeinsam: dict[str, Any] = {
        "technik": str(zeile.technischer_status),
        "antwort": sha256_hex(zeile.antwort.encode("utf-8", "backslashreplace")),
        "prompt": massstab.prompt,
        "erwartung": massstab.erwartung,
        "verfahren": str(massstab.verfahren),
        "regel": massstab.regel_hash,
    }
    if not massstab.braucht_urteile:
        return _basis(**gemeinsam)
    gemeinsam |= {
        "rubrik": massstab.referenz,
        "entscheidungen": canonical_hash(massstab.entscheidungen),
        "vorlage": urteile.vorlage,
        "urteile": sha256_hex(urteile.urteile),
    }
    if massstab.verfahren is Verfahren.KRITERIEN:
        gemeinsam |= {
            "kriterien": massstab.kriterien_hash,
            "zitate": "|".join(sorted(schluessel)),
            "hinweisregel": HINWEISREGEL,
        }
    return _basis(**gemeinsam)


def _basis(**gesetzt: str) -> Bewertungsbasis:
    leer = dict.fromkeys(Bewertungsbasis.__dataclass_fields__, "")
    return Bewertungsbasis(**(leer | {"punkteregel": PUNKTEREGEL} | gesetzt))
