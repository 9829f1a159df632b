"""Any OpenAI-compatible endpoint, remote or a local server: the same call at another address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runs_app.providers.openai_api import OpenAIAdapter


class KompatiblerAdapter(OpenAIAdapter):
    """Needs a base URL; sends `max_tokens` unless the model names another limit parameter."""

    basis = ""
    limit_parameter = "max_tokens"
    store: Mapping[str, Any] = {}
