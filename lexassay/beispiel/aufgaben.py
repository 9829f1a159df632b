"""The sample's Aufgabensätze: imported, piloted and released by the ordinary services."""

from __future__ import annotations

from pathlib import Path

from lexassay.beispiel.konten import Personen
from tasks_app.begriffe import TestfallStatus
from tasks_app.definition import open_findings
from tasks_app.models import Aufgabensatz, Katalogversion, Testfall
from tasks_app.services import (
    archive_testfall,
    freeze_catalogue,
    import_folder,
    release_testfall,
    rule_on_finding,
    start_pilot,
)

DATEN = Path(__file__).parent / "daten"
LABEL_BEGRUENDUNG = (
    "Die Sollwerte stehen im Datensatz teils mit Schlusspunkt und bleiben unverändert; die Regel"
    " bg1_ja_nein vergleicht ohne Schlusspunkt, „Ja“ und „Ja.“ sind dieselbe Antwort."
)

SAETZE = ("bg1", "v1", "v2")


def import_sets(personen: Personen) -> list[Aufgabensatz]:
    """Import all three folders; what an interrupted start imported already stays as it is.

    An import is all or nothing, so a set that is there is whole. Its rows are not touched again:
    by now other rows may stand on them (a look at a primary source, a Run).
    """
    vorhanden = Aufgabensatz.objects.in_bulk(SAETZE, field_name="kennung")
    return [
        vorhanden.get(name) or import_folder(ordner=DATEN / name, user=personen.redaktion)[0]
        for name in SAETZE
    ]


def rule_on_labels(satz: Aufgabensatz, personen: Personen) -> None:
    """Close the known finding of bg1 by a recorded ruling; any other stays open and blocks."""
    for befund in open_findings(satz):
        if befund.id == "sollwert_uneinheitlich":
            rule_on_finding(
                aufgabensatz=satz,
                befund=befund.id,
                gegenstand=befund.gegenstand,
                begruendung=LABEL_BEGRUENDUNG,
                user=personen.freigabe,
            )


def to_pilot(satz: Aufgabensatz, personen: Personen) -> Katalogversion | None:
    """Move the drafts of a set to Pilot and write its pilot catalogue; None if none is left."""
    for fall in satz.testfaelle.filter(status=TestfallStatus.ENTWURF):
        start_pilot(testfall=fall, user=personen.redaktion)
    if not satz.testfaelle.filter(status=TestfallStatus.PILOT).exists():
        return None
    return freeze_catalogue(
        aufgabensatz=satz, user=personen.redaktion, anlass="Pilotlauf", pilot=True
    )


def release(satz: Aufgabensatz, personen: Personen) -> Katalogversion:
    """Release the pilots by the second person and write the catalogue."""
    for fall in satz.testfaelle.filter(status=TestfallStatus.PILOT).order_by("kennung"):
        release_testfall(testfall=fall, user=personen.freigabe)
    return freeze_catalogue(aufgabensatz=satz, user=personen.redaktion, anlass="Beispiel")


def archive(satz: Aufgabensatz, personen: Personen) -> Katalogversion:
    """Archive the Testfälle of the archived set v1; it is exempt from the pilot (R-1.3)."""
    for fall in Testfall.objects.filter(aufgabensatz=satz, status=TestfallStatus.ENTWURF):
        archive_testfall(
            testfall=fall, user=personen.freigabe, begruendung="Aufgabensatz v1 ist archiviert."
        )
    return freeze_catalogue(aufgabensatz=satz, user=personen.redaktion, anlass="Archiv")
