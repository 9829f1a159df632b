"""A bare stand-in for measurements: one fixed streamed answer after a fixed latency, and counters.

`python -m tests.benchmarks.rohserver LATENCY_MS` prints its port. GET /stand returns the counters
as JSON and resets them: n, makespan_s (first request to last answer), gleichzeitig (largest number
in flight).
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

ANTWORT = "Die Frist beträgt nach § 195 BGB drei Jahre; sie beginnt nach § 199 Abs. 1 BGB. " * 20


def _sse(value: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def _body() -> bytes:
    head = {"id": "c-1", "object": "chat.completion.chunk", "created": 1, "model": "probe"}
    delta = {"index": 0, "delta": {"role": "assistant", "content": ANTWORT}, "finish_reason": None}
    ende = {"index": 0, "delta": {}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 100, "completion_tokens": 400, "total_tokens": 500}
    return (
        _sse({**head, "choices": [delta]})
        + _sse({**head, "choices": [ende]})
        + _sse({**head, "choices": [], "usage": usage})
        + b"data: [DONE]\n\n"
    )


BODY = _body()
ANSWER = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: %d\r\n\r\n" % len(BODY)
    + BODY
)


class Counters:
    """What the server saw since the last question."""

    def __init__(self) -> None:
        self.n = self.now = self.most = 0
        self.first = self.last = 0.0

    def begin(self) -> None:
        self.first = self.first or time.monotonic()
        self.now += 1
        self.most = max(self.most, self.now)

    def end(self) -> None:
        self.now -= 1
        self.n += 1
        self.last = time.monotonic()

    def json(self) -> bytes:
        makespan = self.last - self.first
        found = {"n": self.n, "makespan_s": makespan, "gleichzeitig": self.most}
        return json.dumps(found).encode()


class Rohserver(asyncio.Protocol):
    """HTTP/1.1 with keep-alive, just enough for POST with Content-Length and GET."""

    counters = Counters()
    latency_s = 0.05

    def __init__(self) -> None:
        self.buffer = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        while (end := self.buffer.find(b"\r\n\r\n")) >= 0:
            head = self.buffer[:end].lower()
            place = head.find(b"content-length:")
            length = int(head[place + 15 :].split(b"\r\n", 1)[0]) if place >= 0 else 0
            if len(self.buffer) < end + 4 + length:
                return
            self.buffer = self.buffer[end + 4 + length :]
            self.answer(head)

    def answer(self, head: bytes) -> None:
        if head.startswith(b"get /stand"):
            body = Rohserver.counters.json()
            Rohserver.counters = Counters()
            self.transport.write(
                b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body
            )
            return
        self.counters.begin()
        asyncio.get_running_loop().call_later(self.latency_s, self.finish)

    def finish(self) -> None:
        Rohserver.counters.end()
        if not self.transport.is_closing():
            self.transport.write(ANSWER)


async def _serve(latency_s: float) -> None:
    Rohserver.latency_s = latency_s
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Rohserver, "127.0.0.1", 0, backlog=2048)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(float(sys.argv[1]) / 1000))
