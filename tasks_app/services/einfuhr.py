"""Import of Testfälle: all or nothing, repeatable, with a preview that really imports (R-1.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction

from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import log_ereignis, require_role
from tasks_app.begriffe import Sichtbarkeit
from tasks_app.definition import Definitionsbefund, open_findings
from tasks_app.fingerprint import content_hash
from tasks_app.holdout import new_canary
from tasks_app.inhalt import content
from tasks_app.models import Aufgabensatz, Testfall
from tasks_app.pruefungen import deviating_labels
from tasks_app.services.fehler import Eingefroren, ImportAbgelehnt
from tasks_app.services.zeilen import create_rows, field_faults, fill, replace_rows
from tasks_app.transfer.daten import TESTFALL_FELDER, Leser, Mangel
from tasks_app.transfer.inhalt import Ordnerinhalt
from tasks_app.transfer.ordner import read_folder, read_path
from tasks_app.transfer.werte import content_of_values, values_of_content

TEILE = ("kategorien", "kriterien", "quellen", "beispielantworten")


@dataclass(frozen=True, slots=True, kw_only=True)
class Einfuhrvorschau:
    """What an import would do, and what the definition checks would say afterwards."""

    satz: str
    neu: int
    gleich: int
    maengel: tuple[Mangel, ...]
    befunde: tuple[Definitionsbefund, ...] = ()
    abweichende_labels: int = 0


def import_folder(*, ordner: Path, user: Any) -> tuple[Aufgabensatz, int, int]:
    """Import a folder, all or nothing; return the Aufgabensatz, new and unchanged Testfälle.

    Importing the same folder again changes nothing. A frozen Testfall with other content is
    refused: its change needs a new version.
    """
    require_role(user=user, rolle=Rolle.REDAKTION)
    return _import(read_folder(ordner), user)


def import_file(*, pfad: Path, user: Any) -> tuple[Aufgabensatz, int, int]:
    """Import a folder, a JSON Lines file or a table under the same rules."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    return _import(read_path(pfad), user)


def preview_import(*, pfad: Path) -> Einfuhrvorschau:
    """Import in a transaction that is undone, so that preview and import cannot disagree."""
    inhalt = read_path(pfad)
    try:
        with transaction.atomic():
            satz, neu, gleich = _import(inhalt, None)
            befunde = tuple(open_findings(satz))
            labels = [fall.sollwert for fall in satz.testfaelle.all()]
            transaction.set_rollback(True)
    except ImportAbgelehnt as fehler:
        kennung = str(inhalt.kopf.get("kennung", ""))
        return Einfuhrvorschau(satz=kennung, neu=0, gleich=0, maengel=tuple(fehler.maengel))
    return Einfuhrvorschau(
        satz=satz.kennung,
        neu=neu,
        gleich=gleich,
        maengel=(),
        befunde=befunde,
        abweichende_labels=deviating_labels(labels),
    )


@transaction.atomic
def import_testfall(*, satz: Aufgabensatz, daten: dict[str, Any], user: Any) -> bool:
    """Create or replace a draft from values; return whether anything changed."""
    inhalt = Ordnerinhalt(kopf={"kennung": satz.kennung}, faelle=[daten])
    schluessel = (daten["kennung"], daten["version"])
    fall = Testfall.objects.filter(kennung=schluessel[0], version=schluessel[1]).first()
    if fall and fall.eingefroren and not _same(fall, satz, _completed(daten, fall, inhalt)):
        raise Eingefroren(fall)
    neu, _ = _save(satz, inhalt, user)
    return bool(neu)


@transaction.atomic
def _import(inhalt: Ordnerinhalt, user: Any) -> tuple[Aufgabensatz, int, int]:
    if inhalt.maengel:
        raise ImportAbgelehnt(inhalt.maengel)
    satz = _save_set(inhalt.kopf)
    neu, gleich = _save(satz, inhalt, user)
    log_ereignis(
        aktion="aufgabensatz_importiert",
        objekt=satz,
        user=user,
        nach={"neu": neu, "unveraendert": gleich},
    )
    return satz, neu, gleich


