"""German norms as lawyers and models write them: every item of a list becomes one Fundstelle."""

import pytest

from citations_app.grammar import Norm, extract

LISTEN = [
    ("§ 823 Abs. 1 BGB", ["BGB:§ 823:1"]),
    ("§ 433 I 1, II BGB", ["BGB:§ 433:1", "BGB:§ 433:2"]),
    ("§§ 280 I, 241 II, 311 II Nr. 1 BGB", ["BGB:§ 280:1", "BGB:§ 241:2", "BGB:§ 311:2"]),
    ("§§ 280 I, III, 281 I 1 BGB", ["BGB:§ 280:1", "BGB:§ 280:3", "BGB:§ 281:1"]),
    ("§§ 280 Abs. 1, 3, 281 BGB", ["BGB:§ 280:1", "BGB:§ 280:3", "BGB:§ 281"]),
    ("§§ 43 Abs. 1 S. 1 Nr. 7c, 43a Abs. 1 EStG", ["EStG:§ 43:1", "EStG:§ 43a:1"]),
    ("§§ 437 Nr. 2, 440, 323 BGB", ["BGB:§ 437", "BGB:§ 440", "BGB:§ 323"]),
    ("§§ 5 Abs. 1, 3 BGB", ["BGB:§ 5:1", "BGB:§ 3"]),
    ("§ 4 Abs. 3, 4 BGB", ["BGB:§ 4:3", "BGB:§ 4:4"]),
    ("§§ 22, 23 Abs. 1, 12 Abs. 1 StGB", ["StGB:§ 22", "StGB:§ 23:1", "StGB:§ 12:1"]),
    ("§§ 249, 250 Abs. 2 Nr. 1, 3 StGB", ["StGB:§ 249", "StGB:§ 250:2"]),
    ("Art. 2 I i.V.m. Art. 1 I GG", ["GG:Art. 2:1", "GG:Art. 1:1"]),
    ("§ 7 I iVm § 1 AGG", ["AGG:§ 7:1", "AGG:§ 1"]),
    ("§ 1 I SGB I", ["SGB I:§ 1:1"]),
    ("§ 5 V SGB V", ["SGB V:§ 5:5"]),
    ("Art. 229 § 6 Abs. 1 EGBGB", ["EGBGB:Art. 229 § 6:1"]),
    ("§ 812 I 1 Alt. 1 BGB", ["BGB:§ 812:1"]),
    ("§§ 812 ff. BGB", ["BGB:§ 812"]),
    ("§§ 823 bis 826 BGB", ["BGB:§ 823-826"]),
    ("§ 651 f BGB", ["BGB:§ 651f"]),
    ("§ 30 g Abs. 2 Satz 1 BetrAVG", ["BetrAVG:§ 30g:2"]),
    ("§ 823 Abs. 1 BGB a.F.", ["BGB:§ 823:1:a.F."]),
    ("BGB § 823 Abs. 1", ["BGB:§ 823:1"]),
    ("§ 242 des Bürgerlichen Gesetzbuches", ["BGB:§ 242"]),
    ("Artikel 20 Absatz 3 des Grundgesetzes", ["GG:Art. 20:3"]),
    ("§ 126 Abs. 4 der Finanzgerichtsordnung (FGO)", ["FGO:§ 126:4"]),
    ("§ 35 VwVfG NRW", ["VwVfG NRW:§ 35"]),
    ("Paragraf 433 Absatz 2 BGB", ["BGB:§ 433:2"]),
    ("§ 6 Abs 1 S 1 Nr 1 Buchst a bis c iVm Abs 3 S 1 SGB VI", ["SGB VI:§ 6:1", "SGB VI:§ 6:3"]),
]


@pytest.mark.parametrize(("text", "erwartet"), LISTEN)
def test_each_authority_of_a_list_is_read(text: str, erwartet: list[str]) -> None:
    gelesen = [f.schluessel.removeprefix("de:norm:") for f in extract(f"Nach {text} gilt das.")]
    assert gelesen == erwartet


EU = [
    ("Art. 6 Abs. 1 lit. f DSGVO", "eu:norm:DSGVO:Art. 6:1"),
    ("Art. 6 (1) (f) der Verordnung (EU) 2016/679", "eu:norm:DSGVO:Art. 6:1"),
    ("Art. 101 AEUV", "eu:norm:AEUV:Art. 101"),
    ("Art. 50 EUV", "eu:norm:EUV:Art. 50"),
    ("Art. 12 der VO Nr. 1408/71", "eu:norm:VO Nr. 1408/71:Art. 12"),
    ("Art. 2 der Richtlinie 2008 / 94 / EG", "eu:norm:RL 2008/94/EG:Art. 2"),
]


