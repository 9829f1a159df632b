"""Models, Läufe and Runs in the admin: prices and models are kept here, Läufe driven, Runs read."""

from runs_app.admin import laeufe, modelle, runs, teilnahmen

__all__ = ["laeufe", "modelle", "runs", "teilnahmen"]
