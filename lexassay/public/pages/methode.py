"""The method and its limits, printed from the rules and the constants of the code (R-12.7)."""

from __future__ import annotations

from collections.abc import Mapping

from lexassay.public.ausgabe import Ausgabe
from lexassay.public.pages.rahmen import page


def methode(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the method page."""
    return page(
        ausgabe,
        "methode.html",
        "methode/",
        titel="Methode und Grenzen",
        nav="methode",
        englisch="How tasks are put, answers and citations checked and graded, and what the "
        "figures do not say.",
    )
