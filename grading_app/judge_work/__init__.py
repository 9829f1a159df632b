"""Grading orders as work of the engine: claimed, called, saved, freed."""

from grading_app.judge_work.work import JudgeWork

__all__ = ["JudgeWork"]
