"""The running sample site, for the tests that read its published numbers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.betrieb import Betrieb, published_site


@pytest.fixture(scope="session")
def site() -> Iterator[Betrieb]:
    """The released sample site; shared with tests/e2e in one session."""
    with published_site() as betrieb:
        yield betrieb
