"""Grading orders as work of the engine: claimed, called, saved, freed."""
