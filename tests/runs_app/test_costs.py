"""Costs: exact in micro-units, half up on the page, unknown never 0 (R-8.1, R-8.2)."""

from __future__ import annotations

from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs_app.costs import (
    Kosten,
    Kostenart,
    Listenpreis,
    Messbasis,
    Promptmessung,
    display_euro,
    estimate_teile,
    exceeds_ceiling,
    participation_costs,
    price_at,
    prompt_tokens_without_frame,
    to_euro,
    to_mikro,
)

NBSP = "\N{NO-BREAK SPACE}"


def preis(ab: str, bis: str | None = None, ein: int = 3_000_000, aus: int = 15_000_000):
    return Listenpreis(
        eingabe_mikro=ein,
        ausgabe_mikro=aus,
        waehrung="USD",
        gueltig_ab=date.fromisoformat(ab),
        gueltig_bis=date.fromisoformat(bis) if bis else None,
    )


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("2025-12-31", None),
        ("2026-01-01", "2026-01-01"),
        ("2026-03-31", "2026-01-01"),
        ("2026-04-01", "2026-04-01"),
        ("2027-01-01", "2026-04-01"),
    ],
)
def test_the_price_of_the_start_day_applies(tag, expected):
    preise = [preis("2026-04-01"), preis("2026-01-01", "2026-06-30")]
    found = price_at(preise, date.fromisoformat(tag))
    assert (found.gueltig_ab.isoformat() if found else None) == expected


def test_the_last_day_of_a_price_still_counts():
    price = preis("2026-01-01", "2026-06-30")
    assert price_at([price], date(2026, 6, 30)) == price


def test_an_expired_price_is_no_price():
    assert price_at([preis("2026-01-01", "2026-06-30")], date(2026, 7, 1)) is None


def test_the_estimate_is_the_formula_of_the_method():
    # 412 prompt tokens at 3 $ and 2,345 output tokens at 15 $ per million: 0.036411 $.
    teile = estimate_teile(preis("2026-01-01"), token_eingabe=412, token_ausgabe=2_345)
    assert to_mikro(teile) == 36_411


@pytest.mark.parametrize(("ein", "aus"), [(None, 5), (5, None), (None, None)])
def test_a_missing_token_count_leaves_the_cost_unknown(ein, aus):
    assert estimate_teile(preis("2026-01-01"), token_eingabe=ein, token_ausgabe=aus) is None


def test_a_billed_amount_wins_over_the_estimate():
    kosten = participation_costs(
        lokal=False, abgerechnet_mikro=5, abgerechnet_waehrung="EUR", teile=[10**9], waehrung="USD"
    )
    assert kosten == Kosten(art=Kostenart.ABGERECHNET, mikro=5, waehrung="EUR")


def test_one_run_of_unknown_cost_makes_the_sum_unknown():
    kosten = participation_costs(lokal=False, teile=[10**9, None], waehrung="USD")
    assert kosten == Kosten(art=Kostenart.UNBEKANNT)


def test_local_models_have_no_api_cost():
    assert display_euro(participation_costs(lokal=True)) == "keine API-Kosten"


def test_the_sum_is_rounded_once_and_not_per_run():
    kosten = participation_costs(lokal=False, teile=[400_000] * 3, waehrung="USD")
    assert kosten.mikro == 1  # each alone would round to 0


@pytest.mark.parametrize(
    ("art", "mikro", "shown"),
    [
        (Kostenart.ABGERECHNET, 0, f"0,00{NBSP}€"),
        (Kostenart.ABGERECHNET, 1, f"< 0,01{NBSP}€"),
        (Kostenart.GESCHAETZT, 4_999, f"< 0,01{NBSP}€*"),
        (Kostenart.GESCHAETZT, 5_000, f"0,01{NBSP}€*"),
        (Kostenart.ABGERECHNET, 125_000, f"0,13{NBSP}€"),
        (Kostenart.ABGERECHNET, 2_675_000, f"2,68{NBSP}€"),
        (Kostenart.GESCHAETZT, 1_234_567_890_000, f"1.234.567,89{NBSP}€*"),
        (Kostenart.UNBEKANNT, None, "–"),
    ],
)
def test_the_display_rounds_half_up_and_marks_estimates(art, mikro, shown):
    assert display_euro(Kosten(art=art, mikro=mikro, waehrung="EUR")) == shown


