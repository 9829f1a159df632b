"""Every path of the budget rule (R-3.2) as a table, and its laws as properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs_app.begriffe import VersuchArt
from runs_app.budget import (
    Abbruchzahlen,
    Anforderung,
    BudgetFehler,
    Budgetplan,
    Versuchsausgang,
    count_cuts,
    counting_attempt,
    granted_budget,
    is_below_standard,
    is_comparable,
    next_attempt,
    thinking_limit,
)

G = 64_000
E, N, D = VersuchArt.ERSTVERSUCH, VersuchArt.NACHLAUF, VersuchArt.DENKBEGRENZT


def plan(erstlimit: int = G, denkbegrenzbar: bool = False, gewaehrt: int = G) -> Budgetplan:
    return Budgetplan(gewaehrt=gewaehrt, erstlimit=erstlimit, denkbegrenzbar=denkbegrenzbar)


def complete(art: VersuchArt, limit: int = G) -> Versuchsausgang:
    return Versuchsausgang(art=art, limit=limit, abgeschnitten=False, ausgabe_token=900)


def cut(art: VersuchArt, limit: int = G, token: int | None = -1) -> Versuchsausgang:
    used = limit if token == -1 else token
    return Versuchsausgang(art=art, limit=limit, abgeschnitten=True, ausgabe_token=used)


PATHS = [
    # name, plan, history, the attempt due next (None: complete), index of the counting attempt
    ("nothing yet: E at its own limit", plan(16_000), [], (E, 16_000, None), None),
    ("E complete", plan(), [complete(E)], None, 0),
    ("E complete at a small limit", plan(16_000), [complete(E, 16_000)], None, 0),
    ("E cut at G, thinking fixed", plan(), [cut(E)], None, 0),
    ("E cut at G, thinking cappable: D", plan(denkbegrenzbar=True), [cut(E)], (D, G, 48_000), None),
    ("E cut at 16k: N at G", plan(16_000), [cut(E, 16_000)], (N, G, None), None),
    ("E cut by the provider at 8k of 64k: N", plan(), [cut(E, token=8_192)], (N, G, None), None),
    ("E cut one token below 95 %: N", plan(), [cut(E, token=60_799)], (N, G, None), None),
    ("E cut at exactly 95 %: at G", plan(), [cut(E, token=60_800)], None, 0),
    ("E cut, usage unknown: at the requested limit", plan(), [cut(E, token=None)], None, 0),
    ("E cut, N complete: N counts", plan(16_000), [cut(E, 16_000), complete(N)], None, 1),
    ("E cut, N cut at G, fixed", plan(16_000), [cut(E, 16_000), cut(N)], None, 1),
    (
        "E cut, N cut at G, cappable: D",
        plan(16_000, True),
        [cut(E, 16_000), cut(N)],
        (D, G, 48_000),
        None,
    ),
    (
        "E cut, N cut by the provider again: no D",
        plan(16_000, True),
        [cut(E, 16_000), cut(N, token=9_000)],
        None,
        1,
    ),
    (
        "E, N, D all cut: D counts",
        plan(16_000, True),
        [cut(E, 16_000), cut(N), cut(D)],
        None,
        2,
    ),
    ("E cut at G, D complete: D counts", plan(denkbegrenzbar=True), [cut(E), complete(D)], None, 1),
    (
        "E cut, D times out: D counts all the same",
        plan(denkbegrenzbar=True),
        [cut(E), Versuchsausgang(art=D, limit=G, abgeschnitten=False)],
        None,
        1,
    ),
    (
        "E timed out and was repeated later: the repetition is E's outcome",
        plan(),
        [Versuchsausgang(art=E, limit=G, abgeschnitten=False), complete(E)],
        None,
        1,
    ),
    (
        "an N that was never due does not count",
        plan(),
        [complete(E), complete(N)],
        None,
        0,
    ),
]


@pytest.mark.parametrize(
    ("plan_", "history", "due", "counts"),
    [pytest.param(*row[1:], id=row[0]) for row in PATHS],
)
def test_the_rule_names_the_due_attempt_and_the_counting_one(plan_, history, due, counts):
    expected = due and Anforderung(art=due[0], limit=due[1], denklimit=due[2])
    assert next_attempt(history, plan_) == expected
    assert counting_attempt(history, plan_) == counts


@pytest.mark.parametrize(
    ("kwargs", "expected"),
    [
        ({}, 64_000),
        ({"modell_maximum": 128_000}, 64_000),
        ({"modell_maximum": 32_768}, 32_768),
        ({"geladener_kontext": 8_192, "prompt_token": 192}, 8_000),
        ({"geladener_kontext": 131_072, "prompt_token": 500}, 64_000),
        ({"modell_maximum": 4_096, "geladener_kontext": 8_192, "prompt_token": 192}, 4_096),
        ({"geladener_kontext": 100, "prompt_token": 99}, 1),
    ],
)
def test_granted_budget_is_the_smallest_bound(kwargs, expected):
    assert granted_budget(**kwargs) == expected


@pytest.mark.parametrize("prompt", [100, 101, 5_000])
def test_a_prompt_that_fills_the_context_is_refused_and_never_shortened(prompt):
    with pytest.raises(BudgetFehler, match="keinen Platz"):
        granted_budget(geladener_kontext=100, prompt_token=prompt)


def test_a_first_limit_above_the_grant_is_refused():
    with pytest.raises(BudgetFehler, match="nicht mehr fordern"):
        plan(erstlimit=G + 1)


@pytest.mark.parametrize(
    ("kontext", "expected"),
    [(None, True), (8_192, False), (10_000, False), (10_001, True), (131_072, True)],
)
def test_a_small_loaded_context_is_not_comparable(kontext, expected):
    assert is_comparable(kontext) is expected


def test_the_preview_names_budgets_below_the_standard():
    assert is_below_standard(32_768)
    assert not is_below_standard(64_000)


def test_cut_offs_are_counted_for_the_laufseite():
    runs = [
        ([complete(E)], plan()),
        ([cut(E)], plan()),
        ([cut(E, 16_000), complete(N)], plan(16_000)),
        ([cut(E, 16_000), cut(N), cut(D)], plan(16_000, True)),
        ([cut(E), complete(D)], plan(denkbegrenzbar=True)),
        ([cut(E)], plan(denkbegrenzbar=True)),  # D still due: not counted anywhere yet
    ]
    assert count_cuts(runs) == Abbruchzahlen(
        im_erstversuch=4, nachlauf_zaehlt=1, denkbegrenzt_zaehlt=2, weiterhin=2
    )


budgets = st.integers(min_value=1, max_value=200_000)


@st.composite
def plaene(draw: st.DrawFn) -> Budgetplan:
    gewaehrt = draw(budgets)
    erst = draw(st.integers(min_value=1, max_value=gewaehrt))
    return Budgetplan(gewaehrt=gewaehrt, erstlimit=erst, denkbegrenzbar=draw(st.booleans()))


def play(plan_: Budgetplan, outcomes: list[tuple[bool, int]]) -> list[Versuchsausgang]:
    """Follow the rule with the given outcomes until nothing is due."""
    history: list[Versuchsausgang] = []
    for abgeschnitten, promille in outcomes:
        due = next_attempt(history, plan_)
        if due is None:
            break
        history.append(
            Versuchsausgang(
                art=due.art,
                limit=due.limit,
                abgeschnitten=abgeschnitten,
                ausgabe_token=due.limit * promille // 1000,
            )
        )
    return history


outcome_lists = st.lists(st.tuples(st.booleans(), st.integers(0, 1000)), min_size=4, max_size=4)


@given(plaene(), outcome_lists)
def test_a_run_ends_after_at_most_three_attempts_of_different_kinds(plan_, outcomes):
    history = play(plan_, outcomes)
    assert next_attempt(history, plan_) is None
    assert len({ausgang.art for ausgang in history}) == len(history) <= 3


@given(plaene(), outcome_lists)
def test_the_last_attempt_made_is_the_one_that_counts(plan_, outcomes):
    history = play(plan_, outcomes)
    assert counting_attempt(history, plan_) == len(history) - 1


@given(plaene(), outcome_lists)
def test_no_attempt_asks_for_more_than_was_granted(plan_, outcomes):
    history = play(plan_, outcomes)
    assert all(ausgang.limit <= plan_.gewaehrt for ausgang in history)
    assert all(a.limit == plan_.gewaehrt for a in history if a.art is not E)


@given(plaene(), outcome_lists)
def test_a_complete_first_attempt_ends_the_run(plan_, outcomes):
    history = play(plan_, [(False, 500), *outcomes])
    assert [ausgang.art for ausgang in history] == [E]


@given(budgets)
def test_the_thinking_limit_is_three_quarters_rounded_down(gewaehrt):
    assert thinking_limit(gewaehrt) * 4 <= gewaehrt * 3 < (thinking_limit(gewaehrt) + 1) * 4
