"""Pure: no Django, no I/O. No internet, no tools: the audit and what follows from it (R-3.4).

Validity is decided from the stored audit alone, by rule. The certificate of R-15.16 says the same
in sentences for readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from runs_app.begriffe import Begriff, Gueltigkeit
from runs_app.providers.parameter import forbidden_parameters, offered_tools

__all__ = [
    "Abschottung",
    "Kontakt",
    "Pruefprotokoll",
    "Zertifikat",
    "certificate",
    "forbidden_parameters",
    "is_configured",
    "offered_tools",
    "validity",
    "violations",
]


class Abschottung(Begriff):
    """How a local model was cut off from the network; the strongest that the machine offered."""

    KEINE = "keine", "keine (entfernter Endpunkt)"
    SECCOMP = "seccomp", "Systemaufruf-Filter (seccomp)"
    NAMENSRAUM = "namensraum", "eigener Netz-Namensraum"
    SANDBOX_EXEC = "sandbox_exec", "sandbox-exec"
    PYTHON = "python", "nur Python-Ebene"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kontakt:
    """One outgoing connection or the attempt at one; sizes are body bytes.

    `verweigert` says that it was refused before anything left the machine.
    """

    host: str
    port: int | None = None
    methode: str = ""
    pfad: str = ""
    status: int | None = None
    gesendet: int = 0
    empfangen: int = 0
    verweigert: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "host": self.host,
            "port": self.port,
            "methode": self.methode,
            "pfad": self.pfad,
            "status": self.status,
            "gesendet": self.gesendet,
            "empfangen": self.empfangen,
            "verweigert": self.verweigert,
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Kontakt:
        """Rebuild from `to_dict`; raises TypeError for unknown fields."""
        return cls(**record)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruefprotokoll:
    """The audit of one Versuch: contacts, tools offered, written and executed, web citations.

    `endpunkt` is the configured address without query, empty for local models. `geprueft` is false
    for imported records that nobody audited ("Aufrufe nicht geprüft").
    """

    endpunkt: str = ""
    kontakte: tuple[Kontakt, ...] = ()
    angeboten: tuple[str, ...] = ()
    geschrieben: tuple[str, ...] = ()
    ausgefuehrt: tuple[str, ...] = ()
    webzitate: tuple[str, ...] = ()
    abschottung: Abschottung = Abschottung.KEINE
    geprueft: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values for the Versuch."""
        return {
            "endpunkt": self.endpunkt,
            "kontakte": [kontakt.to_dict() for kontakt in self.kontakte],
            "angeboten": list(self.angeboten),
            "geschrieben": list(self.geschrieben),
            "ausgefuehrt": list(self.ausgefuehrt),
            "webzitate": list(self.webzitate),
            "abschottung": self.abschottung.value,
            "geprueft": self.geprueft,
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Pruefprotokoll:
        """Rebuild from `to_dict`."""
        return cls(
            endpunkt=record["endpunkt"],
            kontakte=tuple(Kontakt.from_dict(item) for item in record["kontakte"]),
            angeboten=tuple(record["angeboten"]),
            geschrieben=tuple(record["geschrieben"]),
            ausgefuehrt=tuple(record["ausgefuehrt"]),
            webzitate=tuple(record["webzitate"]),
            abschottung=Abschottung(record["abschottung"]),
            geprueft=record["geprueft"],
        )


def is_configured(kontakt: Kontakt, endpunkt: str) -> bool:
    """Whether a contact went to the configured endpoint: same host, port and path."""
    ziel = urlsplit(endpunkt)
    port = ziel.port or {"https": 443, "http": 80}.get(ziel.scheme)
    return (
        bool(ziel.hostname)
        and kontakt.host.lower() == (ziel.hostname or "").lower()
        and kontakt.port == port
        and kontakt.pfad == ziel.path
    )


def violations(protokoll: Pruefprotokoll) -> tuple[str, ...]:
    """Return German reasons why an answer is ungültig; empty for a valid one.

    An attempt at a foreign contact counts although it was refused; a tool call that is only
    written, none being offered, does not (it is a besonderer Abschlussgrund).
    """
    fremd = [k for k in protokoll.kontakte if not is_configured(k, protokoll.endpunkt)]
    reasons = [
        f"Kontaktversuch zu fremdem Ziel {_ziel(k)}"
        if k.verweigert
        else f"Kontakt zu fremdem Ziel {_ziel(k)}"
        for k in fremd
    ]
    reasons += [f"Werkzeug angeboten: {name}" for name in protokoll.angeboten]
    reasons += [f"Werkzeug ausgeführt: {name}" for name in protokoll.ausgefuehrt]
    reasons += [f"Web-Zitat in der Antwort: {name}" for name in protokoll.webzitate]
    return tuple(reasons)


def _ziel(kontakt: Kontakt) -> str:
    return f"{kontakt.host}:{kontakt.port}" if kontakt.port is not None else kontakt.host


def validity(protokoll: Pruefprotokoll) -> Gueltigkeit:
    """Return the validity of an answer (R-3.4)."""
    return Gueltigkeit.UNGUELTIG if violations(protokoll) else Gueltigkeit.GUELTIG


@dataclass(frozen=True, slots=True, kw_only=True)
class Zertifikat:
    """The no-tools certificate of one answer (R-15.16), in German sentences."""

    gueltigkeit: Gueltigkeit
    geprueft: bool
    saetze: tuple[str, ...]


def certificate(protokoll: Pruefprotokoll, oeffentliche_hosts: Iterable[str] = ()) -> Zertifikat:
    """Return the certificate; host names appear only if they are on the public allow-list."""
    if not protokoll.geprueft:
        return Zertifikat(
            gueltigkeit=validity(protokoll),
            geprueft=False,
            saetze=("Importierter Datensatz: Aufrufe nicht geprüft.",),
        )
    saetze = [*_contact_sentences(protokoll, frozenset(oeffentliche_hosts)), *_tools(protokoll)]
    return Zertifikat(gueltigkeit=validity(protokoll), geprueft=True, saetze=tuple(saetze))


def _contact_sentences(protokoll: Pruefprotokoll, oeffentlich: frozenset[str]) -> list[str]:
    if protokoll.abschottung is not Abschottung.KEINE:
        return [
            "Lokales Modell in einem Kindprozess ohne Netz; Abschottung: "
            f"{protokoll.abschottung.label}.",
            _attempts(protokoll),
        ]
    saetze = []
    for k in protokoll.kontakte:
        host = f" an {k.host}" if k.host in oeffentlich else ""
        status = f"HTTP {k.status}" if k.status is not None else "keine Antwort"
        saetze.append(
            f"Gesendet{host}: {k.methode} {k.pfad}, {k.gesendet} Bytes;"
            f" empfangen: {status}, {k.empfangen} Bytes."
        )
    fremd = [k for k in protokoll.kontakte if not is_configured(k, protokoll.endpunkt)]
    saetze.append(
        f"Kontakte außerhalb des konfigurierten Endpunkts: {len(fremd)}."
        if fremd
        else "Konfigurierter Endpunkt: nur dieser."
    )
    return saetze


def _attempts(protokoll: Pruefprotokoll) -> str:
    zahl = len(protokoll.kontakte)
    if zahl == 0:
        return "Kein Verbindungsversuch verzeichnet."
    return f"Verweigerte Verbindungsversuche: {zahl}."


def _tools(protokoll: Pruefprotokoll) -> list[str]:
    angeboten = (
        f"Angebotene Werkzeuge: {', '.join(protokoll.angeboten)}."
        if protokoll.angeboten
        else "Es wurde kein Werkzeug angeboten."
    )
    benutzt = protokoll.ausgefuehrt + protokoll.webzitate
    return [
        angeboten,
        f"Benutzt: {', '.join(benutzt)}." if benutzt else "Es wurde kein Werkzeug benutzt.",
    ]
