"""Compare the wording of gold solutions with the law of today (R-9.6)."""

from __future__ import annotations

import logging

from django.db.models import QuerySet
from django.utils import timezone

from citations_app.begriffe import Quellenstand
from citations_app.bestand import current_bestand
from citations_app.grammar import Norm, extract
from citations_app.http import Nichterreichbar
from citations_app.models import Quellenpruefung, Zitatquelle
from citations_app.normenbestand.archiv import KeinArchiv, xml_of
from citations_app.normenbestand.parser import KeinGesetz
from citations_app.normenbestand.pruefung import key_of, resolve_slug
from citations_app.rechtsstand import still_stands, unterschied
from citations_app.services.quellen import import_gesetz
from citations_app.services.wege import netz_of, wait_for_slot
from lexassay.protokoll.kanon import sha256_hex
from tasks_app.begriffe import TestfallStatus
from tasks_app.models import Quelle

log = logging.getLogger(__name__)


def watched_quellen() -> QuerySet[Quelle]:
    """Return the primary sources of the frozen Testfälle that are not archived."""
    rows = Quelle.objects.filter(testfall__eingefroren_am__isnull=False)
    return rows.exclude(testfall__status=TestfallStatus.ARCHIVIERT).order_by("id")


def refresh_gesetze() -> int:
    """Fetch the laws that gold solutions rest on; return how many new states came in.

    Does nothing while gesetze-im-internet.de is switched off. A law that cannot be fetched keeps
    its known state; the failure is logged and tried again at the next run.
    """
    quelle = Zitatquelle.objects.filter(kennung="gesetze_im_internet", aktiv=True).first()
    if quelle is None:
        return 0
    found = (_section_of(q.fundstelle, known_only=False) for q in watched_quellen())
    slugs = sorted({slug for slug, _ in filter(None, found)})
    return sum(_refresh(quelle, slug) for slug in slugs)


def _refresh(quelle: Zitatquelle, slug: str) -> bool:
    netz = netz_of(quelle)
    if netz is None:
        return False
    wait_for_slot(quelle)
    try:
        antwort = netz.get(f"{slug}/xml.zip")
        if antwort.status != 200:
            raise Nichterreichbar(f"HTTP {antwort.status}")
        _, new = import_gesetz(slug=slug, xml=xml_of(antwort.inhalt), herkunft=antwort.url)
    except (Nichterreichbar, KeinArchiv, KeinGesetz) as error:
        log.warning("law %s not refreshed: %s", slug, error)
        return False
    return new


def recheck_quellen() -> int:
    """Look at every source of a frozen, living Testfall; return how many results are new."""
    return sum(recheck_quelle(quelle) is not None for quelle in watched_quellen())


def recheck_quelle(quelle: Quelle) -> Quellenpruefung | None:
    """Store what became of one source; None if that is already known."""
    pruefung = _look(quelle)
    known = Quellenpruefung.objects.filter(quelle=quelle).order_by("-id").first()
    if known and (known.ergebnis, known.text_hash) == (pruefung.ergebnis, pruefung.text_hash):
        return None
    pruefung.save()
    return pruefung


def _look(quelle: Quelle) -> Quellenpruefung:
    row = Quellenpruefung(
        quelle=quelle, ergebnis=Quellenstand.NICHT_PRUEFBAR, geprueft_am=timezone.now()
    )
    found = _section_of(quelle.fundstelle)
    if found is None or not quelle.wortlaut.strip():
        return row
    slug, key = found
    bestand = current_bestand()
    gesetz, vorschrift = bestand.gesetz(slug), bestand.vorschrift(slug, key)
    if gesetz is None:
        return row
    row.stand = gesetz.builddate
    if vorschrift is None or vorschrift.weggefallen:
        row.ergebnis = Quellenstand.WEGGEFALLEN
        return row
    heute = bestand.wortlaut(slug, key)
    row.text_hash = sha256_hex(heute)
    unchanged = still_stands(quelle.wortlaut, heute)
    row.ergebnis = Quellenstand.UNVERAENDERT if unchanged else Quellenstand.GEAENDERT
    row.unterschied = "" if unchanged else unterschied(quelle.wortlaut, heute)
    return row


def _section_of(fundstelle: str, *, known_only: bool = True) -> tuple[str, str] | None:
    """Return law and section of a source that is one German norm, None for anything else."""
    norms = [f.teile for f in extract(fundstelle)]
    if len(norms) != 1 or not isinstance(norms[0], Norm):
        return None
    slug = resolve_slug(norms[0], current_bestand())
    if not slug and not known_only and "|" not in norms[0].slug:
        slug = norms[0].slug
    return (slug, key_of(norms[0])) if slug else None
