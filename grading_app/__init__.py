"""Grading: rules, judge, blind grading, points (stage 6)."""
