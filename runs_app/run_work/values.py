"""Pure: no Django, no I/O. What crosses between the database thread and the event loop."""

from __future__ import annotations

import base64
import json
from dataclasses import asdict, dataclass
from typing import Any

from runs_app.begriffe import VersuchArt
from runs_app.budget import Anforderung, Budgetplan
from runs_app.engine.protocol import Claim, Outcome
from runs_app.folge import Regeln
from runs_app.normalise import Normalisat, normalise
from runs_app.providers.base import Anfrage, Rohergebnis

SPOOL_FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Listenpreis:
    """Micro-units of the currency per million tokens."""

    eingabe_mikro: int
    ausgabe_mikro: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kopf:
    """What saving needs to know about a claimed Run; plain values, so that it can be spooled."""

    run_id: int
    lauf_id: int
    anbieter_id: int
    lokal: bool
    anforderung: Anforderung
    plan: Budgetplan
    regeln: Regeln
    preis: Listenpreis | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunJob:
    """One call to be made; `hindernis` (German) says why it cannot be, if so."""

    kopf: Kopf
    anfrage: Anfrage | None = None
    hindernis: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ergebnis:
    """What a call brought: raw and normalised, or the obstacle that forbade it."""

    roh: Rohergebnis | None = None
    normal: Normalisat | None = None
    hindernis: str = ""


def dump_outcome(outcome: Outcome) -> bytes:
    """Serialise an outcome for the spool; the raw record is kept byte for byte."""
    ergebnis: Ergebnis = outcome.result
    record = {
        "format": SPOOL_FORMAT,
        "claim": [outcome.claim.key, outcome.claim.token, outcome.claim.lane],
        "kopf": asdict(outcome.claim.job.kopf),
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
        job = RunJob(kopf=_head(data["kopf"]))
        roh = Rohergebnis.from_bytes(base64.b64decode(data["roh"])) if data["roh"] else None
    except (KeyError, TypeError) as error:
        raise ValueError(f"no spool record: {error}") from error
    normal = normalise(roh) if roh else None
    return Outcome(
        claim=Claim(key=key, token=token, lane=lane, job=job),
        result=Ergebnis(roh=roh, normal=normal, hindernis=data["hindernis"]),
    )


def _head(data: dict[str, Any]) -> Kopf:
    anforderung = data["anforderung"]
    return Kopf(
        run_id=data["run_id"],
        lauf_id=data["lauf_id"],
        anbieter_id=data["anbieter_id"],
        lokal=data["lokal"],
        anforderung=Anforderung(**{**anforderung, "art": VersuchArt(anforderung["art"])}),
        plan=Budgetplan(**data["plan"]),
        regeln=Regeln(**data["regeln"]),
        preis=Listenpreis(**data["preis"]) if data["preis"] else None,
    )
