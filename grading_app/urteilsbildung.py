"""Pure: no Django, no I/O. One verdict from several graders (R-6.5).

Graders of a batch and of its overlap must agree, Kriterium by Kriterium; where they do not, a
person decides (`schlichtung`). The seeded sample (R-6.9) measures and never decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grading_app.begriffe import Zweck

ENTSCHEIDEND = frozenset({Zweck.BEWERTUNG, Zweck.UEBERLAPPUNG})


@dataclass(frozen=True, slots=True, kw_only=True)
class Einzelurteil:
    """What one grader said: `wert` is `erfuellt`, `nicht_erfuellt`, or (Kennung "") a label."""

    kriterium: str
    wert: str
    zweck: Zweck
    bewerter: str
    begruendung: str = ""
    passage: str = ""
    treffer: tuple[str, ...] = ()
    fehlend: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bildung:
    """The verdicts that count, and the Kriterien on which graders differ without a decision."""

    urteile: tuple[Einzelurteil, ...]
    abweichungen: tuple[str, ...]

    @property
    def entschieden(self) -> bool:
        return bool(self.urteile) and not self.abweichungen


def erfuellt_wert(erfuellt: bool) -> str:
    """The nominal value of a yes/no verdict."""
    return "erfuellt" if erfuellt else "nicht_erfuellt"


def bilde(urteile: Iterable[Einzelurteil]) -> Bildung:
    """Decide each Kriterium: a decision by a person wins, else all must agree.

    >>> def u(w, z=Zweck.BEWERTUNG, b="a"):
    ...     return Einzelurteil(kriterium="k1", wert=w, zweck=z, bewerter=b)
    >>> bilde([u("erfuellt"), u("nicht_erfuellt", Zweck.UEBERLAPPUNG, "b")]).abweichungen
    ('k1',)
    """
    je_kriterium: dict[str, list[Einzelurteil]] = {}
    for urteil in urteile:
        if urteil.zweck in ENTSCHEIDEND or urteil.zweck is Zweck.SCHLICHTUNG:
            je_kriterium.setdefault(urteil.kriterium, []).append(urteil)
    geltend, offen = [], []
    for kriterium in sorted(je_kriterium):
        entscheidung = _entscheide(je_kriterium[kriterium])
        if entscheidung is None:
            offen.append(kriterium)
        else:
            geltend.append(entscheidung)
    return Bildung(urteile=tuple(geltend), abweichungen=tuple(offen))


def _entscheide(urteile: Sequence[Einzelurteil]) -> Einzelurteil | None:
    schlichtungen = [u for u in urteile if u.zweck is Zweck.SCHLICHTUNG]
    if schlichtungen:
        return schlichtungen[-1]
    if len({u.wert for u in urteile}) > 1:
        return None
    erste = [u for u in urteile if u.zweck is Zweck.BEWERTUNG]
    return (erste or list(urteile))[0]
