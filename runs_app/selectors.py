"""Read Läufe and Runs: what is due, how far a Lauf is, what it cost."""

from __future__ import annotations

import datetime as dt

from django.db.models import Q, QuerySet
from django.utils import timezone

from runs_app.begriffe import LaufStatus, RunStatus
from runs_app.models import Lauf, Modellmetadaten, Preis, Run


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
    day = am or timezone.localdate()
    valid = Q(gueltig_bis__isnull=True) | Q(gueltig_bis__gte=day)
    rows = modell.preise.filter(valid, gueltig_ab__lte=day)
    return rows.order_by("-gueltig_ab").first()


def preis_am(modell: Modellmetadaten, datum: dt.date) -> Preis | None:
    """Return the list price of a model on a date; the name that other apps use."""
    return price_of(modell, am=datum)
