"""The ninth step of a Testfall: its results are in the released build."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from lexassay.builds import schritte
from runs_app.models import Run
from tasks_app.definition import checkliste
from tests.citations_app.bausteine import redakteur, run_with

pytestmark = pytest.mark.django_db


class Veroeffentlicht:
    """What the step reads of a released build."""

    kennung = "2026-11-30-1"

    def __init__(self, *pfade: str) -> None:
        self.manifest = {"pruefsummen": dict.fromkeys(pfade, "0" * 64)}


def step_nine(run: Run) -> tuple[bool, str]:
    _, stand = next((s, stand) for s, stand in checkliste(run.testfall) if s.nummer == 9)
    return stand.erfuellt, stand.text


@pytest.mark.parametrize(
    ("pfade", "geprueft", "erfuellt"),
    [
        (None, True, False),
        ((), True, False),
        (("lauf/ein-anderer/index.html",), True, False),
        (("lauf/lauf-1/index.html",), False, False),
        (("lauf/lauf-1/index.html",), True, True),
    ],
)
def test_a_testfall_is_done_when_its_reviewed_lauf_is_released(
    monkeypatch: Any, pfade: tuple[str, ...] | None, geprueft: bool, erfuellt: bool
) -> None:
    run = run_with("Nach drei Jahren.")
    if geprueft:
        lauf = run.teilnahme.lauf
        lauf.geprueft_am, lauf.geprueft_von = timezone.now(), redakteur()
        lauf.save(update_fields=["geprueft_am", "geprueft_von"])
    build = None if pfade is None else Veroeffentlicht(*pfade)
    monkeypatch.setattr(schritte, "published_build", lambda: build)
    stand, text = step_nine(run)
    assert stand is erfuellt
    assert (text == "Build 2026-11-30-1: Lauf lauf-1.") is erfuellt
