"""The sample site as a visitor and an editor meet it: started for real, in a real Chromium."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.besucher import Besucher
from tests.e2e.betrieb import ROOT, Betrieb, published_site

BILDER = ROOT / "var" / "test" / "screenshots"


@pytest.fixture(scope="session")
def site() -> Iterator[Betrieb]:
    """The released sample site; started once, ended with one SIGTERM, nothing left behind."""
    with published_site() as betrieb:
        yield betrieb


@pytest.fixture(scope="session")
def base_url() -> str:
    """None: addresses come from the site. Ours stands in for a plugin's that pytest warns about."""
    return ""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 1440, "height": 900}}


@pytest.fixture
def besucher(page: Any, site: Betrieb) -> Iterator[Besucher]:
    """A visitor whose browser tells afterwards what must never happen on a public page."""
    gast = Besucher(page, site.adresse)
    yield gast
    assert gast.verstoesse() == []


@pytest.fixture(scope="session")
def bild() -> Callable[[Any, str], None]:
    """Save a screenshot of a page under ``var/test/screenshots/`` (git-ignored)."""
    BILDER.mkdir(parents=True, exist_ok=True)

    def save(page: Any, name: str) -> None:
        page.screenshot(path=Path(BILDER) / f"{name}.png", full_page=True)

    return save


@pytest.fixture(scope="session", autouse=True)
def no_proxy() -> Iterator[None]:
    """Nothing of these tests may go through a proxy of the machine."""
    alt = {
        name: os.environ.pop(name) for name in list(os.environ) if name.lower().endswith("_proxy")
    }
    yield
    os.environ.update(alt)
