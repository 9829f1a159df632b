"""Computation of time limits: German, US federal and EU law, each in one pure module."""
