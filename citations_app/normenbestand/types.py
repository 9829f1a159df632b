"""Pure: no Django, no I/O. What is known about a law: sections, Absätze, Nummern (R-9.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True, kw_only=True)
class Absatz:
    """One Absatz of a section.

    `nummer` is the printed label ("1", "2a"), or the position of an unnumbered paragraph.
    `saetze` is a count for hints only (R-9.3: Satz and Nummer never change a status).
    """

    nummer: str
    saetze: int = 0
    nummern: tuple[str, ...] = ()
    weggefallen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Vorschrift:
    """One section ("§ 823") or article ("Art 1", "Art 229 § 6") of a law.

    `gezaehlt` says whether the law itself numbers the Absätze. `wortlaut` is the plain text.
    """

    schluessel: str
    titel: str = ""
    weggefallen: bool = False
    gezaehlt: bool = False
    absaetze: tuple[Absatz, ...] = ()
    wortlaut: str = ""

    def absatz(self, nummer: str) -> Absatz | None:
        """Return the Absatz with this label, or None if the section has none like it."""
        return next((a for a in self.absaetze if a.nummer == nummer), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gesetz:
    """One law as of its `builddate` (YYYYMMDD, the day the official XML was built)."""

    jurabk: str
    amtabk: str
    titel: str
    builddate: str
    doknr: str
    normen: Mapping[str, Vorschrift] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def stand(self) -> str:
        """Return the builddate in German order.

        >>> Gesetz(jurabk="X", amtabk="", titel="", builddate="20260413", doknr="").stand
        '13.04.2026'
        """
        return f"{self.builddate[6:8]}.{self.builddate[4:6]}.{self.builddate[:4]}"
