"""Pure: no Django, no I/O. The closed lists of the task definition (SPEC 0 and 1)."""

from __future__ import annotations

from enum import StrEnum


class Bewertungsverfahren(StrEnum):
    """How a whole Aufgabensatz is graded."""

    KRITERIEN = "kriterien"
    DREISTUFIG = "dreistufig"
    REGEL = "regel"


class Rechtsordnung(StrEnum):
    """The legal order that a Testfall asks about."""

    DE = "de"
    US = "us"
    EU = "eu"
    GRENZUEBERSCHREITEND = "grenzueberschreitend"


class Aufgabentyp(StrEnum):
    """What kind of legal work a Testfall demands (R-1.1)."""

    FRISTBERECHNUNG = "fristberechnung"
    RECHTSAENDERUNG = "rechtsaenderung"
    LEITENTSCHEIDUNG = "leitentscheidung"
    GRENZUEBERSCHREITEND = "grenzueberschreitend"
    FANGFRAGE = "fangfrage"
    RECHTSGRUNDSATZ = "rechtsgrundsatz"


class KategorieArt(StrEnum):
    """The four kinds of category (seed 002)."""

    DOMAENE = "domaene"
    FORMAT = "format"
    STANDARD = "standard"
    FAEHIGKEIT = "faehigkeit"


class Sichtbarkeit(StrEnum):
    """Whether a Testfall may be shown (R-12.3)."""

    OEFFENTLICH = "oeffentlich"
    GEHEIM = "geheim"


class TestfallStatus(StrEnum):
    """The life of one version of a Testfall (R-1.3)."""

    __test__ = False

    ENTWURF = "entwurf"
    PILOT = "pilot"
    FREIGEGEBEN = "freigegeben"
    ARCHIVIERT = "archiviert"


class Bewertungsmodus(StrEnum):
    """How one Testfall is graded."""

    KRITERIEN = "kriterien"
    DREISTUFIG = "dreistufig"
    REGEL = "regel"
    JUDGE = "judge"


class Abruf(StrEnum):
    """Whether a primary source was read, and how (R-1.1)."""

    ABGERUFEN = "abgerufen"
    MITGELIEFERTER_TEXT = "mitgelieferter_text"
    NICHT_ABGERUFEN = "nicht_abgerufen"


class BeispielArt(StrEnum):
    """What an example answer is an example of."""

    POSITIV = "positiv"
    TEILWEISE = "teilweise"
    NEGATIV = "negativ"


class Veroeffentlichung(StrEnum):
    """How much of an answer the public sees (R-12.4)."""

    VOLL = "voll"
    GEKUERZT = "gekuerzt"
    VORSCHAU = "vorschau"
    AGGREGAT = "aggregat"


BEZEICHNUNG: dict[str, str] = {
    Bewertungsverfahren.KRITERIEN: "Kriterien",
    Bewertungsverfahren.DREISTUFIG: "Dreistufig",
    Bewertungsverfahren.REGEL: "Regel",
    Rechtsordnung.DE: "Deutschland",
    Rechtsordnung.US: "USA",
    Rechtsordnung.EU: "EU",
    Rechtsordnung.GRENZUEBERSCHREITEND: "grenzüberschreitend",
    Aufgabentyp.FRISTBERECHNUNG: "mehrstufige Fristberechnung",
    Aufgabentyp.RECHTSAENDERUNG: "neue Rechtsänderung",
    Aufgabentyp.LEITENTSCHEIDUNG: "Leitentscheidung",
    Aufgabentyp.FANGFRAGE: "Fangfrage",
    Aufgabentyp.RECHTSGRUNDSATZ: "Rechtsgrundsatz",
    KategorieArt.DOMAENE: "Domäne",
    KategorieArt.FORMAT: "Format",
    KategorieArt.STANDARD: "Standard",
    KategorieArt.FAEHIGKEIT: "Fähigkeit",
    Sichtbarkeit.OEFFENTLICH: "öffentlich",
    Sichtbarkeit.GEHEIM: "geheim",
    TestfallStatus.ENTWURF: "Entwurf",
    TestfallStatus.PILOT: "Pilot",
    TestfallStatus.FREIGEGEBEN: "freigegeben",
    TestfallStatus.ARCHIVIERT: "archiviert",
    Bewertungsmodus.JUDGE: "LLM-Judge",
    Abruf.ABGERUFEN: "abgerufen",
    Abruf.MITGELIEFERTER_TEXT: "mitgelieferter Text",
    Abruf.NICHT_ABGERUFEN: "nicht abgerufen",
    BeispielArt.POSITIV: "richtig",
    BeispielArt.TEILWEISE: "teilweise",
    BeispielArt.NEGATIV: "falsch",
    Veroeffentlichung.VOLL: "voll",
    Veroeffentlichung.GEKUERZT: "gekürzt",
    Veroeffentlichung.VORSCHAU: "Vorschau",
    Veroeffentlichung.AGGREGAT: "nur Aggregation",
}


def choices(enum: type[StrEnum]) -> list[tuple[str, str]]:
    """Return (value, German label) pairs for a form field or admin filter."""
    return [(member.value, BEZEICHNUNG.get(member, member.value)) for member in enum]
