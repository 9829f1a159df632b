"""The site's own settings with a fast pulse: leases of two seconds, a sweep each second."""

from __future__ import annotations

import os

from lexassay.settings import *  # noqa: F403
from runs_app.engine.protocol import Takt

RUN_LEASE_S = 2.0
RUN_SLOTS = int(os.environ.get("CHAOS_SLOTS", "1"))
RUN_TAKT = Takt(
    claim_s=30.0, idle_s=0.05, idle_end_s=0.5, renew_s=0.5, sweep_s=1.0, spool_after_s=1.0
)
