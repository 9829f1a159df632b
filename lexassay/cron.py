"""The clock: enqueues the jobs of ``lexassay.zeitplan``, at the start and then at their intervals.

Jobs go through our own queues, hence as JSON and strictly checked. A queue server that is away for
a while costs a few starts, not the clock.
"""

from __future__ import annotations

import django_rq
import structlog
from django.conf import settings
from django_rq.cron import DjangoCronScheduler
from redis.exceptions import ConnectionError as QueueAway
from redis.exceptions import TimeoutError as QueueSlow
from rq.cron import CronJob
from rq.exceptions import NoSuchJobError
from rq.job import JobStatus
from rq.utils import now

from lexassay.queue import StrictJob
from lexassay.zeitplan import due_jobs

log = structlog.get_logger(__name__)
WAITING = {JobStatus.QUEUED, JobStatus.STARTED, JobStatus.SCHEDULED, JobStatus.DEFERRED}


class Clock(DjangoCronScheduler):
    """RQ's cron scheduler over our queues; visible on the admin's queue pages."""

    def register_all(self) -> None:
        """Take every job of the schedule that exists."""
        for termin, function in due_jobs():
            self.register(function, termin.queue, interval=termin.every)

    def enqueue_jobs(self) -> list[CronJob]:
        """Enqueue what is due; a job that still waits or runs is not enqueued again."""
        started: list[CronJob] = []
        try:
            give_up_abandoned()
        except (QueueAway, QueueSlow) as error:
            log.warning("queue server away", reason=str(error))
            return started
        moment = now()
        for job in self.get_jobs():
            if job.should_run():
                try:
                    self._enqueue(job)
                except (QueueAway, QueueSlow) as error:
                    log.warning("queue server away", job=job.func_name, reason=str(error))
                    return started
                job.set_enqueue_time(moment)
                started.append(job)
        return started

    def _enqueue(self, job: CronJob) -> None:
        job_id = "cron-" + job.func_name.replace(".", "-")
        try:
            if StrictJob.fetch(job_id, connection=self.connection).get_status() in WAITING:
                return
        except NoSuchJobError:
            pass
        django_rq.get_queue(job.queue_name, commit_mode="auto").enqueue(
            job.func_name, job_id=job_id, result_ttl=600, failure_ttl=7 * 86_400
        )

    def save(self, pipeline: object = None) -> None:
        """Write the state for the admin's page; it is a display, and may be missing."""
        try:
            super().save(pipeline)  # type: ignore[arg-type]
        except (QueueAway, QueueSlow) as error:
            log.warning("queue server away", reason=str(error))

    def heartbeat(self) -> None:
        try:
            super().heartbeat()
        except (QueueAway, QueueSlow) as error:
            log.warning("queue server away", reason=str(error))

    def calculate_sleep_interval(self) -> float:
        return max(1.0, super().calculate_sleep_interval())


def give_up_abandoned() -> None:
    """Fail each job whose worker has shown no life for a minute and a half.

    RQ itself looks every ten minutes only; until then the fixed id of a killed worker's job would
    keep the next job of its kind out.
    """
    for name in settings.QUEUES:
        django_rq.get_queue(name).started_job_registry.cleanup()
