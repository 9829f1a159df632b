"""What each source's answers mean, by the shapes that its clients have recorded."""

from __future__ import annotations

import datetime as dt
import io
import json
import zipfile

import pytest

from citations_app.begriffe import Befundart, Mangel
from citations_app.grammar.types import (
    Entscheidung,
    Fundstelle,
    Norm,
    Rechtsordnung,
    UsFall,
    UsNorm,
    Zitatart,
)
from citations_app.sources.registry import ADAPTER, adapter

HEUTE = dt.date(2026, 11, 30)


def stelle(teile, ordnung=Rechtsordnung.DE, art=Zitatart.NORM, schluessel="k") -> Fundstelle:
    return Fundstelle(
        start=0, end=1, text="x", rechtsordnung=ordnung, art=art, schluessel=schluessel,
        abzugsschluessel=schluessel, anzeige="x", teile=teile,
    )  # fmt: skip


def ask(kennung, fundstelle, site):
    """Look up at the stand-in site and judge, as a worker does; returns (finding, record)."""
    source = adapter(kennung)
    assert source.zustaendig(fundstelle)
    abruf = source.fetch(source.anfrage(fundstelle), site.ziel())
    assert abruf.ausfall is None, abruf.grund
    return source.judge(fundstelle, json.loads(json.dumps(abruf.felder)), heute=HEUTE), abruf


def test_every_adapter_bears_its_own_kennung():
    for kennung in ADAPTER:
        assert adapter(kennung).kennung == kennung


# gesetze-im-internet.de ------------------------------------------------------------------------


def law_zip() -> bytes:
    xml = (
        '<?xml version="1.0"?><!DOCTYPE dokumente SYSTEM "http://www.gesetze-im-internet.de/dtd/'
        '1.01/gii-norm.dtd"><dokumente builddate="20261001000000" doknr="BJNR9"><norm><metadaten>'
        "<jurabk>MuG</jurabk><langue>Mustergesetz</langue></metadaten></norm><norm><metadaten>"
        "<enbez>§ 1</enbez></metadaten><textdaten><text><Content><P>(1) Text.</P></Content></text>"
        "</textdaten></norm><norm><metadaten><enbez>(XXXX) §§ 3 bis 6</enbez></metadaten></norm>"
        "</dokumente>"
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zf:
        zf.writestr("BJNR9.xml", xml)
        zf.writestr("bild.jpg", b"...")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("nummer", "absatz", "maengel"),
    [
        ("1", "1", set()),
        ("1", "2", {Mangel.ABSATZ_FEHLT}),
        ("4", "", {Mangel.WEGGEFALLEN}),
        ("7", "", {Mangel.NORM_FEHLT}),
    ],
)
def test_gii_settles_all_sections_of_a_law_with_one_request(site, seite, nummer, absatz, maengel):
    site.seiten["/mug/xml.zip"] = seite(200, law_zip())
    norm = Norm(gesetz="MuG", slug="mug", nummer=nummer, absatz=absatz)
    found, abruf = ask("gesetze_im_internet", stelle(norm), site)
    assert found.maengel == maengel
    assert abruf.stand == "2026-10-01"
    assert site.pfade() == ["/mug/xml.zip"]


def test_gii_takes_a_missing_archive_as_a_wrong_address_not_as_a_missing_law(site):
    source = adapter("gesetze_im_internet")
    abruf = source.fetch("gibtesnicht", site.ziel())
    assert abruf.ausfall is Befundart.UNBEKANNTES_FORMAT


@pytest.mark.parametrize(
    "teile",
    [
        Norm(gesetz="EUV", slug="", nummer="4"),
        Norm(gesetz="AEG", slug="aeg_a|aeg_b", nummer="4"),
        Entscheidung(gericht="BGH"),
    ],
)
def test_gii_is_not_asked_what_it_cannot_know(teile):
    assert not adapter("gesetze_im_internet").zustaendig(stelle(teile))


