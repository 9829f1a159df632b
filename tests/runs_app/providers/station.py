"""Runs adapters against the stand-in provider, both in one event loop."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from lexassay.beispiel.standin.anbieterserver import Anbieter, serve
from runs_app.begriffe import Ausfuehrungsweg as Weg
from runs_app.begriffe import Dialekt
from runs_app.providers.base import Anfrage, Rohergebnis
from runs_app.providers.registry import open_adapter

LOKAL = frozenset({"127.0.0.1"})
SCHLUESSEL = "geheim-5f1c7a9e2b"
SCHLUESSEL_ENV = "TEST_ANBIETER_SCHLUESSEL"
ZUGAENGE = {
    "responses": (Weg.OPENAI_API, Dialekt.RESPONSES, "/v1"),
    "chat": (Weg.OPENAI_API, Dialekt.CHAT, "/v1"),
    "kompatibel": (Weg.KOMPATIBEL, Dialekt.CHAT, "/v1"),
    "messages": (Weg.ANTHROPIC_API, Dialekt.MESSAGES, ""),
}


def frage(zugang: str, szenario: str, **changes: Any) -> Anfrage:
    """Return a request for a scenario; `base_url` is filled in by `ask`."""
    weg, dialekt, _ = ZUGAENGE[zugang]
    anfrage = Anfrage(
        ausfuehrungsweg=weg,
        dialekt=dialekt,
        model_id=f"szenario-{szenario}",
        system="Antworte knapp.",
        prompt="Wie lang ist die Berufungsfrist?",
        limit=4_096,
        deadline_s=5.0,
        key_env=SCHLUESSEL_ENV,
        lokale_hosts=LOKAL,
    )
    return replace(anfrage, **changes)


def ask(
    zugang: str, szenario: str, anbieter: Anbieter | None = None, **changes: Any
) -> Rohergebnis:
    """Make one call to a fresh stand-in and return its raw record."""
    return asyncio.run(_ask(zugang, frage(zugang, szenario, **changes), anbieter or Anbieter()))


async def _ask(zugang: str, anfrage: Anfrage, anbieter: Anbieter) -> Rohergebnis:
    server = await serve(anbieter, 0)
    port = server.sockets[0].getsockname()[1]
    pfad = ZUGAENGE[zugang][2]
    adapter = open_adapter(anfrage.ausfuehrungsweg, anfrage.dialekt)
    try:
        base_url = anfrage.base_url or f"http://127.0.0.1:{port}{pfad}"
        return await adapter.ask(replace(anfrage, base_url=base_url))
    finally:
        await adapter.close()
        server.close()
        await server.wait_closed()
