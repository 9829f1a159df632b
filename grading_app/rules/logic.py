"""Pure: no Django, no I/O. Testfallspezifische Logik: named, versioned, documented rules (R-6.1).

A logic rule computes what is right from its parameters and looks for it in the answer. Partial
values are documented per rule. A rule that is changed gets a new version; the old one stays, so
that stored grades remain recomputable.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from pydantic import Field, model_validator

from grading_app.rules.daten import Datumsstelle, datumsstellen, lies_datum
from grading_app.rules.fristen import bgb, eu, frcp
from grading_app.rules.fristen.kalender import (
    BUNDESLAENDER,
    Einheit,
    feiertage_de,
)
from grading_app.rules.types import (
    Konfiguration,
    Regelergebnis,
    Regelfehler,
    ganz_oder_gar_nicht,
)
from grading_app.rules.zahlen import Notation

EinheitName = Literal["tage", "wochen", "monate", "jahre"]
IsoDatum = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")


def iso_datum(text: str) -> dt.date:
    """The date of an ISO text; raises ValueError with a German reason."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError as exc:
        raise ValueError(f"„{text}“ ist kein Datum der Form JJJJ-MM-TT.") from exc


class FristParameter(Konfiguration):
    """What the three rules share: start, length, which date of the answer counts, notation."""

    beginn: str = IsoDatum
    dauer: int = Field(ge=1)
    vorkommen: Literal["erstes", "letztes", "jedes", "hervorgehoben"]
    notation: Literal["de", "us", "beide"]

    @model_validator(mode="after")
    def _pruefe_datum(self) -> FristParameter:
        iso_datum(self.beginn)
        return self

    @property
    def beginn_datum(self) -> dt.date:
        return dt.date.fromisoformat(self.beginn)


class BgbParameter(FristParameter):
    """§§ 187, 188, 193 BGB; `bundesland` None: no shift under § 193."""

    einheit: EinheitName
    beginn_zaehlt_mit: bool = False
    bundesland: str | None = None

    @model_validator(mode="after")
    def _pruefe_land(self) -> BgbParameter:
        if self.bundesland is not None and self.bundesland not in BUNDESLAENDER:
            raise ValueError(f"„{self.bundesland}“ ist kein Bundesland.")
        return self

    def fristende(self) -> dt.date:
        return bgb.fristende(
            self.beginn_datum,
            self.dauer,
            Einheit(self.einheit),
            beginn_zaehlt_mit=self.beginn_zaehlt_mit,
            bundesland=self.bundesland,
        )


class FrcpParameter(FristParameter):
    """Fed. R. Civ. P. 6(a), 6(d); `dauer` in days."""

    rueckwaerts: bool = False
    zusatztage_6d: bool = False
    weitere_feiertage: list[str] = Field(default_factory=list)

    @model_validator(mode="after")
    def _pruefe_feiertage(self) -> FrcpParameter:
        [iso_datum(tag) for tag in self.weitere_feiertage]
        return self

    def fristende(self) -> dt.date:
        return frcp.fristende(
            self.beginn_datum,
            self.dauer,
            rueckwaerts=self.rueckwaerts,
            zusatztage_6d=self.zusatztage_6d,
            weitere_feiertage={dt.date.fromisoformat(t) for t in self.weitere_feiertage},
        )


class EuParameter(FristParameter):
    """Regulation 1182/71; holidays listed, or those of a German Land."""

    einheit: EinheitName
    feiertage: list[str] = Field(default_factory=list)
    bundesland: str | None = None
    rueckwirkend: bool = False

    @model_validator(mode="after")
    def _pruefe_feiertage(self) -> EuParameter:
        [iso_datum(tag) for tag in self.feiertage]
        if self.bundesland is not None and self.bundesland not in BUNDESLAENDER:
            raise ValueError(f"„{self.bundesland}“ ist kein Bundesland.")
        return self

    def fristende(self) -> dt.date:
        return eu.fristende(
            self.beginn_datum,
            self.dauer,
            Einheit(self.einheit),
            feiertage=self._feiertage(),
            rueckwirkend=self.rueckwirkend,
        )

    def _feiertage(self) -> frozenset[dt.date]:
        tage = frozenset(dt.date.fromisoformat(t) for t in self.feiertage)
        if self.bundesland is None:
            return tage
        jahre = range(self.beginn_datum.year - 1, self.beginn_datum.year + self.dauer + 2)
        return tage.union(*(feiertage_de(self.bundesland, jahr) for jahr in jahre))


