"""Logs: one line per event, JSON in production, and never a secret (R-3.8)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, MutableMapping
from typing import Any

import structlog

SECRET_NAME = re.compile(r"(KEY|TOKEN|SECRET|SCHLUESSEL|PASSWORD|PASSWORT)(_FILE)?$", re.IGNORECASE)
URL_PASSWORD = re.compile(r"(?<=://)([^/\s:@]*):[^/\s@]+@")
SHORTEST_SECRET = 8
MASK = "[entfernt]"


def secrets_of(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the secret values of an environment, longest first, so that no remainder stays.

    >>> secrets_of({"OPENAI_API_KEY": "sk-abcdefgh", "HOME": "/home/editor", "A_TOKEN": "kurz"})
    ('sk-abcdefgh',)
    """
    values = {
        v for k, v in environment.items() if SECRET_NAME.search(k) and len(v) >= SHORTEST_SECRET
    }
    return tuple(sorted(values, key=lambda value: (-len(value), value)))


def masked(text: str, secrets: tuple[str, ...]) -> str:
    """Return the text without secrets and without passwords in addresses.

    >>> masked("redis://:geheim123@127.0.0.1:6379 sk-abcdefgh", ("sk-abcdefgh",))
    'redis://[entfernt]@127.0.0.1:6379 [entfernt]'
    """
    for secret in secrets:
        text = text.replace(secret, MASK)
    return URL_PASSWORD.sub(f"{MASK}@", text)


class WithoutSecrets:
    """The last processor before a line is written: works on the finished text."""

    def __init__(self, render: Any) -> None:
        self.render = render

    def __call__(self, logger: Any, name: str, event: MutableMapping[str, Any]) -> str:
        return masked(str(self.render(logger, name, event)), secrets_of(os.environ))


def logging_config(*, as_json: bool, level: str) -> dict[str, Any]:
    """Configure structlog and return Django's ``LOGGING``; both write the same form of line."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    render: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if as_json
        else structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=structlog.dev.plain_traceback
        )
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [structlog.stdlib.ExtraAdder(), *shared],
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            WithoutSecrets(render),
        ],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"level": level, "propagate": True, "handlers": []},
            "django.server": {"level": level, "propagate": True, "handlers": []},
            # These would log every request address of a provider call at INFO.
            **{
                name: {"level": "WARNING"}
                for name in ("httpx", "httpx2", "httpcore", "openai", "anthropic", "axes")
            },
        },
    }
