"""Pure: no Django, no I/O. From values of a file to the content of a row, and back (R-1.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tasks_app.begriffe import Abruf

GLEICHE_FELDER = (
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


def content_of_values(satz: str, daten: Mapping[str, Any]) -> dict[str, Any]:
    """Return what ``inhalt.content`` would say of the row that these values become."""
    erfunden = daten["erfundene_entscheidung"] or {}
    return {
        "aufgabensatz": satz,
        "kennung": daten["kennung"],
        "version": daten["version"],
        "regel": daten["regel"],
        **{name: daten[name] for name in GLEICHE_FELDER},
        "erfundene_entscheidung": erfunden.get("zitat", ""),
        "registerpruefung": erfunden.get("register", ""),
        "registerpruefung_am": erfunden.get("geprueft_am"),
        "kategorien": sorted({(k["art"], k["name"]) for k in daten["kategorien"]}),
        "kriterien": [dict(teil) for teil in daten["kriterien"]],
        "quellen": [dict(teil) for teil in daten["quellen"]],
        "beispielantworten": [dict(teil) for teil in daten["beispielantworten"]],
    }


def values_of_content(inhalt: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a file for a content; what is empty is left out."""
    erfunden = {
        "zitat": inhalt["erfundene_entscheidung"],
        "register": inhalt["registerpruefung"],
        "geprueft_am": inhalt["registerpruefung_am"],
    }
    werte = {
        "kennung": inhalt["kennung"],
        "version": inhalt["version"],
        **{name: inhalt[name] for name in GLEICHE_FELDER},
        "regel": inhalt["regel"],
        "erfundene_entscheidung": _filled(erfunden),
        "kategorien": [{"art": art, "name": name} for art, name in inhalt["kategorien"]],
        "quellen": [_filled(teil) for teil in inhalt["quellen"]],
        "kriterien": [_filled(teil) for teil in inhalt["kriterien"]],
        "beispielantworten": [_filled(teil) for teil in inhalt["beispielantworten"]],
    }
    return _filled(werte)


def _filled(werte: Mapping[str, Any]) -> dict[str, Any]:
    return {name: wert for name, wert in werte.items() if wert not in ("", None, [], {}, False)}


def contradictions(daten: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield (field, German reason) for what the parts of a Testfall say against each other."""
    kennungen = [k["kennung"] for k in daten["kriterien"]]
    for doppelt in sorted({k for k in kennungen if kennungen.count(k) > 1}):
        yield "kriterien", f"Die Kennung „{doppelt}“ steht zweimal."
    for nummer, quelle in enumerate(daten["quellen"], start=1):
        if grund := _retrieval_fault(quelle):
            yield f"quellen[{nummer}].abruf", grund
    for nummer, beispiel in enumerate(daten["beispielantworten"], start=1):
        for fremd in sorted(set(beispiel["erfuellt"]) - set(kennungen)):
            yield f"beispielantworten[{nummer}].erfuellt", f"Ein Kriterium „{fremd}“ gibt es nicht."


def _retrieval_fault(quelle: Mapping[str, Any]) -> str:
    """R-1.1: date and hash say how a source was read, or there are none."""
    datum, digest = quelle["abrufdatum"], quelle["text_hash"]
    match quelle["abruf"]:
        case Abruf.ABGERUFEN if not datum or not digest:
            return "„abgerufen“ verlangt Abrufdatum und text_hash."
        case Abruf.MITGELIEFERTER_TEXT if not datum:
            return "„mitgelieferter_text“ verlangt ein Abrufdatum."
        case Abruf.NICHT_ABGERUFEN if datum or digest:
            return "„nicht_abgerufen“ hat weder Abrufdatum noch text_hash."
    return ""
