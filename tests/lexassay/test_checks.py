"""What production refuses, and what a local site refuses to be used for."""

from __future__ import annotations

import pytest

from lexassay.checks import check_mode, check_production, check_queue_server

GOOD = {
    "BETRIEB": "produktion",
    "PRODUKTION": True,
    "SECRET_KEY_GIVEN": True,
    "DEBUG": False,
    "ALLOWED_HOSTS": ["lexassay.com"],
    "ADMIN_OTP_PFLICHT": True,
    "DATABASE_ENGINE": "django.db.backends.postgresql",
    "REDIS_URL": "rediss://:geheim@queue.internal:6379/0",
}


def findings(settings, **changes):
    for name, value in {**GOOD, **changes}.items():
        setattr(settings, name, value)
    found = [*check_mode(), *check_production(), *check_queue_server()]
    return [message.id.removeprefix("lexassay.") for message in found]


def test_a_complete_production_has_no_finding(settings):
    assert findings(settings) == []


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"BETRIEB": "test", "PRODUKTION": False}, "E001"),
        ({"BETRIEB": "lokal", "PRODUKTION": False, "ALLOWED_HOSTS": ["lexassay.com"]}, "E002"),
        ({"BETRIEB": "lokal", "PRODUKTION": False, "ALLOWED_HOSTS": ["0.0.0.0"]}, "E002"),
        ({"SECRET_KEY_GIVEN": False}, "E003"),
        ({"DEBUG": True}, "E004"),
        ({"ALLOWED_HOSTS": []}, "E005"),
        ({"ALLOWED_HOSTS": ["*"]}, "E005"),
        ({"ADMIN_OTP_PFLICHT": False}, "E006"),
        ({"DATABASE_ENGINE": "django.db.backends.sqlite3"}, "E007"),
        ({"REDIS_URL": "redis://127.0.0.1:6379/0"}, "E008"),
        ({"REDIS_URL": "redis://:geheim@queue.internal:6379/0"}, "W001"),
    ],
)
def test_each_fault_is_named(change, finding, settings):
    assert findings(settings, **change) == [finding]


def test_a_password_on_loopback_needs_no_tls(settings):
    assert findings(settings, REDIS_URL="redis://:geheim@127.0.0.1:6379/0") == []


def test_a_local_site_on_loopback_needs_nothing(settings):
    assert findings(settings, BETRIEB="lokal", PRODUKTION=False, ALLOWED_HOSTS=["localhost"]) == []
