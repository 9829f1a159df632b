"""A stand-in site on loopback that answers as a test tells it, faults included."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

import pytest

from citations_app.http import Ziel
from citations_app.robots import forget_robots


@dataclass
class Seite:
    """One answer: status, body, headers; `drip` seconds between the bytes of the body."""

    status: int = 200
    inhalt: bytes = b""
    kopf: dict[str, str] = field(default_factory=dict)
    drip: float = 0.0
    warten: float = 0.0
    laenge: int | None = None


class Standin:
    """Answers by path; remembers what it was asked."""

    def __init__(self) -> None:
        self.seiten: dict[str, Seite] = {}
        self.sonst = Seite(404, b"nicht gefunden")
        self.gefragt: list[tuple[str, str, bytes, dict[str, str]]] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True
        self.basis = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.ende = threading.Event()
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    def ziel(self, **options: Any) -> Ziel:
        return Ziel(basis=self.basis, loopback=True, kontakt="redaktion@beispiel.test", **options)

    def pfade(self) -> list[str]:
        return [pfad for _, pfad, _, _ in self.gefragt if pfad != "/robots.txt"]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        standin = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                standin.gefragt.append(
                    (self.command, unquote(self.path), body, dict(self.headers.items()))
                )
                seite = standin.seiten.get(self.path.partition("?")[0], standin.sonst)
                standin.ende.wait(seite.warten)
                self.send_response(seite.status)
                for name, value in seite.kopf.items():
                    self.send_header(name, value)
                length = len(seite.inhalt) if seite.laenge is None else seite.laenge
                self.send_header("Content-Length", str(length))
                self.end_headers()
                try:
                    self._body(seite)
                except OSError:
                    return

            do_POST = do_GET

            def _body(self, seite: Seite) -> None:
                if not seite.drip:
                    self.wfile.write(seite.inhalt)
                    return
                for byte in seite.inhalt:
                    self.wfile.write(bytes([byte]))
                    if standin.ende.wait(seite.drip):
                        return

            def log_message(self, *args: Any) -> None:
                pass

        return Handler

    def stop(self) -> None:
        self.ende.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def site() -> Iterator[Standin]:
    forget_robots()
    standin = Standin()
    standin.seiten["/robots.txt"] = Seite(404)
    yield standin
    standin.stop()
    forget_robots()


@pytest.fixture
def seite() -> type[Seite]:
    return Seite


@pytest.fixture
def soon() -> Callable[[float], Any]:
    """Return a context that fails a block which takes longer than the given seconds."""

    class Soon:
        def __init__(self, limit: float) -> None:
            self.limit = limit

        def __enter__(self) -> None:
            self.started = time.perf_counter()

        def __exit__(self, *exc: object) -> None:
            assert time.perf_counter() - self.started < self.limit

    return Soon
