"""Pure: no Django, no I/O. German labels of the stored slugs, as the public reads them.

The public site knows none of the four apps; a slug without a label is shown as words, so that
nothing is lost when an app learns a new one.
"""

from __future__ import annotations

STATUSKLASSEN: dict[str, str] = {
    "erfolgreich": "erfolgreich",
    "timeout": "Timeout",
    "leere_ausgabe": "leere Ausgabe",
    "provider_fehler": "API- oder Provider-Fehler",
    "nicht_erfolgreicher_abschluss": "nicht erfolgreicher Abschluss",
    "besonderer_abschlussgrund": "besonderer Abschlussgrund",
}

ZITATSTATUS: dict[str, str] = {
    "echt": "echt",
    "falsch_zugeordnet": "falsch zugeordnet",
    "erfunden": "erfunden",
    "nicht_auffindbar": "nicht auffindbar",
    "ungeprueft": "ungeprüft",
}

VERWENDUNG: dict[str, str] = {
    "stuetzend": "stützend",
    "abgelehnt": "abgelehnt",
    "aus_der_aufgabe": "aus der Aufgabe",
}

RECHTSORDNUNG: dict[str, str] = {
    "de": "Deutschland",
    "us": "USA",
    "eu": "Europäische Union",
    "grenzueberschreitend": "grenzüberschreitend",
}

RECHT: dict[str, str] = {
    "de": "Deutsches Recht",
    "us": "US-Recht",
    "eu": "EU-Recht",
    "grenzueberschreitend": "Grenzüberschreitende Fragen",
}

BEZEICHNUNG: dict[str, str] = {
    **STATUSKLASSEN,
    **ZITATSTATUS,
    **VERWENDUNG,
    **RECHTSORDNUNG,
    "kriterien": "Kriterien",
    "dreistufig": "dreistufig (richtig, teilweise, falsch)",
    "regel": "deterministische Regel",
    "judge": "LLM-Judge",
    "fristberechnung": "mehrstufige Fristberechnung",
    "rechtsaenderung": "neue Rechtsänderung",
    "leitentscheidung": "Leitentscheidung",
    "fangfrage": "Fangfrage",
    "rechtsgrundsatz": "Rechtsgrundsatz",
    "domaene": "Domäne",
    "format": "Format",
    "standard": "Standard",
    "faehigkeit": "Fähigkeit",
    "abgerufen": "abgerufen",
    "mitgelieferter_text": "mitgelieferter Text",
    "nicht_abgerufen": "nicht abgerufen",
    "stopp": "regulär beendet",
    "laenge": "an der Token-Grenze abgebrochen",
    "filter": "vom Inhaltsfilter beendet",
    "ablehnung": "vom Anbieter abgelehnt",
    "werkzeugaufruf": "Werkzeugaufruf geschrieben",
    "ohne_ende": "Datenstrom ohne Abschluss",
    "unbekannt": "unbekannter Abschlussgrund",
    "keiner": "keiner gemeldet",
    "erstversuch": "Erstversuch",
    "nachlauf": "Nachlauf",
    "denkbegrenzt": "Versuch mit begrenztem Denken",
    "bewertet": "bewertet",
    "ohne_regel": "ohne Regel",
    "technischer_fehler": "technischer Fehler",
    "judge_fehler": "Judge-Fehler",
    "richtig": "richtig",
    "teilweise": "teilweise",
    "falsch": "falsch",
    "korrekt": "korrekt",
    "ueberwiegend_korrekt": "überwiegend korrekt",
    "formal_ungueltig": "formal ungültig",
    "openai_api": "OpenAI-API",
    "anthropic_api": "Anthropic-API",
    "kompatibel": "kompatible API",
    "lokal_gguf": "lokal (GGUF)",
    "lokal_server": "lokaler Server",
    "import": "Import aufgezeichneter Läufe",
    "norm": "Norm",
    "entscheidung": "Entscheidung",
    "reporter": "Fundstelle",
    "ecli": "ECLI",
    "eu_akt": "Rechtsakt der EU",
    "eu_entscheidung": "Entscheidung (EU)",
    "us_fall": "US-Fall",
    "us_gesetz": "U.S. Code",
    "us_verordnung": "C.F.R.",
    "us_regel": "Federal Rules",
    "us_verfassung": "US-Verfassung",
    "us_landesrecht": "Recht eines US-Bundesstaats",
    "stimmt": "vorhanden, Angaben stimmen",
    "mangel": "Angaben stimmen nicht",
    "alte_fassung": "alte Fassung zitiert",
    "gesetz_unbekannt": "Gesetz der Quelle unbekannt",
    "keine_quelle": "keine automatische Quelle",
    "kein_treffer": "kein Treffer",
    "mehrdeutig": "mehrere Treffer",
    "ausfall": "Quelle nicht erreichbar",
    "abweisung": "Quelle weist ab",
    "unbekanntes_format": "Antwort der Quelle nicht lesbar",
    "von_hand": "Handbefund",
    "voll": "volle Antworten",
    "gekuerzt": "gekürzte Antworten",
    "vorschau": "Vorschau der Antworten",
    "aggregat": "nur Aggregation",
    "normenbestand": "Normenbestand (mitgeliefert)",
    "angaben": "Angaben der Fundstelle selbst",
    "beispielquelle_a": "Beispielquelle A",
    "beispielquelle_b": "Beispielquelle B",
    "gesetze_im_internet": "Gesetze im Internet",
    "dejure": "dejure.org",
    "courtlistener": "CourtListener",
    "cornell": "law.cornell.edu",
    "text": "Text",
    "bild": "Bild",
}

ZEICHEN: dict[str, str] = {
    "echt": "echt",
    "falsch_zugeordnet": "falsch",
    "erfunden": "erfunden",
    "nicht_auffindbar": "nichtauf",
    "ungeprueft": "ungeprueft",
}
"""Citation status → id of its glyph and suffix of its CSS classes."""

WIRKUNG: dict[str, str] = {
    "echt": "echt",
    "falsch_zugeordnet": "fehl",
    "erfunden": "fehl",
    "nicht_auffindbar": "offen",
    "ungeprueft": "offen",
}
"""Citation status → what it does: holds, costs points, costs nothing."""

FEHLERSTATUS = frozenset({"falsch_zugeordnet", "erfunden"})


def bezeichnung(slug: str) -> str:
    """Return the label of a slug; an unknown slug as words.

    >>> bezeichnung("nicht_auffindbar"), bezeichnung("neue_art")
    ('nicht auffindbar', 'neue art')
    """
    return BEZEICHNUNG.get(slug) or slug.replace("_", " ")


def status_kurz(technisch: str, abschlussgrund: str) -> str:
    """Return the technical status of a Run for a table; a cut-off is named as what it is.

    >>> status_kurz("besonderer_abschlussgrund", "laenge")
    'Token-Grenze'
    """
    if technisch == "besonderer_abschlussgrund":
        if abschlussgrund == "laenge":
            return "Token-Grenze"
        return f"Abschluss: {bezeichnung(abschlussgrund)}"
    return bezeichnung(technisch)
