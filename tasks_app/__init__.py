"""Aufgaben: versioned tasks with gold solutions, sources and an editorial life (stage 1)."""
