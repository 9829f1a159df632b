"""The stand-in provider: `python -m lexassay.beispiel.standin.anbieterserver --port N --daten DIR`.

Speaks /v1/responses, /v1/chat/completions and /v1/messages, plain and streamed. Models named
`szenario-…` play scripted faults, all others play recorded answers found by the exact prompt. What
it does not know is an error with a clear message, never a default. GET /statistik counts calls.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lexassay.beispiel.standin.anbieter_anfragen import (
    Gefragt,
    UnbrauchbareAnfrage,
    read_request,
)
from lexassay.beispiel.standin.anbieter_aufzeichnungen import Aufzeichnungen, Unbekannt
from lexassay.beispiel.standin.anbieter_protokoll import AnbieterProtokoll, HttpAnfrage
from lexassay.beispiel.standin.anbieter_sprachen import SPRACHEN
from lexassay.beispiel.standin.anbieter_szenarien import (
    PRAEFIX,
    Sendung,
    UnbekanntesSzenario,
    error_status,
    scenario,
    to_json,
)


@dataclass(slots=True)
class Anbieter:
    """The provider's memory: its recordings and what it was asked so far."""

    aufzeichnungen: Aufzeichnungen | None = None
    gefragt: Counter[str] = field(default_factory=Counter)
    keine_anfrage: int = 0

    def answer(self, anfrage: HttpAnfrage) -> Sendung:
        """Return what goes back for one request; total."""
        if (anfrage.methode, anfrage.pfad) == ("GET", "/statistik"):
            return Sendung(inhalt=(to_json(self.statistics()),))
        if anfrage.methode != "POST" or anfrage.pfad not in SPRACHEN:
            self.keine_anfrage += 1
            return error_status(404, f"Den Pfad {anfrage.pfad} gibt es hier nicht.")
        try:
            gefragt = read_request(anfrage.pfad, anfrage.koerper, anfrage.schluessel)
        except UnbrauchbareAnfrage as error:
            self.keine_anfrage += 1
            return error_status(400, str(error))
        self.gefragt[gefragt.modell] += 1
        try:
            return self._play(gefragt)
        except (UnbekanntesSzenario, Unbekannt, ValueError) as error:
            return error_status(404, str(error))

    def statistics(self) -> dict[str, Any]:
        """Return how often each model was asked."""
        return {
            "aufrufe": self.gefragt.total(),
            "je_modell": dict(sorted(self.gefragt.items())),
            "keine_anfrage": self.keine_anfrage,
        }

    def _play(self, gefragt: Gefragt) -> Sendung:
        if gefragt.modell.startswith(PRAEFIX):
            return scenario(gefragt)
        if self.aufzeichnungen is None:
            raise Unbekannt("Diese Teststation hat keine aufgezeichneten Antworten geladen.")
        return self.aufzeichnungen.answer(gefragt)


async def serve(anbieter: Anbieter, port: int, latenz_s: float = 0.0) -> asyncio.Server:
    """Start the server on 127.0.0.1; port 0 takes a free one."""
    loop = asyncio.get_running_loop()
    return await loop.create_server(
        lambda: AnbieterProtokoll(anbieter.answer, latenz_s), "127.0.0.1", port, backlog=2048
    )


async def _run(anbieter: Anbieter, port: int, latenz_s: float) -> None:
    server = await serve(anbieter, port, latenz_s)
    address = server.sockets[0].getsockname()
    sys.stdout.write(f"Teststation bereit: http://{address[0]}:{address[1]}\n")
    sys.stdout.flush()
    async with server:
        await server.serve_forever()


def main(arguments: list[str] | None = None) -> int:
    """Run until interrupted; returns 2 for unreadable recordings."""
    parser = argparse.ArgumentParser(description="Teststation für Anbieter-Aufrufe")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--daten", type=Path, default=None)
    parser.add_argument("--latenz-ms", type=float, default=0.0)
    options = parser.parse_args(arguments)
    try:
        recordings = Aufzeichnungen.load(options.daten) if options.daten else None
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    try:
        asyncio.run(_run(Anbieter(recordings), options.port, options.latenz_ms / 1000))
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
