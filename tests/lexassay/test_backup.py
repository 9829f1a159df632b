"""A backup holds what the database holds, and is checked before it counts."""

from __future__ import annotations

import hashlib
import sqlite3

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection


@pytest.mark.django_db(transaction=True)
def test_a_backup_holds_the_rows_and_its_checksum(tmp_path):
    User.objects.create_user("redaktion")
    call_command("sichern", str(tmp_path / "ziel"))
    files = sorted((tmp_path / "ziel").iterdir())
    backup, checksum = files
    digest = hashlib.sha256(backup.read_bytes()).hexdigest()
    assert checksum.read_text() == f"{digest}  {backup.name}\n"
    assert backup.stat().st_mode & 0o077 == 0
    if connection.vendor == "sqlite":
        rows = sqlite3.connect(backup).execute("SELECT username FROM auth_user").fetchall()
        assert rows == [("redaktion",)]
    else:
        assert backup.read_bytes().startswith(b"PGDMP")


@pytest.mark.django_db(transaction=True)
def test_a_failed_backup_leaves_no_file(tmp_path, monkeypatch):
    def fail(target):
        target.write_text("half")
        raise OSError("Platte voll")

    for name in ("save_sqlite", "save_postgresql"):
        monkeypatch.setattr(f"lexassay.management.commands.sichern.{name}", fail)
    with pytest.raises(CommandError, match="Platte voll"):
        call_command("sichern", str(tmp_path))
    assert list(tmp_path.iterdir()) == []
