"""The six technical classes are total and tried in the order of SPEC 5."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from runs_app.begriffe import Abschlussgrund as Grund
from runs_app.begriffe import Fehlerart
from runs_app.status import TechnischerStatus as Status
from runs_app.status import classify

GUT: dict[str, Any] = {
    "fehlerart": Fehlerart.KEIN_FEHLER,
    "http_status": 200,
    "exit_code": None,
    "abschlussgrund": Grund.STOPP,
    "nutzbarer_text": True,
}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, Status.ERFOLGREICH),
        ({"http_status": None, "exit_code": 0}, Status.ERFOLGREICH),
        ({"fehlerart": Fehlerart.ZEITLIMIT}, Status.TIMEOUT),
        ({"http_status": 408, "fehlerart": Fehlerart.HTTP}, Status.TIMEOUT),
        ({"http_status": 504, "fehlerart": Fehlerart.HTTP}, Status.TIMEOUT),
        ({"http_status": 524, "fehlerart": Fehlerart.HTTP}, Status.TIMEOUT),
        ({"http_status": 503, "fehlerart": Fehlerart.HTTP}, Status.PROVIDER_FEHLER),
        ({"http_status": 302, "fehlerart": Fehlerart.HTTP}, Status.PROVIDER_FEHLER),
        ({"http_status": 503}, Status.PROVIDER_FEHLER),
        ({"fehlerart": Fehlerart.VERBINDUNG}, Status.PROVIDER_FEHLER),
        ({"fehlerart": Fehlerart.FEHLEROBJEKT}, Status.PROVIDER_FEHLER),
        ({"fehlerart": Fehlerart.UNLESBAR}, Status.PROVIDER_FEHLER),
        ({"fehlerart": Fehlerart.VERWEIGERT}, Status.PROVIDER_FEHLER),
        ({"fehlerart": Fehlerart.KONFIGURATION}, Status.PROVIDER_FEHLER),
        ({"fehlerart": Fehlerart.PROZESS, "exit_code": 1}, Status.NICHT_ERFOLGREICHER_ABSCHLUSS),
        ({"exit_code": -31}, Status.NICHT_ERFOLGREICHER_ABSCHLUSS),
        ({"abschlussgrund": Grund.LAENGE}, Status.BESONDERER_ABSCHLUSSGRUND),
        ({"abschlussgrund": Grund.FILTER}, Status.BESONDERER_ABSCHLUSSGRUND),
        ({"abschlussgrund": Grund.ABLEHNUNG}, Status.BESONDERER_ABSCHLUSSGRUND),
        ({"abschlussgrund": Grund.WERKZEUGAUFRUF}, Status.BESONDERER_ABSCHLUSSGRUND),
        ({"abschlussgrund": Grund.OHNE_ENDE}, Status.BESONDERER_ABSCHLUSSGRUND),
        ({"abschlussgrund": Grund.UNBEKANNT}, Status.BESONDERER_ABSCHLUSSGRUND),
        ({"abschlussgrund": Grund.KEINER}, Status.BESONDERER_ABSCHLUSSGRUND),
        ({"nutzbarer_text": False}, Status.LEERE_AUSGABE),
        # The order: what comes first in SPEC 5 wins.
        ({"fehlerart": Fehlerart.ZEITLIMIT, "exit_code": -9}, Status.TIMEOUT),
        ({"fehlerart": Fehlerart.ZEITLIMIT, "http_status": 503}, Status.TIMEOUT),
        ({"fehlerart": Fehlerart.VERBINDUNG, "exit_code": 1}, Status.PROVIDER_FEHLER),
        (
            {"exit_code": 1, "abschlussgrund": Grund.LAENGE},
            Status.NICHT_ERFOLGREICHER_ABSCHLUSS,
        ),
        (
            {"abschlussgrund": Grund.LAENGE, "nutzbarer_text": False},
            Status.BESONDERER_ABSCHLUSSGRUND,
        ),
    ],
)
def test_the_first_matching_class_wins(changes, expected):
    assert classify(**(GUT | changes)) is expected


def test_every_combination_has_a_class_and_success_is_the_exception():
    combinations = product(
        Fehlerart, (None, 200, 204, 301, 408, 429, 500, 504), (None, 0, 1, -9), Grund, (True, False)
    )
    successes = set()
    for fehlerart, http_status, exit_code, grund, text in combinations:
        status = classify(
            fehlerart=fehlerart,
            http_status=http_status,
            exit_code=exit_code,
            abschlussgrund=grund,
            nutzbarer_text=text,
        )
        assert status in Status
        if status is Status.ERFOLGREICH:
            successes.add((fehlerart, grund, text))
    assert successes == {(Fehlerart.KEIN_FEHLER, Grund.STOPP, True)}
