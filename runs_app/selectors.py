"""Read Läufe and Runs: what is due, what is final, which price applies, what a Teilnahme cost."""

from __future__ import annotations

import datetime as dt

from django.db.models import Q, QuerySet
from django.utils import timezone

from runs_app.begriffe import LaufStatus, RunStatus
from runs_app.costs import Kosten, Listenpreis, estimate_teile, participation_costs, price_at
from runs_app.fortschritt import lauf_fortschritt
from runs_app.models import Lauf, Modellmetadaten, Preis, Run, Teilnahme

__all__ = [
    "kosten",
    "lauf_fortschritt",
    "preis_am",
    "price_of",
    "runs_beendet",
    "runs_zu_erledigen",
]


def runs_zu_erledigen() -> QuerySet[Run]:
    """Return the Runs that a worker could claim now (stage 3 of the pipeline)."""
    return Run.objects.filter(
        teilnahme__lauf__status=LaufStatus.LAEUFT,
        status__in=[RunStatus.GEPLANT, RunStatus.WARTET],
        faellig_ab__lte=timezone.now(),
    )


def runs_beendet(lauf: Lauf) -> QuerySet[Run]:
    """Return the final Runs of a Lauf."""
    return Run.objects.filter(teilnahme__lauf=lauf, status=RunStatus.BEENDET)


def price_of(modell: Modellmetadaten, *, am: dt.date | None = None) -> Preis | None:
    """Return the list price valid on a date (today unless given), or None (R-8.1)."""
    day = am or timezone.now().date()
    valid = Q(gueltig_bis__isnull=True) | Q(gueltig_bis__gte=day)
    rows = modell.preise.filter(valid, gueltig_ab__lte=day)
    return rows.order_by("-gueltig_ab").first()


def preis_am(modell: Modellmetadaten, datum: dt.date) -> Listenpreis | None:
    """Return the list price of a model on a date, as the pure rules of costs want it."""
    row = price_of(modell, am=datum)
    return None if row is None else _as_rule(row)


def _as_rule(row: Preis) -> Listenpreis:
    return Listenpreis(
        eingabe_mikro=row.eingabe_mikro,
        ausgabe_mikro=row.ausgabe_mikro,
        waehrung=row.waehrung,
        gueltig_ab=row.gueltig_ab,
        gueltig_bis=row.gueltig_bis,
    )


def kosten(teilnahme: Teilnahme) -> Kosten:
    """Return what a Teilnahme cost: billed, else estimated over its counting Versuche (R-8.1).

    The estimate takes the tokens that each Run reported; what a frame prompt adds is for the
    build, which knows the measurements of R-8.2.
    """
    modell = teilnahme.modell
    runs = Run.objects.filter(teilnahme=teilnahme, zaehlender_versuch__isnull=False)
    rows = runs.values_list(
        "zaehlender_versuch__started_at",
        "zaehlender_versuch__token_eingabe",
        "zaehlender_versuch__token_ausgabe",
    )
    preise = [_as_rule(row) for row in modell.preise.order_by("gueltig_ab")]
    teile = [_teile(preise, began.date(), ein, aus) for began, ein, aus in rows]
    return participation_costs(
        lokal=modell.lokal,
        abgerechnet_mikro=teilnahme.abgerechnet_mikro,
        abgerechnet_waehrung=teilnahme.abgerechnet_waehrung,
        teile=teile,
        waehrung=preise[0].waehrung if preise else "",
    )


def _teile(
    preise: list[Listenpreis], day: dt.date, eingabe: int | None, ausgabe: int | None
) -> int | None:
    preis = price_at(preise, day)
    if preis is None:
        return None
    return estimate_teile(preis, token_eingabe=eingabe, token_ausgabe=ausgabe)
