"""Pure: no Django, no I/O.

One item of a chain of norms while it is being read.
"""

from typing import NamedTuple

from citations_app.grammar.laws import Gesetz


class Glied:
    """One item of a chain while it is being read; becomes one `Norm`."""

    __slots__ = (
        "absatz",
        "absatz_bis",
        "alt",
        "alternative",
        "artikel",
        "bare",
        "bis",
        "buchstabe",
        "einheit",
        "end",
        "fassung",
        "gesetz",
        "halbsatz",
        "nummer",
        "nummern",
        "offen",
        "satz",
        "start",
        "unterabsatz",
    )

    def __init__(self, start: int, end: int, einheit: str, nummer: str, artikel: str = "") -> None:
        self.start, self.end = start, end
        self.einheit, self.nummer, self.artikel = einheit, nummer, artikel
        self.bis = self.offen = self.absatz = self.absatz_bis = self.fassung = ""
        self.unterabsatz: tuple[str, ...] = ()
        self.satz: tuple[str, ...] = ()
        self.halbsatz: tuple[str, ...] = ()
        self.nummern: tuple[str, ...] = ()
        self.buchstabe: tuple[str, ...] = ()
        self.alternative: tuple[str, ...] = ()
        self.gesetz: Gesetz | None = None
        self.alt = self.bare = False

    def ergaenze(self, feld: str, wert: str) -> None:
        """Add one more Satz, Nummer, Buchstabe … to this item."""
        setattr(self, feld, (*getattr(self, feld), wert))


class Kette(NamedTuple):
    """The items of a chain that have a law, and where reading stopped."""

    glieder: list[Glied]
    end: int
