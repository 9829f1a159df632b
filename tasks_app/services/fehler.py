"""Why a service of tasks_app refuses; every message is German and shown as it is."""

from __future__ import annotations

from collections.abc import Iterable

from tasks_app.models import Testfall
from tasks_app.transfer.daten import Mangel


class ImportAbgelehnt(Exception):
    """Nothing was imported; every reason is named."""

    def __init__(self, maengel: Iterable[Mangel]) -> None:
        self.maengel = list(maengel)
        super().__init__("\n".join(str(mangel) for mangel in self.maengel))


class FreigabeAbgelehnt(Exception):
    """The Definitions-Tor is closed; the message says what is open."""


class Eingefroren(Exception):
    """A frozen Testfall does not change; a change makes a new version."""

    def __init__(self, fall: Testfall) -> None:
        super().__init__(
            f"{fall} ist eingefroren. Eine Änderung wird als neue Fassung angelegt (Fassung"
            f" {fall.version + 1})."
        )
