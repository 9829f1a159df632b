"""Take the citations out of the counting answer of a Run (R-9.1, R-9.7, R-9.8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.utils import timezone

from citations_app.aussage import sentence_around
from citations_app.begriffe import Verwendung
from citations_app.form import teile_to_json
from citations_app.grammar import GRAMMAR_VERSION, Fundstelle, extract
from citations_app.models import Zitat, Zitatauszug
from citations_app.services.offline import check_offline, save_vorbefunde
from citations_app.services.wege import switched_on
from citations_app.zusatz import additions, keys_of_prompt, match_in_prompt
from runs_app.begriffe import Gueltigkeit, RunStatus
from runs_app.models import Run, Versuch
from runs_app.status import TechnischerStatus


class KeineAntwort(ValueError):
    """The Run has no valid, successful answer: it gets no Zitattabelle (R-9.8)."""


def extract_zitate(*, run: Run) -> Zitatauszug:
    """Store the citations of the counting Versuch; a second call returns the newest result.

    Raises `KeineAntwort` for a Run that is not finished, not valid or not successful.
    """
    versuch = counting_answer(run)
    known = versuch.zitatauszuege.order_by("-id").first()
    return known if known is not None else store_zitate(run, versuch)


def counting_answer(run: Run) -> Versuch:
    """Return the Versuch whose citations are read; raises `KeineAntwort` if there is none."""
    versuch = run.zaehlender_versuch
    if versuch is None or not _has_answer(run):
        raise KeineAntwort("Zitate gibt es nur zur zählenden, gültigen und erfolgreichen Antwort.")
    return versuch


def store_zitate(run: Run, versuch: Versuch) -> Zitatauszug:
    """Read an answer with the present grammar and store what it cites, checked without network."""
    found = list(_with_use(extract(versuch.antwort), run.testfall.gesendeter_text))
    now, heute = timezone.now(), timezone.localdate()
    quellen = switched_on(beispiel=run.testfall.aufgabensatz.beispiel)
    geprueft = [check_offline(f, quellen, heute=heute) for f, _ in found]
    zitate = [
        _zitat(versuch, nummer, f, verwendung, v.felder(now=now))
        for nummer, ((f, verwendung), v) in enumerate(zip(found, geprueft, strict=True), start=1)
    ]
    with transaction.atomic():
        auszug, created = Zitatauszug.objects.get_or_create(
            versuch=versuch,
            grammatik_version=GRAMMAR_VERSION,
            defaults={"anzahl": len(zitate), "ausgezogen_am": now},
        )
        if created:
            Zitat.objects.bulk_create(zitate, batch_size=200)
            save_vorbefunde(zip(zitate, geprueft, strict=True), now=now)
    return auszug


def _has_answer(run: Run) -> bool:
    return (
        run.status == RunStatus.BEENDET
        and run.gueltigkeit == Gueltigkeit.GUELTIG
        and run.technischer_status == TechnischerStatus.ERFOLGREICH
    )


@lru_cache(maxsize=64)
def _prompt_keys(prompt: str) -> dict[str, Fundstelle]:
    return keys_of_prompt(extract(prompt))


def _with_use(
    fundstellen: list[Fundstelle], prompt: str
) -> Iterator[tuple[Fundstelle, Verwendung]]:
    """Yield each citation with its use; what is added to the task's own decision comes after it."""
    keys = _prompt_keys(prompt)
    for f in fundstellen:
        vorbild = match_in_prompt(f, keys)
        if vorbild is None:
            yield f, Verwendung.STUETZEND
            continue
        yield f, Verwendung.AUS_DER_AUFGABE
        for zusatz in additions(f, vorbild):
            yield zusatz, Verwendung.STUETZEND


def _zitat(
    versuch: Versuch, nummer: int, f: Fundstelle, verwendung: Verwendung, start: dict[str, Any]
) -> Zitat:
    return Zitat(
        run_id=versuch.run_id,
        versuch=versuch,
        nummer=nummer,
        start=f.start,
        ende=f.end,
        text=f.text,
        anzeige=f.anzeige[:400],
        aussage=sentence_around(versuch.antwort, f.start, f.end),
        rechtsordnung=f.rechtsordnung,
        art=f.art,
        schluessel=f.schluessel[:300],
        abzugsschluessel=f.abzugsschluessel[:300],
        kurzform=f.kurzform,
        teile=teile_to_json(f.teile),
        grammatik_version=GRAMMAR_VERSION,
        verwendung=verwendung,
        **start,
    )
