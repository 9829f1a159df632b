"""Pure: no Django, no I/O. Gate Technik: status values and times are plausible (R-11.1)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from lexassay.builds.gates.base import Befund, Pruefling, gate
from lexassay.builds.metrics import STATUSKLASSEN

LAENGSTER_AUFRUF_MS = 24 * 3600 * 1000


@gate("technik")
def check_every_valid_run_has_one_of_the_six_classes(p: Pruefling) -> Iterator[Befund]:
    """SPEC 5: the six classes are total over valid Runs."""
    for run in p.stand.runs:
        if run.gueltig and run.technischer_status not in STATUSKLASSEN:
            yield Befund(
                "technik.E001",
                f"{run.testfall} · {run.teilnahme}: unbekannter technischer Status"
                f" „{run.technischer_status}“.",
            )


@gate("technik")
def check_times_are_plausible(p: Pruefling) -> Iterator[Befund]:
    """Case 49: no negative, zero or absurd durations; no start in the future of the Datenstand."""
    ende = dt.datetime.combine(p.stand.stand, dt.time.max, tzinfo=dt.UTC) + dt.timedelta(days=1)
    for run in p.stand.runs:
        if run.technischer_status == "erfolgreich" and run.dauer_ms <= 0:
            yield _zeit(run.testfall, run.teilnahme, f"Dauer {run.dauer_ms} ms")
        if run.dauer_ms > LAENGSTER_AUFRUF_MS:
            yield _zeit(run.testfall, run.teilnahme, "Dauer über 24 Stunden")
        if run.started_at > ende:
            yield _zeit(run.testfall, run.teilnahme, "Beginn nach dem Datenstand")


def _zeit(testfall: str, teilnahme: str, was: str) -> Befund:
    return Befund(
        "technik.E002",
        f"{testfall} · {teilnahme}: {was} ist nicht plausibel.",
        "Uhr des Rechners prüfen und den Run wiederholen.",
        ("runs_app.teilnahme", teilnahme),
    )


@gate("technik")
def check_invalid_runs_are_repeated_or_left_out(p: Pruefling) -> Iterator[Befund]:
    """R-7.5, R-11.1: an invalid Run is repeated, or its Teilnahme is left out with a reason."""
    ausgelassen = {t.kennung for t in p.stand.teilnahmen if t.ausgelassen_grund}
    for run in p.stand.runs:
        if not run.gueltig and run.teilnahme not in ausgelassen:
            yield Befund(
                "technik.E003",
                f"{run.testfall} · {run.teilnahme} ist ungültig.",
                "Den Run wiederholen oder die Teilnahme mit Grund auslassen.",
                ("runs_app.teilnahme", run.teilnahme),
            )
