"""Outages, refusals and changed layouts at every source: never evidence (R-9.3, fault case 83)."""

from __future__ import annotations

import pytest

from citations_app.begriffe import AUSFAELLE, Befundart
from citations_app.services.nachschlagen import look_up
from citations_app.services.wege import netz_of
from citations_app.sources.base import failure_of_status
from citations_app.sources.registry import adapter

CAPTCHA = b"<html><head><title>Bitte best\xc3\xa4tigen</title></head><body>Captcha</body></html>"
ANFRAGEN = {
    "gesetze_im_internet": "bgb",
    "dejure": "BGH VIII ZR 1/20",
    "neuris": "VIII ZR 1/20",
    "courtlistener": "410 U.S. 113",
    "cornell": "uscode/text/28/1332",
    "beispielquelle_a": "de:dec:BGH:VIII ZR 1/20",
    "beispielquelle_b": "de:dec:BGH:VIII ZR 1/20",
}
FEHLER = [
    ("no permission", 403, b"", Befundart.ABWEISUNG),
    ("login wanted", 401, b"", Befundart.ABWEISUNG),
    ("gone", 410, b"", Befundart.ABWEISUNG),
    ("too many", 429, b'{"detail": "langsam"}', Befundart.AUSFALL),
    ("broken", 500, b"", Befundart.AUSFALL),
    ("down", 503, b"", Befundart.AUSFALL),
    ("challenge", 202, CAPTCHA, Befundart.UNBEKANNTES_FORMAT),
    ("redirect", 302, b"", Befundart.UNBEKANNTES_FORMAT),
    ("captcha with 200", 200, CAPTCHA, Befundart.UNBEKANNTES_FORMAT),
    ("empty 200", 200, b"", Befundart.UNBEKANNTES_FORMAT),
    ("binary rubbish", 200, bytes(range(256)), Befundart.UNBEKANNTES_FORMAT),
    ("json of another shape", 200, b'{"a": [1, 2]}', Befundart.UNBEKANNTES_FORMAT),
    ("deep json", 200, b"[" * 100_000, Befundart.UNBEKANNTES_FORMAT),
]


@pytest.mark.parametrize("kennung", sorted(ANFRAGEN))
@pytest.mark.parametrize(("name", "status", "inhalt", "art"), FEHLER, ids=lambda v: str(v)[:24])
def test_a_failure_is_recorded_as_one(site, seite, kennung, name, status, inhalt, art):
    site.sonst = seite(status, inhalt)
    abruf = fetch_like_a_worker(kennung, site)
    assert abruf.ausfall is art
    assert abruf.ausfall in AUSFAELLE
    assert abruf.grund
    assert abruf.felder == {}


def fetch_like_a_worker(kennung, site):
    try:
        return adapter(kennung).fetch(ANFRAGEN[kennung], site.ziel())
    except (ValueError, KeyError, TypeError, LookupError, RecursionError) as error:
        pytest.fail(f"an adapter must not raise on bad content: {error!r}")


@pytest.mark.django_db
@pytest.mark.parametrize("kennung", sorted(ANFRAGEN))
def test_a_dead_host_is_an_outage(kennung, settings):
    from citations_app.models import Zitatquelle

    settings.ZITATQUELLEN_BASIS = {kennung: "http://127.0.0.1:1"}
    abruf = look_up(Zitatquelle.objects.get(kennung=kennung), ANFRAGEN[kennung])
    assert abruf.ausfall is Befundart.AUSFALL
    assert abruf.http_status is None


@pytest.mark.django_db
@pytest.mark.parametrize("basis", ["http://beispiel.test", "ftp://127.0.0.1", "https://a:b@c.test"])
def test_a_wrong_base_address_is_an_outage_and_no_crash(basis, settings):
    from citations_app.models import Zitatquelle

    settings.ZITATQUELLEN_BASIS = {"dejure": basis}
    abruf = look_up(Zitatquelle.objects.get(kennung="dejure"), "BGH VIII ZR 1/20")
    assert abruf.ausfall is Befundart.AUSFALL


@pytest.mark.django_db
def test_loopback_is_only_where_the_settings_say_so(settings):
    from citations_app.models import Zitatquelle

    quelle = Zitatquelle.objects.get(kennung="dejure")
    assert not netz_of(quelle).loopback
    settings.ZITATQUELLEN_BASIS = {"dejure": "http://127.0.0.1:8461"}
    assert netz_of(quelle).loopback
    assert netz_of(Zitatquelle.objects.get(kennung="normenbestand")) is None


def test_only_200_and_404_can_carry_an_answer():
    carrying = [status for status in range(100, 600) if failure_of_status(status) is None]
    assert carrying == [200, 404]
    assert {failure_of_status(s) for s in range(100, 600)} - {None} <= AUSFAELLE
