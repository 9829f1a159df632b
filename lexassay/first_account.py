"""The first account of a local site, and its password, shown until it has been used once."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from django.contrib.auth import get_user_model
from django.db import transaction

FILE = "erstes-kennwort"


def first_password(var: Path, name: str) -> str:
    """Return the password of the first account, or "" once somebody has logged in with it.

    A start that was interrupted after the account was made still shows the password the next time.
    """
    file = var / FILE
    user = get_user_model().objects.filter(username=name).first()
    if user is None:
        return new_password(var, name)
    if user.last_login is not None or not file.is_file():
        file.unlink(missing_ok=True)
        return ""
    return file.read_text().strip()


@transaction.atomic
def new_password(var: Path, name: str) -> str:
    """Give the account (made if it is missing) a new random password and return it."""
    users = get_user_model().objects
    password = secrets.token_urlsafe(12)
    user = users.filter(username=name).first() or users.create_superuser(name)
    user.set_password(password)
    user.last_login = None
    user.save()
    descriptor = os.open(var / FILE, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with open(descriptor, "w") as out:
        out.write(password)
    return password
