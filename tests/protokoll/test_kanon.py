"""Canonical JSON has one form for one value, and rounding one rule."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexassay.protokoll.exakt import round_half_up
from lexassay.protokoll.kanon import canonical_hash, canonical_json

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda kinder: st.lists(kinder, max_size=4) | st.dictionaries(st.text(), kinder, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), JSON, max_size=6))
def test_the_order_of_keys_does_not_matter(wert: dict[str, object]) -> None:
    umgekehrt = dict(reversed(list(wert.items())))
    assert canonical_hash(wert) == canonical_hash(umgekehrt)


@pytest.mark.parametrize(
    ("wert", "text"),
    [
        (Fraction(6, 8), '"3/4"'),
        (dt.date(2026, 11, 30), '"2026-11-30"'),
        (
            dt.datetime(2026, 11, 30, 13, 0, tzinfo=dt.timezone(dt.timedelta(hours=1))),
            '"2026-11-30T12:00:00.000000+00:00"',
        ),
        ({"ä": {2, 1}}, '{"ä":[1,2]}'),
    ],
)
def test_values_have_their_form(wert: object, text: str) -> None:
    assert canonical_json(wert) == text


@pytest.mark.parametrize("wert", [0.5, dt.datetime(2026, 1, 1), object()])  # noqa: DTZ001
def test_what_has_no_form_is_refused(wert: object) -> None:
    with pytest.raises(TypeError):
        canonical_json(wert)


@pytest.mark.parametrize(
    ("wert", "stellen", "erwartet"),
    [
        (Fraction(125, 10), 0, 13),
        (Fraction(135, 2), 0, 68),
        (Fraction(2675, 1000), 2, Fraction(268, 100)),
        (Fraction(-5, 2), 0, -3),
        (Fraction(1, 3), 1, Fraction(3, 10)),
    ],
)
def test_halves_are_rounded_away_from_zero(
    wert: Fraction, stellen: int, erwartet: Fraction | int
) -> None:
    assert round_half_up(wert, stellen) == erwartet
