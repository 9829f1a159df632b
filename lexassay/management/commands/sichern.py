"""``manage.py sichern ORDNER``: a checked backup of the database, with its SHA-256."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone


class Command(BaseCommand):
    help = "Sichert die Datenbank in einen Ordner und prüft die Sicherung."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ordner", type=Path)

    def handle(self, *args: Any, ordner: Path, **options: Any) -> None:
        ordner.mkdir(parents=True, exist_ok=True)
        stem = f"lexassay-{timezone.now():%Y%m%dT%H%M%SZ}"
        save = save_sqlite if connection.vendor == "sqlite" else save_postgresql
        unfinished = ordner / f"{stem}.unfertig"
        try:
            suffix = save(unfinished)
        except (OSError, subprocess.CalledProcessError, sqlite3.Error) as error:
            unfinished.unlink(missing_ok=True)
            raise CommandError(f"Die Sicherung ist fehlgeschlagen: {error}") from error
        file = unfinished.rename(ordner / f"{stem}{suffix}")
        with file.open("rb") as content:
            digest = hashlib.file_digest(content, "sha256").hexdigest()
        file.with_name(f"{file.name}.sha256").write_text(f"{digest}  {file.name}\n")
        self.stdout.write(f"{file} ({file.stat().st_size:,} Bytes, SHA-256 {digest[:12]}…)")


def save_sqlite(target: Path) -> str:
    """Copy a live database by SQLite's own backup, then let SQLite check the copy."""
    connection.ensure_connection()
    with closing(sqlite3.connect(target)) as copy:
        connection.connection.backup(copy)
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)
    os.chmod(target, 0o600)
    return ".sqlite3"


def save_postgresql(target: Path) -> str:
    """Dump in PostgreSQL's own format, then have pg_restore read its table of contents."""
    if not shutil.which("pg_dump"):
        raise FileNotFoundError("pg_dump ist nicht installiert.")
    values = connection.settings_dict
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD"}
    env = {
        **os.environ,
        **{name: str(values[key]) for key, name in names.items() if values.get(key)},
    }
    command = ["pg_dump", "--format=custom", f"--file={target}", f"--dbname={values['NAME']}"]
    subprocess.run(command, env=env, check=True, capture_output=True)
    os.chmod(target, 0o600)
    subprocess.run(["pg_restore", "--list", str(target)], check=True, capture_output=True)
    return ".dump"
