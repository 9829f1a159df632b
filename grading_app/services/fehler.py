"""What a grading service refuses; every message is German and shown as it is."""

from __future__ import annotations


class NichtBewertbar(ValueError):
    """The action is not possible in this state; nothing was changed."""


class Konflikt(ValueError):
    """Somebody else was faster (case 78); nothing was changed. Carries both values."""

    def __init__(self, meldung: str, *, gespeichert: str, eigene: str) -> None:
        super().__init__(meldung)
        self.gespeichert = gespeichert
        self.eigene = eigene
