"""Nobody works in the admin without a second factor; the queue pages are for Technik only."""

from __future__ import annotations

import time

import pytest
from django.contrib.auth.models import Permission, User
from django.urls import reverse
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

pytestmark = pytest.mark.django_db
PASSWORD = "ein langes Kennwort"
SECOND = "/admin/zweiter-faktor/"


@pytest.fixture
def editor():
    return User.objects.create_superuser("redaktion", password=PASSWORD)


@pytest.fixture
def otp(settings):
    settings.ADMIN_OTP_PFLICHT = True


def code_of(device: TOTPDevice) -> str:
    totp = TOTP(device.bin_key, device.step, device.t0, device.digits, device.drift)
    totp.time = time.time()
    return f"{totp.token():06}"


def log_in(client):
    data = {"username": "redaktion", "password": PASSWORD, "next": "/admin/"}
    return client.post("/admin/login/", data, REMOTE_ADDR="127.0.0.1")


def test_a_password_alone_opens_no_page(client, editor, otp):
    log_in(client)
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0].startswith(SECOND)
    assert "Zweiten Faktor einrichten" in response.content.decode()
    assert client.get("/admin/auth/user/").status_code == 302


def test_the_first_login_sets_the_factor_up(client, editor, otp):
    log_in(client)
    page = client.get(SECOND).content.decode()
    device = TOTPDevice.objects.get(user=editor, confirmed=False)
    assert "QR-Code" in page
    response = client.post(f"{SECOND}?next=/admin/auth/user/", {"code": code_of(device)})
    assert response.url == "/admin/auth/user/"
    assert client.get("/admin/auth/user/").status_code == 200
    assert TOTPDevice.objects.get(user=editor).confirmed


def test_a_known_device_shows_no_secret_again(client, editor, otp):
    device = TOTPDevice.objects.create(user=editor, confirmed=True)
    log_in(client)
    page = client.get(SECOND).content.decode()
    assert "QR-Code" not in page
    assert device.key not in page
    assert client.post(SECOND, {"code": code_of(device)}).status_code == 302


def test_a_wrong_code_is_refused_in_german(client, editor, otp):
    TOTPDevice.objects.create(user=editor, confirmed=True)
    log_in(client)
    response = client.post(SECOND, {"code": "000000"})
    assert "Der Code stimmt nicht" in response.content.decode()
    assert client.get("/admin/").status_code == 302


def test_no_redirect_leaves_the_site(client, editor, otp):
    device = TOTPDevice.objects.create(user=editor, confirmed=True)
    log_in(client)
    response = client.post(f"{SECOND}?next=https://evil.example/", {"code": code_of(device)})
    assert response.url == "/admin/"


def test_a_stranger_sees_no_second_step(client, otp):
    assert client.get(SECOND).url.startswith("/admin/login/")


def test_without_the_duty_a_banner_says_so(client, editor, settings):
    settings.ADMIN_OTP_PFLICHT = False
    log_in(client)
    assert "Der zweite Faktor ist abgeschaltet" in client.get("/admin/").content.decode()


def test_five_wrong_passwords_lock_the_account(client, editor):
    for _ in range(5):
        client.post("/admin/login/", {"username": "redaktion", "password": "falsch"})
    response = log_in(client)
    assert response.status_code == 429
    assert "gesperrt" in response.content.decode()


@pytest.fixture
def staff(client):
    user = User.objects.create_user("technik", password=PASSWORD, is_staff=True)
    client.force_login(user)
    return user


QUEUE_PAGES = (
    "admin:django_rq_home",
    "admin:django_rq_home_json",
    "admin:django_rq_metrics",
    "admin:django_rq_dashboard_changelist",
)


@pytest.mark.parametrize("name", QUEUE_PAGES)
def test_staff_without_the_permission_sees_no_queue(name, client, staff, valkey):
    assert client.get(reverse(name)).status_code == 403


def test_staff_without_the_permission_stops_no_job(client, staff, valkey):
    for page in ("clear", "requeue_all", "delete_failed_jobs"):
        assert client.post(reverse(f"admin:django_rq_{page}", args=[0])).status_code == 403


@pytest.mark.parametrize("name", QUEUE_PAGES)
def test_technik_sees_the_queues(name, client, staff, valkey):
    staff.user_permissions.add(Permission.objects.get(codename="admin"))
    assert client.get(reverse(name)).status_code == 200


@pytest.mark.parametrize("name", QUEUE_PAGES)
def test_a_stranger_is_sent_to_the_login(name, client, valkey):
    response = client.get(reverse(name))
    assert response.status_code == 302
    assert response.url.startswith("/admin/login/")


def test_a_queue_server_that_is_away_gets_a_german_page(client, staff, settings):
    staff.user_permissions.add(Permission.objects.get(codename="admin"))
    settings.RQ_QUEUES = {
        name: {**queue, "URL": "redis://127.0.0.1:1/0"}
        for name, queue in settings.RQ_QUEUES.items()
    }
    for name in QUEUE_PAGES:
        response = client.get(reverse(name))
        assert response.status_code == 503
        assert "Die Warteschlange ist nicht erreichbar" in response.content.decode()


@pytest.mark.parametrize("page", ["1/change/", "1/history/", "1/delete/", "add/", "1/"])
def test_the_queue_has_no_row_that_the_admin_could_show(page, client, staff):
    staff.user_permissions.add(Permission.objects.get(codename="admin"))
    assert client.get(f"/admin/django_rq/dashboard/{page}").status_code == 404


@pytest.mark.parametrize("page", ["config", "qrcode"])
@pytest.mark.parametrize("whose", ["another's", "nobody's"])
def test_nobody_reads_the_key_of_a_second_factor_in_the_admin(page, whose, client, editor):
    device = TOTPDevice.objects.create(user=editor, confirmed=True)
    client.force_login(User.objects.create_superuser("technik", password=PASSWORD))
    number = device.pk if whose == "another's" else device.pk + 1
    assert client.get(f"/admin/otp_totp/totpdevice/{number}/{page}/").status_code == 403
    change = client.get(f"/admin/otp_totp/totpdevice/{device.pk}/change/").content.decode()
    assert device.key not in change


def test_every_answer_carries_the_headers(client):
    headers = client.get("/admin/login/").headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert "no-store" in headers["Cache-Control"]
