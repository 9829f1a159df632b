"""The citation against itself: impossible combinations (R-9.3)."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils import timezone

from citations_app.befund import Abruf, Einzelbefund
from citations_app.begriffe import Abrufweg, Befundart
from citations_app.grammar.types import Fundstelle
from citations_app.konsistenz import check_consistency
from citations_app.sources.base import Netz


class Angaben:
    """Needs no source; speaks only when the citation contradicts itself."""

    kennung = "angaben"
    leser_version = "1"
    braucht_netz = False

    def zustaendig(self, fundstelle: Fundstelle) -> bool:
        return check_consistency(fundstelle, heute=timezone.localdate()) is not None

    def anfrage(self, fundstelle: Fundstelle) -> str:
        return fundstelle.anzeige

    def fetch(self, anfrage: str, netz: Netz | None) -> Abruf:
        return Abruf(url="", weg=Abrufweg.BERECHNET, auszug=anfrage)

    def judge(self, fundstelle: Fundstelle, felder: dict[str, Any], *, heute: date) -> Einzelbefund:
        found = check_consistency(fundstelle, heute=heute)
        return found or Einzelbefund(art=Befundart.KEINE_QUELLE)