def test_a_treaty_is_never_looked_up_as_the_railway_ordinance_of_the_same_name():
    norm = Norm(gesetz="EUV", slug="euv", nummer="4", einheit="Art.")
    treaty = stelle(norm, ordnung=Rechtsordnung.EU, art=Zitatart.EU_AKT)
    assert not adapter("gesetze_im_internet").zustaendig(treaty)
    assert not adapter("normenbestand").zustaendig(treaty)


# dejure.org ------------------------------------------------------------------------------------

NORMSEITE = """<html><body><h1 id="normueberschrift">§ 823 Schadensersatzpflicht</h1>
<div id="headgesetz">BGB</div><div id="gesetzestext"><p>(1) Erster.</p><p>(2) Zweiter.</p></div>
</body></html>"""
SUCHE = "/dienste/vernetzung/rechtsprechung"
FORMULAR = f'<form action="{SUCHE}"><input name="Text"></form>'


def treffer_seite(*entries: tuple[str, list[str]]) -> bytes:
    blocks = "".join(
        f'<div class="rspr_inhalt"><table><tr><td class="urteilszeile">{head}</td></tr></table>'
        '<div class="abschnittdiv"><h4>Papierfundstellen</h4><ul>'
        + "".join(f"<li>{p}</li>" for p in prints)
        + "</ul></div></div>"
        for head, prints in entries
    )
    return f"<html><body>{FORMULAR}{blocks}</body></html>".encode()


@pytest.mark.parametrize(
    ("absatz", "maengel"), [("", set()), ("2", set()), ("3", {Mangel.ABSATZ_FEHLT})]
)
def test_dejure_statute_page(site, seite, absatz, maengel):
    site.seiten["/gesetze/BGB/823.html"] = seite(200, NORMSEITE.encode())
    norm = Norm(gesetz="BGB", slug="bgb", nummer="823", absatz=absatz)
    assert ask("dejure", stelle(norm), site)[0].maengel == maengel


def test_dejure_knows_a_section_is_missing_only_if_it_knows_the_law(site, seite):
    norm = stelle(Norm(gesetz="DSGVO", nummer="120", einheit="Art."), ordnung=Rechtsordnung.EU)
    assert ask("dejure", norm, site)[0].art is Befundart.GESETZ_UNBEKANNT
    site.seiten["/gesetze/DSGVO"] = seite(200, b'<a href="/gesetze/DSGVO/1.html">Art. 1</a>')
    assert ask("dejure", norm, site)[0].maengel == {Mangel.NORM_FEHLT}


def bgh(datum="2003-07-17", aktenzeichen="I ZR 259/00", **rest) -> Fundstelle:
    teile = Entscheidung(gericht="BGH", datum=datum, aktenzeichen=(aktenzeichen,), **rest)
    return stelle(teile, art=Zitatart.ENTSCHEIDUNG)


KOPF = "BGH, 17.07.2003 - I ZR 259/00"


@pytest.mark.parametrize(
    ("cited", "heads", "art", "maengel"),
    [
        (bgh(), [KOPF], Befundart.STIMMT, set()),
        (bgh(datum=""), [KOPF], Befundart.STIMMT, set()),
        (bgh(datum="2003-07-18"), [KOPF], Befundart.MANGEL, {Mangel.DATUM}),
        (bgh(), ["OLG Köln, 17.07.2003 - I ZR 259/00"], Befundart.MANGEL, {Mangel.GERICHT}),
        (bgh(), ["BGH, 17.07.2003 - I ZR 25/00"], Befundart.MANGEL, {Mangel.AKTENZEICHEN}),
        (bgh(), [], Befundart.KEIN_TREFFER, set()),
        (bgh(), [KOPF, "BGH, 01.01.2002 - I ZR 259/00"], Befundart.STIMMT, set()),
        (
            bgh(datum="1999-01-01"),
            [KOPF, "BGH, 01.01.2002 - I ZR 259/00"],
            Befundart.MEHRDEUTIG,
            set(),
        ),
    ],
)
def test_dejure_decision(site, seite, cited, heads, art, maengel):
    site.seiten[SUCHE] = seite(200, treffer_seite(*((h, ["NJW 2003, 3406"]) for h in heads)))
    found, _ = ask("dejure", cited, site)
    assert (found.art, set(found.maengel)) == (art, maengel)
    assert "Text=BGH+I+ZR+259/00" in site.pfade()[0]


