"""Every adapter test has a key in its environment, and checks that it stays there."""

from __future__ import annotations

import pytest

from tests.runs_app.providers.station import SCHLUESSEL, SCHLUESSEL_ENV


@pytest.fixture(autouse=True)
def _schluessel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SCHLUESSEL_ENV, SCHLUESSEL)
