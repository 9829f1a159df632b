"""What changes grades, verdicts and rules: one verb each, keyword-only."""

from grading_app.services.beauftragen import (
    lock_stapel,
    request_judgement,
    request_sample,
    withdraw_stapel,
)
from grading_app.services.bewerten import Gradebericht, grade_lauf, grade_run, grade_runs
from grading_app.services.durchgang import Aenderung, retry_failed, uniform_pass
from grading_app.services.fassungen import (
    new_regel_version,
    publish_entscheidung,
    publish_regel,
    publish_rubrik,
)
from grading_app.services.fehler import Konflikt, NichtBewertbar
from grading_app.services.ueberschreiben import override_bewertung
from grading_app.services.urteilen import record_urteil, settle_disagreement

__all__ = [
    "Aenderung",
    "Gradebericht",
    "Konflikt",
    "NichtBewertbar",
    "grade_lauf",
    "grade_run",
    "grade_runs",
    "lock_stapel",
    "new_regel_version",
    "override_bewertung",
    "publish_entscheidung",
    "publish_regel",
    "publish_rubrik",
    "record_urteil",
    "request_judgement",
    "request_sample",
    "retry_failed",
    "settle_disagreement",
    "uniform_pass",
    "withdraw_stapel",
]
