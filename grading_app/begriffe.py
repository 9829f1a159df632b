"""Pure: no Django, no I/O. The closed vocabularies of rules, graders and grading orders."""

from __future__ import annotations

from runs_app.begriffe import Begriff


class Regelform(Begriff):
    """The deterministic forms of R-6.1; `kombination` chains a parser with a comparison."""

    EXAKT = "exakt", "exakter Vergleich"
    NORMALISIERT = "normalisiert", "normalisierter Vergleich"
    ENTHALTEN = "enthalten", "Enthaltensein"
    MUSTER = "muster", "Musterprüfung"
    STRUKTUR = "struktur", "Pflichtstrukturprüfung"
    PARSER = "parser", "Parser- und Validator-Prüfung"
    LOGIK = "logik", "testfallspezifische Logik"
    KOMBINATION = "kombination", "Kombination aus Parser und Vergleich"


class Fassungsstatus(Begriff):
    """The life of one version of a rule, a Rubrik or a decision of the register."""

    ENTWURF = "entwurf", "Entwurf"
    AKTIV = "aktiv", "in Kraft"
    ABGELOEST = "abgeloest", "abgelöst"


class Verfahren(Begriff):
    """How a Bewertung came about; the level „Bewertungsverfahren“ of R-10.2."""

    KRITERIEN = "kriterien", "Kriterien"
    DREISTUFIG = "dreistufig", "Dreistufig"
    REGEL = "regel", "Deterministische Regel"
    JUDGE = "judge", "LLM-Judge"
    KEINES = "keines", "keines"


class BewerterArt(Begriff):
    """Who grades (R-6.5)."""

    LLM = "llm", "Modell"
    MENSCH = "mensch", "Mensch"


class Rubrikmodus(Begriff):
    """What a Rubrik asks a grader for."""

    KRITERIEN = "kriterien", "Kriterien"
    STUFEN = "stufen", "Stufen"


class AuftragStatus(Begriff):
    """Where a grading order stands."""

    OFFEN = "offen", "offen"
    LAEUFT = "laeuft", "läuft"
    ERLEDIGT = "erledigt", "erledigt"
    JUDGE_FEHLER = "judge_fehler", "Judge-Fehler"
    ZURUECKGEZOGEN = "zurueckgezogen", "zurückgezogen"


class Zweck(Begriff):
    """Why an order exists."""

    BEWERTUNG = "bewertung", "Bewertung"
    UEBERLAPPUNG = "ueberlappung", "Zweitbewertung (Überlappung)"
    STICHPROBE = "stichprobe", "Stichprobe"
    KONTROLLE = "kontrolle", "Kontrollantwort"
    SCHLICHTUNG = "schlichtung", "Entscheidung bei Abweichung"