@pytest.mark.parametrize(
    ("reporter", "art"),
    [("NJW 2003, 3406", Befundart.STIMMT), ("NJW 2003, 3407", Befundart.KEIN_TREFFER)],
)
def test_dejure_print_citation(site, seite, reporter, art):
    site.seiten[SUCHE] = seite(200, treffer_seite((KOPF, ["NJW 2003, 3406", "GRUR 2003, 958"])))
    cited = stelle(Entscheidung(reporter=(reporter,)), art=Zitatart.REPORTER)
    assert ask("dejure", cited, site)[0].art is art


# NeuRIS ----------------------------------------------------------------------------------------


def collection(*hits: tuple[str, str, list[str]]) -> bytes:
    members = [
        {"item": {"courtName": c, "decisionDate": d, "fileNumbers": n}, "textMatches": []}
        for c, d, n in hits
    ]
    return json.dumps({"totalItems": len(hits), "member": members}).encode()


@pytest.mark.parametrize(
    ("cited", "hits", "art", "maengel"),
    [
        (bgh(), [("BGH", "2003-07-17", ["I ZR 259/00"])], Befundart.STIMMT, set()),
        (bgh(), [("BGH", "2003-07-18", ["I ZR 259/00"])], Befundart.MANGEL, {Mangel.DATUM}),
        (bgh(), [("OLG Köln", "2003-07-17", ["I ZR 259/00"])], Befundart.MANGEL, {Mangel.GERICHT}),
        (bgh(), [("BGH", "2003-07-18", ["I ZR 25/00"])], Befundart.KEIN_TREFFER, set()),
        (bgh(), [], Befundart.KEIN_TREFFER, set()),
    ],
)
def test_neuris(site, seite, cited, hits, art, maengel):
    site.seiten["/v1/rechtsprechung"] = seite(200, collection(*hits))
    found, _ = ask("neuris", cited, site)
    assert (found.art, set(found.maengel)) == (art, maengel)


def test_neuris_errors_are_no_hit_list(site, seite):
    errors = b'{"errors": [{"code": "invalid", "message": "x", "parameter": "y"}]}'
    site.seiten["/v1/rechtsprechung"] = seite(200, errors)
    abruf = adapter("neuris").fetch("I ZR 259/00", site.ziel())
    assert abruf.ausfall is Befundart.UNBEKANNTES_FORMAT


# CourtListener ---------------------------------------------------------------------------------


def cluster(name: str, *places: str, year: str = "2015") -> dict:
    parts = [dict(zip(("volume", "reporter", "page"), r.split("|"), strict=True)) for r in places]
    return {"case_name": name, "citations": parts, "date_filed": f"{year}-06-26",
            "absolute_url": "/opinion/1/x/"}  # fmt: skip


def us(name: str, fundstelle="576 U.S. 644", **rest) -> Fundstelle:
    teile = UsFall(name=name, fundstellen=(fundstelle,), **rest)
    return stelle(teile, ordnung=Rechtsordnung.US, art=Zitatart.US_FALL)


OBERGEFELL = cluster("Obergefell v. Hodges", "576|U.S.|644", "135|S. Ct.|2584")
LOOKUP = "/api/rest/v4/citation-lookup/"


def item(clusters: list[dict], status: int = 200, citation="576 U.S. 644") -> bytes:
    row = {"citation": citation, "normalized_citations": [citation], "status": status,
           "clusters": clusters}  # fmt: skip
    return json.dumps([row]).encode()


