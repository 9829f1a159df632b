"""Recompute every number and checksum of a build, secret part included (R-15.3)."""

from __future__ import annotations

from collections.abc import Iterator

from lexassay.builds import store
from lexassay.builds.aggregation import evaluate
from lexassay.builds.auswertung import Auswertung
from lexassay.builds.checksums import commitment, tree_hash
from lexassay.builds.datenstand import Datenstand
from lexassay.builds.exports.erzeugen import make_exports
from lexassay.builds.gates import Pruefling, run_gates
from lexassay.builds.gates.base import Tor
from lexassay.builds.models import BuildManifest, BuildPfad
from lexassay.builds.redaction import redact
from lexassay.builds.serialise import dump, load


def verify(build: BuildManifest) -> Iterator[str]:
    """Yield one German sentence per deviation; nothing if the build holds."""
    dateien: dict[str, bytes] = {}
    for zeile in BuildPfad.objects.select_related("artefakt").filter(build=build):
        if zeile.artefakt.gesperrt_am is not None:
            continue
        try:
            dateien[zeile.pfad] = store.read(zeile.artefakt)
        except ValueError as fehler:
            yield f"{zeile.pfad}: {fehler}"
    summen = dict(build.pfade.values_list("pfad", "artefakt_id"))
    if tree_hash(summen) != build.baum_hash:
        yield "Die Prüfsumme des Baums stimmt nicht."
    if summen != build.manifest["pruefsummen"]:
        yield "Die Prüfsummen im Manifest stimmen nicht mit den Dateien überein."
    yield from _verify_numbers(build, dateien)


def _verify_numbers(build: BuildManifest, dateien: dict[str, bytes]) -> Iterator[str]:
    try:
        roh = build.intern.raw()
        if commitment(build.intern.salz, roh) != build.manifest["zusage_geheimer_teil"]:
            yield "Der interne Datenstand ist nicht der, auf den sich das Manifest festlegt."
        stand = load(Datenstand, roh)
    except (ValueError, TypeError, LookupError) as fehler:
        yield f"Der interne Datenstand ist nicht lesbar, nichts ist nachgerechnet: {fehler}"
        return
    oeffentlich = redact(stand)
    if dump(oeffentlich) != dateien.get("daten/stand.json"):
        yield "daten/stand.json ist nicht der öffentliche Teil des internen Datenstands."
    auswertung = evaluate(stand)
    if dump(auswertung) != dateien.get("daten/auswertung.json"):
        yield "daten/auswertung.json weicht von der Nachrechnung ab."
    yield from _verify_exports(build, oeffentlich, auswertung, dateien)
    pruefling = Pruefling(
        kennung=build.kennung,
        stand=stand,
        oeffentlich=oeffentlich,
        auswertung=auswertung,
        artefakte=dateien,
    )
    bericht = run_gates(pruefling)
    for tor in (Tor.AGGREGATION, Tor.INHALT, Tor.DARSTELLUNG):
        yield from (f"{befund.id}: {befund.meldung}" for befund in bericht[tor])


def _verify_exports(
    build: BuildManifest,
    oeffentlich: Datenstand,
    auswertung: Auswertung,
    dateien: dict[str, bytes],
) -> Iterator[str]:
    for pfad, inhalt in make_exports(build.kennung, oeffentlich, auswertung).items():
        if dateien.get(pfad) != inhalt:
            yield f"{pfad} weicht von der Nachrechnung ab."
