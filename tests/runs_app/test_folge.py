"""What follows from one call, as a table and as laws (R-3.2, R-3.5, R-7.5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs_app.begriffe import Fehlerart, Gueltigkeit, VersuchArt
from runs_app.budget import Anforderung, Budgetplan, Versuchsausgang
from runs_app.folge import (
    Ausgang,
    Eintrag,
    Regeln,
    Schritt,
    Stand,
    due_attempt,
    follow,
)
from runs_app.status import TechnischerStatus as Status

PLAN = Budgetplan(gewaehrt=1_000, erstlimit=1_000)
DENKPLAN = Budgetplan(gewaehrt=1_000, erstlimit=1_000, denkbegrenzbar=True)
ERST = Anforderung(art=VersuchArt.ERSTVERSUCH, limit=1_000)
REGELN = Regeln(transportversuche=3, spaetere_wiederholung_s=None)
SPAETER = Regeln(transportversuche=3, spaetere_wiederholung_s=60)


def ausgang(status=Status.ERFOLGREICH, **werte) -> Ausgang:
    return Ausgang(
        **{
            "status": status,
            "gueltigkeit": Gueltigkeit.GUELTIG,
            "fehlerart": Fehlerart.KEIN_FEHLER,
            "http_status": 200,
            "abgeschnitten": False,
            "ausgabe_token": 10,
            **werte,
        }
    )


GUT = ausgang()
HTTP_503 = ausgang(Status.PROVIDER_FEHLER, fehlerart=Fehlerart.HTTP, http_status=503)
HTTP_400 = ausgang(Status.PROVIDER_FEHLER, fehlerart=Fehlerart.HTTP, http_status=400)
HTTP_401 = ausgang(Status.PROVIDER_FEHLER, fehlerart=Fehlerart.HTTP, http_status=401)
RESET = ausgang(Status.PROVIDER_FEHLER, fehlerart=Fehlerart.VERBINDUNG, http_status=None)
ZU_SPAET = ausgang(Status.TIMEOUT, fehlerart=Fehlerart.ZEITLIMIT, http_status=None)
ABGESCHNITTEN = ausgang(Status.BESONDERER_ABSCHLUSSGRUND, abgeschnitten=True, ausgabe_token=1_000)
FRUEH = ausgang(Status.BESONDERER_ABSCHLUSSGRUND, abgeschnitten=True, ausgabe_token=100)
UNGUELTIG = ausgang(gueltigkeit=Gueltigkeit.UNGUELTIG)
OHNE_SCHLUESSEL = ausgang(
    Status.PROVIDER_FEHLER, fehlerart=Fehlerart.KONFIGURATION, http_status=None
)


@pytest.mark.parametrize(
    ("stand", "ende", "regeln", "schritt"),
    [
        (Stand(plan=PLAN), GUT, REGELN, Schritt.FERTIG),
        (Stand(plan=PLAN), HTTP_400, REGELN, Schritt.FERTIG),
        (Stand(plan=PLAN), HTTP_503, REGELN, Schritt.TRANSPORT),
        (Stand(plan=PLAN, transportfehler=1), HTTP_503, REGELN, Schritt.TRANSPORT),
        (Stand(plan=PLAN, transportfehler=2), HTTP_503, REGELN, Schritt.FERTIG),
        (Stand(plan=PLAN, transportfehler=2), HTTP_503, SPAETER, Schritt.SPAETER),
        (
            Stand(plan=PLAN, transportfehler=2, wiederholt_technik=1),
            HTTP_503,
            SPAETER,
            Schritt.FERTIG,
        ),
        (Stand(plan=PLAN), RESET, REGELN, Schritt.TRANSPORT),
        (Stand(plan=PLAN), ZU_SPAET, REGELN, Schritt.TRANSPORT),
        (Stand(plan=PLAN, transportfehler=1, zeitlimits=1), ZU_SPAET, REGELN, Schritt.FERTIG),
        (Stand(plan=PLAN), HTTP_400, SPAETER, Schritt.SPAETER),
        (Stand(plan=PLAN), HTTP_401, REGELN, Schritt.PARKEN),
        (Stand(plan=PLAN), OHNE_SCHLUESSEL, REGELN, Schritt.PARKEN),
        (Stand(plan=PLAN), UNGUELTIG, REGELN, Schritt.WEITER),
        (Stand(plan=PLAN, wiederholt_ungueltig=2), UNGUELTIG, REGELN, Schritt.WEITER),
        (Stand(plan=PLAN, wiederholt_ungueltig=3), UNGUELTIG, REGELN, Schritt.FERTIG),
        (Stand(plan=PLAN), ABGESCHNITTEN, REGELN, Schritt.FERTIG),
        (Stand(plan=PLAN), FRUEH, REGELN, Schritt.WEITER),
        (Stand(plan=DENKPLAN), ABGESCHNITTEN, REGELN, Schritt.WEITER),
    ],
)
def test_each_ending_leads_to_one_step(stand, ende, regeln, schritt):
    assert follow(stand, ERST, ende, regeln).schritt is schritt


def test_an_invalid_answer_is_never_the_counting_one_while_a_repeat_is_left():
    eintraege = (_eintrag(gueltigkeit=Gueltigkeit.UNGUELTIG),)
    stand = Stand(plan=PLAN, eintraege=eintraege, wiederholt_ungueltig=1)
    assert follow(stand, ERST, GUT, REGELN).zaehlt == 1


def test_a_run_that_stays_invalid_ends_with_its_last_attempt():
    eintraege = (_eintrag(gueltigkeit=Gueltigkeit.UNGUELTIG),) * 3
    stand = Stand(plan=PLAN, eintraege=eintraege, wiederholt_ungueltig=3)
    assert follow(stand, ERST, UNGUELTIG, REGELN).zaehlt == 3


def test_a_repetition_of_a_failed_attempt_asks_for_the_same_kind():
    spaet = _eintrag(status=Status.TIMEOUT, art=VersuchArt.DENKBEGRENZT)
    due = due_attempt(Stand(plan=DENKPLAN, eintraege=(_eintrag(abgeschnitten=True), spaet)))
    assert (due.art, due.denklimit) == (VersuchArt.DENKBEGRENZT, 750)


def test_the_attempt_with_capped_thinking_counts_even_when_it_times_out():
    stand = Stand(
        plan=DENKPLAN, eintraege=(_eintrag(abgeschnitten=True),), transportfehler=2, zeitlimits=1
    )
    anforderung = Anforderung(art=VersuchArt.DENKBEGRENZT, limit=1_000, denklimit=750)
    folge = follow(stand, anforderung, ZU_SPAET, REGELN)
    assert (folge.schritt, folge.zaehlt) == (Schritt.FERTIG, 1)


@given(
    endings=st.lists(
        st.sampled_from([GUT, HTTP_503, RESET, ZU_SPAET, ABGESCHNITTEN, FRUEH, UNGUELTIG]),
        min_size=60,
        max_size=60,
    ),
    denkbar=st.booleans(),
    spaeter=st.booleans(),
)
def test_every_run_ends_after_a_bounded_number_of_calls(endings, denkbar, spaeter):
    regeln = SPAETER if spaeter else REGELN
    stand = Stand(plan=DENKPLAN if denkbar else PLAN)
    for ende in endings:
        anforderung = due_attempt(stand)
        assert anforderung is not None
        folge = follow(stand, anforderung, ende, regeln)
        if folge.schritt is Schritt.FERTIG:
            assert 0 <= folge.zaehlt <= len(stand.eintraege)
            return
        stand = _next(stand, anforderung, ende, folge.schritt)
    raise AssertionError("the Run never ended")


def _next(stand: Stand, anforderung: Anforderung, ende: Ausgang, schritt: Schritt) -> Stand:
    if schritt is Schritt.TRANSPORT:
        return Stand(
            plan=stand.plan,
            eintraege=stand.eintraege,
            transportfehler=stand.transportfehler + 1,
            zeitlimits=stand.zeitlimits + (ende.fehlerart is Fehlerart.ZEITLIMIT),
            wiederholt_ungueltig=stand.wiederholt_ungueltig,
            wiederholt_technik=stand.wiederholt_technik,
        )
    neu = Eintrag(
        ausgang=Versuchsausgang(
            art=anforderung.art,
            limit=anforderung.limit,
            abgeschnitten=ende.abgeschnitten,
            ausgabe_token=ende.ausgabe_token,
        ),
        gueltigkeit=ende.gueltigkeit,
        status=ende.status,
    )
    return Stand(
        plan=stand.plan,
        eintraege=(*stand.eintraege, neu),
        wiederholt_ungueltig=stand.wiederholt_ungueltig
        + (ende.gueltigkeit is Gueltigkeit.UNGUELTIG),
        wiederholt_technik=stand.wiederholt_technik + (schritt is Schritt.SPAETER),
    )


def _eintrag(
    *,
    gueltigkeit=Gueltigkeit.GUELTIG,
    status=Status.ERFOLGREICH,
    art=VersuchArt.ERSTVERSUCH,
    abgeschnitten=False,
) -> Eintrag:
    return Eintrag(
        ausgang=Versuchsausgang(
            art=art, limit=1_000, abgeschnitten=abgeschnitten, ausgabe_token=1_000
        ),
        gueltigkeit=gueltigkeit,
        status=Status.BESONDERER_ABSCHLUSSGRUND if abgeschnitten else status,
    )
