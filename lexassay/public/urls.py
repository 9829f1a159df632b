"""German, stable addresses; most are files of the released build and never get here."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from lexassay.public import views


def read_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Only GET and HEAD: another method is a plain 405, no form of ours and no cookie."""
    return csrf_exempt(require_safe(view))


urlpatterns = [
    path("", read_only(views.ranking), name="home"),
    path("rangliste/<slug:satz>/", read_only(views.ranking), name="ranking"),
    path("builds/", read_only(views.builds), name="builds"),
    path("builds/<slug:kennung>/seiten/", read_only(views.older_build), name="older_build"),
    path(
        "builds/<slug:kennung>/seiten/<path:pfad>",
        read_only(views.older_build),
        name="older_build_page",
    ),
    re_path(r"^(?P<pfad>.+)$", read_only(views.any_file), name="released_file"),
]
