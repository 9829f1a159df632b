"""The official XML: what is read from it, and that a hostile file gains nothing."""

from __future__ import annotations

import io
import socket
import time
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citations_app.normenbestand.archiv import KeinArchiv, xml_of
from citations_app.normenbestand.nummern import expand_range, read_bezeichnung
from citations_app.normenbestand.paket import pack, unpack, unpack_wortlaut
from citations_app.normenbestand.parser import KeinGesetz, read_law

KOPF = (
    "<norm><metadaten><jurabk>MusterG</jurabk><amtabk>MuG</amtabk>"
    "<langue>Mustergesetz</langue></metadaten></norm>"
)


def norm(enbez: str, *absaetze: str, titel: str = "", einheit: str = "") -> str:
    paragraphs = "".join(f"<P>{text}</P>" for text in absaetze)
    return (
        f"<norm><metadaten>{einheit}<enbez>{enbez}</enbez><titel>{titel}</titel></metadaten>"
        f"<textdaten><text><Content>{paragraphs}</Content></text></textdaten></norm>"
    )


def heading(bez: str, kennzahl: str, titel: str = "", text: str = "") -> str:
    return (
        "<norm><metadaten><gliederungseinheit>"
        f"<gliederungskennzahl>{kennzahl}</gliederungskennzahl><gliederungsbez>{bez}</gliederungsbez>"
        f"<gliederungstitel>{titel}</gliederungstitel></gliederungseinheit></metadaten>"
        f"<textdaten><text><Content>{text}</Content></text></textdaten></norm>"
    )


def law(*norms: str):
    xml = f'<dokumente builddate="20260413220009" doknr="BJNR1">{KOPF}{"".join(norms)}</dokumente>'
    return read_law(xml.encode())


def test_the_head_names_the_law_and_its_state():
    gesetz = law(norm("§ 1", "Text."))
    assert (gesetz.jurabk, gesetz.amtabk, gesetz.titel) == ("MusterG", "MuG", "Mustergesetz")
    assert (gesetz.builddate, gesetz.stand, gesetz.doknr) == ("20260413", "13.04.2026", "BJNR1")


def test_numbered_absaetze_keep_their_printed_labels():
    v = law(norm("§ 2", "(1) Eins.", "(1a) Eins a. Zwei.", "(2) Zwei.")).normen["§ 2"]
    assert v.gezaehlt
    assert [a.nummer for a in v.absaetze] == ["1", "1a", "2"]
    assert v.absatz("1a").saetze == 2
    assert v.absatz("3") is None


def test_unnumbered_paragraphs_are_counted():
    v = law(norm("§ 3", "Erster Teil.", "Zweiter Teil.")).normen["§ 3"]
    assert not v.gezaehlt
    assert [a.nummer for a in v.absaetze] == ["1", "2"]


def test_repealed_absaetze_are_known_as_such_ranges_too():
    v = law(norm("§ 4", "(1) Gilt.", "(2) (weggefallen)", "(3) bis (5) (aufgehoben)")).normen["§ 4"]
    assert [(a.nummer, a.weggefallen) for a in v.absaetze] == [
        ("1", False), ("2", True), ("3", True), ("4", True), ("5", True),
    ]  # fmt: skip


def test_lists_give_nummern_and_the_text_keeps_lines():
    text = "(1) Es gilt <DL><DT>1.</DT><DD><LA>a,</LA></DD><DT>1a.</DT><DD><LA>b.</LA></DD></DL>"
    v = law(norm("§ 5", text)).normen["§ 5"]
    assert v.absaetze[0].nummern == ("1", "1a")
    assert v.wortlaut == "(1) Es gilt\n1. a,\n1a. b."


def test_superscript_sentence_numbers_are_not_part_of_the_text():
    v = law(norm("§ 6", '(1) <SUP class="Rec">1</SUP>Satz eins. <SUP>2</SUP>Satz zwei.')).normen
    assert v["§ 6"].wortlaut == "(1) Satz eins. Satz zwei."


@pytest.mark.parametrize(
    ("enbez", "keys"),
    [
        ("(XXXX) §§ 3 bis 6", ["§ 3", "§ 4", "§ 5", "§ 6"]),
        ("(XXXX)§§ 8 und 9", ["§ 8", "§ 9"]),
        ("(XXXX) §§ 13b u. 13c", ["§ 13b", "§ 13c"]),
        ("(XXXX) Art 74a und 75", ["Art 74a", "Art 75"]),
        ("(XXXX) §§ 1615b bis 1615d", ["§ 1615b", "§ 1615c", "§ 1615d"]),
        ("(XXXX) § 30c", ["§ 30c"]),
    ],
)
def test_stretches_of_repealed_sections_are_expanded(enbez, keys):
    gesetz = law(norm("§ 1", "Text."), norm(enbez, titel="(weggefallen)"))
    assert [k for k, v in gesetz.normen.items() if v.weggefallen] == keys


