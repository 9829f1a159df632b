"""A Testfall row with all that belongs to it, as plain values: the ground of its content hash."""

from __future__ import annotations

from typing import Any

from tasks_app.models import Testfall

EINZELFELDER = (
    "titel",
    "faehigkeit",
    "hypothese",
    "rechtsordnung",
    "aufgabentyp",
    "prompt",
    "eingabedaten",
    "goldloesung",
    "sollwert",
    "rechtsstand",
    "bewertungsmodus",
    "sichtbarkeit",
    "namensnennung",
    "jurist_name",
    "jurist_am",
    "canary",
)
"""Fields that file and row have under the same name."""
TEXTFELDER = (
    "titel",
    "faehigkeit",
    "hypothese",
    "rechtsordnung",
    "aufgabentyp",
    "prompt",
    "eingabedaten",
    "goldloesung",
    "sollwert",
    "rechtsstand",
    "bewertungsmodus",
    "sichtbarkeit",
    "erfundene_entscheidung",
    "registerpruefung",
    "registerpruefung_am",
    "namensnennung",
    "jurist_name",
    "jurist_am",
    "canary",
)


def content(fall: Testfall) -> dict[str, Any]:
    """Return every content field of a Testfall, criteria and sources included (R-1.2)."""
    return {
        "aufgabensatz": fall.aufgabensatz.kennung,
        "kennung": fall.kennung,
        "version": fall.version,
        "regel": fall.regel_kennung,
        **{name: getattr(fall, name) for name in TEXTFELDER},
        "kategorien": sorted([k.art, k.name] for k in fall.kategorien.all()),
        "kriterien": [
            {
                "kennung": k.kennung,
                "text": k.text,
                "gewicht": k.gewicht,
                "fundstelle_verlangt": k.fundstelle_verlangt,
                "fundstelle": k.fundstelle,
                "erlaeuterung": k.erlaeuterung,
            }
            for k in sorted(fall.kriterien.all(), key=lambda k: k.position)
        ],
        "quellen": [
            {
                "fundstelle": q.fundstelle,
                "url": q.url,
                "abruf": q.abruf,
                "abrufdatum": q.abrufdatum,
                "wortlaut": q.wortlaut,
                "text_hash": q.text_hash,
            }
            for q in sorted(fall.quellen.all(), key=lambda q: q.position)
        ],
        "beispielantworten": [
            {
                "art": b.art,
                "text": b.text,
                "erfuellt": b.erfuellt,
                "erwarteter_wert": b.erwarteter_wert,
                "erwartetes_label": b.erwartetes_label,
            }
            for b in sorted(fall.beispielantworten.all(), key=lambda b: b.pk)
        ],
    }
