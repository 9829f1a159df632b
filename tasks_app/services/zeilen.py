"""From values to rows: a Testfall with its criteria, sources, examples and categories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model

from tasks_app.inhalt import EINZELFELDER
from tasks_app.models import (
    Aufgabensatz,
    Beispielantwort,
    Kategorie,
    Kriterium,
    Quelle,
    Testfall,
)
from tasks_app.suche import search_text
from tasks_app.transfer.daten import Mangel

STAPEL = 500
NICHT_GEPRUEFT = {"aufgabensatz", "testfall", "angelegt_von", "freigegeben_von"}
"""References that code sets; checking them would ask the database once per row."""


def fill(fall: Testfall, satz: Aufgabensatz, daten: Mapping[str, Any]) -> None:
    """Set the fields of a Testfall from the values of a file; nothing is saved."""
    fall.aufgabensatz = satz
    fall.kennung, fall.version = daten["kennung"], daten["version"]
    for name in EINZELFELDER:
        setattr(fall, name, daten[name])
    fall.regel_kennung = daten["regel"]
    erfunden = daten["erfundene_entscheidung"] or {}
    fall.erfundene_entscheidung = erfunden.get("zitat", "")
    fall.registerpruefung = erfunden.get("register", "")
    fall.registerpruefung_am = erfunden.get("geprueft_am")
    fall.suchtext = search_text(fall)


def field_faults(zeile: Model, datei: str, nummer: int) -> Iterator[Mangel]:
    """Yield what the database would refuse: lengths, forms of a Kennung, closed lists."""
    try:
        zeile.clean_fields(exclude=NICHT_GEPRUEFT)
    except ValidationError as fehler:
        for feld, gruende in fehler.message_dict.items():
            yield Mangel(datei, nummer, feld, " ".join(gruende))


def create_rows(neue: Sequence[tuple[Testfall, Mapping[str, Any]]]) -> None:
    """Save new Testfälle with all their parts in a few statements."""
    Testfall.objects.bulk_create([fall for fall, _ in neue], batch_size=STAPEL)
    _create_parts(neue)


def replace_rows(fall: Testfall, daten: Mapping[str, Any]) -> None:
    """Save a changed draft; its parts are written anew."""
    fall.save()
    fall.kategorien.clear()
    for related in (fall.kriterien, fall.quellen, fall.beispielantworten):
        related.all().delete()
    _create_parts([(fall, daten)])


def _create_parts(faelle: Sequence[tuple[Testfall, Mapping[str, Any]]]) -> None:
    teile: tuple[tuple[Any, str], ...] = ((Kriterium, "kriterien"), (Quelle, "quellen"))
    for modell, name in teile:
        modell.objects.bulk_create(
            [
                modell(testfall=fall, position=position, **werte)
                for fall, daten in faelle
                for position, werte in enumerate(daten[name], start=1)
            ],
            batch_size=STAPEL,
        )
    Beispielantwort.objects.bulk_create(
        [
            Beispielantwort(testfall=fall, **werte)
            for fall, daten in faelle
            for werte in daten["beispielantworten"]
        ],
        batch_size=STAPEL,
    )
    _connect_categories(faelle)


def _connect_categories(faelle: Sequence[tuple[Testfall, Mapping[str, Any]]]) -> None:
    """Create each Kategorie that is new once, then connect all Testfälle at once."""
    verlangt = {(k["art"], k["name"]) for _, daten in faelle for k in daten["kategorien"]}
    bekannt = {
        (art, name): Kategorie.objects.get_or_create(art=art, name=name)[0].pk
        for art, name in sorted(verlangt)
    }
    verbindung = Testfall.kategorien.through
    verbindung.objects.bulk_create(
        [
            verbindung(testfall_id=fall.pk, kategorie_id=bekannt[paar])
            for fall, daten in faelle
            for paar in sorted({(k["art"], k["name"]) for k in daten["kategorien"]})
        ],
        batch_size=STAPEL,
    )