def test_a_living_section_wins_over_a_gap_of_the_same_name():
    gesetz = law(norm("(XXXX) §§ 2 bis 4"), norm("§ 3", "Neu gefasst."))
    assert not gesetz.normen["§ 3"].weggefallen
    assert gesetz.normen["§ 2"].weggefallen


def test_sections_below_articles_carry_the_article():
    gesetz = law(
        heading("Art 1", "010", "Erster", "<P>(1) Text.</P>"),
        heading("Art 229", "020", "Weitere"),
        norm("§ 1", "Text.", einheit="<gliederungseinheit><gliederungskennzahl>020"
             "</gliederungskennzahl><gliederungsbez>Art 229</gliederungsbez></gliederungseinheit>"),
        norm("§ 2", "Text."),
        heading("Siebter Teil", "030"),
        norm("§ 9", "Text."),
    )  # fmt: skip
    assert list(gesetz.normen) == ["Art 1", "Art 229", "Art 229 § 1", "Art 229 § 2", "§ 9"]


@pytest.mark.parametrize("enbez", ["Anlage 1", "Inhaltsübersicht", "Eingangsformel", "Anhang EV"])
def test_what_is_no_section_is_left_out(enbez):
    assert law(norm(enbez, "Text.")).normen == {}


@pytest.mark.parametrize(
    "data",
    [b"", b"<html>nicht gefunden</html>", b"<dokumente/>", b"\x00\x01", b"<dokumente><norm>"],
)
def test_what_is_no_law_is_refused_in_german(data):
    with pytest.raises(KeinGesetz, match="XML"):
        read_law(data)


def test_entities_and_dtds_are_neither_read_nor_fetched(tmp_path, monkeypatch):
    secret = tmp_path / "geheim.txt"
    secret.write_text("KANARIENVOGEL")
    monkeypatch.setattr(socket.socket, "connect", lambda *a: pytest.fail("network was used"))
    head = (
        '<?xml version="1.0"?><!DOCTYPE dokumente SYSTEM "http://127.0.0.1:9/gii-norm.dtd" ['
        f'<!ENTITY x SYSTEM "file://{secret}">'
        '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    )
    body = f"<dokumente>{KOPF}{norm('§ 1', '(1) &x; &b;')}</dokumente>"
    gesetz = read_law((head + body).encode())
    assert "KANARIENVOGEL" not in gesetz.normen["§ 1"].wortlaut
    assert "aaaa" not in gesetz.normen["§ 1"].wortlaut


def test_deep_nesting_ends_with_a_refusal_and_soon():
    started = time.process_time()
    with pytest.raises(KeinGesetz):
        read_law(b"<dokumente>" + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</dokumente>")
    assert time.process_time() - started < 10  # seconds; quadratic, it would be minutes


def test_packing_keeps_everything_and_is_stable():
    gesetz = law(norm("§ 1", "(1) Eins. Zwei.", "(2) (weggefallen)", titel="Titel"))
    assert pack(gesetz) == pack(gesetz)
    again = unpack(pack(gesetz))
    assert again.normen["§ 1"].absaetze == gesetz.normen["§ 1"].absaetze
    assert unpack_wortlaut(pack(gesetz))["§ 1"] == gesetz.normen["§ 1"].wortlaut


def archive(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zf:
        for name, data in members.items():
            zf.writestr(name.replace("_", "."), data)
    return buffer.getvalue()


def test_an_archive_may_hold_images_but_only_one_xml():
    assert xml_of(archive(BJNR1_xml=b"<x/>", bild_jpg=b"...")) == b"<x/>"
    for bad in (archive(a_jpg=b""), archive(a_xml=b"", b_xml=b""), b"<html>404</html>", b""):
        with pytest.raises(KeinArchiv):
            xml_of(bad)


@given(st.integers(1, 3000), st.integers(0, 60))
def test_a_range_holds_both_ends_and_every_number_between(first, length):
    numbers = expand_range(str(first), str(first + length))
    assert numbers == [str(n) for n in range(first, first + length + 1)]


@given(st.text(max_size=60))
def test_any_name_is_read_or_left_but_never_breaks(text):
    name = read_bezeichnung(text)
    assert name is None or name.nummern
