"""Pure: no Django, no I/O.

The citation grammar: `extract(text)` returns every citation of a text with exact offsets (R-9.1).
"""

from citations_app.grammar.american_eyecite import us_available
from citations_app.grammar.extract import GRAMMAR_VERSION, extract
from citations_app.grammar.types import (
    Entscheidung,
    EuAkt,
    Fundstelle,
    Norm,
    Rechtsordnung,
    Teile,
    UsFall,
    UsNorm,
    Zitatart,
)

__all__ = [
    "GRAMMAR_VERSION",
    "Entscheidung",
    "EuAkt",
    "Fundstelle",
    "Norm",
    "Rechtsordnung",
    "Teile",
    "UsFall",
    "UsNorm",
    "Zitatart",
    "extract",
    "us_available",
]
