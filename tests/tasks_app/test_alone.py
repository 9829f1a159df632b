"""tasks_app needs nothing above it: the project starts with this app alone (DESIGN 1)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import sys
from django.conf import settings
settings.configure(
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes",
                    "lexassay.protokoll", "tasks_app"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    USE_TZ=True, SECRET_KEY="x", DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
)
import django
django.setup()
from django.core.management import call_command
call_command("check")
call_command("migrate", verbosity=0)
from tasks_app.definition import schritte
print([eintrag.nummer for eintrag in schritte()])
fremd = [name for name in sys.modules if name.split(".")[0] in
         ("runs_app", "citations_app", "grading_app") or name.startswith("lexassay.builds")]
print(fremd)
"""


def test_the_project_starts_with_tasks_app_alone() -> None:
    lauf = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert lauf.returncode == 0, lauf.stderr
    assert lauf.stdout.splitlines()[-2:] == ["[1, 2, 3, 4, 7]", "[]"]
