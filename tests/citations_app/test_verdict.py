"""Every row of R-9.3 and every sentence of R-9.4 as a table of values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citations_app.abzug import costs_points, worst_status
from citations_app.begriffe import (
    AUSFAELLE,
    FEHLERSTATUS,
    Befundart,
    Mangel,
    Verwendung,
    Zitatstatus,
)
from citations_app.verdict import (
    HOECHSTENS_VERSUCHE,
    UNBESTAETIGT,
    WIDERLEGT,
    Handbefund,
    Quellenbefund,
    Zustaendig,
    common_mangel,
    decide,
    status_of_mangel,
)

S, M, B = Zitatstatus, Mangel, Befundart
BETREIBER = {"a": "Amt", "a2": "Amt", "b": "Verlag", "c": "Hochschule"}
ALLE = [Zustaendig(quelle=q, betreiber=o) for q, o in BETREIBER.items()]


def befund(quelle: str, art: Befundart | Mangel, nr: int = 0) -> Quellenbefund:
    if isinstance(art, Mangel):
        return Quellenbefund(
            quelle=quelle,
            betreiber=BETREIBER[quelle],
            art=B.MANGEL,
            maengel=frozenset({art}),
            nr=nr,
        )
    return Quellenbefund(quelle=quelle, betreiber=BETREIBER[quelle], art=art, nr=nr)


ZEILEN = [
    # finding of the only source, status, Verdacht
    ("exists and agrees", B.STIMMT, S.ECHT, None),
    ("§ absent from a known law", M.NORM_FEHLT, S.NICHT_AUFFINDBAR, S.ERFUNDEN),
    ("Absatz absent", M.ABSATZ_FEHLT, S.NICHT_AUFFINDBAR, S.FALSCH_ZUGEORDNET),
    ("§ weggefallen, cited as current", M.WEGGEFALLEN, S.NICHT_AUFFINDBAR, S.FALSCH_ZUGEORDNET),
    ("cited a.F.", B.ALTE_FASSUNG, S.UNGEPRUEFT, None),
    ("law unknown to the source", B.GESETZ_UNBEKANNT, S.UNGEPRUEFT, None),
    ("state law, no reporter citation", B.KEINE_QUELLE, S.UNGEPRUEFT, None),
    ("decision: no hit", B.KEIN_TREFFER, S.NICHT_AUFFINDBAR, None),
    ("date contradicts", M.DATUM, S.NICHT_AUFFINDBAR, S.FALSCH_ZUGEORDNET),
    ("court contradicts", M.GERICHT, S.NICHT_AUFFINDBAR, S.FALSCH_ZUGEORDNET),
    ("Aktenzeichen contradicts", M.AKTENZEICHEN, S.NICHT_AUFFINDBAR, S.FALSCH_ZUGEORDNET),
    ("real address, other case name", M.NAME, S.NICHT_AUFFINDBAR, S.FALSCH_ZUGEORDNET),
    ("impossible combination", M.UNMOEGLICH, S.NICHT_AUFFINDBAR, S.FALSCH_ZUGEORDNET),
    ("several hits", B.MEHRDEUTIG, S.NICHT_AUFFINDBAR, None),
    ("outage", B.AUSFALL, S.UNGEPRUEFT, None),
    ("unknown layout", B.UNBEKANNTES_FORMAT, S.UNGEPRUEFT, None),
    ("refusal", B.ABWEISUNG, S.UNGEPRUEFT, None),
]


@pytest.mark.parametrize(("row", "found", "status", "verdacht"), ZEILEN, ids=lambda v: str(v))
def test_row_of_the_table(row, found, status, verdacht):
    stand = decide([befund("a", found)])
    assert stand.status is status
    assert (status_of_mangel(stand.verdacht) if stand.verdacht else None) is verdacht


@pytest.mark.parametrize("found", [row[1] for row in ZEILEN], ids=str)
def test_one_source_alone_never_costs_points(found):
    for repeats in range(1, 5):
        assert decide([befund("a", found)] * repeats, ALLE).status not in FEHLERSTATUS
        assert decide([befund("a", found)] * repeats).status not in FEHLERSTATUS


@pytest.mark.parametrize("mangel", list(Mangel))
def test_the_same_mangel_from_another_operator_is_final(mangel):
    stand = decide([befund("a", mangel, 1), befund("b", mangel, 2)], ALLE)
    assert stand.status is status_of_mangel(mangel)
    assert stand.belege == (1, 2)
    assert not stand.naechste_quelle
    assert not stand.zweite_pruefung_faellig


@pytest.mark.parametrize("mangel", list(Mangel))
def test_a_second_source_of_the_same_operator_confirms_nothing(mangel):
    stand = decide([befund("a", mangel), befund("a2", mangel)])
    assert stand.status is S.NICHT_AUFFINDBAR


@pytest.mark.parametrize("mangel", list(Mangel))
def test_a_second_source_that_agrees_with_the_answer_makes_it_echt(mangel):
    stand = decide([befund("a", mangel), befund("b", B.STIMMT, 7)], ALLE)
    assert (stand.status, stand.belege, stand.hinweise) == (S.ECHT, (7,), (WIDERLEGT,))


@pytest.mark.parametrize(
    "silent", [B.KEIN_TREFFER, B.MEHRDEUTIG, B.KEINE_QUELLE, B.GESETZ_UNBEKANNT, B.ALTE_FASSUNG]
)
def test_a_silent_second_source_ends_without_cost_and_goes_to_the_redaktion(silent):
    stand = decide([befund("a", M.DATUM), befund("b", silent)], ALLE[:3])
    assert stand.status is S.NICHT_AUFFINDBAR
    assert stand.hinweise == (UNBESTAETIGT,)
    assert stand.fuer_redaktion
    assert not stand.zweite_pruefung_faellig


@pytest.mark.parametrize("failure", sorted(AUSFAELLE))
def test_an_unreachable_second_source_is_asked_three_times(failure):
    zwei = [ALLE[0], ALLE[2]]
    for tries in range(HOECHSTENS_VERSUCHE):
        stand = decide([befund("a", M.NAME), *[befund("b", failure)] * tries], zwei)
        assert stand.zweite_pruefung_faellig
        assert stand.naechste_quelle == "b"
        assert stand.status is S.UNGEPRUEFT
    stand = decide([befund("a", M.NAME), *[befund("b", failure)] * HOECHSTENS_VERSUCHE], zwei)
    assert not stand.zweite_pruefung_faellig
    assert stand.status is S.NICHT_AUFFINDBAR


def test_a_source_that_answers_after_failures_counts():
    stand = decide([befund("a", M.NAME), befund("b", B.AUSFALL), befund("b", M.NAME)], ALLE)
    assert stand.status is S.FALSCH_ZUGEORDNET


def test_two_sources_with_different_defects_do_not_support_each_other():
    stand = decide([befund("a", M.DATUM), befund("b", M.NAME)], ALLE[:3])
    assert stand.status is S.NICHT_AUFFINDBAR


def test_a_third_source_is_asked_and_may_confirm():
    known = [befund("a", M.DATUM, 1), befund("b", M.NAME, 2)]
    assert decide(known, ALLE).naechste_quelle == "c"
    stand = decide([*known, befund("c", M.DATUM, 3)], ALLE)
    assert (stand.status, stand.belege) == (S.FALSCH_ZUGEORDNET, (1, 3))


def test_absent_and_repealed_agree_on_the_milder_reading():
    stand = decide([befund("a", M.NORM_FEHLT), befund("b", M.WEGGEFALLEN)], ALLE)
    assert stand.status is S.FALSCH_ZUGEORDNET


def test_no_hit_at_any_number_of_sources_is_never_erfunden():
    stand = decide([befund(q, B.KEIN_TREFFER) for q in BETREIBER], ALLE)
    assert stand.status is S.NICHT_AUFFINDBAR


def test_a_source_without_a_hit_hands_on_to_the_next():
    stand = decide([befund("a", B.KEIN_TREFFER)], ALLE)
    assert stand.naechste_quelle == "a2"
    assert decide([befund("a", B.KEIN_TREFFER), befund("b", B.STIMMT)], ALLE).status is S.ECHT


def test_nothing_known_and_nobody_to_ask_is_ungeprueft():
    stand = decide([], [])
    assert (stand.status, stand.hinweise) == (S.UNGEPRUEFT, ("keine automatische Quelle",))


@pytest.mark.parametrize("status", list(Zitatstatus))
def test_a_handbefund_wins_over_everything(status):
    hand = Handbefund(status=status, begruendung="geprüft", nr=9)
    found = [befund("a", M.NORM_FEHLT), befund("b", M.NORM_FEHLT)]
    stand = decide(found, ALLE, hand)
    assert (stand.status, stand.von_hand, stand.belege) == (status, True, (9,))
    assert not stand.zweite_pruefung_faellig


def test_two_that_confirm_and_one_that_denies_go_to_a_person():
    stand = decide([befund("a", M.DATUM), befund("b", M.DATUM), befund("c", B.STIMMT)], ALLE)
    assert stand.status is S.ECHT
    assert stand.fuer_redaktion


def test_only_a_supporting_error_costs():
    paying = {(s, v) for s in Zitatstatus for v in Verwendung if costs_points(s, v)}
    assert paying == {(s, Verwendung.STUETZEND) for s in FEHLERSTATUS}


def test_the_worst_status_of_a_key_decides():
    assert worst_status(Zitatstatus) is S.ERFUNDEN
    assert worst_status([S.ECHT, S.UNGEPRUEFT, S.NICHT_AUFFINDBAR]) is S.NICHT_AUFFINDBAR


quellen = st.sampled_from(list(BETREIBER))
arten = st.sampled_from(
    [*Mangel, *[a for a in Befundart if a not in (B.MANGEL, B.VON_HAND, B.ZURUECKGENOMMEN)]]
)
befunde = st.lists(st.builds(befund, quellen, arten), max_size=8)


@given(befunde, st.lists(st.sampled_from(ALLE), unique=True))
def test_an_error_status_always_rests_on_two_operators_that_agree(found, zustaendig):
    numbered = [
        Quellenbefund(quelle=b.quelle, betreiber=b.betreiber, art=b.art, maengel=b.maengel, nr=n)
        for n, b in enumerate(found, start=1)
    ]
    stand = decide(numbered, zustaendig)
    if stand.status in FEHLERSTATUS:
        a, b = (numbered[nr - 1] for nr in stand.belege)
        assert a.betreiber != b.betreiber
        assert common_mangel(a, b) is stand.verdacht
        assert not any(x.art is B.STIMMT for x in numbered if x.quelle not in (a.quelle, b.quelle)
                       and x is [y for y in numbered if y.quelle == x.quelle][-1])  # fmt: skip


@given(befunde, st.lists(st.sampled_from(ALLE), unique=True))
def test_asking_ends(found, zustaendig):
    asked = list(found)
    for _ in range(3 * len(zustaendig) + 1):
        stand = decide(asked, zustaendig)
        if not stand.naechste_quelle:
            return
        asked.append(befund(stand.naechste_quelle, B.AUSFALL))
    assert not decide(asked, zustaendig).naechste_quelle


@given(befunde)
def test_support_is_mutual(found):
    for a in found:
        for b in found:
            assert common_mangel(a, b) == common_mangel(b, a)
