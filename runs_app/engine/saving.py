"""Save outcomes so that none is lost: together, one by one, or into a file."""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from runs_app.engine.protocol import Outcome, Work
from runs_app.engine.spool import Spool
from runs_app.engine.thread import DATABASE_AWAY

log = structlog.get_logger(__name__)


class Saver:
    """Writes what `Work.save` takes; what it refuses for good is put aside for a person."""

    def __init__(self, work: Work, spool: Spool) -> None:
        self.work = work
        self.spool = spool

    def save(self, batch: Sequence[Outcome]) -> None:
        """Save a batch in one transaction; if one row spoils it, the others are saved singly.

        Raises the error of a database that is away: then nothing was saved and all is retried.
        """
        if not batch:
            return
        try:
            self.work.save(batch)
        except DATABASE_AWAY:
            raise
        except Exception:
            log.exception("batch refused", rows=len(batch))
            for outcome in batch:
                self._save_alone(outcome)

    def _save_alone(self, outcome: Outcome) -> None:
        try:
            self.work.save([outcome])
        except DATABASE_AWAY:
            raise
        except Exception:
            log.exception("outcome refused, put aside", key=outcome.claim.key)
            self.spool.put_aside(self.spool.write(self.work.dump(outcome)))

    def spool_all(self, outcomes: Sequence[Outcome]) -> None:
        """Write outcomes into files: the database has been away for long."""
        for outcome in outcomes:
            self.spool.write(self.work.dump(outcome))

    def replay(self) -> None:
        """Save what lies in files; saving twice is harmless, so two workers may both do it."""
        for path, record in self.spool.read():
            try:
                outcome = self.work.load(record)
            except ValueError:
                log.error("spool file not readable", file=path.name)
                self.spool.put_aside(path)
                continue
            self.save([outcome])
            self.spool.done(path)
