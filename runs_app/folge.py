"""Pure: no Django, no I/O. What follows from one call: the next state of its Run (R-3.2, R-3.5).

The engine makes one call at a time and asks this module what comes next. Nothing else decides
whether a Run is tried again, gets its Nachlauf, is repeated as ungültig, parked or finished.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from runs_app.begriffe import Fehlerart, Gueltigkeit, VersuchArt
from runs_app.budget import (
    Anforderung,
    Budgetplan,
    Versuchsausgang,
    counting_attempt,
    next_attempt,
    thinking_limit,
)
from runs_app.status import TechnischerStatus

SPAETER_WIEDERHOLBAR = frozenset({TechnischerStatus.TIMEOUT, TechnischerStatus.PROVIDER_FEHLER})
WIEDERHOLBARE_HTTP = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 523, 524, 529})
ZURUECKHALTUNG_HTTP = frozenset({429, 503, 529})
PARKENDE_HTTP = {
    401: "Der Anbieter lehnt den API-Schlüssel ab (HTTP 401).",
    402: "Der Anbieter meldet fehlendes Guthaben (HTTP 402).",
    404: "Der Anbieter kennt das Modell oder die Adresse nicht (HTTP 404).",
}


class Schritt(StrEnum):
    """What is done with the Run."""

    TRANSPORT = "transport"  # the same attempt once more, after a wait; the try is kept
    WEITER = "weiter"  # the attempt is stored, another one is due at once
    SPAETER = "spaeter"  # the attempt is stored, its repetition is due later
    FERTIG = "fertig"  # the attempt is stored, the Run is final
    PARKEN = "parken"  # nothing was answered and a person must act


@dataclass(frozen=True, slots=True, kw_only=True)
class Regeln:
    """The numbers of R-3.5 and R-7.5, frozen with the Lauf."""

    transportversuche: int = 6
    zeitlimit_versuche: int = 2
    wiederholungen_ungueltig: int = 3
    spaetere_wiederholung_s: int | None = None
    wartezeit_basis_ms: int = 2_000
    wartezeit_max_ms: int = 300_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Ausgang:
    """How one call ended, as far as the rules need it."""

    status: TechnischerStatus
    gueltigkeit: Gueltigkeit
    fehlerart: Fehlerart
    http_status: int | None
    abgeschnitten: bool
    ausgabe_token: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Eintrag:
    """A stored Versuch: its outcome for the budget rule, its validity and class."""

    ausgang: Versuchsausgang
    gueltigkeit: Gueltigkeit
    status: TechnischerStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """The Run before this call: its stored attempts in order and its counters.

    `transportfehler` counts the failed tries since the last stored attempt, `zeitlimits` those of
    them that ran into our own deadline.
    """

    plan: Budgetplan
    eintraege: Sequence[Eintrag] = ()
    transportfehler: int = 0
    zeitlimits: int = 0
    wiederholt_ungueltig: int = 0
    wiederholt_technik: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Folge:
    """The next step; `zaehlt` is the index of the counting attempt where the Run is final."""

    schritt: Schritt
    zaehlt: int | None = None
    grund: str = ""


def due_attempt(stand: Stand) -> Anforderung | None:
    """Return the attempt that an open Run asks for now, or None if the budget rule is satisfied.

    A Run that is open although its attempts are complete repeats the last one: it ended as Timeout
    or API-Fehler, or an editor asked for it.
    """
    gueltig = [e for e in stand.eintraege if e.gueltigkeit is Gueltigkeit.GUELTIG]
    if gueltig and gueltig[-1].status in SPAETER_WIEDERHOLBAR:
        letzter = gueltig[-1].ausgang
        return _again(letzter, stand.plan)
    return next_attempt([e.ausgang for e in gueltig], stand.plan)


def _again(letzter: Versuchsausgang, plan: Budgetplan) -> Anforderung:
    """Ask for the same kind of attempt: the rule says what it is after the attempts before it."""
    denklimit = thinking_limit(plan.gewaehrt) if letzter.art is VersuchArt.DENKBEGRENZT else None
    return Anforderung(art=letzter.art, limit=letzter.limit, denklimit=denklimit)


def is_transport_fault(ausgang: Ausgang) -> bool:
    """Whether the call failed below the answer, so that trying again may help (R-3.5)."""
    if ausgang.fehlerart in (Fehlerart.ZEITLIMIT, Fehlerart.VERBINDUNG):
        return True
    return ausgang.http_status in WIEDERHOLBARE_HTTP


def parking_reason(ausgang: Ausgang, fehlertext: str) -> str:
    """Return why a person must act before the Run can go on, or ""."""
    if ausgang.fehlerart is Fehlerart.KONFIGURATION:
        return fehlertext or "Das Modell ist nicht vollständig eingerichtet."
    grund = PARKENDE_HTTP.get(ausgang.http_status or 0, "")
    return f"{grund} {fehlertext}".strip() if grund else ""


def follow(
    stand: Stand, anforderung: Anforderung, ausgang: Ausgang, regeln: Regeln, fehlertext: str = ""
) -> Folge:
    """Return what follows from a call that asked for `anforderung` and ended as `ausgang`."""
    if ausgang.gueltigkeit is Gueltigkeit.UNGUELTIG:
        return _after_invalid(stand, regeln)
    if grund := parking_reason(ausgang, fehlertext):
        return Folge(schritt=Schritt.PARKEN, grund=grund)
    if is_transport_fault(ausgang) and _tries_left(stand, ausgang, regeln):
        return Folge(schritt=Schritt.TRANSPORT)
    if (
        ausgang.status in SPAETER_WIEDERHOLBAR
        and regeln.spaetere_wiederholung_s is not None
        and stand.wiederholt_technik == 0
    ):
        return Folge(schritt=Schritt.SPAETER)
    return _after_valid(stand, anforderung, ausgang)


def _after_invalid(stand: Stand, regeln: Regeln) -> Folge:
    """Repeat up to three times; then the Run stays ungültig, by its last attempt."""
    if stand.wiederholt_ungueltig < regeln.wiederholungen_ungueltig:
        return Folge(schritt=Schritt.WEITER)
    return Folge(schritt=Schritt.FERTIG, zaehlt=len(stand.eintraege))


def _tries_left(stand: Stand, ausgang: Ausgang, regeln: Regeln) -> bool:
    if ausgang.fehlerart is Fehlerart.ZEITLIMIT and stand.zeitlimits + 1 >= (
        regeln.zeitlimit_versuche
    ):
        return False
    return stand.transportfehler + 1 < regeln.transportversuche


def _after_valid(stand: Stand, anforderung: Anforderung, ausgang: Ausgang) -> Folge:
    """Apply the budget rule to the stored attempts and this one."""
    places, history = _valid_history(stand)
    places.append(len(stand.eintraege))
    history.append(
        Versuchsausgang(
            art=anforderung.art,
            limit=anforderung.limit,
            abgeschnitten=ausgang.abgeschnitten,
            ausgabe_token=ausgang.ausgabe_token,
        )
    )
    index = counting_attempt(history, stand.plan)
    if index is None:
        return Folge(schritt=Schritt.WEITER)
    return Folge(schritt=Schritt.FERTIG, zaehlt=places[index])


def _valid_history(stand: Stand) -> tuple[list[int], list[Versuchsausgang]]:
    """Return the places and outcomes of the valid stored attempts."""
    valid = [
        (place, eintrag.ausgang)
        for place, eintrag in enumerate(stand.eintraege)
        if eintrag.gueltigkeit is Gueltigkeit.GUELTIG
    ]
    return [place for place, _ in valid], [ausgang for _, ausgang in valid]
