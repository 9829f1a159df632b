"""Outcomes that could not be saved, kept in files until the database is back (R-3.6).

One file per outcome, mode 0600, written whole and then renamed: a name without `.tmp` is complete.
The first line is the SHA-256 of the rest. A file is deleted only after its outcome was saved.
"""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Iterator
from pathlib import Path

SUFFIX = ".spool"
DAMAGED = ".beschaedigt"


class Spool:
    """The spool directory of one kind of work, shared by all workers of a machine."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def write(self, record: bytes) -> Path:
        """Store one record durably and return its file."""
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self.directory / f"{uuid.uuid4().hex}{SUFFIX}"
        draft = path.with_suffix(".tmp")
        descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with open(descriptor, "wb") as file:
            file.write(hashlib.sha256(record).hexdigest().encode() + b"\n" + record)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
        return path

    def read(self) -> Iterator[tuple[Path, bytes]]:
        """Yield (file, record) for each complete record; put damaged files aside, delete none."""
        if not self.directory.is_dir():
            return
        for path in sorted(self.directory.glob(f"*{SUFFIX}")):
            try:
                digest, _, record = path.read_bytes().partition(b"\n")
            except FileNotFoundError:  # another worker saved it meanwhile
                continue
            if hashlib.sha256(record).hexdigest().encode() == digest:
                yield path, record
            else:
                self.put_aside(path)

    def put_aside(self, path: Path) -> None:
        """Rename a file that cannot be read, so that a person can look at it."""
        path.rename(path.with_suffix(DAMAGED))

    def done(self, path: Path) -> None:
        """Forget a record that is saved."""
        path.unlink(missing_ok=True)