@pytest.mark.parametrize(
    ("cited", "body", "art", "maengel"),
    [
        (us("Obergefell v. Hodges"), item([OBERGEFELL]), Befundart.STIMMT, set()),
        (us("Obergefell v. Hodges", jahr="2014"), item([OBERGEFELL]), Befundart.STIMMT, set()),
        (us("Miller v. Bergmann Airlines"), item([OBERGEFELL]), Befundart.MANGEL, {Mangel.NAME}),
        (us(""), item([OBERGEFELL]), Befundart.STIMMT, set()),
        (us("Obergefell v. Hodges"), item([], 404), Befundart.KEIN_TREFFER, set()),
        (us("Obergefell v. Hodges"), item([], 400), Befundart.KEIN_TREFFER, set()),
        (us("Obergefell v. Hodges"), b"[]", Befundart.KEIN_TREFFER, set()),
        (
            us("Miller v. Smith"),
            item([OBERGEFELL, cluster("Doe v. Roe", "576|U.S.|644")], 300),
            Befundart.MEHRDEUTIG,
            set(),
        ),
        (
            us("Obergefell v. Hodges"),
            item([OBERGEFELL, cluster("Doe v. Roe", "576|U.S.|644")], 300),
            Befundart.STIMMT,
            set(),
        ),
        # The pin trap: the page lies inside the preceding case.
        (
            us("Obergefell v. Hodges"),
            item([cluster("Glossip v. Gross", "576|U.S.|863")]),
            Befundart.KEIN_TREFFER,
            set(),
        ),
    ],
)
def test_courtlistener(site, seite, cited, body, art, maengel):
    site.seiten[LOOKUP] = seite(200, body)
    found, _ = ask("courtlistener", cited, site)
    assert (found.art, set(found.maengel)) == (art, maengel)
    assert site.gefragt[-1][2] == b"text=576+U.S.+644"


def test_courtlistener_throttle_of_one_item_is_an_outage(site, seite):
    site.seiten[LOOKUP] = seite(200, item([], 429))
    abruf = adapter("courtlistener").fetch("576 U.S. 644", site.ziel())
    assert abruf.ausfall is Befundart.AUSFALL


def test_courtlistener_takes_many_citations_at_once(site, seite):
    rows = json.loads(item([OBERGEFELL])) + json.loads(item([], 429, "1 U.S. 1"))
    site.seiten[LOOKUP] = seite(200, json.dumps(rows).encode())
    asked = ["576 U.S. 644", "1 U.S. 1", "999 U.S. 999"]
    abrufe = adapter("courtlistener").fetch_many(asked, site.ziel())
    assert site.gefragt[-1][2] == b"text=576+U.S.+644%3B+1+U.S.+1%3B+999+U.S.+999"
    assert [len(abrufe[a].felder.get("treffer", ())) for a in asked] == [1, 0, 0]
    assert [abrufe[a].ausfall for a in asked] == [None, Befundart.AUSFALL, None]


def test_a_page_less_citation_is_not_asked():
    assert not adapter("courtlistener").zustaendig(us("Trump v. Anderson", abfrage=False))


# law.cornell.edu -------------------------------------------------------------------------------

ABSATZ = "The district courts shall have original jurisdiction of all civil actions where the " * 2


def usc(abschnitt="1332", titel="28", **rest) -> Fundstelle:
    teile = UsNorm(werk="U.S.C.", titel=titel, abschnitt=abschnitt, **rest)
    return stelle(teile, ordnung=Rechtsordnung.US, art=Zitatart.US_GESETZ)


def cornell_page(title: str, text: str) -> bytes:
    frame = f'<h1 id="page-title">{title}</h1><div class="section">{text}</div>'
    return f"<html><body>{frame}</body></html>".encode()


@pytest.mark.parametrize(
    ("status", "body", "maengel"),
    [
        (200, cornell_page("28 U.S. Code § 1332", ABSATZ), set()),
        (200, cornell_page("28 U.S. Code § 1332", ""), {Mangel.NORM_FEHLT}),
        (404, b"", {Mangel.NORM_FEHLT}),
        (200, cornell_page("28 U.S. Code § 1332 - [Repealed]", ""), {Mangel.WEGGEFALLEN}),
    ],
)
def test_cornell(site, seite, status, body, maengel):
    site.seiten["/uscode/text/28/1332"] = seite(status, body)
    assert ask("cornell", usc(), site)[0].maengel == maengel


@pytest.mark.parametrize("zusatz", ["note", "app."])
def test_a_note_is_not_the_section(zusatz):
    assert not adapter("cornell").zustaendig(usc(zusatz=zusatz))
