"""Rows that tests of execution need, built by the real services; nothing random."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import Group, User

from lexassay.protokoll.rollen import Rolle
from runs_app.begriffe import Ausfuehrungsweg, Dialekt
from runs_app.engine.loop import Engine
from runs_app.engine.protocol import Takt
from runs_app.engine.spool import Spool
from runs_app.models import Anbieter, Lauf, Modellmetadaten, SystemPrompt
from runs_app.run_work.work import RunWork
from runs_app.services import create_lauf, freeze_and_start
from tasks_app.begriffe import (
    Aufgabentyp,
    Bewertungsmodus,
    Bewertungsverfahren,
    Rechtsordnung,
)
from tasks_app.models import Aufgabensatz, Katalogversion, Testfall

SCHNELL = Takt(claim_s=8.0, idle_s=0.02, idle_end_s=0.1, soon_s=2.0, renew_s=0.5, sweep_s=0.5)
REGELN = {
    "spaetere_wiederholung_s": None,
    "transportversuche": 3,
    "wartezeit_basis_ms": 20,
    "wartezeit_max_ms": 200,
}
ENTFERNT = frozenset(Ausfuehrungsweg) - {Ausfuehrungsweg.LOKAL_GGUF, Ausfuehrungsweg.IMPORT}


def person(name: str, *rollen: Rolle) -> User:
    """Return a staff account with these roles."""
    user, _ = User.objects.get_or_create(username=name, defaults={"is_staff": True})
    # A transactional test empties the groups of the migration, too.
    user.groups.set([Group.objects.get_or_create(name=rolle)[0] for rolle in rollen])
    return user


def technik() -> User:
    return person("technik", Rolle.TECHNIK)


def katalog(anzahl: int = 3, *, geheim: int = 0) -> Katalogversion:
    """Return a catalogue of so many Testfälle, the last ones secret."""
    satz, _ = Aufgabensatz.objects.get_or_create(
        kennung="probe",
        defaults={
            "titel": "Probe",
            "bewertungsverfahren": Bewertungsverfahren.REGEL,
            "beispiel": True,
        },
    )
    version = Katalogversion.objects.create(
        aufgabensatz=satz,
        nummer=satz.katalogversionen.count() + 1,
        inhalts_hash="0" * 64,
        angelegt_am="2026-01-01T00:00:00Z",
    )
    faelle = [
        Testfall(
            aufgabensatz=satz,
            kennung=f"probe-{version.nummer}-{i:04d}",
            titel=f"Probe {i}",
            rechtsordnung=Rechtsordnung.DE,
            aufgabentyp=Aufgabentyp.RECHTSGRUNDSATZ,
            bewertungsmodus=Bewertungsmodus.REGEL,
            prompt=f"Frage Nummer {i}: Wie lang ist die Berufungsfrist?",
            sichtbarkeit="geheim" if i >= anzahl - geheim else "oeffentlich",
        )
        for i in range(anzahl)
    ]
    version.testfaelle.set(Testfall.objects.bulk_create(faelle))
    return version


def system_prompt() -> SystemPrompt:
    prompt, _ = SystemPrompt.objects.get_or_create(
        kennung="fest", version=1, defaults={"text": "Antworte knapp.", "hash": "1" * 64}
    )
    return prompt


def anbieter(kennung: str = "station", **werte: Any) -> Anbieter:
    defaults = {"name": kennung.title(), "max_gleichzeitig": 8, "beispiel": True, **werte}
    row, _ = Anbieter.objects.get_or_create(kennung=kennung, defaults=defaults)
    return row


def modell(base_url: str, api_model_id: str = "szenario-stop", **werte: Any) -> Modellmetadaten:
    """Return a model of the compatible access path at a local address."""
    number = Modellmetadaten.objects.count() + 1
    provider = werte.pop("anbieter", None) or anbieter()
    return Modellmetadaten.objects.create(
        kennung=f"m{number}-{api_model_id}"[:60],
        name=f"Modell {number}",
        familie="Probe",
        variante=api_model_id or "ohne Kennung",
        anbieter=provider,
        herstellerfamilie="Probe",
        api_model_id=api_model_id,
        base_url=base_url,
        **{"ausfuehrungsweg": Ausfuehrungsweg.KOMPATIBEL, "dialekt": Dialekt.CHAT, **werte},
    )


def lauf(modelle: Sequence[Modellmetadaten], *, start: bool = True, **werte: Any) -> Lauf:
    """Return a Lauf over three Testfälle, started unless told otherwise."""
    user = technik()
    row = create_lauf(
        user=user,
        kennung=f"lauf-{Lauf.objects.count() + 1}",
        titel="Probelauf",
        katalogversion=werte.pop("katalogversion", None) or katalog(),
        system_prompt=system_prompt(),
        teilnahmen=[(m, "Standard") for m in modelle],
        regeln={**REGELN, **werte.pop("regeln", {})},
        **werte,
    )
    if start:
        freeze_and_start(lauf=row, user=user)
    return row


def arbeite(spool_dir: Any, takt: Takt = SCHNELL, work: RunWork | None = None) -> bool:
    """Work off what is due, in this process, by the real engine; return whether more is due."""

    async def run() -> bool:
        engine = Engine(work or RunWork(wege=ENTFERNT), spool=Spool(spool_dir), takt=takt)
        return await engine.run()

    return asyncio.run(run())
