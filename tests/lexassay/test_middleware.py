"""The address of a visitor is what our own proxies saw, never what the visitor claims."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from lexassay.middleware import client_ip


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "", "10.0.0.9"),
        (0, "1.2.3.4", "10.0.0.9"),
        (1, "1.2.3.4", "1.2.3.4"),
        (1, "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        (2, "6.6.6.6, 1.2.3.4, 10.0.0.8", "1.2.3.4"),
        (1, "", "10.0.0.9"),
        (3, "1.2.3.4", "1.2.3.4"),
    ],
)
def test_only_our_proxies_are_believed(proxies, forwarded, address, settings):
    settings.TRUSTED_PROXIES = proxies
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.9", **headers)
    assert client_ip(request) == address
