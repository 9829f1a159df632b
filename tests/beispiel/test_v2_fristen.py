"""Every deadline that v2 states follows from its provision, every weekday from the calendar."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from lexassay.beispiel.fristen import (
    jahresende_plus,
    klagefrist_gericht,
    monatsende,
    naechster_werktag,
    plus_monate,
    plus_tage,
    plus_wochen,
    ruhetag_nrw,
    us_bundesfrist,
)
from tests.beispiel.v2_daten import KENNUNGEN, aufgabe, gold_texts, one_line


def german_day(day: dt.date) -> str:
    monate = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
    return f"{day.day}. {monate.split()[day.month - 1]} {day.year}"


D = dt.date


def _fristende_nrw(tag: dt.date) -> dt.date:
    return naechster_werktag(tag, ruhetag_nrw)


BEKANNTGABE = _fristende_nrw(plus_tage(D(2026, 4, 27), 4))
FRISTEN = [
    ("v2-01", "§ 4 Satz 1 KSchG", _fristende_nrw(plus_wochen(D(2026, 3, 13), 3))),
    ("v2-01", "§ 622 Abs. 2 Satz 1 Nr. 2 BGB", monatsende(plus_monate(D(2026, 3, 13), 2))),
    ("v2-02", "§ 122 Abs. 2 Nr. 1 AO", BEKANNTGABE),
    ("v2-02", "§ 355 Abs. 1 Satz 1 AO", _fristende_nrw(plus_monate(BEKANNTGABE, 1))),
    ("v2-06", "§ 517 ZPO", _fristende_nrw(plus_monate(D(2026, 1, 30), 1))),
    ("v2-06", "§ 520 Abs. 2 Satz 1 ZPO", _fristende_nrw(plus_monate(D(2026, 1, 30), 2))),
    ("v2-06", "§ 520 Abs. 2 Satz 3 ZPO", _fristende_nrw(plus_monate(D(2026, 3, 30), 1))),
    ("v2-07", "§ 355 Abs. 2 Satz 1 BGB", _fristende_nrw(plus_tage(D(2026, 4, 17), 14))),
    ("v2-07", "§ 357 Abs. 1 BGB", _fristende_nrw(plus_tage(D(2026, 5, 6), 14))),
    ("v2-08", "Fed. R. Civ. P. 12(a)(1)(A)(i)", us_bundesfrist(D(2026, 5, 4), 21)),
    ("v2-08", "Fed. R. Civ. P. 4(d)(3)", us_bundesfrist(D(2026, 4, 21), 60)),
    ("v2-08", "R. Civ. P. 12(a)(4)(A)", us_bundesfrist(D(2026, 7, 10), 14)),
    ("v2-11", "Art. 263 Abs. 6 AEUV", klagefrist_gericht(D(2026, 3, 24))),
    ("v2-15", "§ 626 Abs. 2", _fristende_nrw(plus_wochen(D(2026, 5, 2), 2))),
    ("v2-15", "§ 102 Abs. 2", _fristende_nrw(plus_tage(D(2026, 5, 5), 3))),
    ("v2-16", "§ 257", jahresende_plus(D(2019, 3, 14), 8)),
    ("v2-16", "§ 257", jahresende_plus(D(2019, 3, 14), 6)),
    ("v2-16", "§ 257", jahresende_plus(D(2020, 5, 20), 10)),
    ("v2-16", "§ 257", jahresende_plus(D(2019, 3, 14), 10)),
    ("v2-18", "Fed. R. App. P. 4(a)", us_bundesfrist(D(2026, 4, 17), 30)),
    ("v2-18", "Fed. R. Civ. P. 59(e)", us_bundesfrist(D(2026, 4, 17), 28)),
]


@pytest.mark.parametrize(("kennung", "vorschrift", "ende"), FRISTEN)
def test_a_gold_solution_states_the_recomputed_deadline(
    kennung: str, vorschrift: str, ende: dt.date
) -> None:
    gold = one_line(aufgabe(kennung)["goldloesung"])
    assert german_day(ende) in gold
    assert vorschrift in gold


WOCHENTAG = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Sonnabend", "Sonntag"]
DATUM = re.compile(rf"({'|'.join(WOCHENTAG)}), (?:dem|den)?\s*(\d+)\. (\w+) (\d{{4}})")


def test_every_weekday_that_a_task_names_is_the_right_one() -> None:
    monate = [german_day(D(2026, m, 1)).split()[1] for m in range(1, 13)]
    seen = 0
    for k in KENNUNGEN:
        text = one_line(" ".join([aufgabe(k)["prompt"], *gold_texts(aufgabe(k))]))
        for wochentag, tag, monat, jahr in DATUM.findall(text):
            day = D(int(jahr), monate.index(monat) + 1, int(tag))
            assert WOCHENTAG[day.weekday()] == wochentag, (k, day)
            seen += 1
    assert seen > 25