@dataclass(frozen=True, slots=True, kw_only=True)
class Logikregel:
    """A named rule in one version: its parameters, its function, its documentation."""

    parameter: type[Konfiguration]
    evaluate: Callable[[Any, str, str], Regelergebnis]
    beschreibung: str


def evaluate_fristende(parameter: Any, antwort: str, sollwert: str) -> Regelergebnis:
    """1 if the date that counts is the computed end of the period, else 0; no partial values.

    A Sollwert that is a date must be the computed one, else the rule contradicts the Testfall and
    raises Regelfehler. `hervorgehoben`: the dates in bold, else the last one, count.
    """
    ende = parameter.fristende()
    gesetzt = lies_datum(sollwert, Notation(parameter.notation)) if sollwert.strip() else ende
    if gesetzt != ende:
        raise Regelfehler(f"Der Sollwert widerspricht der Berechnung ({ende:%d.%m.%Y}).")
    stellen = datumsstellen(antwort, Notation(parameter.notation))
    gewertet = _gewertet(stellen, antwort, parameter.vorkommen)
    if not gewertet:
        return ganz_oder_gar_nicht(False, ja="", nein="Die Antwort nennt kein Datum.")
    genannt = ", ".join(f"{d:%d.%m.%Y}" for d in gewertet)
    return ganz_oder_gar_nicht(
        all(d == ende for d in gewertet),
        ja=f"Fristende {ende:%d.%m.%Y} genannt.",
        nein=f"Genannt: {genannt}; richtig ist der {ende:%d.%m.%Y}.",
        treffer=(f"Fristende {ende:%d.%m.%Y}",),
    )


def _gewertet(stellen: list[Datumsstelle], antwort: str, vorkommen: str) -> list[dt.date]:
    daten = [s.datum for s in stellen]
    match vorkommen:
        case "erstes":
            return daten[:1]
        case "letztes":
            return daten[-1:]
        case "jedes":
            return daten
    fett = [s.datum for s in stellen if antwort[: s.start].count("**") % 2]
    return fett or daten[-1:]


LOGIK: Mapping[tuple[str, int], Logikregel] = MappingProxyType(
    {
        ("fristende_bgb", 1): Logikregel(
            parameter=BgbParameter,
            evaluate=evaluate_fristende,
            beschreibung="Fristende nach §§ 187, 188, 193 BGB mit Feiertagen des Landes",
        ),
        ("fristende_frcp6", 1): Logikregel(
            parameter=FrcpParameter,
            evaluate=evaluate_fristende,
            beschreibung="Fristende nach Fed. R. Civ. P. 6(a) und 6(d)",
        ),
        ("fristende_vo_1182_71", 1): Logikregel(
            parameter=EuParameter,
            evaluate=evaluate_fristende,
            beschreibung="Fristende nach VO (EWG, Euratom) Nr. 1182/71",
        ),
    }
)


class LogikKonfiguration(Konfiguration):
    """Name and version of a rule of `LOGIK`, and its parameters."""

    name: str
    version: int
    parameter: dict[str, Any]

    @model_validator(mode="after")
    def _pruefe(self) -> LogikKonfiguration:
        if (self.name, self.version) not in LOGIK:
            raise ValueError(f"Die Logik „{self.name}“ v{self.version} gibt es nicht.")
        self.gelesen()
        return self

    def gelesen(self) -> Konfiguration:
        return LOGIK[(self.name, self.version)].parameter.model_validate(self.parameter)


def evaluate(konfiguration: LogikKonfiguration, antwort: str, sollwert: str) -> Regelergebnis:
    """The result of the named rule.

    >>> k = LogikKonfiguration(name="fristende_bgb", version=1, parameter={"beginn": "2026-01-30",
    ...     "dauer": 1, "einheit": "monate", "bundesland": "BE", "vorkommen": "letztes",
    ...     "notation": "de"})
    >>> evaluate(k, "Die Frist endet am Montag, dem 2. März 2026.", "").wert
    Fraction(1, 1)
    """
    regel = LOGIK[(konfiguration.name, konfiguration.version)]
    return regel.evaluate(konfiguration.gelesen(), antwort, sollwert)
