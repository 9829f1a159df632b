"""Filters of the list of Testfälle."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from tasks_app.rechtsstand import age_limit, older_than_limit


class Rechtsstandalter(admin.SimpleListFilter):
    """Testfälle whose Rechtsstand is older than the setting allows."""

    title = "Alter des Rechtsstands"
    parameter_name = "rechtsstand_alter"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("alt", f"älter als {age_limit()} Tage")]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return older_than_limit(queryset) if self.value() == "alt" else queryset
