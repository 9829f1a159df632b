"""Which pages a build has: (URL name, parameters) of every file, in a stable order."""

from __future__ import annotations

from collections.abc import Iterator

from lexassay.public.ausgabe import Ausgabe

Eintrag = tuple[str, dict[str, str]]

EINZELSEITEN = (
    "startseite",
    "laeufe",
    "methode",
)


def contents(ausgabe: Ausgabe) -> Iterator[Eintrag]:
    """Yield every page of the build; the order is that of the Datenstand."""
    sicht = ausgabe.sicht
    for name in EINZELSEITEN:
        yield name, {}
    for satz in sicht.saetze:
        yield "rangliste", {"satz": satz}
        yield "aufgaben", {"satz": satz}
    for lauf in sicht.laeufe:
        yield "lauf", {"lauf": lauf}
    for teilnahme in sicht.teilnahmen:
        yield "teilnahme", {"teilnahme": teilnahme}
    for fall in sicht.faelle:
        yield "aufgabe", {"testfall": fall}
    for run in ausgabe.stand.runs:
        yield (
            "antwort",
            {"teilnahme": run.teilnahme, "testfall": run.testfall, "index": str(run.run_index)},
        )
