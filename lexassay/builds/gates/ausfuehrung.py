"""Pure: no Django, no I/O. Gate Ausführung: the plan was run, each part exactly once (R-11.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lexassay.builds.gates.base import Befund, Pruefling, gate


@gate("ausfuehrung")
def check_every_planned_run_exists_once(p: Pruefling) -> Iterator[Befund]:
    """Every Testfall x Teilnahme x repetition exactly once."""
    gezaehlt = Counter((r.teilnahme, r.testfall, r.run_index) for r in p.stand.runs)
    laeufe = {lauf.kennung: lauf for lauf in p.stand.laeufe}
    for teilnahme in p.stand.teilnahmen:
        lauf = laeufe[teilnahme.lauf]
        geplant = {
            (teilnahme.kennung, fall, index)
            for fall in lauf.testfaelle
            for index in range(1, lauf.wiederholungen + 1)
        }
        fehlend = sum(1 for key in geplant if gezaehlt[key] == 0)
        if fehlend and not teilnahme.ausgelassen_grund:
            yield Befund(
                "ausfuehrung.E001",
                f"{teilnahme.kennung}: {fehlend} von {len(geplant)} geplanten Runs fehlen.",
                "Den Lauf fortsetzen oder die Teilnahme mit Grund auslassen.",
                ("runs_app.teilnahme", teilnahme.kennung),
            )
    for key, zahl in sorted(gezaehlt.items()):
        if zahl > 1:
            yield Befund("ausfuehrung.E002", f"{key[0]} · {key[1]}: {zahl} Runs statt eines.")


@gate("ausfuehrung")
def check_prompts_are_the_released_ones(p: Pruefling) -> Iterator[Befund]:
    """The prompt fingerprint of every Run is the one of its Testfall."""
    faelle = {fall.kennung: fall.prompt_fingerabdruck for fall in p.stand.testfaelle}
    for run in p.stand.runs:
        if run.prompt_fingerabdruck != faelle[run.testfall]:
            yield Befund(
                "ausfuehrung.E003",
                f"{run.testfall} · {run.teilnahme}: Der gesendete Prompt ist nicht der"
                " freigegebene.",
                "Den Run mit dem freigegebenen Prompt wiederholen.",
                ("runs_app.teilnahme", run.teilnahme),
            )


@gate("ausfuehrung")
def check_every_lauf_is_reviewed(p: Pruefling) -> Iterator[Befund]:
    """R-11.3: each Lauf is reviewed by the editors before it can enter a build."""
    for lauf in p.stand.laeufe:
        if lauf.geprueft_am is None:
            yield Befund(
                "ausfuehrung.E004",
                f"Der Lauf {lauf.kennung} ist von der Redaktion nicht geprüft.",
                "Den Lauf im Admin durchsehen und als geprüft kennzeichnen.",
                ("runs_app.lauf", lauf.kennung),
            )
