"""Pure: no Django, no I/O. The checksums of a build (R-12.1)."""

from __future__ import annotations

from collections.abc import Mapping

from lexassay.protokoll.kanon import sha256_hex


def file_sums(artefakte: Mapping[str, bytes]) -> dict[str, str]:
    """Return path → SHA-256 of the uncompressed bytes."""
    return {pfad: sha256_hex(inhalt) for pfad, inhalt in sorted(artefakte.items())}


def tree_hash(summen: Mapping[str, str]) -> str:
    """Return the one hash of a whole build: SHA-256 over "sum  path" lines in path order.

    >>> tree_hash({"a": "1"}) == tree_hash({"a": "2"})
    False
    """
    return sha256_hex("".join(f"{summe}  {pfad}\n" for pfad, summe in sorted(summen.items())))


def commitment(salz: str, inhalt: bytes) -> str:
    """Return the salted hash by which a build commits itself to its secret inputs (R-12.3)."""
    return sha256_hex(bytes.fromhex(salz) + inhalt)
