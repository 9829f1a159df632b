"""The method and its limits, printed from the rules and the constants of the code (R-12.7)."""

from __future__ import annotations

from collections.abc import Mapping

from lexassay.public.antworttext import editorial
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.bezeichnungen import bezeichnung
from lexassay.public.pages.rahmen import page

ABSCHNITTE = (
    ("aufgaben", "Aufgaben"),
    ("ausfuehrung", "Wie die Modelle laufen"),
    ("technik", "Technischer Status"),
    ("bewertung", "Bewertung"),
    ("zitate", "Zitatprüfung"),
    ("unsicherheit", "Wie sicher ein Rang ist"),
    ("kennzahlen", "Kennzahlen"),
    ("kosten", "Kosten"),
    ("bewerter", "Wer bewertet"),
    ("freigabe", "Qualitäts-Tore und Freigabe"),
    ("archiv", "Archivierter Aufgabensatz v1"),
    ("grenzen", "Grenzen"),
    ("korrekturen", "Korrekturen und Gegendarstellung"),
)
ROEMISCH = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV"]


def methode(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the method page."""
    stand = ausgabe.stand
    text = next(iter(ausgabe.sicht.texte.get("methode", [])), None)
    return page(
        ausgabe,
        "methode.html",
        "methode/",
        titel="Methode und Grenzen",
        nav="methode",
        englisch="How tasks are put, answers and citations checked and graded, and what the "
        "figures do not say.",
        inhalt=[(roemisch, *a) for roemisch, a in zip(ROEMISCH, ABSCHNITTE, strict=False)],
        nr={schluessel: ROEMISCH[i] for i, (schluessel, _) in enumerate(ABSCHNITTE)},
        bewerter=graders(ausgabe),
        quellen=sources(ausgabe),
        saetze=list(ausgabe.sicht.saetze.values()),
        satz=ausgabe.sicht.standardsatz,
        gueltig_seit=text.datum if text else None,
        ergaenzung=editorial(text.text) if text and text.text.strip() else "",
        kurs=(stand.eur_je_usd_mikro, stand.kurs_datum),
        faktor_z=ausgabe.konstante("zitatabzug").rstrip("\u00a0 %"),
        faktor_h=ausgabe.konstante("hinweisabzug").rstrip("\u00a0 %"),
        v1="v1" in ausgabe.sicht.saetze,
    )


def graders(ausgabe: Ausgabe) -> list[tuple[str, str, str]]:
    """Return the actual graders: name, vendor family, judge versions (public answers)."""
    versionen: dict[tuple[str, str], set[str]] = {}
    for run in ausgabe.stand.runs:
        note = run.bewertung
        if note and note.bewerter:
            je = versionen.setdefault((note.bewerter, note.bewerter_familie), set())
            if note.judge_version:
                je.add(note.judge_version)
    return [
        (name, familie, ", ".join(sorted(je))) for (name, familie), je in sorted(versionen.items())
    ]


def sources(ausgabe: Ausgabe) -> list[tuple[str, str]]:
    """Return the sources that citations were actually checked at: name and operator."""
    return sorted(
        {
            (bezeichnung(beleg.quelle), beleg.betreiber or "–")
            for run in ausgabe.stand.runs
            for zitat in run.zitate
            for beleg in zitat.belege
            if bezeichnung(beleg.befund) != "Handbefund"
        }
    )
