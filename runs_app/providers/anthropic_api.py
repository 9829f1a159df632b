"""Anthropic Messages through the official SDK, one HTTP call per request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runs_app.providers.base import Anfrage, KonfigurationsFehler, Rohergebnis
from runs_app.providers.netz import Ziel, endpoint

if TYPE_CHECKING:
    import anthropic

BASIS = "https://api.anthropic.com"
PFAD = "/v1/messages"
DENKBUDGET_MINIMUM = 1_024


class AnthropicAdapter:
    """Speaks Messages; a thinking limit becomes a manual thinking budget."""

    def __init__(self) -> None:
        self._clients: dict[tuple[Ziel, str], anthropic.AsyncAnthropic] = {}

    async def ask(self, anfrage: Anfrage) -> Rohergebnis:
        """Make one call; see `base.Adapter.ask`."""
        import anthropic

        from runs_app.providers import aufruf

        base_url = anfrage.base_url or BASIS
        try:
            ziel = endpoint(base_url, PFAD, anfrage.lokale_hosts)
            parameters = self.body(anfrage)
            key = aufruf.read_key(anfrage.key_env)
        except KonfigurationsFehler as error:
            return aufruf.refused(anfrage, error)
        client = self._client(ziel, base_url, key or "ohne-schluessel")
        create: Any = client.messages.with_streaming_response.create
        known = {name: parameters[name] for name in ("model", "max_tokens", "stream")}

        def senden() -> Any:
            # The SDK transforms typed messages at some cost; extra_body is merged over them.
            return create(**known, messages=[], extra_body=parameters, timeout=anfrage.deadline_s)

        return await aufruf.perform(anfrage, ziel, key, senden, (anthropic.AnthropicError,))

    async def close(self) -> None:
        """Close all connections."""
        for client in self._clients.values():
            await client.close()
        self._clients.clear()

    def body(self, anfrage: Anfrage) -> dict[str, Any]:
        """Return the request body; raises KonfigurationsFehler for what may not be sent."""
        from runs_app.providers import aufruf

        aufruf.check_parameters(anfrage)
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
        import anthropic

        from runs_app.providers import aufruf

        if (ziel, key) not in self._clients:
            self._clients[ziel, key] = anthropic.AsyncAnthropic(
                api_key=key,
                base_url=base_url,
                max_retries=0,
                http_client=aufruf.http_client(ziel),
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
