"""What grading says about a Testfall: step 5, its examples, and which graders saw it."""

from __future__ import annotations

from collections.abc import Iterator

from grading_app.begriffe import AuftragStatus
from grading_app.beispielpruefung import beispielmaengel
from grading_app.models import Bewertungsauftrag
from tasks_app.definition import (
    Definitionsbefund,
    Schrittstand,
    Zugriff,
    definition_check,
    schritt,
    zugriff_quelle,
)
from tasks_app.models import Aufgabensatz, Testfall


@schritt(5, "Positive, negative und partielle Beispielantworten prüfen")
def step_examples(fall: Testfall) -> Schrittstand:
    """R-1.3: the examples are there and grade as stated."""
    maengel = beispielmaengel(fall)
    return Schrittstand(
        not maengel, " ".join(maengel) or "Die Beispielantworten ergeben, was erwartet wird."
    )


@definition_check
def check_examples(satz: Aufgabensatz, faelle: list[Testfall]) -> Iterator[Definitionsbefund]:
    """A released Testfall whose examples no longer grade as stated (a new rule version)."""
    for fall in faelle:
        if fall.eingefroren and (maengel := beispielmaengel(fall)):
            anzahl = f"{len(maengel)} Mangel" if len(maengel) == 1 else f"{len(maengel)} Mängel"
            text = f"{anzahl} an den Beispielantworten."
            yield Definitionsbefund(
                "definition.beispiele",
                fall.kennung,
                text if fall.geheim else f"{text} {maengel[0]}",
            )


@zugriff_quelle
def graders_that_saw(fall: Testfall) -> Iterator[Zugriff]:
    """Every called or answered order showed the task to a grader (R-15.6)."""
    auftraege = Bewertungsauftrag.objects.filter(run__testfall=fall).select_related(
        "bewerter__modell__anbieter", "stapel__lauf"
    )
    for auftrag in auftraege.exclude(status=AuftragStatus.OFFEN, versuche_zahl=0).order_by("pk"):
        modell = auftrag.bewerter.modell
        yield Zugriff(
            wer=modell.anbieter.name if modell else auftrag.bewerter.name,
            wann=auftrag.stapel.angelegt_am.isoformat(timespec="minutes"),
            weg=f"Bewertung, Lauf {auftrag.stapel.lauf.kennung}",
        )
