"""The clock of the chaos site: the real sweep, once a second, in a process of its own."""

from __future__ import annotations

import os
import time

import django


def main() -> None:
    django.setup()
    from django.db import DatabaseError, InterfaceError, connection

    from runs_app.jobs import sweep

    parent = os.getppid()
    while os.getppid() == parent:
        try:
            sweep()
        except (DatabaseError, InterfaceError):
            connection.close()
        time.sleep(1.0)


if __name__ == "__main__":
    main()
