"""Deterministic forms of grading (R-6.1); the registry is `grading_app.rules.registry`."""
