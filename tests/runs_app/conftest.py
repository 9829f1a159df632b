"""The stand-in provider of this session, in a thread with its own event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from lexassay.beispiel.standin.anbieterserver import Anbieter, serve


@dataclass(frozen=True, slots=True)
class Station:
    """A running stand-in: its address as a base URL, and its memory."""

    base_url: str
    anbieter: Anbieter


@pytest.fixture(scope="module")
def station() -> Iterator[Station]:
    """A real HTTP server on loopback that plays the scenarios."""
    anbieter = Anbieter()
    loop = asyncio.new_event_loop()
    ready: list[Any] = []
    up = threading.Event()

    async def start() -> None:
        ready.append(await serve(anbieter, 0, 0.005))
        up.set()

    def run() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(start())
        loop.run_forever()
        ready[0].close()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert up.wait(60)
    port = ready[0].sockets[0].getsockname()[1]
    yield Station(f"http://127.0.0.1:{port}/v1", anbieter)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(5)
