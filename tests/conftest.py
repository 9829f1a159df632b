"""What every test stands on: loopback only, a database of choice, a real queue server on request.

``LEXASSAY_TEST_DATABASE_URL`` names the database; without it a test runs on SQLite.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Before the settings are read: no private .env, no server of a running site, no shared var/.
os.environ["LEXASSAY_ENV_DATEI"] = os.devnull
os.environ["DATABASE_URL"] = os.environ.get("LEXASSAY_TEST_DATABASE_URL") or "sqlite://:memory:"
os.environ["REDIS_URL"] = "redis://127.0.0.1:1/0"
os.environ["EMAIL_URL"] = "memorymail://"
os.environ.setdefault("LEXASSAY_VAR", str(Path(__file__).parent.parent / "var" / "test"))
for _name in ("LEXASSAY_BETRIEB", "DEBUG", "ALLOWED_HOSTS", "ADMIN_OTP_PFLICHT", "SECRET_KEY"):
    os.environ.pop(_name, None)

import pytest  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent


def pytest_collection_modifyitems(config: Any, items: list[pytest.Item]) -> None:
    """Tests that hold on PostgreSQL only do not run on SQLite; the PostgreSQL leg runs them."""
    if os.environ["DATABASE_URL"].startswith("sqlite"):
        kept = [item for item in items if not item.get_closest_marker("postgres")]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Nothing to change: the tests use the settings of the site itself."""


@pytest.fixture(scope="session")
def valkey_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A real Valkey server of this session, on a free port with a password."""
    from lexassay.queue_server import start_queue_server

    server = start_queue_server(tmp_path_factory.mktemp("queue"), persistent=False)
    yield server
    server.stop()


@pytest.fixture
def valkey(valkey_server: Any, settings: Any) -> Iterator[Any]:
    """An empty queue server that the settings of this test point to; yields a redis client."""
    import redis

    settings.REDIS_URL = valkey_server.url
    settings.RQ_QUEUES = {
        name: {**queue, "URL": valkey_server.url} for name, queue in settings.RQ_QUEUES.items()
    }
    client = redis.Redis.from_url(valkey_server.url)
    client.flushall()
    yield client
    client.flushall()
    client.close()
