"""What a Lauf would run and roughly cost, before anything starts (R-2.1)."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from runs_app.begriffe import Gueltigkeit, RunStatus
from runs_app.budget import BudgetFehler, is_below_standard, is_comparable
from runs_app.models import Lauf, Run, Teilnahme
from runs_app.planning import granted, participations, planned_testfaelle, start_problems
from runs_app.selectors import price_of
from runs_app.status import TechnischerStatus
from tasks_app.begriffe import TestfallStatus
from tasks_app.models import Testfall

ZEICHEN_JE_TOKEN = 3
AUSGABE_OHNE_ERFAHRUNG = 2_000
ERFAHRUNG_RUNS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Teilvorschau:
    """One Teilnahme: Runs, budget, forecast of tokens, costs in micro-units (None: no price)."""

    name: str
    effort: str
    runs: int
    gewaehrt: int
    unter_standard: bool
    vergleichbar: bool
    lokal: bool
    token_eingabe: int
    token_ausgabe: int
    aus_erfahrung: bool
    erwartet_mikro: int | None
    hoechstens_mikro: int | None
    waehrung: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Vorschau:
    """The whole Lauf; `fehler` forbid the start, `hinweise` do not."""

    testfaelle: int
    geheim: int
    runs: int
    teile: tuple[Teilvorschau, ...]
    fehler: tuple[str, ...]
    hinweise: tuple[str, ...]


def preview(lauf: Lauf) -> Vorschau:
    """Return counts, forecast and warnings of a Lauf that has not started; changes nothing."""
    testfaelle = list(planned_testfaelle(lauf))
    zeichen = sum(len(t.gesendeter_text) + len(lauf.system_prompt.text) for t in testfaelle)
    per_row = len(testfaelle) * lauf.wiederholungen
    eingabe = zeichen * lauf.wiederholungen // ZEICHEN_JE_TOKEN
    teile = tuple(_part(t, lauf, per_row, eingabe) for t in participations(lauf))
    return Vorschau(
        testfaelle=len(testfaelle),
        geheim=sum(t.geheim for t in testfaelle),
        runs=sum(teil.runs for teil in teile),
        teile=teile,
        fehler=tuple(start_problems(lauf)),
        hinweise=tuple(_warnings(lauf, testfaelle, teile)),
    )


def _part(teilnahme: Teilnahme, lauf: Lauf, runs: int, eingabe: int) -> Teilvorschau:
    modell = teilnahme.modell
    try:
        gewaehrt = granted(modell, budget=lauf.budget)
    except BudgetFehler:
        gewaehrt = 0
    per_run, experienced = _expected_output(teilnahme, gewaehrt)
    preis = None if modell.lokal else price_of(modell)

    def cost(ausgabe: int) -> int | None:
        if preis is None:
            return None
        return -(-(eingabe * preis.eingabe_mikro + ausgabe * preis.ausgabe_mikro) // 1_000_000)

    return Teilvorschau(
        name=str(modell),
        effort=teilnahme.effort,
        runs=runs,
        gewaehrt=gewaehrt,
        unter_standard=is_below_standard(gewaehrt),
        vergleichbar=is_comparable(modell.geladener_kontext if modell.lokal else None),
        lokal=modell.lokal,
        token_eingabe=eingabe,
        token_ausgabe=per_run * runs,
        aus_erfahrung=experienced,
        erwartet_mikro=cost(per_run * runs),
        hoechstens_mikro=cost(gewaehrt * runs),
        waehrung=preis.waehrung if preis else "",
    )


def _expected_output(teilnahme: Teilnahme, gewaehrt: int) -> tuple[int, bool]:
    """Return tokens per Run: the median of earlier answers of this model, else an assumption."""
    earlier = Run.objects.filter(
        teilnahme__modell=teilnahme.modell,
        teilnahme__effort=teilnahme.effort,
        status=RunStatus.BEENDET,
        gueltigkeit=Gueltigkeit.GUELTIG,
        technischer_status=TechnischerStatus.ERFOLGREICH,
        zaehlender_versuch__token_ausgabe__isnull=False,
    ).order_by("-id")
    reported = earlier.values_list("zaehlender_versuch__token_ausgabe", flat=True)
    tokens = [number for number in reported[:ERFAHRUNG_RUNS] if number is not None]
    if tokens:
        return round(statistics.median(tokens)), True
    return min(AUSGABE_OHNE_ERFAHRUNG, gewaehrt), False


def _warnings(
    lauf: Lauf, testfaelle: Sequence[Testfall], teile: Sequence[Teilvorschau]
) -> list[str]:
    found = []
    open_tasks = sum(t.status != TestfallStatus.FREIGEGEBEN for t in testfaelle)
    if open_tasks and not lauf.katalogversion.pilot:
        found.append(f"{open_tasks} Testfälle sind nicht freigegeben.")
    if lauf.teilweise:
        found.append("Ein Teil-Lauf erhält keinen Score.")
    if lauf.wiederholungen > 1:
        found.append("Läufe mit mehreren Wiederholungen kommen in keine Rangliste von v1 oder v2.")
    for teil in teile:
        if teil.erwartet_mikro is None and not teil.lokal:
            found.append(f"{teil.name}: Es fehlt ein Listenpreis; die Kosten sind unbekannt.")
        if teil.unter_standard:
            found.append(f"{teil.name}: Das Budget ({teil.gewaehrt} Token) liegt unter 64.000.")
        if not teil.vergleichbar:
            found.append(f"{teil.name}: Der geladene Kontext ist klein, „nicht vergleichbar“.")
    return found
