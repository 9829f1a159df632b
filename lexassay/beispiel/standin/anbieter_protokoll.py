"""HTTP/1.1 of the stand-in provider: a small asyncio protocol, fast enough to measure against.

It reads pipelined keep-alive requests, hands each to a function and writes what that returns:
with a Content-Length, or chunk by chunk for event streams, or broken off where a scenario says so.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from lexassay.beispiel.standin.anbieter_szenarien import Bruch, Sendung

KOPF_ENDE = b"\r\n\r\n"
GROESSTE_ANFRAGE = 32 * 1024 * 1024
LANGSAM_S = 30.0


@dataclass(frozen=True, slots=True)
class HttpAnfrage:
    """One request as it came in; `schluessel` is the key of either dialect's header."""

    methode: str
    pfad: str
    koerper: bytes
    schluessel: str


Antworten = Callable[[HttpAnfrage], Sendung]


class AnbieterProtokoll(asyncio.Protocol):
    """One connection; `answer` must not block."""

    def __init__(self, answer: Antworten, latenz_s: float = 0.0) -> None:
        self._answer = answer
        self._latenz_s = latenz_s
        self._buffer = bytearray()
        self._queue: list[Sendung] = []
        self._task: asyncio.Task[None] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop whatever was still being written."""
        self._transport = None
        if self._task is not None:
            self._task.cancel()

    def data_received(self, data: bytes) -> None:
        """Read as many whole requests as have arrived."""
        self._buffer += data
        if len(self._buffer) > GROESSTE_ANFRAGE:
            self._abort()
            return
        while (request := self._next_request()) is not None:
            self._queue.append(self._answer(request))
        if self._queue and self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._write_all())

    def _next_request(self) -> HttpAnfrage | None:
        end = self._buffer.find(KOPF_ENDE)
        if end < 0:
            return None
        head = bytes(self._buffer[:end])
        start = end + len(KOPF_ENDE)
        length = content_length(head)
        if len(self._buffer) < start + length:
            return None
        body = bytes(self._buffer[start : start + length])
        del self._buffer[: start + length]
        method, path = (head.split(b"\r\n", 1)[0].split(b" ") + [b"", b""])[:2]
        return HttpAnfrage(method.decode("latin-1"), path.decode("latin-1"), body, sent_key(head))

    async def _write_all(self) -> None:
        while self._queue and self._transport is not None:
            if self._latenz_s:
                await asyncio.sleep(self._latenz_s)
            await self._write(self._queue.pop(0))
        self._task = None

    async def _write(self, sendung: Sendung) -> None:
        transport = self._transport
        if transport is None:
            return
        if sendung.bruch is Bruch.RESET_VORHER:
            self._abort()
            return
        if sendung.bruch is Bruch.KEINER and "event-stream" not in sendung.typ:
            transport.write(_head(sendung, length=sum(map(len, sendung.inhalt))))
            transport.writelines(sendung.inhalt)
            return
        await self._write_chunks(transport, sendung)

    async def _write_chunks(self, transport: asyncio.Transport, sendung: Sendung) -> None:
        """Write chunk by chunk; pieces end wherever they do, also inside a character."""
        transport.write(_head(sendung, length=None))
        raw = b"".join(sendung.inhalt)
        if sendung.bruch is not Bruch.KEINER:
            raw = raw[: len(raw) // 2]
        for start in range(0, len(raw), 1021):
            piece = raw[start : start + 1021]
            transport.write(b"%x\r\n%b\r\n" % (len(piece), piece))
        if sendung.bruch is Bruch.LANGSAM:
            await asyncio.sleep(LANGSAM_S)
        if sendung.bruch is not Bruch.KEINER:
            await asyncio.sleep(0)
            self._abort()
            return
        transport.write(b"0\r\n\r\n")

    def _abort(self) -> None:
        """Break the connection with a reset."""
        if self._transport is not None:
            with contextlib.suppress(OSError):
                _linger_zero(self._transport)
            self._transport.abort()


def content_length(head: bytes) -> int:
    """Return the announced body length of a request head; 0 without one."""
    value = _header(head, b"content-length")
    return int(value) if value.isdigit() else 0


def sent_key(head: bytes) -> str:
    """Return the key that came with a request, from either header in use."""
    value = _header(head, b"x-api-key") or _header(head, b"authorization")
    return value.decode("latin-1").removeprefix("Bearer ")


def _header(head: bytes, name: bytes) -> bytes:
    start = head.lower().find(b"\r\n" + name + b":")
    if start < 0:
        return b""
    return head[start + len(name) + 3 :].split(b"\r\n", 1)[0].strip()


def _head(sendung: Sendung, *, length: int | None) -> bytes:
    try:
        reason = HTTPStatus(sendung.status).phrase
    except ValueError:
        reason = "Fehler"
    lines = [f"HTTP/1.1 {sendung.status} {reason}", f"content-type: {sendung.typ}"]
    lines += [f"{name}: {value}" for name, value in sendung.header]
    lines.append("x-request-id: req-teststation")
    lines.append("transfer-encoding: chunked" if length is None else f"content-length: {length}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _linger_zero(transport: asyncio.Transport) -> None:
    """Make the close a reset (SO_LINGER with zero seconds)."""
    import socket
    import struct

    sock = transport.get_extra_info("socket")
    if sock is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
