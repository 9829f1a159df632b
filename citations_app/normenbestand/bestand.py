"""Pure: no Django, no I/O. Looking up sections in the laws that a loader provides.

Laws are read on first use and kept; a look-up afterwards is two dictionary accesses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from citations_app.normenbestand.nummern import split_number
from citations_app.normenbestand.paket import unpack, unpack_wortlaut
from citations_app.normenbestand.types import Gesetz, Vorschrift

Loader = Callable[[str], bytes | None]


class Bestand:
    """The laws at hand; `loader` returns the packed bytes of a slug, None if unknown."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader
        self._gesetze: dict[str, Gesetz | None] = {}
        self._wortlaut = lru_cache(maxsize=16)(self._read_wortlaut)
        self._hoechste: dict[str, int] = {}

    def gesetz(self, slug: str) -> Gesetz | None:
        """Return the law, None if it is not at hand."""
        if slug not in self._gesetze:
            paket = self._loader(slug)
            self._gesetze[slug] = None if paket is None else unpack(paket)
        return self._gesetze[slug]

    def vorschrift(self, slug: str, schluessel: str) -> Vorschrift | None:
        """Return one section by key ("§ 823", "Art 229 § 6"), None if law or section is missing."""
        gesetz = self.gesetz(slug)
        return None if gesetz is None else gesetz.normen.get(schluessel)

    def wortlaut(self, slug: str, schluessel: str) -> str:
        """Return the wording of a section, "" if there is none."""
        return self._wortlaut(slug).get(schluessel, "")

    def alle_wortlaute(self, slug: str) -> Mapping[str, str]:
        """Return the wording of all sections of a law by key."""
        return self._wortlaut(slug)

    def _read_wortlaut(self, slug: str) -> Mapping[str, str]:
        paket = self._loader(slug)
        return {} if paket is None else unpack_wortlaut(paket)

    def hoechste_nummer(self, slug: str, einheit: str) -> int:
        """Return the highest number that the law gives to a section of this unit, 0 if none."""
        key = f"{slug} {einheit}"
        if key not in self._hoechste:
            gesetz = self.gesetz(slug)
            names = gesetz.normen if gesetz else ()
            numbers = [split_number(k.split()[1])[0] for k in names if k.split()[0] == einheit]
            self._hoechste[key] = max(numbers, default=0)
        return self._hoechste[key]
