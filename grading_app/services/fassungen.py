"""Put a version of a rule, Rubrik or decision into force; the old one stays (R-6.2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.db import transaction
from django.utils import timezone

from grading_app.begriffe import Fassungsstatus, Regelform, Rubrikmodus
from grading_app.models import Bewertungsregel, Fassung, Regelentscheidung, Rubrik
from grading_app.regelpruefung import pruefe_regel
from grading_app.services.fehler import NichtBewertbar
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import log_ereignis, require_role, require_second_person


@transaction.atomic
def publish_regel(*, regel: Bewertungsregel, user: Any) -> Bewertungsregel:
    """Put a rule version into force; its examples must grade as stated (R-6.2).

    Raises NichtBewertbar with every fault in German; nothing is changed then.
    """
    _require_publisher(regel, user)
    befunde = pruefe_regel(Regelform(regel.form), regel.konfiguration, regel.beispiele)
    if not regel.fachliche_beschreibung.strip() or not regel.begruendung_verfahren.strip():
        befunde.append("Fachliche Beschreibung und Begründung des Verfahrens sind Pflicht.")
    if befunde:
        raise NichtBewertbar(" ".join(befunde))
    _in_kraft(regel, Bewertungsregel.objects.filter(kennung=regel.kennung), user)
    return regel


@transaction.atomic
def publish_rubrik(*, rubrik: Rubrik, user: Any) -> Rubrik:
    """Put a Rubrik version into force; label mode needs a scale of fractions in [0, 1]."""
    _require_publisher(rubrik, user)
    _check_skala(rubrik)
    _in_kraft(rubrik, Rubrik.objects.filter(kennung=rubrik.kennung), user)
    return rubrik


@transaction.atomic
def publish_entscheidung(*, entscheidung: Regelentscheidung, user: Any) -> Regelentscheidung:
    """Put an entry of the register into force; `register.wirkung` shows what it touches."""
    _require_publisher(entscheidung, user)
    _in_kraft(entscheidung, Regelentscheidung.objects.filter(nummer=entscheidung.nummer), user)
    return entscheidung


@transaction.atomic
def new_regel_version(*, regel: Bewertungsregel, user: Any, **aenderung: Any) -> Bewertungsregel:
    """Copy a rule into a draft with the next version; the version in force stays untouched."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    felder = {
        name: getattr(regel, name)
        for name in (
            "form",
            "konfiguration",
            "fachliche_beschreibung",
            "begruendung_verfahren",
            "beispiele",
        )
    }
    letzte = Bewertungsregel.objects.filter(kennung=regel.kennung).order_by("-version").first()
    neu = Bewertungsregel.objects.create(
        kennung=regel.kennung,
        version=(letzte.version if letzte else 0) + 1,
        angelegt_von=user if getattr(user, "pk", None) else None,
        **(felder | aenderung),
    )
    log_ereignis(aktion="regel_neue_fassung", objekt=neu, user=user, von={"fassung": regel.version})
    return neu


def _require_publisher(fassung: Fassung, user: Any) -> None:
    """What grades others comes into force by a second person (ASVS 2.3.5)."""
    require_role(user=user, rolle=Rolle.FREIGABE)
    if fassung.angelegt_von is not None:
        require_second_person(user=user, first=fassung.angelegt_von, what="Eine neue Fassung")


def _check_skala(rubrik: Rubrik) -> None:
    if rubrik.modus == Rubrikmodus.KRITERIEN:
        return
    try:
        werte = [Fraction(str(w)) for w in rubrik.skala.values()]
    except (ValueError, ZeroDivisionError) as exc:
        raise NichtBewertbar("Jeder Wert der Skala muss ein Bruch wie „1/2“ sein.") from exc
    if len(werte) < 2 or not all(0 <= w <= 1 for w in werte):
        raise NichtBewertbar("Die Skala braucht mindestens zwei Stufen mit Werten von 0 bis 1.")


def _in_kraft(fassung: Fassung, fassungen: Any, user: Any) -> None:
    if fassung.status == Fassungsstatus.ABGELOEST:
        raise NichtBewertbar("Eine abgelöste Fassung kommt nicht wieder in Kraft; neu anlegen.")
    alte = fassungen.filter(status=Fassungsstatus.AKTIV).exclude(pk=fassung.pk)
    von = {"fassungen": [str(alt) for alt in alte]}
    alte.update(status=Fassungsstatus.ABGELOEST)
    fassung.status = Fassungsstatus.AKTIV
    fassung.in_kraft_seit = timezone.now()
    fassung.veroeffentlicht_von = user if getattr(user, "pk", None) else None
    fassung.save()
    log_ereignis(aktion="fassung_in_kraft", objekt=fassung, user=user, von=von)
