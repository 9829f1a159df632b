"""How released files are served: checked bytes, cheap repeats, closed headers."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from urllib.parse import urldefrag, urljoin

import brotli
import pytest

from tests.e2e.betrieb import Betrieb
from tests.e2e.seiten import antwort, kinds

pytestmark = pytest.mark.browser
DATEIEN = (
    "",
    "rangliste/v2/",
    "methode/",
    antwort("cassia", "v2-05"),
    "daten/stand.json",
    "daten/rangliste-v2.csv",
    "daten/rangliste-v2.parquet",
    "sitemap.xml",
    "robots.txt",
    "feed.xml",
)
LIVE = ("rangliste/v2/?sort=score", "builds/", "gibt-es-nicht/")
SICHERHEIT = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


@pytest.mark.parametrize("pfad", DATEIEN)
def test_the_etag_is_the_checksum_of_the_bytes(site: Betrieb, pfad: str) -> None:
    antwort_ = site.get(pfad)
    assert antwort_.status == 200
    assert antwort_.kopf["etag"].strip('W/"') == hashlib.sha256(antwort_.inhalt).hexdigest()


@pytest.mark.parametrize("pfad", [*DATEIEN, "rangliste/v2/?sort=score"])
def test_a_repeated_request_costs_no_body(site: Betrieb, pfad: str) -> None:
    erste = site.get(pfad)
    zweite = site.get(pfad, if_none_match=erste.kopf["etag"])
    assert (zweite.status, zweite.inhalt) == (304, b"")
    assert site.get(pfad, if_none_match='"anders"').status == 200


@pytest.mark.parametrize("pfad", ["", "methode/", "daten/stand.json", "daten/rangliste-v2.csv"])
def test_a_compressed_form_unpacks_to_the_same_bytes(site: Betrieb, pfad: str) -> None:
    roh = site.get(pfad)
    br = site.get(pfad, accept_encoding="gzip, deflate, br")
    assert br.kopf["content-encoding"] == "br"
    assert brotli.decompress(br.inhalt) == roh.inhalt
    assert len(br.inhalt) < len(roh.inhalt) / 2
    gz = site.get(pfad, accept_encoding="gzip")
    assert gz.kopf["content-encoding"] == "gzip"
    assert gzip.decompress(gz.inhalt) == roh.inhalt
    for eine in (roh, br, gz):
        assert "accept-encoding" in eine.kopf.get("vary", "").lower()


@pytest.mark.parametrize("pfad", [*DATEIEN, *LIVE])
def test_head_answers_like_get_without_a_body(site: Betrieb, pfad: str) -> None:
    get, head = site.get(pfad), site.get(pfad, methode="HEAD")
    assert (head.status, head.inhalt) == (get.status, b"")
    assert head.kopf.get("etag") == get.kopf.get("etag")
    assert head.kopf["content-type"] == get.kopf["content-type"]


@pytest.mark.parametrize("pfad", [*DATEIEN, *LIVE])
def test_every_answer_carries_the_security_headers(site: Betrieb, pfad: str) -> None:
    kopf = site.get(pfad).kopf
    for name, wert in SICHERHEIT.items():
        assert kopf[name] == wert, (pfad, name)
    csp = kopf["content-security-policy"]
    assert "default-src 'none'" in csp
    assert "unsafe" not in csp
    assert "frame-ancestors 'none'" in csp
    assert "set-cookie" not in kopf
    assert "access-control-allow-origin" not in kopf


def test_assets_never_change_under_their_name(site: Betrieb) -> None:
    namen = {teil.split('"')[0] for teil in site.get("").text.split('href="./assets/')[1:]}
    assert namen
    for name in namen:
        datei = site.get(f"assets/{name}")
        assert datei.status == 200
        assert "immutable" in datei.kopf["cache-control"]


def test_an_unknown_path_gives_the_page_for_it(site: Betrieb) -> None:
    for pfad in ("gibt-es-nicht/", "daten/gibt-es-nicht.json", "antwort/x/y/1/", "../etc/passwd"):
        seite = site.get(pfad)
        assert seite.status == 404, pfad
        assert "Diese Seite gibt es nicht" in seite.text or "Seite nicht gefunden" in seite.text
        assert "Traceback" not in seite.text


def test_the_released_build_is_named_and_complete(site: Betrieb) -> None:
    kopf = site.get("").kopf
    kennung = kopf["x-lexassay-build"]
    assert site.get(f"builds/{kennung}/").status == 200
    assert site.get(f"builds/{kennung}/seiten/").status == 200
    text = site.get(f"builds/{kennung}/").text
    for tor in ("Definition", "Ausführung", "Technik", "Bewertung", "Aggregation", "Inhalt"):
        assert tor in text


def test_an_older_address_without_a_slash_leads_on(site: Betrieb) -> None:
    weiter = site.get("methode")
    assert weiter.status in (301, 302)
    ziel = urljoin(site.adresse + "methode", weiter.kopf["location"])
    assert ziel == site.adresse + "methode/"


def test_every_link_of_the_site_leads_somewhere(site: Betrieb) -> None:
    """Relative links of one page of each kind, fragments included."""
    gesehen: dict[str, str] = {}
    for pfad in kinds(site):
        html = site.get(pfad).text
        for ziel in re.findall(r'(?:href|src|action)="([^"]+)"', html):
            ganz = urljoin(site.adresse + pfad, ziel.replace("&amp;", "&"))
            if ganz.startswith(site.adresse):
                gesehen.setdefault(ganz, pfad)
    fehlend = []
    inhalte: dict[str, str] = {}
    for ganz, von in gesehen.items():
        adresse, anker = urldefrag(ganz)
        kurz = adresse[len(site.adresse) :]
        if kurz.startswith("admin/"):
            continue
        if kurz not in inhalte:
            seite = site.get(kurz)
            inhalte[kurz] = seite.inhalt.decode("utf-8", "replace")
            if seite.status != 200:
                fehlend.append((von, ganz, seite.status))
        if anker and f'id="{anker}"' not in inhalte[kurz]:
            fehlend.append((von, ganz, "fragment"))
    assert fehlend == []


def test_structured_data_can_be_read(site: Betrieb) -> None:
    dataset = site.get("daten/dataset.jsonld").json
    assert dataset["@type"] == "Dataset"
    croissant = site.get("daten/croissant.json").json
    assert "@context" in croissant
    assert json.dumps(croissant)
