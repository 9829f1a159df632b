"""What others may read of builds; the public site reads nothing else."""

from __future__ import annotations

from lexassay.builds import store
from lexassay.builds.models import BuildManifest, BuildPfad, Freigabezeiger


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


def all_artefacts(build: BuildManifest) -> dict[str, bytes]:
    """Return every file of a build; for checks, previews and the local cache."""
    zeilen = BuildPfad.objects.select_related("artefakt").filter(build=build).order_by("pfad")
    return {zeile.pfad: store.read(zeile.artefakt) for zeile in zeilen.iterator(chunk_size=100)}
