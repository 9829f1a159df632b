"""What other rooms ask about citations."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from citations_app.abzug import costs_points, worst_status
from citations_app.begriffe import Quellenstand, Verwendung, Zitatstatus
from citations_app.grammar import GRAMMAR_VERSION
from citations_app.models import Befund, Quellenpruefung, Zitat, Zitatauszug
from runs_app.begriffe import Gueltigkeit, RunStatus
from runs_app.models import Lauf, Run
from runs_app.status import TechnischerStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Zitatstelle:
    """One occurrence in the answer: its number, span and wording."""

    nummer: int
    start: int
    ende: int
    text: str
    verwendung: Verwendung


@dataclass(frozen=True, slots=True, kw_only=True)
class Zitatbeleg:
    """The evidence beside a row: source, address, date of retrieval or of the packaged text."""

    quelle: str
    url: str
    weg: str
    abgerufen_am: datetime | None
    stand: date | None
    inhalt_sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Zitatzeile:
    """One row of the Zitattabelle: a Fundstelle down to its Absatz, all its occurrences (R-9.5)."""

    schluessel: str
    abzugsschluessel: str
    anzeige: str
    rechtsordnung: str
    art: str
    status: Zitatstatus
    verwendung: Verwendung
    von_hand: bool
    verdacht_unbestaetigt: bool
    kostet: bool
    hinweise: tuple[str, ...]
    stellen: tuple[Zitatstelle, ...]
    belege: tuple[Zitatbeleg, ...]


def zitattabelle(run: Run) -> tuple[Zitatzeile, ...]:
    """Return the Zitattabelle of a Run's counting answer in order of first appearance."""
    return zitattabellen([run.pk]).get(run.pk, ())


def zitattabellen(run_ids: list[int]) -> dict[int, tuple[Zitatzeile, ...]]:
    """Return the Zitattabellen of many Runs with two queries."""
    rows = list(Zitat.objects.zaehlend().filter(run__in=run_ids).order_by("run", "nummer"))
    belege = _belege([row.pk for row in rows])
    grouped: dict[tuple[int, str, str], list[Zitat]] = defaultdict(list)
    for row in rows:
        grouped[row.run_id, row.schluessel, row.verwendung].append(row)
    tables: dict[int, list[Zitatzeile]] = defaultdict(list)
    for (run_id, _, _), zitate in grouped.items():
        tables[run_id].append(_zeile(zitate, belege))
    return {run_id: tuple(zeilen) for run_id, zeilen in tables.items()}


def _belege(zitat_ids: list[int]) -> dict[int, list[Zitatbeleg]]:
    found: dict[int, list[Zitatbeleg]] = defaultdict(list)
    befunde = Befund.objects.filter(zitat__in=zitat_ids, beleg__ausfall="")
    befunde = befunde.select_related("beleg").defer("beleg__felder", "beleg__auszug")
    for befund in befunde.order_by("zitat", "nummer"):
        b = befund.beleg
        found[befund.zitat_id].append(
            Zitatbeleg(
                quelle=b.quelle,
                url=b.url,
                weg=b.weg,
                abgerufen_am=b.abgerufen_am,
                stand=b.stand,
                inhalt_sha256=b.inhalt_sha256,
            )
        )
    return found


def _zeile(zitate: list[Zitat], belege: dict[int, list[Zitatbeleg]]) -> Zitatzeile:
    """Build one row; the worst status among its occurrences is the row's."""
    status = worst_status(Zitatstatus(z.status) for z in zitate)
    lead = next(z for z in zitate if z.status == status)
    verwendung = Verwendung(lead.verwendung)
    return Zitatzeile(
        schluessel=lead.schluessel,
        abzugsschluessel=lead.abzugsschluessel,
        anzeige=lead.anzeige,
        rechtsordnung=lead.rechtsordnung,
        art=lead.art,
        status=status,
        verwendung=verwendung,
        von_hand=lead.von_hand,
        verdacht_unbestaetigt=bool(lead.verdacht) and lead.endbefund_id is None,
        kostet=lead.endbefund_id is not None and costs_points(status, verwendung),
        hinweise=tuple(lead.hinweise),
        stellen=tuple(
            Zitatstelle(
                nummer=z.nummer,
                start=z.start,
                ende=z.ende,
                text=z.text,
                verwendung=Verwendung(z.verwendung),
            )
            for z in zitate
        ),
        belege=tuple(dict.fromkeys(b for z in zitate for b in belege.get(z.pk, ()))),
    )


