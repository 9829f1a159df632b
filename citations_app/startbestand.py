"""The known sources, made after every migration: all off but what needs no network (R-9.2)."""

from __future__ import annotations

from typing import Any

from django.apps import apps as global_apps

BMJ = "Bundesministerium der Justiz"
# 50 requests an hour is what the service allows by default; each carries up to 60 citations.
ABSTAND_MS = {"courtlistener": 75_000}
QUELLEN = (
    # kennung, name, betreiber, reihenfolge, mitgeliefert, beispiel
    ("angaben", "Widerspruchsprüfung der Angaben", "LexAssay", 5, True, False),
    ("normenbestand", "Normenbestand (amtliches XML)", BMJ, 10, True, False),
    ("gesetze_im_internet", "gesetze-im-internet.de", BMJ, 20, False, False),
    ("dejure", "dejure.org", "dejure.org", 30, False, False),
    ("neuris", "Rechtsinformationen des Bundes", "DigitalService des Bundes", 35, False, False),
    ("courtlistener", "CourtListener", "Free Law Project", 40, False, False),
    ("cornell", "law.cornell.edu", "Legal Information Institute", 50, False, False),
    ("beispielquelle_a", "Beispielquelle A", "Beispielbetreiber A (erfunden)", 90, False, True),
    ("beispielquelle_b", "Beispielquelle B", "Beispielbetreiber B (erfunden)", 91, False, True),
)


def ensure_quellen(*, using: str, apps: Any = global_apps, **kwargs: Any) -> None:
    """Create the sources that are missing; what editors changed stays."""
    try:
        model = apps.get_model("citations_app", "Zitatquelle")
    except LookupError:
        return
    rows = model.objects.using(using)
    known = set(rows.values_list("kennung", flat=True))
    rows.bulk_create(
        model(
            kennung=kennung,
            name=name,
            betreiber=betreiber,
            reihenfolge=reihenfolge,
            mitgeliefert=mitgeliefert,
            beispiel=beispiel,
            aktiv=mitgeliefert,
            mindestabstand_ms=0 if mitgeliefert or beispiel else ABSTAND_MS.get(kennung, 2_000),
        )
        for kennung, name, betreiber, reihenfolge, mitgeliefert, beispiel in QUELLEN
        if kennung not in known
    )
