"""The queue pages of django-rq, fenced: they need the permission ``django_rq.admin``.

Unfenced, every staff account may read and operate every job. Role Technik has the permission.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern
from django_rq.admin import QueueAdmin
from django_rq.models import Dashboard
from django_rq.urls import get_admin_urlpatterns, get_api_urlpatterns
from redis.exceptions import ConnectionError as QueueServerAway

PERMISSION = "django_rq.admin"


class QueuePages(admin.ModelAdmin):
    """One entry in the admin's menu that leads to django-rq's dashboard."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(PERMISSION)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(PERMISSION)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(PERMISSION)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if not request.user.has_perm(PERMISSION):
            raise PermissionDenied
        return self._answered(QueueAdmin.changelist_view, self, request, extra_context)

    def get_urls(self) -> list[URLPattern]:
        """django-rq's own addresses, figures included, each behind the login and the permission.

        Of the admin's own only the list stays: the model has no table to show a row of.
        """
        pages = get_admin_urlpatterns("django_rq_", view_wrapper=self._fenced)
        figures = get_api_urlpatterns("django_rq_")
        for pattern in figures:
            pattern.callback = self._fenced(pattern.callback)
        own = [each for each in super().get_urls() if str(each.name).endswith("_changelist")]
        return [*figures, *pages, *own]

    def _fenced(self, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def fenced(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.user.is_authenticated and not request.user.has_perm(PERMISSION):
                raise PermissionDenied
            request.current_app = self.admin_site.name
            return self._answered(self.admin_site.admin_view(view), request, *args, **kwargs)

        return fenced

    def _answered(self, view: Callable[..., HttpResponse], *args: Any, **kw: Any) -> HttpResponse:
        """Return what *view* answers, or a German page while the queue server is away."""
        try:
            return view(*args, **kw)
        except QueueServerAway:
            request = next(each for each in args if isinstance(each, HttpRequest))
            context = self.admin_site.each_context(request)
            return render(request, "admin/warteschlange_fehlt.html", context, status=503)


admin.site.register(Dashboard, QueuePages)
