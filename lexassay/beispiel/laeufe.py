"""The sample's Läufe: created, started, waited for and reviewed like any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lexassay.beispiel.konten import Personen
from lexassay.beispiel.modelle import system_prompt
from lexassay.beispiel.warten import work_off
from runs_app.begriffe import LaufStatus, RunStatus
from runs_app.models import Lauf, Modellmetadaten, Run
from runs_app.services import create_lauf, freeze_and_start, review_lauf
from tasks_app.models import Katalogversion, Testfall

REGELN = {
    "transportversuche": 2,
    "zeitlimit_versuche": 2,
    "spaetere_wiederholung_s": None,
    "wartezeit_basis_ms": 100,
    "wartezeit_max_ms": 1_000,
}
"""Short waits: the Beispielanbieter stands on this machine."""


def start(
    *,
    kennung: str,
    titel: str,
    katalog: Katalogversion,
    modelle: Sequence[Modellmetadaten],
    personen: Personen,
    testfaelle: Sequence[Testfall] | None = None,
) -> Lauf:
    """Create and start a Lauf, or return the one that an earlier start began."""
    lauf = Lauf.objects.filter(kennung=kennung).first()
    if lauf is None:
        lauf = create_lauf(
            user=personen.redaktion,
            kennung=kennung,
            titel=titel,
            katalogversion=katalog,
            system_prompt=system_prompt(),
            teilnahmen=[(modell, "Standard") for modell in modelle],
            zeitlimit_s=120,
            testfaelle=testfaelle,
            regeln=REGELN,
        )
    if lauf.status in (LaufStatus.ENTWURF, LaufStatus.BEREIT):
        freeze_and_start(lauf=lauf, user=personen.redaktion)
    return lauf


def finish(laeufe: Sequence[Lauf], *, was: str, say: Callable[[str], None]) -> None:
    """Wait until every Run of these Läufe is final."""
    runs = Run.objects.filter(teilnahme__lauf__in=laeufe)
    gesamt = runs.count()

    def offen() -> int:
        return runs.exclude(status__in=[RunStatus.BEENDET, RunStatus.GEPARKT]).count()

    work_off(
        was=was,
        fertig=lambda: (
            not Lauf.objects.filter(
                pk__in=[lauf.pk for lauf in laeufe], status=LaufStatus.LAEUFT
            ).exists()
        ),
        stand=lambda: f"{gesamt - offen()} von {gesamt} Runs beendet",
        say=say,
    )


def review(laeufe: Sequence[Lauf], personen: Personen) -> None:
    """The second person reviews what the first one ran (R-11.3)."""
    for lauf in laeufe:
        lauf.refresh_from_db()
        if lauf.geprueft_am is None:
            review_lauf(lauf=lauf, user=personen.freigabe)
