"""A production process as it is started: no finding of `check --deploy`, strict headers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "LEXASSAY_BETRIEB": "produktion",
    "SECRET_KEY": "geheim-" * 10,
    "ALLOWED_HOSTS": "lexassay.com",
    "DATABASE_URL": "postgres://lexassay:kennwort@127.0.0.1:5432/lexassay",
    "REDIS_URL": "rediss://:kennwort@127.0.0.1:6379/0",
    "TRUSTED_PROXIES": "1",
}


def run(*command: str, **changes: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **PRODUCTION, **changes}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_deployment_check_has_no_finding():
    result = run("manage.py", "check", "--deploy", "--fail-level", "WARNING", "--tag", "security")
    assert result.returncode == 0, result.stdout + result.stderr


def test_a_secret_may_lie_in_a_file(tmp_path, monkeypatch):
    (tmp_path / "key").write_text("aus-der-datei-" * 5)
    monkeypatch.delitem(PRODUCTION, "SECRET_KEY")
    code = "from django.conf import settings; print(settings.SECRET_KEY)"
    files = {
        "SECRET_KEY_FILE": str(tmp_path / "key"),
        "DJANGO_SETTINGS_MODULE": "lexassay.settings",
    }
    result = run("-c", code, **files)
    assert result.stdout.strip() == "aus-der-datei-" * 5, result.stderr


ASK = """
import django, json, os
os.environ["DJANGO_SETTINGS_MODULE"] = "lexassay.settings"
django.setup()
from django.test import Client
proxy = {"host": "lexassay.com", "x-forwarded-proto": "https", "x-forwarded-for": "1.2.3.4"}
client = Client(headers=proxy)
client.raise_request_exception = False
first = client.get("/admin/login/")
plain = Client(headers={"host": "lexassay.com"}).get("/admin/login/")
stranger = client.get("/admin/login/", headers={"host": "evil.example"})
cookies = [morsel.OutputString() for morsel in first.cookies.values()]
answers = [first.status_code, dict(first.headers), cookies, plain.status_code]
print(json.dumps([*answers, stranger.status_code, stranger.content.decode()]))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    database = f"sqlite:///{tmp_path_factory.mktemp('db') / 'db.sqlite3'}"
    static = tmp_path_factory.mktemp("var")
    collected = run("manage.py", "collectstatic", "--noinput", "-v0", LEXASSAY_VAR=str(static))
    assert collected.returncode == 0, collected.stderr
    result = run("-c", ASK, DATABASE_URL=database, LEXASSAY_VAR=str(static))
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_headers_and_cookies_are_strict(answers):
    status, headers, cookies, plain, stranger, stranger_page = answers
    assert status == 200
    assert "max-age=31536000" in headers["Strict-Transport-Security"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert all("Secure" in c and "HttpOnly" in c and "SameSite=Strict" in c for c in cookies)
    assert all(c.startswith("__Host-") for c in cookies)


def test_http_is_sent_to_https_and_strangers_are_refused(answers):
    *_, plain, stranger, stranger_page = answers
    assert plain == 301
    assert stranger == 400
    assert "Traceback" not in stranger_page
    assert "settings" not in stranger_page


def test_make_start_is_not_for_production():
    result = run("manage.py", "start")
    assert result.returncode == 1
    assert "siehe deploy/README.md" in result.stderr
