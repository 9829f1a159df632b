"""The nine stages in their order: read this first.

Every stage is one line: its name, who asks what is due, which job does it, on which queue. No
stage knows another; the tables between them are the only hand-over. ``advance`` asks each stage
whether something is due and puts one job into its queue. A job may run twice, late or never: the
next ``advance`` asks again.

Stages without a job are done by people in the admin (1, 2, 8, 9) or together with the stage before
them (4 and 5 happen when an answer is saved, 7 when a build is frozen).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import django_rq
import structlog
from django.contrib.auth import get_user_model
from rq.exceptions import DuplicateJobError

from citations_app import selectors as zitate
from grading_app import selectors as noten
from grading_app.begriffe import BewerterArt
from lexassay.builds.models import BuildManifest
from lexassay.builds.services import Rohbau, create_build
from lexassay.builds.snapshot import freeze
from lexassay.protokoll.services import seal_ereignisse
from lexassay.public.live import RAHMEN
from lexassay.public.pages import render_all
from lexassay.renderer import ausgabe_of, frame_of
from runs_app import selectors as laeufe
from runs_app.wecken import wake_workers

log = structlog.get_logger(__name__)
STAPEL = 500
"""How many things one job works off at most; what is left is due again."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of seed 002: ``due`` tells whether there is work, ``start`` hands it out."""

    nummer: int
    name: str
    due: Callable[[], bool] | None = None
    start: Callable[[], Any] | None = None


def _job(queue: str, function: str, *args: int) -> None:
    """Put a job into its queue unless the same one waits there or runs already."""
    job_id = "stufe-" + "-".join([function.replace(".", "-"), *map(str, args)])
    try:
        django_rq.get_queue(queue).enqueue_call(
            function, args=args, job_id=job_id, unique=True, result_ttl=0, failure_ttl=60
        )
    except DuplicateJobError:
        log.debug("already queued", job=function)


STAGES: tuple[Stage, ...] = (
    Stage(1, "Testdefinition"),
    Stage(2, "Ausführungsableitung"),
    Stage(3, "Modell-Ausführung", lambda: laeufe.runs_zu_erledigen().exists(), wake_workers),
    Stage(4, "Normalisierung"),
    Stage(5, "technische Klassifikation"),
    Stage(
        6,
        "Zitate auslesen",
        lambda: zitate.runs_ohne_zitate().exists(),
        partial(_job, "citations", "citations_app.jobs.extract_due", STAPEL),
    ),
    Stage(
        6,
        "Zitate prüfen",
        lambda: zitate.zitate_faellig().exists(),
        partial(_job, "citations", "citations_app.jobs.check_faellige", STAPEL),
    ),
    Stage(
        6,
        "fachliche Bewertung",
        lambda: noten.runs_bewertbar().exists(),
        partial(_job, "grading", "grading_app.jobs.grade_due", STAPEL),
    ),
    Stage(
        6,
        "Urteile einholen",
        lambda: noten.offene_auftraege().filter(bewerter__art=BewerterArt.LLM).exists(),
        partial(_job, "grading", "grading_app.jobs.judge_due", STAPEL),
    ),
    Stage(7, "Aggregation"),
    Stage(8, "Qualitätssicherung"),
    Stage(9, "Veröffentlichung"),
)


def advance() -> list[str]:
    """Ask every stage what is due, hand it out, and return the names of the stages with work."""
    begonnen = []
    for stage in STAGES:
        if stage.due and stage.start and stage.due():
            stage.start()
            begonnen.append(stage.name)
    return begonnen


def seal() -> int:
    """Chain the audit entries committed since the last time."""
    return seal_ereignisse()


def build(*, user: Any) -> BuildManifest:
    """Stages 7 and 8: freeze → pages → exports → gates over the bytes → seal (DESIGN 4)."""
    return create_build(stand=freeze(), user=user, render=render)


def build_for(user_id: int) -> str:
    """Build in the name of a person of the Redaktion, who asked for it in the admin."""
    person = get_user_model().objects.get(pk=user_id)
    kennung: str = build(user=person).kennung
    return kennung


def render(rohbau: Rohbau) -> dict[str, bytes]:
    """Render all pages of a build; ``builds`` receives this function and knows no page."""
    ausgabe = ausgabe_of(rohbau)
    return {**render_all(ausgabe), RAHMEN: frame_of(ausgabe)}
