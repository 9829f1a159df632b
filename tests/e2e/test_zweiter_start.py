"""A second start finds the first; a new start of the same folder serves the same build at once."""

from __future__ import annotations

import pytest

from tests.e2e.betrieb import Betrieb

pytestmark = pytest.mark.browser


def test_a_second_start_prints_the_address_of_the_first(site: Betrieb) -> None:
    adresse = site.adresse
    zweiter = site.popen()
    try:
        assert zweiter.wait(60) == 0
        assert f"LexAssay läuft schon:  {adresse}" in site.text
    finally:
        zweiter.kill()
        site.ausgaben.pop()
    assert site.process is not None
    assert site.process.poll() is None
    assert site.get("").status == 200


def test_a_new_start_serves_the_same_build_and_loads_nothing_again(site: Betrieb) -> None:
    vorher = site.get("").kopf["x-lexassay-build"], site.get("daten/SHA256SUMS").inhalt
    adresse = site.adresse
    assert site.end() == 0
    assert site.wait_for_no_process() == []
    site.start()
    assert site.adresse == adresse
    assert (site.get("").kopf["x-lexassay-build"], site.get("daten/SHA256SUMS").inhalt) == vorher
    assert "schon veröffentlicht" in site.text
    assert "Testfälle in drei Aufgabensätzen importiert" not in site.text
    assert site.get("rangliste/v2/").status == 200
