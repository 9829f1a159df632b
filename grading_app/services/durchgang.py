"""The uniform pass over a Lauf, and another try for judges that failed (R-6.5, R-6.3)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.utils import timezone

from grading_app.begriffe import AuftragStatus
from grading_app.models import Bewertungsauftrag
from grading_app.selectors import aktuelle_bewertungen, offene_abweichungen, offene_auftraege
from grading_app.services.bewerten import grade_lauf
from grading_app.services.fehler import NichtBewertbar
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import log_ereignis, require_role
from runs_app.models import Lauf


@dataclass(frozen=True, slots=True, kw_only=True)
class Aenderung:
    """What the pass changed about one Run."""

    run: str
    vorher: Fraction | None
    nachher: Fraction | None


@transaction.atomic
def uniform_pass(*, lauf: Lauf, user: Any) -> list[Aenderung]:
    """Apply the rules in force to all answers of a Lauf alike; record and return what changed.

    Raises NichtBewertbar while orders are open, graders differ or a Run waits for new verdicts.
    """
    require_role(user=user, rolle=Rolle.REDAKTION)
    if offen := offene_auftraege().filter(stapel__lauf=lauf).count():
        raise NichtBewertbar(f"Es sind noch {offen} Aufträge offen.")
    if abweichungen := offene_abweichungen(lauf):
        raise NichtBewertbar(f"Bei {len(abweichungen)} Runs weichen die Bewerter voneinander ab.")
    vorher = _punkte(lauf)
    bericht = grade_lauf(lauf=lauf, user=user)
    if bericht.wartend:
        grund = next(iter(bericht.wartend.values()))
        raise NichtBewertbar(f"{len(bericht.wartend)} Runs sind nicht bewertbar: {grund}")
    nachher = _punkte(lauf)
    aenderungen = [
        Aenderung(run=name, vorher=vorher.get(name), nachher=nachher[name])
        for name in sorted(nachher)
        if vorher.get(name) != nachher[name]
    ]
    log_ereignis(
        aktion="einheitlicher_durchgang",
        objekt=lauf,
        user=user,
        nach={"geaendert": [f"{a.run}: {a.vorher} → {a.nachher}" for a in aenderungen]},
    )
    return aenderungen


def _punkte(lauf: Lauf) -> dict[str, Fraction | None]:
    return {str(b.run): b.effektiv for b in aktuelle_bewertungen(lauf)}


@transaction.atomic
def retry_failed(*, lauf: Lauf, user: Any) -> int:
    """Open the orders of a Lauf that ended as Judge-Fehler once more; return how many."""
    require_role(user=user, rolle=Rolle.REDAKTION)
    zahl = Bewertungsauftrag.objects.filter(
        stapel__lauf=lauf,
        stapel__gesperrt_am__isnull=True,
        status=AuftragStatus.JUDGE_FEHLER,
    ).update(status=AuftragStatus.OFFEN, versuche_zahl=0, faellig_ab=timezone.now())
    if not zahl:
        raise NichtBewertbar("Kein Auftrag dieses Laufs ist an einem Judge-Fehler gescheitert.")
    log_ereignis(aktion="judge_fehler_wiederholt", objekt=lauf, user=user, nach={"auftraege": zahl})
    return zahl
