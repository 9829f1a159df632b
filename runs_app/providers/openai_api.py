"""OpenAI Responses and Chat Completions through the official SDK, one HTTP call per request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from runs_app.begriffe import Dialekt
from runs_app.providers.base import Anfrage, KonfigurationsFehler, Rohergebnis
from runs_app.providers.netz import Ziel, endpoint

if TYPE_CHECKING:
    import openai

    from runs_app.providers.aufruf import Senden

BASIS = "https://api.openai.com/v1"
PFAD = {Dialekt.RESPONSES: "/responses", Dialekt.CHAT: "/chat/completions"}
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
        import openai

        from runs_app.providers import aufruf

        try:
            ziel, base_url = self._endpoint(anfrage)
            body = self.body(anfrage)
            key = aufruf.read_key(anfrage.key_env)
        except KonfigurationsFehler as error:
            return aufruf.refused(anfrage, error)
        client = self._client(ziel, base_url, key or OHNE_SCHLUESSEL)
        senden = _sender(client, anfrage, body)
        return await aufruf.perform(anfrage, ziel, key, senden, (openai.OpenAIError,))

    async def close(self) -> None:
        """Close all connections."""
        for client in self._clients.values():
            await client.close()
        self._clients.clear()

    def body(self, anfrage: Anfrage) -> dict[str, Any]:
        """Return the request body; raises KonfigurationsFehler for what may not be sent."""
        from runs_app.providers import aufruf

        aufruf.check_parameters(anfrage)
        if anfrage.thinking_limit is not None:
            raise KonfigurationsFehler("Dieser Zugang kann das Denken nicht begrenzen.")
        if anfrage.dialekt is Dialekt.RESPONSES:
            return _responses_body(anfrage, self.store)
        return _chat_body(anfrage, anfrage.limit_parameter or self.limit_parameter, self.store)

    def _endpoint(self, anfrage: Anfrage) -> tuple[Ziel, str]:
        base_url = anfrage.base_url or self.basis
        if not base_url:
            raise KonfigurationsFehler("Das Modell hat keine Basisadresse.")
        return endpoint(base_url, PFAD[anfrage.dialekt], anfrage.lokale_hosts), base_url

    def _client(self, ziel: Ziel, base_url: str, key: str) -> openai.AsyncOpenAI:
        import openai

        from runs_app.providers import aufruf

        if (ziel, key) not in self._clients:
            self._clients[ziel, key] = openai.AsyncOpenAI(
                api_key=key,
                base_url=base_url,
                max_retries=0,
                http_client=aufruf.http_client(ziel),
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
    """Return the call itself; everything travels in `extra_body`, which is merged over the rest.

    Typed arguments are transformed recursively by the SDK, which costs more than the call.
    """
    rest = {name: value for name, value in body.items() if name not in ("model", "stream")}
    typed: dict[str, Any] = {}
    if anfrage.dialekt is Dialekt.RESPONSES:
        create: Any = client.responses.with_streaming_response.create
    else:
        create = client.chat.completions.with_streaming_response.create
        typed["messages"] = []
    return lambda: create(
        model=body["model"],
        stream=body["stream"],
        extra_body=rest,
        timeout=anfrage.deadline_s,
        **typed,
    )