def abzugsschluessel_final(run: Run) -> frozenset[str]:
    """Return the keys that cost points in a Run, each once (R-7.2, R-9.5, R-9.7)."""
    kostend = Zitat.objects.zaehlend().kostend().filter(run=run, endbefund__isnull=False)
    return frozenset(kostend.values_list("abzugsschluessel", flat=True))


def zitate_faellig(at: datetime | None = None) -> QuerySet[Zitat]:
    """Return the Zitate whose next look-up is due, oldest first."""
    return Zitat.objects.zaehlend().faellig(at=at or timezone.now()).order_by("pruefen_ab", "id")


def runs_ohne_zitate() -> QuerySet[Run]:
    """Return the successful, valid Runs whose counting answer was not yet read (R-9.8)."""
    return Run.objects.filter(
        status=RunStatus.BEENDET,
        gueltigkeit=Gueltigkeit.GUELTIG,
        technischer_status=TechnischerStatus.ERFOLGREICH,
        zaehlender_versuch__isnull=False,
        zaehlender_versuch__zitatauszuege__isnull=True,
    ).order_by("id")


def runs_mit_aelterer_grammatik() -> QuerySet[Run]:
    """Return the Runs whose citations were read by another grammar than the present one."""
    read = Zitatauszug.objects.filter(versuch=OuterRef("zaehlender_versuch"))
    present = read.filter(grammatik_version=GRAMMAR_VERSION)
    return Run.objects.filter(Exists(read), ~Exists(present)).order_by("id")


def zweite_pruefung_faellig(lauf: Lauf) -> QuerySet[Zitat]:
    """Return the Zitate of a Lauf under Verdacht that a second source must still answer (R-9.4)."""
    return Zitat.objects.zaehlend().zweite_pruefung_offen().filter(run__teilnahme__lauf=lauf)


def zitatpruefung_fertig(run: Run) -> bool:
    """Tell whether a Run's citations are extracted and no look-up is due (R-6.6)."""
    if runs_ohne_zitate().filter(pk=run.pk).exists():
        return False
    return not Zitat.objects.zaehlend().filter(run=run).exclude(naechste_quelle="").exists()


def zitatzahlen(run_ids: list[int]) -> dict[str, Any]:
    """Count supporting Zitatzeilen by status over Runs; the other uses apart (R-9.7)."""
    stuetzend = dict.fromkeys(Zitatstatus, 0)
    andere = dict.fromkeys((v for v in Verwendung if v is not Verwendung.STUETZEND), 0)
    for zeilen in zitattabellen(run_ids).values():
        for zeile in zeilen:
            if zeile.verwendung is Verwendung.STUETZEND:
                stuetzend[zeile.status] += 1
            else:
                andere[zeile.verwendung] += 1
    return {"stuetzend": stuetzend, "andere": andere}


def geaenderte_quellen(testfall_ids: list[int]) -> list[Quellenpruefung]:
    """Return the newest look at each primary source that found its wording changed (R-9.6)."""
    rows = Quellenpruefung.objects.filter(quelle__testfall__in=testfall_ids)
    newest = {row.quelle_id: row for row in rows.select_related("quelle").order_by("id")}
    changed = {Quellenstand.GEAENDERT, Quellenstand.WEGGEFALLEN}
    return [row for row in newest.values() if row.ergebnis in changed]
