"""The strict worker against a real queue server: what is forged is refused, what is due runs."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import django_rq
import pytest
from rq.job import Job
from rq.registry import FailedJobRegistry, FinishedJobRegistry

from lexassay.queue import JobRefused, StrictJob, StrictWorker

ROOT = Path(__file__).resolve().parents[2]
QUEUE = "default"


class Canary:
    """Unpickling this writes a file: proof of code that ran."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self):
        return os.system, (f"touch {self.file}",)


@pytest.fixture
def jobs_module(monkeypatch):
    """``lexassay.pipeline`` as a module with one harmless job that leaves a key behind."""
    import types

    module = types.ModuleType("lexassay.pipeline")
    source = (
        "import os, time\n"
        "import redis\n"
        "from os import system\n"
        "def mark(url, name):\n"
        "    redis.Redis.from_url(url).incr(name)\n"
    )
    exec(source, module.__dict__)
    monkeypatch.setitem(sys.modules, "lexassay.pipeline", module)
    monkeypatch.setattr("lexassay.pipeline", module, raising=False)
    return module


def forge(client, job_id: str, data: bytes, **fields: str) -> None:
    """Write a job as an intruder would: straight into the server."""
    row = {"data": zlib.compress(data), "origin": QUEUE, "status": "queued", "timeout": "60"}
    client.hset(
        f"rq:job:{job_id}", mapping={**row, "created_at": "2026-11-30T12:00:00.0Z", **fields}
    )
    client.sadd("rq:queues", f"rq:queue:{QUEUE}")
    client.rpush(f"rq:queue:{QUEUE}", job_id)


def payload(function: object, *args: object, instance: object = None) -> bytes:
    return json.dumps([function, instance, list(args), {}]).encode()


def work_off() -> None:
    StrictWorker([django_rq.get_queue(QUEUE)], connection=django_rq.get_connection(QUEUE)).work(
        burst=True
    )


def failed() -> set[str]:
    return set(FailedJobRegistry(queue=django_rq.get_queue(QUEUE)).get_job_ids())


@pytest.fixture
def url(valkey_server):
    return valkey_server.url


def test_a_job_with_ids_runs(valkey, url, jobs_module):
    django_rq.get_queue(QUEUE).enqueue("lexassay.pipeline.mark", url, "ran")
    work_off()
    assert valkey.get("ran") == b"1"


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda file, url: payload("os.system", f"touch {file}"), id="os.system"),
        pytest.param(
            lambda file, url: payload("lexassay.pipeline.system", f"touch {file}"),
            id="imported name",
        ),
        pytest.param(
            lambda file, url: payload("lexassay.pipeline.os.system", f"touch {file}"), id="dotted"
        ),
        pytest.param(
            lambda file, url: payload("lexassay.pipeline.mark", url, ["ran"]), id="list argument"
        ),
        pytest.param(
            lambda file, url: payload("mark", url, "ran", instance={"a": 1}), id="bound instance"
        ),
        pytest.param(lambda file, url: pickle.dumps(Canary(file)), id="pickle"),
        pytest.param(
            lambda file, url: pickle.dumps(("lexassay.pipeline.mark", None, (url, "ran"), {})),
            id="harmless pickle",
        ),
        pytest.param(lambda file, url: b"{", id="broken JSON"),
        pytest.param(lambda file, url: b"[" * 100_000, id="deep JSON"),
    ],
)
def test_a_forged_job_is_put_aside_and_the_next_one_runs(
    make, valkey, url, jobs_module, tmp_path, caplog
):
    canary = tmp_path / "canary"
    forge(valkey, "forged", make(canary, url))
    forge(valkey, "honest", payload("lexassay.pipeline.mark", url, "honest"))
    work_off()
    assert not canary.exists()
    assert valkey.get("ran") is None
    assert valkey.get("honest") == b"1"
    assert failed() == {"forged"}
    assert valkey.llen(f"rq:queue:{QUEUE}") == 0
    assert valkey.llen(f"rq:queue:{QUEUE}:intermediate") == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"success_callback_name": "os.getcwd"},
        {"failure_callback_name": "os.getcwd"},
        {"stopped_callback_name": "os.getcwd"},
        {"webhooks": json.dumps([{"url": "http://127.0.0.1:1/", "events": ["finished"]}])},
    ],
)
def test_callbacks_and_webhooks_are_refused(fields, valkey, url, jobs_module, caplog):
    forge(valkey, "forged", payload("lexassay.pipeline.mark", url, "ran"), **fields)
    work_off()
    assert valkey.get("ran") is None
    assert failed() == {"forged"}


