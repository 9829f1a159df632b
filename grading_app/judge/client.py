"""Builds the one call of a grading order; the call itself is the adapters' (R-6.3)."""

from __future__ import annotations

import secrets

from grading_app.judge.prompt import Bewertungsvorlage, Nachricht, build_nachricht
from grading_app.judge.schema import parameter
from grading_app.models import Bewerter, Bewertungsauftrag
from runs_app.begriffe import Ausfuehrungsweg, Dialekt
from runs_app.hosts import local_hosts
from runs_app.providers.base import Anfrage

ZEITLIMIT_S = 900.0


def build_anfrage(bewerter: Bewerter, vorlage: Bewertungsvorlage, nachricht: Nachricht) -> Anfrage:
    """The call to a judge's model: no tool, no memory, the two messages of the contract."""
    modell = bewerter.modell
    if modell is None:
        raise ValueError("Nur ein Modell wird aufgerufen.")
    return Anfrage(
        ausfuehrungsweg=Ausfuehrungsweg(modell.ausfuehrungsweg),
        dialekt=Dialekt(modell.dialekt),
        model_id=modell.api_model_id or modell.kennung,
        system=nachricht.system,
        prompt=nachricht.user,
        limit=min(bewerter.max_ausgabe, modell.max_output or bewerter.max_ausgabe),
        deadline_s=ZEITLIMIT_S,
        base_url=modell.base_url,
        limit_parameter=modell.limit_parameter,
        effort_parameter=parameter(bewerter, vorlage),
        key_env=modell.anbieter.schluessel_variable,
        lokale_hosts=local_hosts(),
        datei_pfad=modell.datei_pfad,
        datei_sha256=modell.datei_sha256,
        geladener_kontext=modell.geladener_kontext,
    )


def anfrage_zu(
    auftrag: Bewertungsauftrag, vorlage: Bewertungsvorlage, entscheidungen: tuple[str, ...]
) -> Anfrage:
    """The call of one order, with fresh random delimiters."""
    nachricht = build_nachricht(
        vorlage,
        rubrik=auftrag.rubrik.anweisung,
        entscheidungen=entscheidungen,
        token=secrets.token_hex(16),
    )
    return build_anfrage(auftrag.bewerter, vorlage, nachricht)
