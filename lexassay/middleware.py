"""Headers that Django does not set itself, and the address of the visitor behind our proxies."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

PERMISSIONS_POLICY = "camera=(), microphone=(), geolocation=(), payment=(), usb=()"
CROSS_ORIGIN_HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS_POLICY,
}


class CrossOriginHeaders:
    """Nobody may embed our answers, and no page asks for a device."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in CROSS_ORIGIN_HEADERS.items():
            response.headers.setdefault(name, value)
        return response


def client_ip(request: HttpRequest) -> str:
    """Return the address that the outermost of our own proxies saw.

    ``TRUSTED_PROXIES`` says how many there are; what a client writes further left in
    ``X-Forwarded-For`` is never believed.
    """
    chain = [
        *request.META.get("HTTP_X_FORWARDED_FOR", "").split(","),
        request.META.get("REMOTE_ADDR", ""),
    ]
    addresses = [part.strip() for part in chain if part.strip()] or [""]
    trusted = min(settings.TRUSTED_PROXIES, len(addresses) - 1)
    return addresses[-1 - trusted]
