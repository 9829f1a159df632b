"""Stage 1: versioned tasks with gold solutions, sources and an editorial life."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class TasksConfig(AppConfig):
    name = "tasks_app"
    label = "tasks_app"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Aufgaben"

    def ready(self) -> None:
        import_module("tasks_app.checks")
        import_module("tasks_app.holdout")
