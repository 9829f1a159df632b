"""Aufgaben in the admin: written, piloted, released by a second person, never overwritten."""

from tasks_app.admin import ereignisse, saetze, teile, testfall

__all__ = ["ereignisse", "saetze", "teile", "testfall"]
