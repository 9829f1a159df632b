"""Demonstration models, their provider and their prices; they answer from recorded files."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone

from lexassay.beispiel.konten import Personen
from lexassay.protokoll.kanon import sha256_hex
from lexassay.protokoll.services import log_ereignis
from runs_app.begriffe import Ausfuehrungsweg, Dialekt
from runs_app.models import Anbieter, Modellmetadaten, Preis, SystemPrompt

SYSTEM_PROMPT = (
    "Beantworten Sie die folgende Frage zum Recht so genau wie möglich. Nennen Sie die tragenden"
    " Vorschriften und Entscheidungen mit genauer Fundstelle. Sie haben keinen Zugriff auf das"
    " Internet und keine Werkzeuge."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vorlage:
    """One demonstration model."""

    kennung: str
    name: str
    familie: str
    dialekt: Dialekt
    weg: Ausfuehrungsweg
    denkbudget: bool
    eingabe_mikro: int
    ausgabe_mikro: int


VORLAGEN = (
    Vorlage(
        kennung="demo-aster",
        name="Demo Aster",
        familie="Demo A",
        dialekt=Dialekt.RESPONSES,
        weg=Ausfuehrungsweg.OPENAI_API,
        denkbudget=False,
        eingabe_mikro=2_000_000,
        ausgabe_mikro=12_000_000,
    ),
    Vorlage(
        kennung="demo-birke",
        name="Demo Birke",
        familie="Demo B",
        dialekt=Dialekt.CHAT,
        weg=Ausfuehrungsweg.OPENAI_API,
        denkbudget=False,
        eingabe_mikro=500_000,
        ausgabe_mikro=2_000_000,
    ),
    Vorlage(
        kennung="demo-cassia",
        name="Demo Cassia",
        familie="Demo C",
        dialekt=Dialekt.MESSAGES,
        weg=Ausfuehrungsweg.ANTHROPIC_API,
        denkbudget=True,
        eingabe_mikro=100_000,
        ausgabe_mikro=400_000,
    ),
)
BEWERTERMODELLE = tuple(
    Vorlage(
        kennung=f"demo-richter-{nummer}",
        name=f"Demo Richter {nummer}",
        familie="Demo R",
        dialekt=dialekt,
        weg=Ausfuehrungsweg.OPENAI_API,
        denkbudget=False,
        eingabe_mikro=500_000,
        ausgabe_mikro=2_000_000,
    )
    for nummer, dialekt in ((1, Dialekt.CHAT), (2, Dialekt.RESPONSES))
)
PREISE_AB = dt.date(2026, 1, 1)


def save_models(*, adresse: str, personen: Personen) -> list[Modellmetadaten]:
    """Create or update the models and return those that take part (the graders do not).

    ``adresse`` is where their server answers now.
    """
    anbieter, _ = Anbieter.objects.get_or_create(
        kennung="beispielanbieter",
        defaults={
            "name": "Beispielanbieter",
            "max_gleichzeitig": 8,
            "kein_training_nachweis": "Läuft auf diesem Rechner und speichert nichts.",
            "kein_training_am": timezone.localdate(),
            "beispiel": True,
        },
    )
    for vorlage in BEWERTERMODELLE:
        _save(vorlage, anbieter, adresse, personen)
    return [_save(vorlage, anbieter, adresse, personen) for vorlage in VORLAGEN]


def _save(v: Vorlage, anbieter: Anbieter, adresse: str, personen: Personen) -> Modellmetadaten:
    basis = adresse if v.weg is Ausfuehrungsweg.ANTHROPIC_API else f"{adresse}/v1"
    modell, neu = Modellmetadaten.objects.get_or_create(
        kennung=v.kennung,
        defaults={
            "name": v.name,
            "familie": v.familie,
            "variante": "Demonstration 2026-11",
            "cloud_version": "2026-11",
            "context_length": 200_000,
            "max_output": 64_000,
            "eingabe_arten": ["Text"],
            "anbieter": anbieter,
            "herstellerfamilie": v.familie,
            "ausfuehrungsweg": v.weg,
            "dialekt": v.dialekt,
            "api_model_id": v.kennung,
            "base_url": basis,
            "denkbudget": v.denkbudget,
            "demonstration": True,
        },
    )
    if neu:
        _price(modell, v, personen)
    elif modell.base_url != basis:
        log_ereignis(
            aktion="modell_adresse_geaendert",
            objekt=modell,
            user=personen.redaktion,
            von={"base_url": modell.base_url},
            nach={"base_url": basis},
            begruendung="Der Beispielanbieter antwortet seit dem Neustart unter anderer Adresse.",
        )
        modell.base_url = basis
        modell.save(update_fields=["base_url"])
    return modell


def _price(modell: Modellmetadaten, v: Vorlage, personen: Personen) -> None:
    Preis.objects.create(
        modell=modell,
        eingabe_mikro=v.eingabe_mikro,
        ausgabe_mikro=v.ausgabe_mikro,
        waehrung="USD",
        gueltig_ab=PREISE_AB,
        quelle="erfundener Beispielpreis",
        bestaetigt_von=personen.freigabe,
    )
    log_ereignis(aktion="modell_angelegt", objekt=modell, user=personen.redaktion)


def system_prompt() -> SystemPrompt:
    """Return the one fixed system prompt of the sample."""
    prompt, _ = SystemPrompt.objects.get_or_create(
        kennung="standard",
        version=1,
        defaults={"text": SYSTEM_PROMPT, "hash": sha256_hex(SYSTEM_PROMPT)},
    )
    return prompt
