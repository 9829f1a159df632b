"""Wait for the workers: ask the pipeline what is due until a condition holds, and say how far."""

from __future__ import annotations

import time
from collections.abc import Callable

from lexassay.pipeline import advance

TAKT_S = 0.25
MELDUNG_S = 3.0


class ZuLange(Exception):
    """The workers did not finish; what is done is kept, and the next start goes on from there."""


def work_off(
    *,
    was: str,
    fertig: Callable[[], bool],
    stand: Callable[[], str],
    say: Callable[[str], None],
    frist_s: float = 900.0,
) -> None:
    """Drive the pipeline until ``fertig`` holds; the work itself is done by the RQ workers."""
    beginn = letzte = time.monotonic()
    while not fertig():
        advance()
        jetzt = time.monotonic()
        if jetzt - beginn > frist_s:
            raise ZuLange(f"{was}: nach {int(frist_s)} Sekunden nicht fertig ({stand()}).")
        if jetzt - letzte > MELDUNG_S:
            say(f"        {was}: {stand()}")
            letzte = jetzt
        time.sleep(TAKT_S)
