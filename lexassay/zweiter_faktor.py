"""The second step of the login: enter a code, or set the factor up at the first login."""

from __future__ import annotations

import io
from typing import Any

import qrcode
import qrcode.image.svg
from django import forms
from django.contrib.admin import AdminSite
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django_otp import devices_for_user, login, verify_token
from django_otp.plugins.otp_totp.models import TOTPDevice

DEVICE_NAME = "Authenticator-App"


class CodeForm(forms.Form):
    """Six digits from the app, or one of the printed recovery codes."""

    code = forms.CharField(
        label="Code",
        max_length=16,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric", "autofocus": True}
        ),
    )


def second_step(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Redirect to the second step and come back to the page that was asked for."""
    target = request.GET.get("next") or request.get_full_path()
    return HttpResponseRedirect(f"{reverse(f'{site.name}:zweiter_faktor')}?next={target}")


@sensitive_post_parameters("code")
@never_cache
def second_factor(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Check a code against the person's devices; without one, offer to set one up."""
    user: Any = request.user
    if not (user.is_active and user.is_staff):
        return HttpResponseRedirect(reverse(f"{site.name}:login"))
    if user.is_verified():
        return HttpResponseRedirect(_target(request, site))
    devices = list(devices_for_user(user))
    new_device = None if devices else pending_device(user)
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if device := _accepted(user, devices or [new_device], form.cleaned_data["code"]):
            login(request, device)
            return HttpResponseRedirect(_target(request, site))
        form.add_error(
            "code", "Der Code stimmt nicht oder ist abgelaufen. Bitte den nächsten eingeben."
        )
    context = {
        **site.each_context(request),
        "title": "Zweiter Faktor",
        "form": form,
        "einrichtung": _setup_of(new_device) if new_device else None,
    }
    return render(request, "admin/zweiter_faktor.html", context)


def pending_device(user: AbstractBaseUser) -> TOTPDevice:
    """Return the unconfirmed device of a person, the same one until it is confirmed."""
    device, _ = TOTPDevice.objects.get_or_create(
        user=user, confirmed=False, defaults={"name": DEVICE_NAME}
    )
    return device


def _accepted(user: AbstractBaseUser, devices: list[Any], code: str) -> Any:
    """Return the device that takes the code; the first right code confirms a new device."""
    for device in devices:
        if found := verify_token(user, device.persistent_id, code.replace(" ", "")):
            if not found.confirmed:
                found.confirmed = True
                found.save(update_fields=["confirmed"])
            return found
    return None


def _setup_of(device: TOTPDevice) -> dict[str, str]:
    """The QR code as an SVG text, and the key for typing it in."""
    image = qrcode.make(device.config_url, image_factory=qrcode.image.svg.SvgPathImage)
    buffer = io.BytesIO()
    image.save(buffer)
    svg = buffer.getvalue().decode().split("?>", 1)[-1]
    return {"svg": svg, "schluessel": _key_of(device)}


def _key_of(device: TOTPDevice) -> str:
    import base64

    text = base64.b32encode(device.bin_key).decode()
    return " ".join(text[i : i + 4] for i in range(0, len(text), 4))


def _target(request: HttpRequest, site: AdminSite) -> str:
    """Return the page asked for, if it is one of ours; else the admin's first page."""
    target = request.GET.get("next", "")
    if url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        return target
    return reverse(f"{site.name}:index")
