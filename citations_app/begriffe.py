"""Pure: no Django, no I/O. The closed vocabularies of the Zitatprüfung (SPEC 9)."""

from __future__ import annotations

from runs_app.begriffe import Begriff


class Zitatstatus(Begriff):
    """The five statuses of a Zitat (seed 000, R-9.3)."""

    ECHT = "echt", "echt"
    FALSCH_ZUGEORDNET = "falsch_zugeordnet", "falsch zugeordnet"
    ERFUNDEN = "erfunden", "erfunden"
    NICHT_AUFFINDBAR = "nicht_auffindbar", "nicht auffindbar"
    UNGEPRUEFT = "ungeprueft", "ungeprüft"


FEHLERSTATUS = frozenset({Zitatstatus.FALSCH_ZUGEORDNET, Zitatstatus.ERFUNDEN})


class Verwendung(Begriff):
    """What the answer uses a Zitat for (R-9.7); only `stuetzend` can cost points."""

    STUETZEND = "stuetzend", "stützend"
    ABGELEHNT = "abgelehnt", "abgelehnt"
    AUS_DER_AUFGABE = "aus_der_aufgabe", "aus der Aufgabe"


class Befundart(Begriff):
    """What one source found about a Zitat: a row of the table of R-9.3."""

    STIMMT = "stimmt", "vorhanden, Angaben stimmen"
    MANGEL = "mangel", "Angaben stimmen nicht"
    ALTE_FASSUNG = "alte_fassung", "alte Fassung zitiert"
    GESETZ_UNBEKANNT = "gesetz_unbekannt", "Gesetz der Quelle unbekannt"
    KEINE_QUELLE = "keine_quelle", "keine automatische Quelle"
    KEIN_TREFFER = "kein_treffer", "kein Treffer"
    MEHRDEUTIG = "mehrdeutig", "mehrere Treffer"
    AUSFALL = "ausfall", "Quelle nicht erreichbar"
    ABWEISUNG = "abweisung", "Quelle weist ab"
    UNBEKANNTES_FORMAT = "unbekanntes_format", "Antwort der Quelle nicht lesbar"
    VON_HAND = "von_hand", "Handbefund"
    ZURUECKGENOMMEN = "zurueckgenommen", "Handbefund zurückgenommen"


DURCH_PERSON = frozenset({Befundart.VON_HAND, Befundart.ZURUECKGENOMMEN})
AUSFAELLE = frozenset({Befundart.AUSFALL, Befundart.ABWEISUNG, Befundart.UNBEKANNTES_FORMAT})


class Mangel(Begriff):
    """What exactly is wrong; two sources must agree on it before it costs points (R-9.4)."""

    NORM_FEHLT = "norm_fehlt", "Paragraf im Gesetz nicht vorhanden"
    WEGGEFALLEN = "weggefallen", "Paragraf weggefallen, als geltend zitiert"
    ABSATZ_FEHLT = "absatz_fehlt", "Absatz nicht vorhanden"
    EINHEIT = "einheit", "Paragraf statt Artikel oder umgekehrt"
    DATUM = "datum", "Datum stimmt nicht"
    GERICHT = "gericht", "Gericht stimmt nicht"
    AKTENZEICHEN = "aktenzeichen", "Aktenzeichen stimmt nicht"
    NAME = "name", "Fallname stimmt nicht"
    UNMOEGLICH = "unmoeglich", "Angaben schließen sich aus"


class Quellenstand(Begriff):
    """What became of the wording that a primary source records (R-9.6)."""

    UNVERAENDERT = "unveraendert", "unverändert"
    GEAENDERT = "geaendert", "geändert"
    WEGGEFALLEN = "weggefallen", "weggefallen"
    NICHT_PRUEFBAR = "nicht_pruefbar", "nicht prüfbar"


class Abrufweg(Begriff):
    """How a Beleg came into the house; nothing may state a retrieval that did not happen."""

    ABGERUFEN = "abgerufen", "abgerufen"
    MITGELIEFERT = "mitgeliefert", "mitgelieferter Text"
    VERSUCHT = "versucht", "Abruf fehlgeschlagen"
    BERECHNET = "berechnet", "aus den Angaben selbst"
    VON_HAND = "von_hand", "von Hand belegt"
