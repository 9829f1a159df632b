"""Pure: no Django, no I/O. Pflichtstruktur: required keys, elements, attributes, passages (R-6.1).

Partial values: with `teilwerte` on (default off) Σ weight of what is there ÷ Σ weight of all; off,
all or 0. An answer that cannot be parsed is „formal ungültig“, 0. Paths: JSON `a.b[0].c`; XML
element paths below the root such as `kopf/datum`, attributes `kopf/@nr`, the root itself `.`;
text: the passage itself, as whole tokens. A part with `wert` must have exactly that text.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import Field, model_validator

from grading_app.rules.contains import EnthaltenKonfiguration, finde
from grading_app.rules.parsers import FormFehler, ParserKonfiguration, lies
from grading_app.rules.types import Konfiguration, Regelergebnis, anteilig, formal_ungueltig

JSON_PFAD = re.compile(r"\A[^.\[\]]+(?:\[\d+\])*(?:\.[^.\[\]]+(?:\[\d+\])*)*\Z")
_XML_PFAD = re.compile(r"\A(?:\.|[\w{}:.-]+(?:/[\w{}:.-]+)*)?(?:/?@[\w:.-]+)?\Z")
FEHLT = object()


class Bestandteil(Konfiguration):
    """One required part; `gewicht` is a positive integer."""

    pfad: str = Field(min_length=1)
    gewicht: int = Field(default=1, ge=1)
    wert: str | None = None


class StrukturKonfiguration(Konfiguration):
    """`format` says how the answer is read and what a path means."""

    format: Literal["json", "xml", "text"]
    pflicht: list[Bestandteil] = Field(min_length=1)
    teilwerte: bool = False
    zaun_erlaubt: bool = False

    @model_validator(mode="after")
    def _pruefe(self) -> StrukturKonfiguration:
        muster = {"json": JSON_PFAD, "xml": _XML_PFAD}.get(self.format)
        for teil in self.pflicht:
            if muster is not None and not muster.match(teil.pfad):
                raise ValueError(f"Der Pfad „{teil.pfad}“ ist nicht zulässig.")
        if len({t.pfad for t in self.pflicht}) != len(self.pflicht):
            raise ValueError("Ein Pfad steht mehrfach in der Liste.")
        return self


def evaluate(konfiguration: StrukturKonfiguration, antwort: str, sollwert: str) -> Regelergebnis:
    """Share of the required parts that are there.

    >>> k = StrukturKonfiguration(format="json", teilwerte=True,
    ...     pflicht=[Bestandteil(pfad="frist.ende", gewicht=2), Bestandteil(pfad="norm")])
    >>> evaluate(k, '{"frist": {"ende": "2026-03-02"}}', "").wert
    Fraction(2, 3)
    """
    try:
        dokument = _lies(konfiguration, antwort)
    except FormFehler as exc:
        return formal_ungueltig(str(exc))
    treffer: list[tuple[str, int]] = []
    fehlend: list[tuple[str, int]] = []
    for teil in konfiguration.pflicht:
        ziel = treffer if _vorhanden(konfiguration, dokument, teil) else fehlend
        ziel.append((teil.pfad, teil.gewicht))
    return anteilig(treffer, fehlend, teilwerte=konfiguration.teilwerte)


def _lies(konfiguration: StrukturKonfiguration, antwort: str) -> Any:
    if konfiguration.format == "text":
        return " ".join(antwort.split())
    return lies(
        ParserKonfiguration(format=konfiguration.format, zaun_erlaubt=konfiguration.zaun_erlaubt),
        antwort,
    )


def _vorhanden(konfiguration: StrukturKonfiguration, dokument: Any, teil: Bestandteil) -> bool:
    match konfiguration.format:
        case "text":
            return finde(EnthaltenKonfiguration(), teil.pfad, dokument)
        case "json":
            wert = json_wert(dokument, teil.pfad)
            return wert is not FEHLT and (teil.wert is None or wert == teil.wert)
    texte = _xml_texte(dokument, teil.pfad)
    return bool(texte) and (teil.wert is None or teil.wert in texte)


def json_wert(dokument: Any, pfad: str) -> Any:
    """The value at a path; a marker of its own where there is none (null is a value)."""
    for schritt in re.findall(r"[^.\[\]]+|\[\d+\]", pfad):
        if schritt.startswith("["):
            index = int(schritt[1:-1])
            if not isinstance(dokument, list) or index >= len(dokument):
                return FEHLT
            dokument = dokument[index]
        elif isinstance(dokument, dict) and schritt in dokument:
            dokument = dokument[schritt]
        else:
            return FEHLT
    return dokument


def _xml_texte(wurzel: Any, pfad: str) -> list[str]:
    ort, _, attribut = pfad.partition("@")
    ort = ort.rstrip("/") or "."
    elemente = [wurzel] if ort == "." else wurzel.findall(ort)
    if attribut:
        return [e.get(attribut) for e in elemente if e.get(attribut) is not None]
    return ["".join(e.itertext()).strip() for e in elemente]
