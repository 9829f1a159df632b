"""Pure: no Django, no I/O. The closed vocabularies of model execution (SPEC 2 to 5).

Every member is its stored German slug and carries the German label that editors and readers see.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class Begriff(StrEnum):
    """A closed vocabulary: the value is stored, the label is shown.

    >>> VersuchArt.NACHLAUF.value, VersuchArt.NACHLAUF.label
    ('nachlauf', 'Nachlauf')
    """

    label: str

    def __new__(cls, value: str, label: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member

    @classmethod
    def choices(cls) -> list[tuple[str, str]]:
        """Return (stored value, label) pairs in the order of definition, for form fields."""
        return [(member.value, member.label) for member in cls]


class Ausfuehrungsweg(Begriff):
    """How a model is reached (R-3.1)."""

    OPENAI_API = "openai_api", "OpenAI-API"
    ANTHROPIC_API = "anthropic_api", "Anthropic-API"
    KOMPATIBEL = "kompatibel", "OpenAI-kompatibler Endpunkt"
    LOKAL_GGUF = "lokal_gguf", "Lokal (GGUF-Datei)"
    LOKAL_SERVER = "lokal_server", "Lokaler Server"
    IMPORT = "import", "Import aufgezeichneter Läufe"


class Dialekt(Begriff):
    """The protocol of the raw record; it decides how the record is read (R-4.1)."""

    RESPONSES = "responses", "OpenAI Responses"
    CHAT = "chat", "Chat Completions"
    MESSAGES = "messages", "Anthropic Messages"
    LLAMA_CPP = "llama_cpp", "llama.cpp"
    AUFGEZEICHNET = "aufgezeichnet", "aufgezeichnet"


class VersuchArt(Begriff):
    """The three attempts of the budget rule, E, N and D (R-3.2)."""

    ERSTVERSUCH = "erstversuch", "Erstversuch"
    NACHLAUF = "nachlauf", "Nachlauf"
    DENKBEGRENZT = "denkbegrenzt", "Versuch mit begrenztem Denken"


class RunStatus(Begriff):
    """Where a Run stands in its execution."""

    GEPLANT = "geplant", "geplant"
    LAEUFT = "laeuft", "läuft"
    WARTET = "wartet", "wartet auf Wiederholung"
    BEENDET = "beendet", "beendet"
    GEPARKT = "geparkt", "geparkt"


class LaufStatus(Begriff):
    """Where a Lauf stands."""

    ENTWURF = "entwurf", "Entwurf"
    BEREIT = "bereit", "bereit"
    LAEUFT = "laeuft", "läuft"
    PAUSIERT = "pausiert", "pausiert"
    ABGESCHLOSSEN = "abgeschlossen", "abgeschlossen"
    ABGEBROCHEN = "abgebrochen", "abgebrochen"


class Gueltigkeit(Begriff):
    """Validity by the audit of R-3.4; independent of the technical status."""

    GUELTIG = "gueltig", "gültig"
    UNGUELTIG = "ungueltig", "ungültig"


class Abschlussgrund(Begriff):
    """The normalised finish reason (R-4.2); the provider's own word is kept beside it."""

    STOPP = "stopp", "regulär beendet"
    LAENGE = "laenge", "an der Token-Grenze abgebrochen"
    FILTER = "filter", "vom Inhaltsfilter beendet"
    ABLEHNUNG = "ablehnung", "vom Anbieter abgelehnt"
    WERKZEUGAUFRUF = "werkzeugaufruf", "Werkzeugaufruf geschrieben"
    OHNE_ENDE = "ohne_ende", "Datenstrom ohne Abschluss"
    UNBEKANNT = "unbekannt", "unbekannter Abschlussgrund"
    KEINER = "keiner", "keiner gemeldet"


class Fehlerart(Begriff):
    """What went wrong below the answer; `kein_fehler` if an answer arrived."""

    KEIN_FEHLER = "kein_fehler", "kein Fehler"
    ZEITLIMIT = "zeitlimit", "eigenes Zeitlimit überschritten"
    VERBINDUNG = "verbindung", "Verbindungsfehler"
    HTTP = "http", "HTTP-Fehlerstatus"
    FEHLEROBJEKT = "fehlerobjekt", "Fehlerobjekt in der Antwort"
    UNLESBAR = "unlesbar", "unlesbare Antwort"
    PROZESS = "prozess", "Prozess mit Fehlerstatus beendet"
    VERWEIGERT = "verweigert", "Verbindung zu fremdem Ziel verweigert"
    KONFIGURATION = "konfiguration", "unvollständige Konfiguration"