def _save_set(kopf: Mapping[str, Any]) -> Aufgabensatz:
    werte = {name: wert for name, wert in kopf.items() if name != "kennung"}
    if not werte:  # a table names the Aufgabensatz and says nothing else about it
        satz = Aufgabensatz.objects.filter(kennung=kopf.get("kennung", "")).first()
        if satz is None:
            grund = f"Einen Aufgabensatz „{kopf.get('kennung', '')}“ gibt es nicht."
            raise ImportAbgelehnt([Mangel("", 0, "aufgabensatz", grund)])
        return satz
    satz = Aufgabensatz.objects.filter(kennung=kopf["kennung"]).first() or Aufgabensatz()
    for name, wert in kopf.items():
        setattr(satz, name, wert)
    if faults := list(field_faults(satz, "aufgabensatz", 0)):
        raise ImportAbgelehnt(faults)
    satz.save()
    return satz


def _save(satz: Aufgabensatz, inhalt: Ordnerinhalt, user: Any) -> tuple[int, int]:
    """Write what is new or changed; return (new or changed, unchanged)."""
    vorhanden = _existing(inhalt.faelle)
    neue: list[tuple[Testfall, dict[str, Any]]] = []
    geaenderte: list[tuple[Testfall, dict[str, Any], str]] = []
    maengel: list[Mangel] = []
    for daten in inhalt.faelle:
        schluessel = (daten["kennung"], daten["version"])
        fall = vorhanden.get(schluessel)
        werte = _completed(daten, fall, inhalt)
        datei, zeile = inhalt.orte.get(schluessel, ("", 0))
        if fall is not None and _same(fall, satz, werte):
            continue
        if fall is not None and fall.eingefroren:
            maengel.append(Mangel(datei, zeile, "version", str(Eingefroren(fall))))
            continue
        vorher = content_hash(content(fall)) if fall else ""
        fall = fall or Testfall(angelegt_von=user)
        fill(fall, satz, werte)
        maengel.extend(field_faults(fall, datei, zeile))
        if vorher:
            geaenderte.append((fall, werte, vorher))
        else:
            neue.append((fall, werte))
    if maengel:
        raise ImportAbgelehnt(maengel)
    create_rows(neue)
    for fall, werte, _ in geaenderte:
        replace_rows(fall, werte)
    _log([(f, w, "") for f, w in neue] + geaenderte, satz, user)
    anzahl = len(neue) + len(geaenderte)
    return anzahl, len(inhalt.faelle) - anzahl


def _existing(faelle: Sequence[Mapping[str, Any]]) -> dict[tuple[str, int], Testfall]:
    rows = Testfall.objects.filter(kennung__in={fall["kennung"] for fall in faelle})
    rows = rows.select_related("aufgabensatz").prefetch_related(*TEILE)
    return {(fall.kennung, fall.version): fall for fall in rows}


def _same(fall: Testfall, satz: Aufgabensatz, werte: Mapping[str, Any]) -> bool:
    neu = content_of_values(satz.kennung, werte)
    return content_hash(content(fall)) == content_hash(neu)


def _completed(
    daten: Mapping[str, Any], fall: Testfall | None, inhalt: Ordnerinhalt
) -> dict[str, Any]:
    """Return the values with what only the stored row knows: other columns, the canary."""
    werte = dict(daten)
    if fall is not None and inhalt.spalten is not None:
        alt = Leser("", {}).read(values_of_content(content(fall)), TESTFALL_FELDER)
        werte = {**alt, **{name: daten[name] for name in inhalt.spalten}}
    werte["sichtbarkeit"] = werte["sichtbarkeit"] or Sichtbarkeit.OEFFENTLICH.value
    if werte["sichtbarkeit"] == Sichtbarkeit.GEHEIM and not werte["canary"]:
        werte["canary"] = (fall.canary if fall else "") or new_canary()
    return werte


def _log(
    geschrieben: Sequence[tuple[Testfall, Mapping[str, Any], str]], satz: Aufgabensatz, user: Any
) -> None:
    for fall, werte, vorher in geschrieben:
        log_ereignis(
            aktion="testfall_importiert",
            objekt=fall,
            user=user,
            von={"inhalts_hash": vorher},
            nach={"inhalts_hash": content_hash(content_of_values(satz.kennung, werte))},
        )
