"""What a model process might try; each function runs inside the real sealed child."""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import subprocess
import threading
from collections.abc import Iterator, Mapping
from typing import Any

Ereignisse = Iterator[dict[str, Any]]


def nothing(argumente: Mapping[str, Any]) -> Ereignisse:
    yield {"wert": argumente["wert"]}


def libc_connect(argumente: Mapping[str, Any]) -> Ereignisse:
    """Go around Python: socket() and connect() of the C library."""
    yield {"vorher": True}
    libc = ctypes.CDLL(None, use_errno=True)
    handle = libc.socket(socket.AF_INET, socket.SOCK_STREAM, 0)
    address = struct.pack(
        "=HH4s8x", socket.AF_INET, socket.htons(argumente["port"]), socket.inet_aton("127.0.0.1")
    )
    result = libc.connect(handle, address, len(address))
    yield {"verbunden": result == 0, "errno": ctypes.get_errno()}


def libc_datagram(argumente: Mapping[str, Any]) -> Ereignisse:
    """One datagram over IPv6 by the C library."""
    handle = ctypes.CDLL(None).socket(socket.AF_INET6, socket.SOCK_DGRAM, 0)
    yield {"offen": handle >= 0}


def python_connect(argumente: Mapping[str, Any]) -> Ereignisse:
    try:
        socket.create_connection(("127.0.0.1", argumente["port"]), timeout=2)
    except PermissionError:
        yield {"verweigert": True}


def python_resolve(argumente: Mapping[str, Any]) -> Ereignisse:
    try:
        socket.getaddrinfo("telemetrie.example.org", 443)
    except PermissionError:
        yield {"verweigert": True}


def spawn(argumente: Mapping[str, Any]) -> Ereignisse:
    try:
        subprocess.run(["true"], check=True)
    except PermissionError:
        yield {"verweigert": True}


def libc_fork(argumente: Mapping[str, Any]) -> Ereignisse:
    """A new process by the C library must not slip out from under the parent's eyes."""
    libc = ctypes.CDLL(None, use_errno=True)
    child = libc.fork()
    if child == 0:
        os._exit(0)
    yield {"kind": child, "errno": ctypes.get_errno()}


def io_uring(argumente: Mapping[str, Any]) -> Ereignisse:
    """io_uring can open sockets without the system calls that a filter watches."""
    libc = ctypes.CDLL(None, use_errno=True)
    params = ctypes.create_string_buffer(120)
    handle = libc.syscall(425, 4, params)
    yield {"handle": handle, "errno": ctypes.get_errno()}


def compute(argumente: Mapping[str, Any]) -> Ereignisse:
    """What a model needs must go on working: threads, files, socket pairs within the process."""
    done: list[int] = []
    threads = [threading.Thread(target=done.append, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with open(__file__, encoding="utf-8") as file:
        read = len(file.read())
    yield {"faeden": sorted(done), "gelesen": read > 0}


def environment(argumente: Mapping[str, Any]) -> Ereignisse:
    yield {"namen": sorted(os.environ)}


def noise(argumente: Mapping[str, Any]) -> Ereignisse:
    print("Lärm auf der Standardausgabe", flush=True)  # noqa: T201
    ctypes.CDLL(None).puts(b"Laerm aus C")
    yield {"wert": 1}


def fail(argumente: Mapping[str, Any]) -> Ereignisse:
    yield {"wert": 1}
    raise MemoryError("kein Speicher")


def crash(argumente: Mapping[str, Any]) -> Ereignisse:
    yield {"wert": 1}
    os.abort()


def endless(argumente: Mapping[str, Any]) -> Ereignisse:
    yield {"pid": os.getpid()}
    threading.Event().wait()
