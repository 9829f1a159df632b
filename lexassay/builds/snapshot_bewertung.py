"""What grading holds against a Lauf: missed controls, open splits, a failed sample (R-11.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grading_app.selectors import (
    beurteilbare_runs,
    kontrollbefunde,
    offene_abweichungen,
    stichprobe_mangelhaft,
    uebereinstimmung,
)
from runs_app.models import Lauf


def grading_findings(laeufe: Iterable[Lauf]) -> Iterator[tuple[str, str]]:
    """Yield (finding id, German sentence); the gate Bewertung reports them as they are."""
    for lauf in laeufe:
        if not beurteilbare_runs(lauf):
            continue
        for stapel, gruende in sorted(kontrollbefunde(lauf).items()):
            yield (
                "bewertung.E008",
                f"Lauf {lauf.kennung}, Stapel {stapel}: Kontrollantworten verfehlt"
                f" ({len(gruende)}).",
            )
        for run, kriterien in offene_abweichungen(lauf):
            yield (
                "bewertung.E009",
                f"{run.testfall.adresse} · {run.teilnahme.kennung}: Die Bewerter weichen ab"
                f" ({', '.join(kriterien) or 'Label'}); niemand hat entschieden.",
            )
        yield from _sample(lauf)


def _sample(lauf: Lauf) -> Iterator[tuple[str, str]]:
    """R-6.9: below 90 % agreement the sample blocks; a missing one is stated."""
    if uebereinstimmung(lauf, stichprobe=True).einheiten == 0:
        yield (
            "bewertung.H001",
            f"Lauf {lauf.kennung}: Eine Stichprobe durch eine Person wurde nicht gezogen.",
        )
    elif stichprobe_mangelhaft(lauf):
        yield (
            "bewertung.E010",
            f"Lauf {lauf.kennung}: In der Stichprobe stimmen Bewerter und Person zu weniger als"
            " 90 % überein.",
        )
