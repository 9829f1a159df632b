"""Pure: no Django, no I/O. The four roles of the Redaktion (SPEC 14)."""

from __future__ import annotations

from enum import StrEnum


class Rolle(StrEnum):
    """A role is a Django group of this name; the migration creates all four."""

    REDAKTION = "Redaktion"
    BEWERTUNG = "Bewertung"
    TECHNIK = "Technik"
    FREIGABE = "Freigabe"
