"""What workers and the clock start: grade, judge, sweep. Running one twice is harmless."""

from __future__ import annotations

import asyncio
from pathlib import Path

from django.conf import settings

from grading_app.judge_work.work import JudgeWork
from grading_app.selectors import runs_bewertbar
from grading_app.services import grade_lauf, grade_runs
from runs_app.engine.loop import Engine
from runs_app.engine.protocol import Takt
from runs_app.engine.saving import Saver
from runs_app.engine.spool import Spool
from runs_app.models import Lauf


def grade_due(limit: int) -> int:
    """Grade up to `limit` Runs that can be graded now; return how many got a grade."""
    ids = list(runs_bewertbar().values_list("pk", flat=True)[:limit])
    return grade_runs(ids=ids).neu


def judge_due(limit: int) -> None:
    """Ask judge models about open orders, at most `limit` at a time, until none is due.

    What has its verdicts then is graded at once by the next `grade_due`.
    """
    takt: Takt = getattr(settings, "JUDGE_TAKT", Takt(capacity=max(1, min(limit, 200))))
    asyncio.run(Engine(JudgeWork(), spool=Spool(spool_directory()), takt=takt).run())


def sweep_judges() -> int:
    """Free orders whose worker is gone; save what lies in files; return how many were freed."""
    work = JudgeWork()
    Saver(work, Spool(spool_directory())).replay()
    return work.sweep()


def regrade_lauf(lauf_id: int) -> int:
    """Grade again what is stale in a Lauf; return how many grades are new."""
    return grade_lauf(lauf=Lauf.objects.get(pk=lauf_id)).neu


def spool_directory() -> Path:
    """Return where verdicts wait for a database that is away, apart from the answers of Runs."""
    return Path(getattr(settings, "SPOOL_DIR", Path(settings.VAR_DIR) / "spool")) / "judge"
