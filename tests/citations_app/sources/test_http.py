"""The one way out: only where it may, honest, and never for ever."""

from __future__ import annotations

import pytest

from citations_app.http import Abgewiesen, Nichterreichbar, Ziel, ZielVerboten, check_address


@pytest.mark.parametrize(
    "basis",
    [
        "http://www.gesetze-im-internet.de",
        "ftp://beispiel.test",
        "file:///etc/passwd",
        "gopher://127.0.0.1:1/",
        "https://name:wort@beispiel.test",
        "https://beispiel.test/?q=1",
        "https://",
        "",
    ],
)
def test_a_base_address_is_plain_https(basis):
    with pytest.raises(ZielVerboten):
        Ziel(basis=basis)


@pytest.mark.parametrize(
    "basis",
    [
        "https://127.0.0.1:9/",
        "https://[::1]:9/",
        "https://[::ffff:7f00:1]:9/",
        "https://0x7f.1:9/",
        "https://localhost.:9/",
        "https://0.0.0.0:9/",
    ],
)
def test_loopback_is_refused_before_connecting(basis):
    with pytest.raises(Nichterreichbar):
        Ziel(basis=basis).get("x")


@pytest.mark.parametrize(
    "address", ["10.0.0.1", "192.168.1.1", "169.254.169.254", "fd00::1", "224.0.0.1", "::"]
)
def test_private_addresses_are_no_source(address):
    for loopback in (True, False):
        with pytest.raises(ZielVerboten):
            check_address(address, loopback=loopback)


def test_a_permission_for_loopback_opens_nothing_else():
    check_address("127.0.0.1", loopback=True)
    with pytest.raises(ZielVerboten):
        check_address("93.184.216.34", loopback=True)


def test_the_request_is_honest_about_who_asks(site, seite):
    site.seiten["/seite"] = seite(200, b"Text")
    assert site.ziel().get("seite", params={"q": "§ 823"}).inhalt == b"Text"
    _, pfad, _, kopf = site.gefragt[-1]
    assert pfad.startswith("/seite?q=")
    assert kopf["User-Agent"].startswith("LexAssay/1 (Zitatpr")
    assert "redaktion@beispiel.test" in kopf["User-Agent"]


def test_a_redirect_is_not_followed(site, seite):
    site.seiten["/seite"] = seite(302, b"", {"Location": "/anderswo"})
    assert site.ziel().get("seite").status == 302
    assert site.pfade() == ["/seite"]


def test_a_proxy_of_the_environment_is_ignored(site, seite, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    site.seiten["/seite"] = seite(200, b"Text")
    assert site.ziel().get("seite").status == 200


def test_a_dripping_body_is_cut_by_the_deadline(site, seite, soon):
    site.seiten["/seite"] = seite(200, b"x" * 200, drip=0.05)
    with soon(3), pytest.raises(Nichterreichbar, match="Zeitüberschreitung"):
        site.ziel(frist_s=0.3).get("seite")


def test_a_silent_server_is_cut_by_the_deadline(site, seite, soon):
    site.seiten["/seite"] = seite(200, b"x", warten=5)
    with soon(3), pytest.raises(Nichterreichbar, match="Zeitüberschreitung"):
        site.ziel(frist_s=0.3).get("seite")


def test_a_body_that_breaks_off_is_no_answer(site, seite):
    site.seiten["/seite"] = seite(200, b"halb", laenge=1_000)
    with pytest.raises(Nichterreichbar, match="Verbindungsfehler"):
        site.ziel(frist_s=2).get("seite")


def test_an_endless_body_is_cut_by_size(site, seite):
    site.seiten["/seite"] = seite(200, b"x" * 50_000)
    with pytest.raises(Nichterreichbar, match="größer"):
        site.ziel(max_bytes=10_000).get("seite")


def test_robots_txt_is_respected_and_read_once(site, seite):
    site.seiten["/robots.txt"] = seite(200, b"User-agent: *\nDisallow: /verboten\n")
    site.seiten["/offen"] = seite(200, b"Text")
    with pytest.raises(Abgewiesen):
        site.ziel().get("verboten/1")
    site.ziel().get("offen")
    assert [p for _, p, _, _ in site.gefragt] == ["/robots.txt", "/offen"]


def test_a_broken_robots_txt_permits_nothing(site, seite):
    site.seiten["/robots.txt"] = seite(503)
    with pytest.raises(Abgewiesen):
        site.ziel().get("offen")
