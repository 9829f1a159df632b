"""Pure: no Django, no I/O. Reads a judge's verdict; whatever is not one is a Judge-Fehler (R-6.3).

Only the structured fields count. Labels, letters or numbers in running text are never looked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    StrictBool,
    StringConstraints,
    ValidationError,
)

from grading_app.judge.prompt import Bewertungsvorlage, Modus
from grading_app.strict_json import JsonFehler, lade, ohne_zaun

Begruendung = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


M = TypeVar("M", bound=BaseModel)


class JudgeFehler(ValueError):
    """The judge returned no verdict that fits the schema; German reason, never a score."""


class _Strikt(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Urteil(_Strikt):
    kennung: str
    begruendung: Begruendung
    passage: str
    erfuellt: StrictBool


class _Kriterienantwort(_Strikt):
    urteile: list[_Urteil]
    manipulationsversuch: StrictBool = False


class _Stufenantwort(_Strikt):
    begruendung: Begruendung
    treffer: list[str]
    fehlende_punkte: list[str]
    label: str
    manipulationsversuch: StrictBool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Urteilswert:
    """The verdict on one Kriterium; `passage_belegt`: the passage stands verbatim in the answer."""

    kennung: str
    begruendung: str
    passage: str
    erfuellt: bool
    passage_belegt: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Richterspruch:
    """One parsed verdict: criteria mode fills `urteile`, label mode fills `label` and the lists."""

    urteile: tuple[Urteilswert, ...] = ()
    label: str = ""
    begruendung: str = ""
    treffer: tuple[str, ...] = ()
    fehlende_punkte: tuple[str, ...] = ()
    manipulationsversuch: bool = False


def parse_richterspruch(text: str, vorlage: Bewertungsvorlage) -> Richterspruch:
    """The verdict in `text` on `vorlage`; raises `JudgeFehler`. Fenced JSON is accepted."""
    try:
        roh = lade(ohne_zaun(text).strip())
    except JsonFehler as exc:
        raise JudgeFehler(f"Das Urteil ist kein lesbares JSON: {exc}") from exc
    if vorlage.modus == Modus.KRITERIEN:
        return _kriterien(roh, vorlage)
    return _stufen(roh, vorlage)


def antwortschema(vorlage: Bewertungsvorlage) -> dict[str, Any]:
    """JSON Schema of the verdict for providers with structured output; order is reason first."""
    modell = _Kriterienantwort if vorlage.modus == Modus.KRITERIEN else _Stufenantwort
    return modell.model_json_schema()


def _kriterien(roh: Any, vorlage: Bewertungsvorlage) -> Richterspruch:
    antwort = _validiere(_Kriterienantwort, roh)
    gegeben = [u.kennung for u in antwort.urteile]
    verlangt = [k.kennung for k in vorlage.kriterien]
    if sorted(gegeben) != sorted(verlangt):
        raise JudgeFehler("Das Urteil nennt nicht genau jedes Kriterium einmal.")
    je_kennung = {u.kennung: u for u in antwort.urteile}
    return Richterspruch(
        urteile=tuple(_urteilswert(je_kennung[k], vorlage.antwort) for k in verlangt),
        manipulationsversuch=antwort.manipulationsversuch,
    )


def _urteilswert(urteil: _Urteil, antwort: str) -> Urteilswert:
    return Urteilswert(
        kennung=urteil.kennung,
        begruendung=urteil.begruendung,
        passage=urteil.passage,
        erfuellt=urteil.erfuellt,
        passage_belegt=steht_in(urteil.passage, antwort),
    )


def steht_in(passage: str, antwort: str) -> bool:
    """Whether the passage occurs in the answer, white space aside; an empty one never does."""
    gesucht = " ".join(passage.split())
    return bool(gesucht) and gesucht in " ".join(antwort.split())


def _stufen(roh: Any, vorlage: Bewertungsvorlage) -> Richterspruch:
    antwort = _validiere(_Stufenantwort, roh)
    if antwort.label not in vorlage.skala:
        raise JudgeFehler("Das Label gehört nicht zur Skala der Rubrik.")
    return Richterspruch(
        label=antwort.label,
        begruendung=antwort.begruendung,
        treffer=tuple(antwort.treffer),
        fehlende_punkte=tuple(antwort.fehlende_punkte),
        manipulationsversuch=antwort.manipulationsversuch,
    )


def _validiere(modell: type[M], roh: Any) -> M:
    try:
        return modell.model_validate(roh)
    except ValidationError as exc:
        orte = sorted({".".join(str(teil) for teil in f["loc"]) or "Wurzel" for f in exc.errors()})
        raise JudgeFehler(f"Das Urteil passt nicht zum Schema: {', '.join(orte)}.") from exc
