"""Zitate, what sources found about them, and the evidence (SPEC 9)."""

from citations_app.models.befund import Befund, Beleg, Endbefund
from citations_app.models.quelle import Normenbestand, Zitatquelle
from citations_app.models.rechtsstand import Quellenpruefung
from citations_app.models.zitat import Zitat, Zitatauszug

__all__ = [
    "Befund",
    "Beleg",
    "Endbefund",
    "Normenbestand",
    "Quellenpruefung",
    "Zitat",
    "Zitatauszug",
    "Zitatquelle",
]
