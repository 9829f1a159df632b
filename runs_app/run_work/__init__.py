"""Runs as work for the engine: which are due, how one is called, what is stored of it."""
