"""Pure: no Django, no I/O. What one source says about one Fundstelle, with its reasons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from citations_app.begriffe import Abrufweg, Befundart, Mangel


@dataclass(frozen=True, slots=True, kw_only=True)
class Einzelbefund:
    """The finding itself; `hinweise` are German sentences for the Redaktion."""

    art: Befundart
    maengel: frozenset[Mangel] = frozenset()
    hinweise: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.art is Befundart.MANGEL) != bool(self.maengel):
            raise ValueError("Ein Mangel braucht die Befundart „mangel“ und umgekehrt.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Abruf:
    """What a look-up brought home: parsed fields, or the failure that stopped it.

    `felder` holds plain JSON values and is all that a later judgement needs. `inhalt_sha256` is the
    hash of the raw bytes; "" where nothing arrived. `stand` is the date of the source text
    (YYYY-MM-DD) where the source states one. `ausfall` is set when the look-up failed; `warten_s`
    is how long the source then asked to be left alone.
    """

    url: str
    weg: Abrufweg
    http_status: int | None = None
    inhalt_sha256: str = ""
    auszug: str = ""
    stand: str = ""
    felder: dict[str, Any] = field(default_factory=dict)
    ausfall: Befundart | None = None
    grund: str = ""
    warten_s: int = 0


def mangel(*maengel: Mangel, hinweise: tuple[str, ...] = ()) -> Einzelbefund:
    """Return a finding of these defects."""
    return Einzelbefund(art=Befundart.MANGEL, maengel=frozenset(maengel), hinweise=hinweise)
