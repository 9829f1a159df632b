"""What the clock starts: one line per job, with its queue and how often it runs.

A job of an app that is not installed is left out, so that this list never stops the site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import structlog
from django.utils.module_loading import import_string

log = structlog.get_logger(__name__)
MINUTE, DAY = 60, 86_400


@dataclass(frozen=True, slots=True)
class Termin:
    """A job by its dotted path, the queue it goes to, and the seconds between two starts."""

    job: str
    queue: str
    every: int


ZEITPLAN = (
    Termin("runs_app.jobs.sweep", "default", 30),
    Termin("lexassay.pipeline.advance", "default", 5),
    Termin("lexassay.pipeline.seal", "default", MINUTE),
    Termin("grading_app.jobs.sweep_judges", "grading", 30),
    Termin("citations_app.jobs.recheck_quellen", "citations", DAY),
)


def due_jobs() -> Iterator[tuple[Termin, Callable[..., Any]]]:
    """Yield each entry whose function exists."""
    for termin in ZEITPLAN:
        try:
            yield termin, import_string(termin.job)
        except ImportError as error:
            log.warning("no such job in the schedule", job=termin.job, reason=str(error))
