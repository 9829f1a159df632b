"""Runs as work for the engine: which are due, how one is called, what is stored of it."""

from runs_app.run_work.work import RunWork

__all__ = ["RunWork"]
