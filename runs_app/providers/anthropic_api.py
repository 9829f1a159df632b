"""Anthropic Messages through the official SDK, one HTTP call per request."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import anthropic
import httpx2

from runs_app.providers.aufruf import check_parameters, http_client, perform, read_key, refused
from runs_app.providers.base import Anfrage, KonfigurationsFehler, Rohergebnis
from runs_app.providers.netz import Ziel, endpoint

BASIS = "https://api.anthropic.com"
PFAD = "/v1/messages"
DENKBUDGET_MINIMUM = 1_024


class AnthropicAdapter:
    """Speaks Messages; a thinking limit becomes a manual thinking budget."""

    def __init__(self) -> None:
        self._clients: dict[tuple[Ziel, str], anthropic.AsyncAnthropic] = {}

    async def ask(self, anfrage: Anfrage) -> Rohergebnis:
        """Make one call; see `base.Adapter.ask`."""
        base_url = anfrage.base_url or BASIS
        try:
            ziel = endpoint(base_url, PFAD, anfrage.lokale_hosts)
            body = self.body(anfrage)
            key = read_key(anfrage.key_env)
        except KonfigurationsFehler as error:
            return refused(anfrage, error)
        client = self._client(ziel, base_url, key or "ohne-schluessel")

        def senden() -> Awaitable[httpx2.Response]:
            return client.post(
                PFAD,
                cast_to=httpx2.Response,
                body=body,
                options={"timeout": anfrage.deadline_s},
            )

        return await perform(anfrage, ziel, key, senden, (anthropic.AnthropicError,))

    async def close(self) -> None:
        """Close all connections."""
        for client in self._clients.values():
            await client.close()
        self._clients.clear()

    def body(self, anfrage: Anfrage) -> dict[str, Any]:
        """Return the request body; raises KonfigurationsFehler for what may not be sent."""
        check_parameters(anfrage)
        body: dict[str, Any] = {
            "model": anfrage.model_id,
            "max_tokens": anfrage.limit,
            "messages": [{"role": "user", "content": anfrage.prompt}],
            "stream": anfrage.stream,
            **anfrage.effort_parameter,
        }
        if anfrage.system:
            body["system"] = anfrage.system
        if anfrage.thinking_limit is not None:
            body["thinking"] = _thinking(anfrage.thinking_limit, anfrage.limit)
        return body

    def _client(self, ziel: Ziel, base_url: str, key: str) -> anthropic.AsyncAnthropic:
        if (ziel, key) not in self._clients:
            self._clients[ziel, key] = anthropic.AsyncAnthropic(
                api_key=key,
                base_url=base_url,
                max_retries=0,
                http_client=http_client(ziel),
                open_telemetry=False,
                default_headers={"accept-encoding": "identity"},
            )
        return self._clients[ziel, key]


def _thinking(limit: int, maximum: int) -> dict[str, Any]:
    """Return the thinking parameter of attempt D; the API wants 1,024 ≤ budget < maximum."""
    if limit < DENKBUDGET_MINIMUM or limit >= maximum:
        raise KonfigurationsFehler(
            f"Das Denkbudget muss zwischen {DENKBUDGET_MINIMUM} und dem Ausgabelimit liegen."
        )
    return {"type": "enabled", "budget_tokens": limit}
