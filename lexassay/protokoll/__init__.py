"""Audit, roles, append-only base and canonical JSON: the ground floor, imports nothing of ours."""
