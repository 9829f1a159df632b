"""The released build as a live view reads it: once per build, from its own artefacts."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from lexassay.builds.auswertung import Auswertung
from lexassay.builds.datenstand import Datenstand
from lexassay.builds.models import BuildManifest
from lexassay.builds.selectors import artefact_bytes, published_build
from lexassay.builds.serialise import load
from lexassay.public.ausgabe import Ausgabe, Export, Torbericht

RAHMEN = "daten/rahmen.json"


class UnvollstaendigerBuild(RuntimeError):
    """A released build lacks a file that every build has."""


def released_ausgabe() -> Ausgabe | None:
    """Return what the pages of the live build are made of; None if nothing is released."""
    build = published_build()
    return None if build is None else _ausgabe(build.kennung, build.baum_hash)


@lru_cache(maxsize=2)
def _ausgabe(kennung: str, baum_hash: str) -> Ausgabe:
    build = BuildManifest.objects.get(kennung=kennung)
    stand = load(Datenstand, _read(build, "daten/stand.json"))
    rahmen: dict[str, Any] = json.loads(_read(build, RAHMEN))
    return Ausgabe(
        kennung=kennung,
        stand=stand,
        auswertung=load(Auswertung, _read(build, "daten/auswertung.json")),
        datum=stand.stand,
        vorgaenger=rahmen["vorgaenger"],
        exporte=tuple(Export(*eintrag) for eintrag in rahmen["exporte"]),
        tore=tuple(Torbericht(n, f, h, tuple(texte)) for n, f, h, texte in rahmen["tore"]),
        konstanten=rahmen["konstanten"],
    )


def _read(build: BuildManifest, pfad: str) -> bytes:
    inhalt = artefact_bytes(build, pfad)
    if inhalt is None:
        raise UnvollstaendigerBuild(f"Build {build.kennung}: {pfad} fehlt.")
    return inhalt
