"""Citations: found in answers, checked at sources, decided by evidence (SPEC 9)."""
