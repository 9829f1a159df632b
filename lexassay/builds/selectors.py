"""What others may read of builds; the public site reads nothing else."""

from __future__ import annotations

from lexassay.builds import store
from lexassay.builds.auswertung import Auswertung
from lexassay.builds.datenstand import Datenstand
from lexassay.builds.models import BuildManifest, BuildPfad, Freigabezeiger
from lexassay.builds.serialise import load
from lexassay.builds.vergleich import Buildteil


def published_build() -> BuildManifest | None:
    """Return the build that is live, or None."""
    zeiger = Freigabezeiger.objects.select_related("build").filter(pk=1).first()
    return zeiger.build if zeiger else None


def release_pointer() -> tuple[str, str] | None:
    """Return (Build-Kennung, tree hash) of the live build by one small query, or None."""
    row = (
        Freigabezeiger.objects.filter(pk=1, build__isnull=False)
        .values_list("build__kennung", "build__baum_hash")
        .first()
    )
    return row


def released_paths(build: BuildManifest) -> dict[str, str]:
    """Return path → SHA-256 of every file of a build."""
    return dict(build.pfade.values_list("pfad", "artefakt_id").order_by("pfad"))


def artefact_bytes(build: BuildManifest, pfad: str) -> bytes | None:
    """Return the bytes that a build serves under a path, None if it has none there."""
    zeile = (
        BuildPfad.objects.select_related("artefakt")
        .filter(build=build, pfad=pfad, artefakt__gesperrt_am__isnull=True)
        .first()
    )
    return store.read(zeile.artefakt) if zeile else None


def public_part(build: BuildManifest) -> Buildteil:
    """Return what a build publishes as data; ValueError, in German, if it cannot be read."""
    stand = artefact_bytes(build, "daten/stand.json")
    auswertung = artefact_bytes(build, "daten/auswertung.json")
    if stand is None or auswertung is None:
        raise ValueError(f"Build {build.kennung}: Die Daten fehlen oder sind gesperrt.")
    try:
        return Buildteil(stand=load(Datenstand, stand), auswertung=load(Auswertung, auswertung))
    except (ValueError, TypeError, LookupError) as fehler:
        raise ValueError(
            f"Build {build.kennung}: Die Daten sind nicht lesbar: {fehler}"
        ) from fehler


def all_artefacts(build: BuildManifest) -> dict[str, bytes]:
    """Return every file of a build; for checks, previews and the local cache."""
    zeilen = BuildPfad.objects.select_related("artefakt").filter(build=build).order_by("pfad")
    return {zeile.pfad: store.read(zeile.artefakt) for zeile in zeilen.iterator(chunk_size=100)}
