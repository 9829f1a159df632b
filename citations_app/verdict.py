"""Pure: no Django, no I/O. From findings to the status of a Zitat (R-9.3, R-9.4).

One source never costs points. Its error finding is a *Verdacht*; only a second source of another
operator that finds the same Mangel turns it into an error status. Absence and failure are never
evidence: a search without a hit ends as *nicht auffindbar*, an outage as *ungeprüft*.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from citations_app.begriffe import (
    AUSFAELLE,
    Befundart,
    Mangel,
    Zitatstatus,
)

HOECHSTENS_VERSUCHE = 3
WARTEZEIT_S = (60, 900, 3600)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quellenbefund:
    """What one look-up at one source found. `nr` ties it to the stored row."""

    quelle: str
    betreiber: str
    art: Befundart
    maengel: frozenset[Mangel] = frozenset()
    nr: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Handbefund:
    """A finding by a person of the Redaktion, with reason and Beleg; wins over every source."""

    status: Zitatstatus
    begruendung: str
    nr: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Zustaendig:
    """A source that is switched on and competent for the kind of Zitat, in the order to ask."""

    quelle: str
    betreiber: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entscheidung:
    """Where a Zitat stands.

    `verdacht` is the Mangel that one source reports (empty when none is open or confirmed).
    `naechste_quelle` names the source that must still be asked; "" when nothing is due.
    `belege` are the findings that the status rests on: two of different operators for an error.
    """

    status: Zitatstatus
    verdacht: Mangel | None = None
    naechste_quelle: str = ""
    hinweise: tuple[str, ...] = ()
    belege: tuple[int, ...] = ()
    von_hand: bool = False
    fuer_redaktion: bool = False

    @property
    def zweite_pruefung_faellig(self) -> bool:
        """A Verdacht is open and a second source can still speak: the gate waits (R-9.4)."""
        return self.verdacht is not None and bool(self.naechste_quelle)


UNBESTAETIGT = "Verdacht nicht bestätigt"
WIDERLEGT = "Verdacht von zweiter Quelle widerlegt"


def status_of_mangel(mangel: Mangel) -> Zitatstatus:
    """Return the error status that a Mangel would lead to (R-9.3).

    >>> status_of_mangel(Mangel.NORM_FEHLT).value, status_of_mangel(Mangel.DATUM).value
    ('erfunden', 'falsch_zugeordnet')
    """
    if mangel is Mangel.NORM_FEHLT:
        return Zitatstatus.ERFUNDEN
    return Zitatstatus.FALSCH_ZUGEORDNET


def status_of_befund(art: Befundart) -> Zitatstatus | None:
    """Return what a finding without a Mangel means for the status; None for a Verdacht."""
    match art:
        case Befundart.STIMMT:
            return Zitatstatus.ECHT
        case Befundart.KEIN_TREFFER | Befundart.MEHRDEUTIG:
            return Zitatstatus.NICHT_AUFFINDBAR
        case Befundart.MANGEL:
            return None
    return Zitatstatus.UNGEPRUEFT


def common_mangel(a: Quellenbefund, b: Quellenbefund) -> Mangel | None:
    """Return the Mangel that both findings report, None if they do not support each other.

    Findings of one operator never support each other. Of a section that one source calls absent
    and another repealed, both say that it is not law: the milder reading holds. An impossible
    combination is supported by a source that finds date, court or Aktenzeichen wrong.
    """
    if a.betreiber == b.betreiber or not (a.maengel and b.maengel):
        return None
    same = a.maengel & b.maengel
    if same:
        return worst(same)
    both = a.maengel | b.maengel
    if {Mangel.NORM_FEHLT, Mangel.WEGGEFALLEN} <= both:
        return Mangel.WEGGEFALLEN
    if Mangel.UNMOEGLICH in both and both & {Mangel.DATUM, Mangel.GERICHT, Mangel.AKTENZEICHEN}:
        return Mangel.UNMOEGLICH
    return None


def worst(maengel: Iterable[Mangel]) -> Mangel:
    """Return the gravest Mangel: *erfunden* before *falsch zugeordnet*, then by declaration."""
    order = list(Mangel)
    return min(maengel, key=order.index)


def usable(befunde: Sequence[Quellenbefund]) -> list[Quellenbefund]:
    """Return the newest finding of each source that is no failure, in order of arrival."""
    newest = {b.quelle: b for b in befunde if b.art not in AUSFAELLE}
    return [b for b in befunde if newest.get(b.quelle) is b]


def next_source(
    befunde: Sequence[Quellenbefund],
    zustaendig: Sequence[Zustaendig],
    *,
    ohne_betreiber: frozenset[str] = frozenset(),
) -> str:
    """Return the first source that has not spoken and has tries left, "" if there is none."""
    spoken = {b.quelle for b in usable(befunde)}
    for quelle in zustaendig:
        fehlschlaege = sum(1 for b in befunde if b.quelle == quelle.quelle)
        if quelle.quelle in spoken or quelle.betreiber in ohne_betreiber:
            continue
        if fehlschlaege < HOECHSTENS_VERSUCHE:
            return quelle.quelle
    return ""


def decide(
    befunde: Sequence[Quellenbefund],
    zustaendig: Sequence[Zustaendig] = (),
    hand: Handbefund | None = None,
) -> Entscheidung:
    """Return the status that all findings together justify, and who must still be asked.

    `befunde` come in order of arrival, failures included; `hand` is the newest Handbefund.
    """
    if hand is not None:
        return Entscheidung(status=hand.status, belege=(hand.nr,), von_hand=True)
    known = usable(befunde)
    verdacht = [b for b in known if b.art is Befundart.MANGEL]
    if verdacht:
        return _decide_verdacht(known, verdacht, befunde, zustaendig)
    stimmt = [b for b in known if b.art is Befundart.STIMMT]
    if stimmt:
        return Entscheidung(status=Zitatstatus.ECHT, belege=(stimmt[0].nr,))
    return _decide_neutral(known, befunde, zustaendig)


def _decide_verdacht(
    known: list[Quellenbefund],
    verdacht: list[Quellenbefund],
    befunde: Sequence[Quellenbefund],
    zustaendig: Sequence[Zustaendig],
) -> Entscheidung:
    bestaetigt = _confirmed(verdacht)
    widerspruch = [b for b in known if b.art is Befundart.STIMMT]
    if widerspruch:
        return Entscheidung(
            status=Zitatstatus.ECHT,
            belege=(widerspruch[0].nr,),
            hinweise=(WIDERLEGT,),
            fuer_redaktion=bestaetigt is not None,
        )
    if bestaetigt is not None:
        mangel, a, b = bestaetigt
        return Entscheidung(status=status_of_mangel(mangel), verdacht=mangel, belege=(a.nr, b.nr))
    mangel = worst(verdacht[0].maengel)
    andere = next_source(befunde, zustaendig, ohne_betreiber=frozenset({verdacht[0].betreiber}))
    if andere:
        return Entscheidung(
            status=Zitatstatus.UNGEPRUEFT,
            verdacht=mangel,
            naechste_quelle=andere,
            belege=(verdacht[0].nr,),
        )
    return Entscheidung(
        status=Zitatstatus.NICHT_AUFFINDBAR,
        verdacht=mangel,
        hinweise=(UNBESTAETIGT,),
        belege=(verdacht[0].nr,),
        fuer_redaktion=True,
    )


def _confirmed(
    verdacht: list[Quellenbefund],
) -> tuple[Mangel, Quellenbefund, Quellenbefund] | None:
    """Return the gravest Mangel on which two operators agree, with their findings."""
    pairs = [(common_mangel(a, b), a, b) for a, b in combinations(verdacht, 2)]
    found = [(mangel, a, b) for mangel, a, b in pairs if mangel is not None]
    order = list(Mangel)
    return min(found, key=lambda pair: order.index(pair[0])) if found else None


def _decide_neutral(
    known: list[Quellenbefund],
    befunde: Sequence[Quellenbefund],
    zustaendig: Sequence[Zustaendig],
) -> Entscheidung:
    """No source found the Zitat right or wrong: ask the next one, else say how it ended."""
    offen = next_source(befunde, zustaendig)
    stati = {status_of_befund(b.art) for b in known}
    status = Zitatstatus.UNGEPRUEFT
    if Zitatstatus.NICHT_AUFFINDBAR in stati:
        status = Zitatstatus.NICHT_AUFFINDBAR
    if offen:
        return Entscheidung(status=Zitatstatus.UNGEPRUEFT, naechste_quelle=offen)
    gruende = dict.fromkeys(b.art.label for b in known)
    if not gruende:
        failed = dict.fromkeys(b.art.label for b in befunde)
        gruende = failed or {Befundart.KEINE_QUELLE.label: None}
    return Entscheidung(
        status=status, hinweise=tuple(gruende), belege=tuple(b.nr for b in known[:1])
    )


def retry_after(fehlschlaege: int) -> int:
    """Return how many seconds to wait after the n-th failure of a source.

    >>> [retry_after(n) for n in (1, 2, 3, 9)]
    [60, 900, 3600, 3600]
    """
    return WARTEZEIT_S[min(max(fehlschlaege, 1), len(WARTEZEIT_S)) - 1]
