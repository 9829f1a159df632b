"""Pure: no Django, no I/O. What crosses between the database thread and the event loop."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass

from runs_app.engine.protocol import Claim, Outcome
from runs_app.providers.base import Anfrage, Rohergebnis

SPOOL_FORMAT = "judge-1"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeJob:
    """One call to a judge; `anfrage` is None in an outcome that was read from a spool file."""

    auftrag_id: int
    anbieter_id: int
    anfrage: Anfrage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeErgebnis:
    """What a call brought: the raw record, or the obstacle (German) that forbade it."""

    roh: Rohergebnis | None = None
    hindernis: str = ""


def dump_outcome(outcome: Outcome) -> bytes:
    """Serialise an outcome for the spool; the raw record is kept byte for byte."""
    ergebnis: JudgeErgebnis = outcome.result
    job: JudgeJob = outcome.claim.job
    record = {
        "format": SPOOL_FORMAT,
        "claim": [outcome.claim.key, outcome.claim.token, outcome.claim.lane],
        "anbieter": job.anbieter_id,
        "roh": base64.b64encode(ergebnis.roh.to_bytes()).decode() if ergebnis.roh else None,
        "hindernis": ergebnis.hindernis,
    }
    return json.dumps(record).encode()


def load_outcome(record: bytes) -> Outcome:
    """Read what `dump_outcome` wrote; raises ValueError for anything else."""
    try:
        data = json.loads(record)
        if data["format"] != SPOOL_FORMAT:
            raise ValueError(f"unknown format {data['format']!r}")
        key, token, lane = data["claim"]
        roh = Rohergebnis.from_bytes(base64.b64decode(data["roh"])) if data["roh"] else None
        job = JudgeJob(auftrag_id=key, anbieter_id=data["anbieter"])
        ergebnis = JudgeErgebnis(roh=roh, hindernis=data["hindernis"])
    except (KeyError, TypeError) as error:
        raise ValueError(f"no spool record: {error}") from error
    return Outcome(claim=Claim(key=key, token=token, lane=lane, job=job), result=ergebnis)
