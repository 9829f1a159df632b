"""OpenAI Responses and Chat Completions through the official SDK, one HTTP call per request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx2
import openai

from runs_app.begriffe import Dialekt
from runs_app.providers.aufruf import (
    Senden,
    check_parameters,
    http_client,
    perform,
    read_key,
    refused,
)
from runs_app.providers.base import Anfrage, KonfigurationsFehler, Rohergebnis
from runs_app.providers.netz import Ziel, endpoint

BASIS = "https://api.openai.com/v1"
PFAD = {Dialekt.RESPONSES: "/responses", Dialekt.CHAT: "/chat/completions"}
LIMITNAMEN = frozenset({"max_tokens", "max_completion_tokens"})
OHNE_SCHLUESSEL = "ohne-schluessel"


class OpenAIAdapter:
    """Speaks to api.openai.com; nothing is kept there (`store=False`), no tool is offered."""

    basis = BASIS
    limit_parameter = "max_completion_tokens"
    store: Mapping[str, Any] = {"store": False}

    def __init__(self) -> None:
        self._clients: dict[tuple[Ziel, str], openai.AsyncOpenAI] = {}

    async def ask(self, anfrage: Anfrage) -> Rohergebnis:
        """Make one call; see `base.Adapter.ask`."""
        try:
            ziel, base_url = self._endpoint(anfrage)
            body = self.body(anfrage)
            key = read_key(anfrage.key_env)
        except KonfigurationsFehler as error:
            return refused(anfrage, error)
        client = self._client(ziel, base_url, key or OHNE_SCHLUESSEL)
        senden = _sender(client, anfrage, body)
        return await perform(anfrage, ziel, key, senden, (openai.OpenAIError,))

    async def close(self) -> None:
        """Close all connections."""
        for client in self._clients.values():
            await client.close()
        self._clients.clear()

    def body(self, anfrage: Anfrage) -> dict[str, Any]:
        """Return the request body; raises KonfigurationsFehler for what may not be sent."""
        check_parameters(anfrage)
        if anfrage.thinking_limit is not None:
            raise KonfigurationsFehler("Dieser Zugang kann das Denken nicht begrenzen.")
        if anfrage.dialekt is Dialekt.RESPONSES:
            return _responses_body(anfrage, self.store)
        name = anfrage.limit_parameter or self.limit_parameter
        if name not in LIMITNAMEN:
            raise KonfigurationsFehler(f"„{name}“ ist kein bekannter Limit-Parameter.")
        return _chat_body(anfrage, name, self.store)

    def _endpoint(self, anfrage: Anfrage) -> tuple[Ziel, str]:
        base_url = anfrage.base_url or self.basis
        if not base_url:
            raise KonfigurationsFehler("Das Modell hat keine Basisadresse.")
        return endpoint(base_url, PFAD[anfrage.dialekt], anfrage.lokale_hosts), base_url

    def _client(self, ziel: Ziel, base_url: str, key: str) -> openai.AsyncOpenAI:
        if (ziel, key) not in self._clients:
            self._clients[ziel, key] = openai.AsyncOpenAI(
                api_key=key,
                base_url=base_url,
                max_retries=0,
                http_client=http_client(ziel),
                default_headers={"accept-encoding": "identity"},
            )
        return self._clients[ziel, key]


def _responses_body(anfrage: Anfrage, store: Mapping[str, Any]) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": anfrage.model_id,
        "input": anfrage.prompt,
        "max_output_tokens": anfrage.limit,
        "stream": anfrage.stream,
        **store,
        **anfrage.effort_parameter,
    }
    if anfrage.system:
        body["instructions"] = anfrage.system
    return body


def _chat_body(anfrage: Anfrage, limit_parameter: str, store: Mapping[str, Any]) -> dict[str, Any]:
    system = [{"role": "system", "content": anfrage.system}] if anfrage.system else []
    body: dict[str, Any] = {
        "model": anfrage.model_id,
        "messages": [*system, {"role": "user", "content": anfrage.prompt}],
        limit_parameter: anfrage.limit,
        "stream": anfrage.stream,
        **store,
        **anfrage.effort_parameter,
    }
    if anfrage.stream:
        body["stream_options"] = {"include_usage": True}
    return body


def _sender(client: openai.AsyncOpenAI, anfrage: Anfrage, body: dict[str, Any]) -> Senden:
    """Return the call itself, by the SDK's generic method: the body goes out as it stands.

    The typed methods would transform every value, which costs more than all the rest of a call.
    """
    return lambda: client.post(
        PFAD[anfrage.dialekt],
        cast_to=httpx2.Response,
        body=body,
        options={"timeout": anfrage.deadline_s},
    )
