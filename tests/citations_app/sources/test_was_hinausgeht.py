"""Only canonical citation strings leave the house, and no secret comes back in (R-9.9, R-3.8)."""

from __future__ import annotations

import json
import logging

import pytest

from citations_app import jobs
from citations_app.models import Beleg, Zitat
from citations_app.services import extract_zitate
from citations_app.sources.registry import ADAPTER, adapter
from tests.citations_app.bausteine import run_with, switch_on

pytestmark = pytest.mark.django_db
ANTWORT = """Kanarienvogel: Nach § 280 Abs. 1 BGB haftet er, siehe
BGH, Urt. v. 17.07.2003 – I ZR 259/00 (Papagei), und § 1 TKG.
In the USA: Obergefell v. Hodges, 576 U.S. 644 (2015); 28 U.S.C. § 1332.
Vgl. NJW 2003, 3406 sowie Art. 82 DSGVO. Nachtigall singt."""
PROMPT = "Geheimer Sachverhalt mit Amsel: Haftet Herr Star?"
TOKEN = "geheimes-token-4711"
VOGEL = ("Kanarienvogel", "Papagei", "Nachtigall", "Amsel", "Star", "haftet", "Sachverhalt")


def test_what_leaves_is_the_citation_and_nothing_else(site, settings, caplog):
    caplog.set_level(logging.DEBUG)
    outside = [k for k in ADAPTER if adapter(k).braucht_netz]
    settings.ZITATQUELLEN_BASIS = dict.fromkeys(outside, site.basis)
    settings.COURTLISTENER_TOKEN = TOKEN
    switch_on(*outside)
    extract_zitate(run=run_with(ANTWORT, prompt=PROMPT))
    for _ in range(4 * len(outside)):
        Zitat.objects.exclude(naechste_quelle="").update(pruefen_ab="2020-01-01T00:00:00Z")
        jobs.check_faellige(100)
    assert not Zitat.objects.exclude(naechste_quelle="").exists()
    assert len(site.gefragt) > 20
    for _, pfad, body, _ in site.gefragt:
        sent = pfad + body.decode()
        assert not [word for word in VOGEL if word in sent]
    with_token = [pfad for _, pfad, _, kopf in site.gefragt if TOKEN in json.dumps(kopf)]
    assert with_token
    assert set(with_token) <= {"/api/rest/v4/citation-lookup/", "/robots.txt"}
    stored = json.dumps(list(Beleg.objects.values()), default=str)
    assert TOKEN not in stored
    assert TOKEN not in caplog.text
