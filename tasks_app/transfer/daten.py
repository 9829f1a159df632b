"""Pure: no Django, no I/O. A Testfall as values, between file and database (R-1.4)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tasks_app.begriffe import (
    Abruf,
    Aufgabentyp,
    BeispielArt,
    Bewertungsmodus,
    Bewertungsverfahren,
    KategorieArt,
    Rechtsordnung,
    Sichtbarkeit,
    Veroeffentlichung,
)


@dataclass(frozen=True, slots=True)
class Mangel:
    """Why a file cannot be imported: which file, line (1-based, 0 unknown) and field."""

    datei: str
    zeile: int
    feld: str
    grund: str

    def __str__(self) -> str:
        ort = f"{self.datei}, Zeile {self.zeile}" if self.zeile else self.datei
        return f"{ort}, Feld „{self.feld}“: {self.grund}" if self.feld else f"{ort}: {self.grund}"


@dataclass(frozen=True, slots=True)
class Feldregel:
    """What a field may hold: required or not, kind, and for closed lists the values."""

    art: str
    pflicht: bool = False
    werte: tuple[str, ...] = ()


def _liste(enum: Any) -> tuple[str, ...]:
    return tuple(member.value for member in enum)


TESTFALL_FELDER: dict[str, Feldregel] = {
    "kennung": Feldregel("text", True),
    "version": Feldregel("zahl"),
    "titel": Feldregel("text", True),
    "faehigkeit": Feldregel("text"),
    "hypothese": Feldregel("text"),
    "rechtsordnung": Feldregel("liste", True, _liste(Rechtsordnung)),
    "aufgabentyp": Feldregel("liste", True, _liste(Aufgabentyp)),
    "kategorien": Feldregel("objekte"),
    "prompt": Feldregel("text", True),
    "eingabedaten": Feldregel("text"),
    "goldloesung": Feldregel("text"),
    "sollwert": Feldregel("text"),
    "rechtsstand": Feldregel("datum"),
    "bewertungsmodus": Feldregel("liste", True, _liste(Bewertungsmodus)),
    "regel": Feldregel("text"),
    "sichtbarkeit": Feldregel("liste", False, _liste(Sichtbarkeit)),
    "erfundene_entscheidung": Feldregel("objekt"),
    "canary": Feldregel("text"),
    "namensnennung": Feldregel("text"),
    "jurist_name": Feldregel("text"),
    "jurist_am": Feldregel("datum"),
    "quellen": Feldregel("objekte"),
    "kriterien": Feldregel("objekte"),
    "beispielantworten": Feldregel("objekte"),
}
UNTERFELDER: dict[str, dict[str, Feldregel]] = {
    "kategorien": {
        "art": Feldregel("liste", True, _liste(KategorieArt)),
        "name": Feldregel("text", True),
    },
    "quellen": {
        "fundstelle": Feldregel("text", True),
        "url": Feldregel("text"),
        "abruf": Feldregel("liste", True, _liste(Abruf)),
        "abrufdatum": Feldregel("datum"),
        "wortlaut": Feldregel("text"),
        "text_hash": Feldregel("text"),
    },
    "kriterien": {
        "kennung": Feldregel("text", True),
        "text": Feldregel("text", True),
        "gewicht": Feldregel("zahl", True),
        "fundstelle_verlangt": Feldregel("wahr"),
        "fundstelle": Feldregel("text"),
        "erlaeuterung": Feldregel("text"),
    },
    "beispielantworten": {
        "art": Feldregel("liste", True, _liste(BeispielArt)),
        "text": Feldregel("text", True),
        "erfuellt": Feldregel("texte"),
        "erwarteter_wert": Feldregel("bruch"),
        "erwartetes_label": Feldregel("text"),
    },
    "erfundene_entscheidung": {
        "zitat": Feldregel("text"),
        "geprueft": Feldregel("wahr"),
        "geprueft_am": Feldregel("datum"),
        "register": Feldregel("text"),
    },
}
AUFGABENSATZ_FELDER: dict[str, Feldregel] = {
    "kennung": Feldregel("text", True),
    "titel": Feldregel("text", True),
    "beschreibung": Feldregel("text"),
    "bewertungsverfahren": Feldregel("liste", True, _liste(Bewertungsverfahren)),
    "beispiel": Feldregel("wahr"),
    "archiviert": Feldregel("wahr"),
    "veroeffentlichung": Feldregel("liste", False, _liste(Veroeffentlichung)),
    "hinweis": Feldregel("text"),
    "lizenz": Feldregel("text"),
    "namensnennung": Feldregel("text"),
}


@dataclass(slots=True)
class Leser:
    """Checks one mapping against field rules and collects every fault instead of the first."""

    datei: str
    zeilen: Mapping[str, int]
    zeile: int = 0
    """Where the whole stands, for what is missing: a missing field has no line of its own."""
    maengel: list[Mangel] = field(default_factory=list)

    def read(
        self, daten: Mapping[str, Any], felder: Mapping[str, Feldregel], wo: str = ""
    ) -> dict[str, Any]:
        """Return the values of the known fields; faults go to ``maengel``."""
        ergebnis: dict[str, Any] = {}
        for name in daten:
            if name not in felder:
                self._fault(wo + str(name), "Dieses Feld gibt es nicht.")
        for name, regel in felder.items():
            wert = daten.get(name)
            if wert is None or wert == "":
                if regel.pflicht:
                    self._fault(wo + name, "Das Feld ist Pflicht und fehlt oder ist leer.")
                ergebnis[name] = _leer(regel)
                continue
            ergebnis[name] = self._value(wo + name, name, regel, wert)
        return ergebnis

    def _value(self, ort: str, name: str, regel: Feldregel, wert: Any) -> Any:
        match regel.art:
            case "text":
                return self._text(ort, wert)
            case "zahl":
                return self._positive(ort, wert)
            case "wahr":
                return self._expect(ort, wert, bool, "true oder false")
            case "datum":
                return self._date(ort, wert)
            case "bruch":
                return self._fraction(ort, wert)
            case "texte":
                return [str(eintrag) for eintrag in self._expect(ort, wert, list, "eine Liste")]
            case "liste":
                if wert not in regel.werte:
                    self._fault(
                        ort, f"„{wert}“ ist nicht zulässig. Zulässig: {', '.join(regel.werte)}."
                    )
                return wert
            case "objekt":
                return self._object(ort, name, wert)
        return self._objects(ort, name, wert)

    def _text(self, ort: str, wert: Any) -> str:
        text = str(self._expect(ort, wert, str, "ein Text (in Anführungszeichen)"))
        if "\x00" in text or any("\ud800" <= zeichen <= "\udfff" for zeichen in text):
            self._fault(ort, "Der Text enthält ein Zeichen, das nicht gespeichert werden kann.")
            return ""
        return text

    def _expect(self, ort: str, wert: Any, typ: type, was: str) -> Any:
        if isinstance(wert, typ):
            return wert
        self._fault(ort, f"Erwartet wird {was}.")
        return typ()

    def _positive(self, ort: str, wert: Any) -> int:
        if isinstance(wert, int) and not isinstance(wert, bool) and wert > 0:
            return wert
        self._fault(ort, "Erwartet wird eine positive ganze Zahl.")
        return 1

    def _date(self, ort: str, wert: Any) -> dt.date | None:
        if isinstance(wert, dt.datetime):
            self._fault(ort, "Erwartet wird ein Datum ohne Uhrzeit (JJJJ-MM-TT).")
            return None
        if isinstance(wert, dt.date):
            return wert
        try:
            return dt.date.fromisoformat(str(wert))
        except ValueError:
            self._fault(ort, f"„{wert}“ ist kein Datum (JJJJ-MM-TT).")
            return None

    def _fraction(self, ort: str, wert: Any) -> str:
        try:
            bruch = Fraction(str(wert))
        except (ValueError, ZeroDivisionError):
            self._fault(ort, f"„{wert}“ ist kein Bruch (z. B. 3/4).")
            return ""
        if not 0 <= bruch <= 1:
            self._fault(ort, "Der Wert muss zwischen 0 und 1 liegen.")
        return str(bruch)

    def _object(self, ort: str, name: str, wert: Any) -> dict[str, Any]:
        if not isinstance(wert, Mapping):
            self._fault(ort, "Erwartet wird ein Abschnitt mit Unterfeldern.")
            return {}
        return self.read(wert, UNTERFELDER[name], f"{ort}.")

    def _objects(self, ort: str, name: str, wert: Any) -> list[dict[str, Any]]:
        if not isinstance(wert, list):
            self._fault(ort, "Erwartet wird eine Liste.")
            return []
        ergebnis = []
        for nummer, eintrag in enumerate(wert, start=1):
            ergebnis.append(self._object(f"{ort}[{nummer}]", name, eintrag))
        return ergebnis

    def _fault(self, feld: str, grund: str) -> None:
        oben = feld.split(".")[0].split("[")[0]
        self.maengel.append(Mangel(self.datei, self.zeilen.get(oben, self.zeile), feld, grund))


def _leer(regel: Feldregel) -> Any:
    match regel.art:
        case "datum" | "objekt":
            return None
        case "zahl":
            return 1
        case "wahr":
            return False
        case "objekte" | "texte":
            return []
        case "liste":
            return regel.werte[0] if regel.werte else ""
    return ""
