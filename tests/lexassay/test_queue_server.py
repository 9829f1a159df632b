"""Our own queue server: a password, loopback only, no trouble with what a start left over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import redis

from lexassay.queue_server import end_leftover, start_queue_server


@pytest.fixture
def server(tmp_path):
    running = start_queue_server(tmp_path / "queue")
    yield running
    running.stop()


def test_nobody_gets_in_without_the_password(server):
    port = redis.Redis.from_url(server.url).connection_pool.connection_kwargs["port"]
    stranger = redis.Redis(port=port)
    with pytest.raises(redis.exceptions.AuthenticationError):
        stranger.ping()
    stranger.close()


def test_the_password_stands_in_no_command_line_and_no_public_file(server, tmp_path):
    password = (tmp_path / "queue" / "passwort").read_text()
    assert password not in Path(f"/proc/{server.process.pid}/cmdline").read_text()
    for file in (tmp_path / "queue").iterdir():
        if file.is_file() and password in file.read_text(errors="replace"):
            assert file.stat().st_mode & 0o077 == 0, file.name


def test_what_waits_survives_a_kill(tmp_path):
    first = start_queue_server(tmp_path / "queue")
    client = redis.Redis.from_url(first.url)
    client.set("wartet", "1")
    client.close()
    first.process.kill()
    first.process.wait()
    second = start_queue_server(tmp_path / "queue")
    client = redis.Redis.from_url(second.url)
    assert client.get("wartet") == b"1"
    client.close()
    second.stop()


def test_a_server_left_over_is_ended(tmp_path):
    code = (
        "import pathlib, os, sys\n"
        "from lexassay.queue_server import start_queue_server\n"
        "print(start_queue_server(pathlib.Path(sys.argv[1])).process.pid, flush=True)\n"
        "os._exit(0)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "queue")]
    root = Path(__file__).resolve().parents[2]
    left = int(subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout)
    os.kill(left, 0)
    server = start_queue_server(tmp_path / "queue")
    assert not is_alive(left)
    assert redis.Redis.from_url(server.url).ping()
    server.stop()


def test_a_number_that_now_belongs_to_another_process_is_left_alone(tmp_path):
    stranger = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"])
    (tmp_path / "pid").write_text(str(stranger.pid))
    (tmp_path / "queue.log").write_text(f"{stranger.pid}:M started\n")
    end_leftover(tmp_path)
    assert stranger.poll() is None
    stranger.send_signal(signal.SIGTERM)
    stranger.wait()


def is_alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"
