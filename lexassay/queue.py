"""The strict job and the strict worker: what the queue server says is checked, then believed.

RQ carries "work" jobs with ids only; the database is the queue of record (DESIGN 5). A refused job
is one log line and one entry in the list of failed jobs; the worker goes on with the next.
"""

from __future__ import annotations

import ctypes
import inspect
import os
import signal
import sys
import threading
import time
from typing import Any

import structlog
from redis.exceptions import ResponseError
from rq import Queue, Worker
from rq.exceptions import DeserializationError, NoSuchJobError
from rq.job import Job
from rq.serializers import JSONSerializer

from lexassay.job_policy import (
    printable,
    refusal_of_arguments,
    refusal_of_function,
    refusal_of_payload,
)

log = structlog.get_logger(__name__)
PR_SET_PDEATHSIG = 1
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, AssertionError, ResponseError)
UNREADABLE_JOB_TTL = 7 * 24 * 3600  # seconds an unreadable job stays on the server as evidence


class JobRefused(Exception):
    """The job may not run; the message says why, in one line."""


class StrictJob(Job):
    """A job that calls a function of a ``jobs`` module with ids, and nothing else.

    Callbacks, webhooks and bound instances are refused when a job is made and ignored when one is
    read; the payload is JSON whatever serializer a caller asks for, so nothing is ever unpickled.
    """

    refusal = ""

    def __init__(
        self, id: str | None = None, connection: Any = None, serializer: Any = None
    ) -> None:
        super().__init__(id=id, connection=connection, serializer=JSONSerializer)

    @classmethod
    def create(cls, func: Any, *args: Any, **kwargs: Any) -> Job:
        """Make a job; raise ``JobRefused`` for one that no worker would run."""
        extras = ("on_success", "on_failure", "on_stopped", "webhooks")
        if used := [name for name in extras if kwargs.get(name)]:
            raise JobRefused(f"job not allowed: {', '.join(used)}")
        job = super().create(func, *args, **kwargs)
        if reason := refusal_of_payload([job._func_name, job._instance, job._args, job._kwargs]):
            raise JobRefused(reason)
        return job

    @classmethod
    def fetch(cls, id: str, connection: Any = None, serializer: Any = None) -> Job:
        """Read a job; an unreadable one is logged and counts as absent: no worker dies of it."""
        try:
            return super().fetch(id, connection=connection, serializer=serializer)
        except NoSuchJobError:
            raise
        except UNREADABLE as error:
            log.error("job refused", job_id=printable(id), reason=f"unreadable: {printable(error)}")
            connection.expire(f"{cls.redis_job_namespace_prefix}{id}", UNREADABLE_JOB_TTL)
            raise NoSuchJobError(f"unreadable job {printable(id)}") from error

    def restore(self, raw_data: Any) -> None:
        super().restore(raw_data)
        self.refusal = self._find_refusal(
            {name.decode(errors="replace") for name, value in raw_data.items() if value}
        )
        self.webhooks = []
        self._success_callback_name = self._failure_callback_name = self._stopped_callback_name = (
            None
        )
        if self.refusal:
            self.retries_left = self.repeats_left = None

    def _find_refusal(self, fields: set[str]) -> str:
        if used := sorted(f for f in fields if "callback_name" in f or f == "webhooks"):
            return f"job not allowed: {', '.join(used)}"
        try:
            return refusal_of_payload(self.serializer.loads(self.data))
        except (ValueError, AttributeError, RecursionError):
            return "payload not allowed: not JSON"

    def _deserialize_data(self) -> None:
        super()._deserialize_data()
        payload = [self._func_name, self._instance, self._args, self._kwargs]
        if reason := refusal_of_payload(payload):
            raise DeserializationError(reason)

    @property
    def func(self) -> Any:
        """Return the function, if the policy and the module itself know it as their own."""
        if reason := refusal_of_function(self.func_name):
            raise JobRefused(reason)
        function = super().func
        module = str(self.func_name).rpartition(".")[0]
        if not inspect.isfunction(function) or function.__module__ != module:
            raise JobRefused(
                f"function not allowed: {printable(self.func_name)} is not of its module"
            )
        return function

    success_callback = failure_callback = stopped_callback = property(lambda self: None)

    def perform(self) -> Any:
        """Run the job, once more asking the policy: other worker classes pass here too."""
        if reason := self.refusal or refusal_of_arguments(self.args, self.kwargs):
            raise JobRefused(reason)
        return super().perform()


class StrictWorker(Worker):
    """A worker of exactly one queue, whose work-horse dies with it.

    A worker of two queues can lose a job when it is killed: it pops without an intermediate list.
    At a warm shutdown the work-horse gets SIGUSR1; an engine may take it as "claim nothing more".
    """

    job_class = StrictJob

    def __init__(self, queues: Any, *args: Any, **kwargs: Any) -> None:
        kwargs |= {
            "serializer": JSONSerializer,
            "job_class": StrictJob,
            "log_job_description": False,
        }
        super().__init__(queues, *args, **kwargs)
        if len(self.queues) != 1:
            raise ValueError(f"Ein Worker bedient genau eine Queue, nicht {len(self.queues)}.")

    def run_maintenance_tasks(self) -> None:
        self._drop_unreadable_ids()
        super().run_maintenance_tasks()

    def dequeue_job_and_maintain_ttl(self, *args: Any, **kwargs: Any) -> Any:
        """Take the next job; an id that is no text, which RQ cannot read, is passed over."""
        try:
            return super().dequeue_job_and_maintain_ttl(*args, **kwargs)
        except UnicodeDecodeError:
            self._drop_unreadable_ids()
            return self.dequeue_job_and_maintain_ttl(*args, **kwargs)

    def _drop_unreadable_ids(self) -> None:
        """Take ids that are no text off the list of jobs in transit, where RQ left them."""
        key = self.queues[0].intermediate_queue_key
        ids: Any = self.connection.lrange(key, 0, -1)
        for job_id in ids:
            if job_id.decode(errors="replace").encode() != job_id:
                self.connection.lrem(key, 1, job_id)
                log.error("job refused", job_id=printable(job_id), reason="the id is no text")

    def execute_job(self, job: Job, queue: Queue) -> None:
        if reason := getattr(job, "refusal", ""):
            log.error("job refused", job_id=job.id, queue=queue.name, reason=reason)
            self._put_aside(job, queue, reason)
            return
        super().execute_job(job, queue)

    def _put_aside(self, job: Job, queue: Queue, reason: str) -> None:
        """Move a refused job to the failed ones; take it off the list of jobs in transit."""
        self.connection.lrem(queue.intermediate_queue_key, 1, job.id)
        self.handle_job_failure(job, queue, exc_string=f"refused: {reason}")

    def main_work_horse(self, job: Job, queue: Queue) -> None:
        die_with_parent(self.pid or os.getppid())
        super().main_work_horse(job, queue)

    def setup_work_horse_signals(self) -> None:
        super().setup_work_horse_signals()
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)

    def handle_warm_shutdown_request(self) -> None:
        super().handle_warm_shutdown_request()
        if self.horse_pid:
            os.kill(self.horse_pid, signal.SIGUSR1)


def die_with_parent(parent: int) -> None:
    """Have this process killed when its parent dies: a killed worker leaves no buyer behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    else:
        threading.Thread(target=_watch_parent, args=(parent,), daemon=True).start()
    if os.getppid() != parent:
        os._exit(1)


def _watch_parent(parent: int) -> None:
    """Where the system cannot signal a parent's death: look once a second."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGKILL)
