"""Exports of a build: allow-listed columns in several formats."""
