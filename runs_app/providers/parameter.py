"""Pure: no Django, no I/O. What a request may carry: no tool, search, file or MCP (R-3.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ERLAUBTE_PARAMETER = frozenset(
    {
        "reasoning",
        "reasoning_effort",
        "output_config",
        "thinking",
        "enable_thinking",
        "thinking_budget",
        "chat_template_kwargs",
        "verbosity",
        "text",
        "response_format",
        "temperature",
        "top_p",
        "top_k",
        "min_p",
        "seed",
        "stop",
        "frequency_penalty",
        "presence_penalty",
        "repeat_penalty",
        "service_tier",
    }
)
VERBOTENE_PARAMETER = frozenset(
    {
        "attachments",
        "code_execution",
        "connectors",
        "container",
        "conversation",
        "documents",
        "enable_search",
        "file_ids",
        "files",
        "function_call",
        "functions",
        "mcp_servers",
        "plugins",
        "previous_response_id",
        "search",
        "search_mode",
        "search_options",
        "search_parameters",
        "tool_choice",
        "tool_config",
        "tool_resources",
        "tools",
        "vector_store_ids",
        "web_search",
        "web_search_options",
    }
)
SCHEMA_PARAMETER = frozenset({"response_format", "text"})
TEXT_PARAMETER = frozenset({"messages", "input", "system", "instructions"})


def forbidden_parameters(parameters: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the parameter names that a request must not carry (R-3.4), sorted.

    Only names of ERLAUBTE_PARAMETER pass at the top; names of tools, search, files and MCP are
    refused at any depth, except inside a response schema, which may describe any property.

    >>> forbidden_parameters({"reasoning": {"effort": "high"}, "tools": [], "metadata": {}})
    ('metadata', 'tools')
    """
    unknown = {name for name in parameters if name not in ERLAUBTE_PARAMETER}
    nested = {
        found
        for name, value in parameters.items()
        if name not in SCHEMA_PARAMETER
        for found in _forbidden_within(value)
    }
    return tuple(sorted(unknown | nested))


def _forbidden_within(value: Any) -> set[str]:
    if isinstance(value, Mapping):
        here = {key for key in value if key in VERBOTENE_PARAMETER}
        return here.union(*(_forbidden_within(item) for item in value.values()))
    if isinstance(value, list | tuple):
        return set[str]().union(*(_forbidden_within(item) for item in value))
    return set()


def offered_tools(request: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what a stored request body offered beside the prompt, sorted; empty is the rule."""
    found = {
        name
        for name, value in request.items()
        if name in VERBOTENE_PARAMETER and value not in (None, [], {}, "none", "")
    }
    for name, value in request.items():
        if name not in SCHEMA_PARAMETER | TEXT_PARAMETER:
            found |= _forbidden_within(value)
    return tuple(sorted(found))
