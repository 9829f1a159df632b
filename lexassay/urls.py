"""The site's table of contents."""

from __future__ import annotations

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path


def pages_of(module: str, prefix: str) -> list[URLPattern | URLResolver]:
    """Include a package's addresses once it has some."""
    return [path(prefix, include(module))] if find_spec(module) else []


handler404 = "lexassay.public.views.not_found"
urlpatterns = [
    path("admin/", admin.site.urls),
    *pages_of("lexassay.contact.urls", ""),
    *pages_of("lexassay.public.urls", ""),
]
