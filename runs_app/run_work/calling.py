"""Make the one call of a claim through the adapter of its access path."""

from __future__ import annotations

import structlog

from runs_app.begriffe import Ausfuehrungsweg, Dialekt
from runs_app.engine.protocol import Claim
from runs_app.normalise import normalise
from runs_app.providers.base import Adapter, KonfigurationsFehler
from runs_app.providers.registry import open_adapter
from runs_app.run_work.values import Ergebnis, RunJob

log = structlog.get_logger(__name__)


class Caller:
    """Keeps one adapter per access path and dialect for the event loop that it serves."""

    def __init__(self) -> None:
        self._adapters: dict[tuple[Ausfuehrungsweg, Dialekt], Adapter] = {}

    async def call(self, claim: Claim) -> Ergebnis:
        """Return what the call brought; only a fault of our own code raises."""
        job: RunJob = claim.job
        if job.anfrage is None:
            return Ergebnis(hindernis=job.hindernis)
        try:
            adapter = self._adapter(job.anfrage.ausfuehrungsweg, job.anfrage.dialekt)
            roh = await adapter.ask(job.anfrage)
        except KonfigurationsFehler as error:
            return Ergebnis(hindernis=str(error))
        return Ergebnis(roh=roh, normal=normalise(roh))

    def _adapter(self, weg: Ausfuehrungsweg, dialekt: Dialekt) -> Adapter:
        key = (weg, dialekt)
        if key not in self._adapters:
            self._adapters[key] = open_adapter(weg, dialekt)
        return self._adapters[key]

    async def close(self) -> None:
        """Close every adapter; one that fails to close does not stop the others."""
        for adapter in self._adapters.values():
            try:
                await adapter.close()
            except OSError as error:
                log.warning("adapter did not close", error=type(error).__name__)
        self._adapters.clear()
