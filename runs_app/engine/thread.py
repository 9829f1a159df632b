"""The one thread that owns a worker's database connection; the event loop never touches the ORM."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import InterfaceError, OperationalError, connection

DATABASE_AWAY = (OperationalError, InterfaceError)


class DatabaseThread:
    """Runs plain synchronous functions one after another, in one thread, on one connection."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="engine-db")

    async def run(self, function: Callable[..., Any], *args: Any) -> Any:
        """Await the function's result; a lost connection is closed, and its error passed on."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, _guarded, function, args)

    def close(self) -> None:
        """Close the connection in its own thread, and end the thread."""
        self._executor.submit(_close_own_connection).result()
        self._executor.shutdown(wait=True)


def _guarded(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    try:
        return function(*args)
    except DATABASE_AWAY:
        connection.close()
        raise


def _close_own_connection() -> None:
    """`connection` is another object in each thread; so it is looked up in the right one."""
    connection.close()
