"""Pure: no Django, no I/O. Costs by list price or as billed (R-8.1), frame prompts (R-8.2).

Money is integer micro-units of a currency (1 € = 1,000,000). A list price is micro-units per
million tokens, so that tokens × price is an integer of 10⁻⁶ micro-units (*Teile*); sums are taken
over Teile and rounded once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from lexassay.protokoll.exakt import round_half_up
from runs_app.begriffe import Begriff

TEILE_JE_MIKRO = 1_000_000
MIKRO_JE_EINHEIT = 1_000_000
UNBEKANNT = "–"
SCHAETZZEICHEN = "*"


class Kostenart(Begriff):
    """Where a cost figure comes from."""

    ABGERECHNET = "abgerechnet", "abgerechnet"
    GESCHAETZT = "geschaetzt", "aus Listenpreis geschätzt"
    LOKAL = "lokal", "keine API-Kosten (lokal)"
    UNBEKANNT = "unbekannt", "unbekannt"


class Messbasis(Begriff):
    """On which Runs the prompt tokens of R-8.2 were measured."""

    EIGENE = "eigene", "dieser Run"
    MODELL = "modell", "gleiches Modell ohne Rahmen-Prompt"
    ANBIETER = "anbieter", "gleicher Anbieter ohne Rahmen-Prompt"
    ALLE = "alle", "alle Modelle ohne Rahmen-Prompt"
    KEINE = "keine", "nicht gemessen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listenpreis:
    """A dated list price: micro-units per million tokens; `gueltig_bis` is inclusive."""

    eingabe_mikro: int
    ausgabe_mikro: int
    waehrung: str
    gueltig_ab: date
    gueltig_bis: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kosten:
    """A cost figure in micro-units of `waehrung`; `mikro` is None only if it is unknown."""

    art: Kostenart
    mikro: int | None = None
    waehrung: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Promptmessung:
    """Input tokens measured for a Testfall on a Run whose access path sets no frame prompt."""

    modell: str
    anbieter: str
    token: int


def price_at(preise: Iterable[Listenpreis], tag: date) -> Listenpreis | None:
    """Return the price valid on a day (that of the Run's start, UTC); the latest start wins."""
    gueltig = [
        preis
        for preis in preise
        if preis.gueltig_ab <= tag and (preis.gueltig_bis is None or tag <= preis.gueltig_bis)
    ]
    return max(gueltig, key=lambda preis: preis.gueltig_ab, default=None)


def estimate_teile(
    preis: Listenpreis, *, token_eingabe: int | None, token_ausgabe: int | None
) -> int | None:
    """Return the cost of one Run in Teile: input × input price + output × output price.

    Output includes reasoning; cached input has no discount (the seed's formula). None where a
    token count is missing: unknown is never 0.

    >>> p = Listenpreis(eingabe_mikro=2_500_000, ausgabe_mikro=10_000_000, waehrung="USD",
    ...                 gueltig_ab=date(2026, 1, 1))
    >>> to_mikro(estimate_teile(p, token_eingabe=400, token_ausgabe=1_000))
    11000
    """
    if token_eingabe is None or token_ausgabe is None:
        return None
    return token_eingabe * preis.eingabe_mikro + token_ausgabe * preis.ausgabe_mikro


def to_mikro(teile: int | None) -> int | None:
    """Round Teile half up to whole micro-units."""
    if teile is None:
        return None
    return int(round_half_up(Fraction(teile, TEILE_JE_MIKRO)))


def participation_costs(
    *,
    lokal: bool,
    abgerechnet_mikro: int | None = None,
    abgerechnet_waehrung: str = "",
    teile: Sequence[int | None] = (),
    waehrung: str = "",
) -> Kosten:
    """Return the cost of a Teilnahme from its billed amount or the estimates of its Runs.

    A billed amount wins. One Run without an estimate makes the sum unknown. Local models have no
    API cost.
    """
    if abgerechnet_mikro is not None:
        return Kosten(
            art=Kostenart.ABGERECHNET, mikro=abgerechnet_mikro, waehrung=abgerechnet_waehrung
        )
    if lokal:
        return Kosten(art=Kostenart.LOKAL)
    bekannt = [teil for teil in teile if teil is not None]
    if not teile or len(bekannt) < len(teile):
        return Kosten(art=Kostenart.UNBEKANNT)
    return Kosten(art=Kostenart.GESCHAETZT, mikro=to_mikro(sum(bekannt)), waehrung=waehrung)


def to_euro(kosten: Kosten, kurse: dict[str, Fraction]) -> Kosten:
    """Convert to euro by the rates of the build (euro per unit); unknown without a rate.

    >>> k = Kosten(art=Kostenart.ABGERECHNET, mikro=1_000_000, waehrung="USD")
    >>> to_euro(k, {"USD": Fraction(93, 100)}).mikro
    930000
    """
    if kosten.mikro is None or kosten.waehrung == "EUR":
        return kosten
    kurs = kurse.get(kosten.waehrung)
    if kurs is None:
        return Kosten(art=Kostenart.UNBEKANNT)
    mikro = int(round_half_up(kosten.mikro * kurs))
    return Kosten(art=kosten.art, mikro=mikro, waehrung="EUR")


def display_euro(kosten: Kosten) -> str:
    r"""Return the figure as shown: 2 decimals half up, `*` for an estimate, "–" if unknown.

    >>> display_euro(Kosten(art=Kostenart.GESCHAETZT, mikro=1_234_565_000, waehrung="EUR"))
    '1.234,57\xa0€*'
    >>> display_euro(Kosten(art=Kostenart.GESCHAETZT, mikro=4_999, waehrung="EUR"))
    '< 0,01\xa0€*'
    """
    if kosten.art is Kostenart.LOKAL:
        return "keine API-Kosten"
    if kosten.mikro is None:
        return UNBEKANNT
    if kosten.waehrung != "EUR":
        raise ValueError("Kosten werden erst nach der Umrechnung in Euro angezeigt.")
    zeichen = SCHAETZZEICHEN if kosten.art is Kostenart.GESCHAETZT else ""
    cent = int(round_half_up(Fraction(kosten.mikro * 100, MIKRO_JE_EINHEIT)))
    if cent == 0 and kosten.mikro > 0:
        return f"< 0,01\N{NO-BREAK SPACE}€{zeichen}"
    euro = f"{cent // 100:,}".replace(",", ".")
    return f"{euro},{cent % 100:02d}\N{NO-BREAK SPACE}€{zeichen}"


def prompt_tokens_without_frame(
    messungen: Iterable[Promptmessung], *, modell: str, anbieter: str
) -> tuple[int | None, Messbasis]:
    """Return the prompt tokens of a Testfall without frame prompt, and on what they rest (R-8.2).

    Median over the same model, else the same provider, else all; the median of an even number is
    rounded half up. (None, KEINE) where nothing was measured.
    """
    alle = list(messungen)
    stufen = (
        (Messbasis.MODELL, [m.token for m in alle if m.modell == modell]),
        (Messbasis.ANBIETER, [m.token for m in alle if m.anbieter == anbieter]),
        (Messbasis.ALLE, [m.token for m in alle]),
    )
    for basis, werte in stufen:
        if werte:
            return _median(werte), basis
    return None, Messbasis.KEINE


def _median(werte: list[int]) -> int:
    ordered = sorted(werte)
    mitte = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[mitte]
    return int(round_half_up(Fraction(ordered[mitte - 1] + ordered[mitte], 2)))


def exceeds_ceiling(teile_aller_versuche: Iterable[int | None], deckel_mikro: int | None) -> bool:
    """Whether all Versuche of a Lauf together have reached its cost ceiling (R-2.4).

    Versuche of unknown cost count as 0 here: they cannot stop a Lauf, the preview names them.
    """
    if deckel_mikro is None:
        return False
    bekannt = sum(teil for teil in teile_aller_versuche if teil is not None)
    return bekannt >= deckel_mikro * TEILE_JE_MIKRO
