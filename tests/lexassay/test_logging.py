"""No secret reaches a log line (R-3.8)."""

from __future__ import annotations

import io
import logging

import pytest
import structlog

from lexassay.logging import logging_config

KEY = "sk-canary-0123456789"


@pytest.fixture
def stream(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    config = logging_config(as_json=True, level="INFO")
    formatter = config["formatters"]["line"]
    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=formatter["processors"], foreign_pre_chain=formatter["foreign_pre_chain"]
        )
    )
    logger = logging.getLogger("probe")
    logger.addHandler(handler)
    logger.propagate = False
    yield handler.stream
    logger.removeHandler(handler)
    logger.propagate = True


def test_a_key_in_message_field_or_traceback_is_masked(stream):
    logger = logging.getLogger("probe")
    logger.error("call with %s", KEY)
    logger.error("call", extra={"header": f"Bearer {KEY}"})
    try:
        raise ValueError(KEY)
    except ValueError:
        logger.exception("failed")
    structlog.get_logger("probe").error("call", headers={"authorization": KEY})
    assert KEY not in stream.getvalue()
    assert len(stream.getvalue().splitlines()) == 4
    assert stream.getvalue().count("[entfernt]") >= 4


def test_a_password_in_an_address_is_masked(stream):
    logging.getLogger("probe").error("lost redis://:geheimes-wort@127.0.0.1:6379/0")
    assert "geheimes-wort" not in stream.getvalue()
    assert "127.0.0.1:6379" in stream.getvalue()
