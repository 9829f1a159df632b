"""Pure: no Django, no I/O. The eight Qualitäts-Tore; importing the package registers them."""

from __future__ import annotations

from lexassay.builds.gates import (
    aggregation,
    ausfuehrung,
    bewertung,
    darstellung,
    definition,
    freigabe,
    inhalt,
    technik,
)
from lexassay.builds.gates.base import (
    TORNAMEN,
    Befund,
    Pruefling,
    Schwere,
    Tor,
    checks,
    errors,
    gate,
    notices,
    run_gates,
)

__all__ = [
    "TORNAMEN",
    "Befund",
    "Pruefling",
    "Schwere",
    "Tor",
    "aggregation",
    "ausfuehrung",
    "bewertung",
    "checks",
    "darstellung",
    "definition",
    "errors",
    "freigabe",
    "gate",
    "inhalt",
    "notices",
    "run_gates",
    "technik",
]