@pytest.mark.parametrize(
    "fields", [{"status": "nonsense"}, {"timeout": "abc"}, {"ttl": "x"}, {"created_at": "never"}]
)
def test_an_unreadable_job_stops_no_worker(fields, valkey, url, jobs_module, caplog):
    forge(valkey, "broken", payload("lexassay.pipeline.mark", url, "ran"), **fields)
    forge(valkey, "honest", payload("lexassay.pipeline.mark", url, "honest"))
    work_off()
    assert valkey.get("honest") == b"1"


def test_an_impossible_job_id_stops_no_worker(valkey, url, jobs_module, caplog):
    valkey.rpush(f"rq:queue:{QUEUE}", "../../etc\nERROR")
    forge(valkey, "honest", payload("lexassay.pipeline.mark", url, "honest"))
    work_off()
    assert valkey.get("honest") == b"1"


def test_an_id_that_is_no_text_stops_no_worker(valkey, url, jobs_module, caplog):
    valkey.rpush(f"rq:queue:{QUEUE}", b"\xff\xfe")
    valkey.rpush(f"rq:queue:{QUEUE}:intermediate", b"\xfe\xff")
    forge(valkey, "honest", payload("lexassay.pipeline.mark", url, "honest"))
    work_off()
    assert valkey.get("honest") == b"1"
    assert valkey.lrange(f"rq:queue:{QUEUE}:intermediate", 0, -1) == []
    assert caplog.text.count("the id is no text") == 2


def test_a_job_that_is_no_hash_stops_no_worker(valkey, url, jobs_module, caplog):
    valkey.set("rq:job:text", "kein Hash")
    valkey.rpush(f"rq:queue:{QUEUE}", "text")
    forge(valkey, "honest", payload("lexassay.pipeline.mark", url, "honest"))
    work_off()
    assert valkey.get("honest") == b"1"
    assert "unreadable" in caplog.text


def test_a_refusal_is_one_clear_log_line(valkey, url, jobs_module, capsys, caplog):
    forge(valkey, "forged", payload("os.system\nERROR forged line", "id"))
    work_off()
    lines = [r.getMessage() for r in caplog.records if "job refused" in r.getMessage()]
    assert len(lines) == 1
    assert "os.system?ERROR" in lines[0]


def test_our_own_code_cannot_enqueue_what_no_worker_would_run(valkey):
    queue = django_rq.get_queue(QUEUE)
    with pytest.raises(JobRefused, match="os.system"):
        queue.enqueue("os.system", "id")
    with pytest.raises(JobRefused, match="argument"):
        queue.enqueue("lexassay.pipeline.advance", {"prompt": "secret"})
    assert valkey.keys("rq:job:*") == []


def test_nothing_is_ever_pickled(valkey, url, jobs_module):
    job = django_rq.get_queue(QUEUE).enqueue("lexassay.pipeline.mark", url, "ran")
    stored = zlib.decompress(valkey.hget(f"rq:job:{job.id}", "data"))
    assert json.loads(stored) == ["lexassay.pipeline.mark", None, [url, "ran"], {}]
    assert isinstance(job, StrictJob)
    assert issubclass(django_rq.get_queue(QUEUE).job_class, Job)


def test_a_worker_serves_one_queue(valkey):
    queues = [django_rq.get_queue("runs"), django_rq.get_queue("grading")]
    with pytest.raises(ValueError, match="genau eine Queue"):
        StrictWorker(queues, connection=valkey)


def test_a_finished_job_is_known_as_finished(valkey, url, jobs_module):
    job = django_rq.get_queue(QUEUE).enqueue("lexassay.pipeline.mark", url, "ran")
    work_off()
    assert job.id in FinishedJobRegistry(queue=django_rq.get_queue(QUEUE)).get_job_ids()


PARENT = """
import os, sys, time
sys.path.insert(0, {root!r})
from lexassay.queue import die_with_parent
parent = os.getpid()
child = os.fork()
if child == 0:
    die_with_parent(parent)
    time.sleep(60)
    os._exit(0)
print(child, flush=True)
time.sleep(60)
"""


def test_the_work_horse_dies_with_its_worker():
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT.format(root=str(ROOT))], stdout=subprocess.PIPE, text=True
    )
    child = int(parent.stdout.readline())
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert ended_within(child, seconds=5)


def ended_within(pid: int, *, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        stat = Path(f"/proc/{pid}/stat")
        if not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return True
        time.sleep(0.02)
    return False
