"""Processes and servers are killed in mid-work; what must hold afterwards is asserted (R-3.6)."""
