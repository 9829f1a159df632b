"""How far a Lauf is, in figures and in words (R-3.7)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone

from runs_app.begriffe import Abschlussgrund, Fehlerart, Gueltigkeit, LaufStatus, RunStatus
from runs_app.models import Lauf, Run, Transportversuch, Versuch
from runs_app.status import TechnischerStatus

RATE_WINDOW = dt.timedelta(minutes=5)
LAST_ERRORS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Meldung:
    """One of the last errors: when, at which model, what happened."""

    wann: dt.datetime
    modell: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fortschritt:
    """Where a Lauf stands. `je_minute` is measured over the last minutes of activity."""

    geplant: int = 0
    laeuft: int = 0
    wartet: int = 0
    beendet: int = 0
    geparkt: int = 0
    ungueltig: int = 0
    technisch_fehlgeschlagen: int = 0
    an_der_grenze: int = 0
    nachlaeufe: int = 0
    denkbegrenzt: int = 0
    spaeter_wiederholt: int = 0
    token_eingabe: int = 0
    token_ausgabe: int = 0
    verbraucht_mikro: int = 0
    je_minute: float = 0.0
    restzeit: dt.timedelta | None = None
    meldungen: tuple[Meldung, ...] = ()

    @property
    def gesamt(self) -> int:
        return self.geplant + self.laeuft + self.wartet + self.beendet + self.geparkt

    @property
    def offen(self) -> int:
        return self.geplant + self.laeuft + self.wartet

    @property
    def prozent(self) -> int:
        return 100 * self.beendet // self.gesamt if self.gesamt else 0


def lauf_fortschritt(lauf: Lauf) -> Fortschritt:
    """Return the figures of a Lauf in a fixed number of queries, however many Runs it has."""
    runs = Run.objects.filter(teilnahme__lauf=lauf)
    counts = _counts(runs)
    versuche = Versuch.objects.filter(run__teilnahme__lauf=lauf)
    tokens = versuche.aggregate(ein=Sum("token_eingabe"), aus=Sum("token_ausgabe"))
    rate = _rate(versuche)
    open_runs = counts["geplant"] + counts["laeuft"] + counts["wartet"]
    return Fortschritt(
        **counts,
        nachlaeufe=versuche.filter(art="nachlauf").count(),
        denkbegrenzt=versuche.filter(art="denkbegrenzt").count(),
        token_eingabe=tokens["ein"] or 0,
        token_ausgabe=tokens["aus"] or 0,
        verbraucht_mikro=lauf.verbraucht_mikro,
        je_minute=rate,
        restzeit=_remaining(lauf, open_runs, rate),
        meldungen=last_errors(lauf),
    )


def _counts(runs: QuerySet[Run]) -> dict[str, int]:
    done = Q(status=RunStatus.BEENDET)
    failed = done & ~Q(technischer_status=TechnischerStatus.ERFOLGREICH)
    return runs.aggregate(
        geplant=Count("id", filter=Q(status=RunStatus.GEPLANT)),
        laeuft=Count("id", filter=Q(status=RunStatus.LAEUFT)),
        wartet=Count("id", filter=Q(status=RunStatus.WARTET)),
        beendet=Count("id", filter=done),
        geparkt=Count("id", filter=Q(status=RunStatus.GEPARKT)),
        ungueltig=Count("id", filter=done & Q(gueltigkeit=Gueltigkeit.UNGUELTIG)),
        technisch_fehlgeschlagen=Count("id", filter=failed),
        an_der_grenze=Count(
            "id", filter=done & Q(zaehlender_versuch__abschlussgrund=Abschlussgrund.LAENGE)
        ),
        spaeter_wiederholt=Count("id", filter=Q(wiederholt_technik__gt=0)),
    )


def _rate(versuche: QuerySet[Versuch]) -> float:
    """Return Versuche per minute, over the last minutes in which any ended."""
    newest = versuche.aggregate(newest=Max("ended_at"))["newest"]
    if newest is None or timezone.now() - newest > RATE_WINDOW:
        return 0.0
    since = newest - RATE_WINDOW
    recent = versuche.filter(ended_at__gte=since).order_by("ended_at")
    first = recent.values_list("started_at", flat=True).first()
    minutes = max((newest - first).total_seconds(), 1.0) / 60 if first else 1.0
    return recent.count() / minutes


def _remaining(lauf: Lauf, open_runs: int, rate: float) -> dt.timedelta | None:
    if lauf.status != LaufStatus.LAEUFT or not rate or not open_runs:
        return None
    return dt.timedelta(minutes=round(open_runs / rate, 1))


def last_errors(lauf: Lauf) -> tuple[Meldung, ...]:
    """Return the newest faults of a Lauf: tries on the wire, failed attempts, parked Runs."""
    tries = Transportversuch.objects.filter(run__teilnahme__lauf=lauf).order_by("-id")
    failed = (
        Versuch.objects.filter(run__teilnahme__lauf=lauf)
        .exclude(fehlerart=Fehlerart.KEIN_FEHLER)
        .order_by("-id")
    )
    parked = Run.objects.filter(teilnahme__lauf=lauf, status=RunStatus.GEPARKT).order_by("-id")
    model = "run__teilnahme__modell__name"
    found = [
        Meldung(wann=wann, modell=name, text=_words(art, http, text))
        for wann, name, art, http, text in [
            *tries.values_list("zeitpunkt", model, "fehlerart", "http_status", "fehlertext")[
                :LAST_ERRORS
            ],
            *failed.values_list("ended_at", model, "fehlerart", "http_status", "fehlertext")[
                :LAST_ERRORS
            ],
        ]
    ]
    found += [
        Meldung(wann=wann, modell=name, text=f"Geparkt: {grund}")
        for wann, name, grund in parked.values_list(
            "faellig_ab", "teilnahme__modell__name", "park_grund"
        )[:LAST_ERRORS]
    ]
    return tuple(sorted(found, key=lambda m: m.wann, reverse=True)[:LAST_ERRORS])


def _words(art: str, http: int | None, text: str) -> str:
    label = f"HTTP {http}" if http and http >= 300 else Fehlerart(art).label
    return f"{label}: {text}" if text else label
