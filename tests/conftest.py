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

import hypothesis  # noqa: E402
import pytest  # noqa: E402

# The same examples everywhere, however slow the machine is: a red run can be had again.
hypothesis.settings.register_profile(
    "haus",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("haus")

ROOT = Path(__file__).resolve().parent.parent


NEEDS_DATABASE = {"db", "transactional_db", "live_server", "django_user_model", "admin_client"}


def pytest_collection_modifyitems(config: Any, items: list[pytest.Item]) -> None:
    """Mark what uses a database; leave out of the SQLite legs what holds on PostgreSQL only."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & NEEDS_DATABASE:
            item.add_marker("db")
    if os.environ["DATABASE_URL"].startswith("sqlite"):
        dropped = [item for item in items if item.get_closest_marker("postgres")]
        config.hook.pytest_deselected(items=dropped)
        items[:] = [item for item in items if item not in dropped]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The Chromium of the machine (bin/find-chromium), not a downloaded one."""
    path = os.environ.get("LEXASSAY_CHROMIUM", "/usr/bin/chromium")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
    flags += ["--disable-component-update", "--no-first-run"]
    return {**browser_type_launch_args, "executable_path": path, "args": flags}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "locale": "de-DE", "timezone_id": "Europe/Berlin"}


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