def test_euro_needs_a_rate_of_the_build():
    dollar = Kosten(art=Kostenart.GESCHAETZT, mikro=1_000_000, waehrung="USD")
    assert to_euro(dollar, {}) == Kosten(art=Kostenart.UNBEKANNT)
    assert to_euro(dollar, {"USD": Fraction(9_255, 10_000)}).mikro == 925_500


@pytest.mark.parametrize(
    "kosten",
    [
        Kosten(art=Kostenart.ABGERECHNET, mikro=7, waehrung="EUR"),
        Kosten(art=Kostenart.UNBEKANNT),
        Kosten(art=Kostenart.LOKAL),
    ],
)
def test_euro_and_what_has_no_amount_need_no_rate(kosten):
    assert to_euro(kosten, {}) == kosten


def test_another_currency_is_never_shown_as_euro():
    with pytest.raises(ValueError, match="Umrechnung"):
        display_euro(Kosten(art=Kostenart.ABGERECHNET, mikro=1, waehrung="USD"))


MESSUNGEN = [
    Promptmessung(modell="a", anbieter="x", token=100),
    Promptmessung(modell="b", anbieter="x", token=120),
    Promptmessung(modell="c", anbieter="y", token=131),
]


@pytest.mark.parametrize(
    ("modell", "anbieter", "expected"),
    [
        ("a", "x", (100, Messbasis.MODELL)),
        ("neu", "x", (110, Messbasis.ANBIETER)),
        ("neu", "neu", (120, Messbasis.ALLE)),
    ],
)
def test_prompt_tokens_come_from_the_nearest_runs_without_frame(modell, anbieter, expected):
    assert prompt_tokens_without_frame(MESSUNGEN, modell=modell, anbieter=anbieter) == expected


def test_an_even_median_is_rounded_half_up():
    pair = [Promptmessung(modell="a", anbieter="x", token=t) for t in (101, 104)]
    assert prompt_tokens_without_frame(pair, modell="a", anbieter="x")[0] == 103


def test_without_a_measurement_the_tokens_are_unknown():
    assert prompt_tokens_without_frame([], modell="a", anbieter="x") == (None, Messbasis.KEINE)


@pytest.mark.parametrize(
    ("teile", "deckel", "expected"),
    [
        ([], 0, True),
        ([999_999_999], 1_000, False),
        ([1_000_000_000], 1_000, True),
        ([10**15, None], None, False),
    ],
)
def test_the_ceiling_stops_when_it_is_reached(teile, deckel, expected):
    assert exceeds_ceiling(teile, deckel) is expected


@given(
    st.integers(0, 200_000), st.integers(0, 200_000), st.integers(0, 10**9), st.integers(0, 10**9)
)
def test_the_estimate_equals_decimal_arithmetic(ein, aus, preis_ein, preis_aus):
    price = preis("2026-01-01", ein=preis_ein, aus=preis_aus)
    teile = estimate_teile(price, token_eingabe=ein, token_ausgabe=aus)
    by_hand = (Decimal(ein) * preis_ein + Decimal(aus) * preis_aus) / Decimal(1_000_000)
    assert to_mikro(teile) == int(by_hand.quantize(Decimal(1), ROUND_HALF_UP))


@given(st.integers(0, 10**15))
def test_the_display_never_hides_a_cost(mikro):
    shown = display_euro(Kosten(art=Kostenart.ABGERECHNET, mikro=mikro, waehrung="EUR"))
    assert (shown == f"0,00{NBSP}€") == (mikro == 0)
