"""Where artefacts lie: in the database, else in the storage named „builds“ (DESIGN 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage, storages

from lexassay.builds.models import Artefakt, BuildManifest, BuildPfad

STAPEL = 200


class DatabaseStorage(Storage):
    """Artefacts as rows: one transaction, one backup, many hosts. The name is the SHA-256."""

    def _open(self, name: str, mode: str = "rb") -> File:
        return ContentFile(Artefakt.objects.get(sha256=name).raw(), name=name)

    def _save(self, name: str, content: File) -> str:
        row = Artefakt.of(content.read())
        if row.sha256 != name:
            raise ValueError("Der Name eines Artefakts ist seine Prüfsumme.")
        Artefakt.objects.bulk_create([row], ignore_conflicts=True)
        return name

    def exists(self, name: str) -> bool:
        return Artefakt.objects.filter(sha256=name).exists()

    def size(self, name: str) -> int:
        return Artefakt.objects.values_list("laenge", flat=True).get(sha256=name)

    def delete(self, name: str) -> None:
        raise PermissionError("Ein Artefakt wird gesperrt, nie gelöscht.")


def put_all(build: BuildManifest, artefakte: Mapping[str, bytes]) -> None:
    """Store all files of a build; bytes that are stored already are not stored again."""
    rows = {pfad: Artefakt.of(inhalt) for pfad, inhalt in artefakte.items()}
    vorhanden = _existing({row.sha256 for row in rows.values()})
    neu = {row.sha256: row for row in rows.values() if row.sha256 not in vorhanden}
    extern = _external_storage()
    if extern is not None:
        for pfad, row in rows.items():
            if row.sha256 in neu and not extern.exists(row.sha256):
                extern.save(row.sha256, ContentFile(artefakte[pfad]))
        for row in neu.values():
            row.daten = None
    Artefakt.objects.bulk_create(neu.values(), batch_size=STAPEL, ignore_conflicts=True)
    BuildPfad.objects.bulk_create(
        [BuildPfad(build=build, pfad=pfad, artefakt_id=rows[pfad].sha256) for pfad in sorted(rows)],
        batch_size=STAPEL,
    )


def _existing(sums: Iterable[str]) -> set[str]:
    alle = sorted(sums)
    gefunden: set[str] = set()
    for i in range(0, len(alle), STAPEL):
        teil = alle[i : i + STAPEL]
        gefunden.update(Artefakt.objects.filter(sha256__in=teil).values_list("sha256", flat=True))
    return gefunden


def _external_storage() -> Any | None:
    storage = storages["builds"]
    return None if isinstance(storage, DatabaseStorage) else storage


def read(artefakt: Artefakt) -> bytes:
    """Return the bytes of an artefact from wherever they lie, checked against the checksum."""
    if artefakt.daten is not None:
        return artefakt.raw()
    with storages["builds"].open(artefakt.sha256) as datei:
        inhalt: bytes = datei.read()
    if Artefakt.of(inhalt).sha256 != artefakt.sha256:
        raise ValueError(f"Artefakt {artefakt.sha256[:12]}: Die Prüfsumme stimmt nicht.")
    return inhalt