@pytest.mark.parametrize(("text", "schluessel"), EU)
def test_articles_of_union_law_go_to_the_eu(text: str, schluessel: str) -> None:
    assert [f.schluessel for f in extract(f"Siehe {text}.")] == [schluessel]


@pytest.mark.parametrize(
    "text",
    [
        "Nach § 5 gilt das.",
        "Ströbele/Hacker, MarkenG, 11. Aufl., § 8 Rn. 158",
        "§ 3 dieses Gesetzes",
        "- § 823\n- BGB",
        "Art und Weise, Artikel über das BGB",
        "§",
        "§§",
    ],
)
def test_without_a_law_there_is_no_citation(text: str) -> None:
    assert extract(text) == []


def test_pinpoints_are_parts_not_keys() -> None:
    (f,) = extract("§ 312g Abs. 2 Satz 1 Halbsatz 2 Nr. 1 lit. b) Alt. 2 BGB")
    assert isinstance(f.teile, Norm)
    assert (f.teile.absatz, f.teile.satz, f.teile.halbsatz) == ("2", ("1",), ("2",))
    assert (f.teile.nummern, f.teile.buchstabe, f.teile.alternative) == (("1",), ("b",), ("2",))
    assert f.abzugsschluessel == "de:norm:BGB:§ 312g"


SCHREIBWEISEN = [
    "§\u00a0823 **Abs. 1** BGB",
    "§&nbsp;823 Abs.&#160;1 BGB",
    "§\n823 Abs. 1 BGB",
    "§ 823 Abs.\u00ad 1 BGB",
    "<b>§ 823</b> Abs. 1 BGB",
    "§ 823 *Absatz 1* BGB",
    "§\u202f823\u2009Abs.\u20091 `BGB`",
    "[§ 823 Abs. 1 BGB](https://example.org/x)",
]


@pytest.mark.parametrize("text", SCHREIBWEISEN)
def test_markup_and_unicode_do_not_hide_a_citation(text: str) -> None:
    vorspann = "„Über“ – "
    (f,) = extract(vorspann + text)
    assert f.schluessel == "de:norm:BGB:§ 823:1"
    assert f.text == (vorspann + text)[f.start : f.end]
    assert f.text.startswith(("§", "<b>§"))
    assert f.text.rstrip("`*").endswith("BGB")


WEITERE = [
    ("§ 211 Abs. 2 Gr. 2 Var. 1 StGB", ["StGB:§ 211:2"]),
    ("§ 108eStGB", ["StGB:§ 108e"]),
    ("§§ 306a-c StGB", ["StGB:§ 306a-306c"]),
    ("§ 212 Abs. 1, 22, 23 StGB", ["StGB:§ 212:1", "StGB:§ 22", "StGB:§ 23"]),
    ("des § 224 Nr. 2, des § 244 StGB", ["StGB:§ 224", "StGB:§ 244"]),
    ("§§ 355, 357 BGB i.V.m. Art. 246a § 1 Abs. 2 EGBGB",
     ["BGB:§ 355", "BGB:§ 357", "EGBGB:Art. 246a § 1:2"]),
    ("§ 154 Abs. 1 VwGO i.V.m. § 173 Satz 1", ["VwGO:§ 154:1", "VwGO:§ 173"]),
    ("§ 3 Abs. 2 Konsumcannabisgesetz", ["Konsumcannabisgesetz:§ 3:2"]),
    ("§ 34 des neuen Cannabisgesetzes", ["Cannabisgesetz:§ 34"]),
    ("Art. 72 des tunesischen Strafgesetzbuchs", ["tunesischen Strafgesetzbuch:Art. 72"]),
    ("§ 1 Abs. 1 - 3 BGB", ["BGB:§ 1:1-3"]),
    ("§ 476 BGB in der bis zum 31.12.2021 geltenden Fassung", ["BGB:§ 476:a.F."]),
    ("§ 5 EStG 2002", ["EStG:§ 5:2002"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "erwartet"), WEITERE)
def test_rarer_spellings_are_read(text: str, erwartet: list[str]) -> None:
    gelesen = [f.schluessel.removeprefix("de:norm:") for f in extract(f"Nach {text}, so weit.")]
    assert gelesen == erwartet


def test_the_short_cut_reads_what_the_full_reader_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    texte = [text for text, _ in [*LISTEN, *WEITERE]]
    texte += [
        f"Nach {text} gilt § 1 BGB, § 2 BGB und 3 Nr. 1; § 4 Abs. 1 AO 1977." for text in texte
    ]
    kurz = [extract(text) for text in texte]
    monkeypatch.setattr("citations_app.grammar.norm_chain.lies_einfach", lambda text, start: None)
    assert [extract(text) for text in texte] == kurz
