"""Which fields a Testfall must have before it can be released (R-1.1, R-1.3)."""

from __future__ import annotations

from tasks_app.begriffe import Abruf, Bewertungsmodus
from tasks_app.models import Testfall

KRITERIEN_MINDESTENS, KRITERIEN_HOECHSTENS = 3, 6


def missing_fields(fall: Testfall) -> list[str]:
    """Return in German what a Testfall still lacks for its Bewertungsmodus; empty if nothing."""
    fehlt = [
        name
        for name, wert in (
            ("Titel", fall.titel),
            ("Fähigkeit", fall.faehigkeit),
            ("Prompt", fall.prompt),
        )
        if not wert.strip()
    ]
    if not fall.kategorien.exists():
        fehlt.append("mindestens eine Kategorie")
    match fall.bewertungsmodus:
        case Bewertungsmodus.KRITERIEN:
            fehlt += _criteria_gaps(fall)
        case Bewertungsmodus.DREISTUFIG | Bewertungsmodus.JUDGE:
            fehlt += [] if fall.goldloesung.strip() else ["Goldlösung"]
        case Bewertungsmodus.REGEL:
            fehlt += [] if fall.sollwert.strip() else ["Sollwert"]
            fehlt += [] if fall.regel_kennung else ["Bewertungsregel"]
    return fehlt + _source_gaps(fall)


def _criteria_gaps(fall: Testfall) -> list[str]:
    fehlt = [] if fall.goldloesung.strip() else ["Goldlösung"]
    if fall.rechtsstand is None:
        fehlt.append("Rechtsstand")
    zahl = fall.kriterien.count()
    if not KRITERIEN_MINDESTENS <= zahl <= KRITERIEN_HOECHSTENS:
        fehlt.append(f"3 bis 6 Kriterien (es sind {zahl})")
    return fehlt


def _source_gaps(fall: Testfall) -> list[str]:
    quellen = list(fall.quellen.all())
    if not quellen:
        return ["mindestens eine Primärquelle"]
    if fall.aufgabensatz.beispiel:
        return []
    offen = [q.fundstelle for q in quellen if q.abruf == Abruf.NICHT_ABGERUFEN]
    return [f"Abrufdatum der Quelle „{name}“" for name in offen]
