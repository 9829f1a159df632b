"""What every page shares: head, navigation, foot, and the helpers that name things."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from lexassay.builds.datenstand import (
    AufgabensatzStand,
    Datenstand,
    LaufStand,
    ModellStand,
    RunStand,
    TeilnahmeStand,
)
from lexassay.public import adressen, bezeichnungen
from lexassay.public.assets import load_assets
from lexassay.public.ausgabe import Ausgabe, Export
from lexassay.public.vorlagen import render

MONATSBUCHSTABEN = "ABCDEFGHIJKL"
"""Hallmarks name the month by a letter: A is January."""

Werte = dict[str, Any]


def page(
    ausgabe: Ausgabe,
    vorlage: str,
    adresse: str,
    *,
    titel: str,
    englisch: str,
    nav: str = "",
    blatt: bool = False,
    quer: bool = False,
    beschreibung: str = "",
    wurzel: str | None = None,
    **werte: Any,
) -> bytes:
    """Render a page in its frame.

    ``blatt`` marks a leaf page: it names no build, so that a new build leaves its bytes alone.
    """
    stand = ausgabe.stand
    rahmen = {
        "titel": titel,
        "beschreibung": beschreibung or titel,
        "englisch": englisch,
        "nav": nav,
        "blatt": blatt,
        "quer": quer,
        "wurzel": adressen.wurzel(adresse) if wurzel is None else wurzel,
        "name": stand.einstellung("seitenname") or "LexAssay",
        "kontakt": stand.einstellung("kontaktadresse"),
        "beispiel": stand.beispieldaten,
        "erfunden": any(modell.demonstration for modell in stand.modelle),
        "methode": stand.methodenfassung,
        "assets": load_assets(),
        "satz": ausgabe.sicht.standardsatz,
        "archiv": bool(ausgabe.sicht.archivierte),
        "notizen": bool(ausgabe.sicht.texte.get("research_note")),
    }
    if not blatt:
        rahmen |= {
            "kennung": ausgabe.kennung,
            "stand": stand.stand,
            "build": adressen.build(ausgabe.kennung),
            "monat": MONATSBUCHSTABEN[ausgabe.datum.month - 1],
        }
    else:
        rahmen |= {"kennung": "", "stand": None, "build": adressen.LEBEND, "monat": ""}
    seite = adressen.datei(adresse)
    return render(
        vorlage,
        {
            "seite": rahmen,
            "wurzel": rahmen["wurzel"],
            "korrekturen": ausgabe.sicht.korrekturen_von(seite),
            "stellungnahmen": ausgabe.sicht.stellungnahmen_zu(seite),
            "konstante": KonstantenLeser(ausgabe),
            **werte,
        },
    )


class KonstantenLeser:
    """Lets a template write ``{{ konstante.budget }}``."""

    def __init__(self, ausgabe: Ausgabe) -> None:
        self._ausgabe = ausgabe

    def __getitem__(self, name: str) -> str:
        return self._ausgabe.konstante(name)


def modellname(modell: ModellStand) -> str:
    """Return name and variant, the variant only where the name does not say it already."""
    if modell.variante and _letters(modell.variante) not in _letters(modell.name):
        return f"{modell.name} {modell.variante}"
    return modell.name


def _letters(text: str) -> str:
    """Return what a name says, without spaces, hyphens and case."""
    return "".join(zeichen for zeichen in text.casefold() if zeichen.isalnum())


def zugang(modell: ModellStand) -> str:
    """Return the Zugangsweg as the public reads it."""
    return "lokal" if modell.lokal else bezeichnungen.bezeichnung(modell.zugangsweg)


def unterzeile(teilnahme: TeilnahmeStand, modell: ModellStand) -> str:
    """Return effort, vendor and access path; the context where a local one bounds the budget."""
    teile = [f"Effort {teilnahme.effort}"]
    if modell.anbieter and not modell.lokal:
        teile.append(modell.anbieter)
    teile.append(zugang(modell))
    if modell.lokal and teilnahme.geladener_kontext:
        teile.append(f"{context_length(teilnahme.geladener_kontext)} Kontext")
    return " · ".join(teile)


def context_length(token: int) -> str:
    """Return a context length in thousands.

    >>> context_length(8192)
    '8k'
    """
    return f"{token // 1000}k" if token >= 1000 else str(token)


def euro_mikro(stand: Datenstand, mikro: int | None, waehrung: str) -> Fraction | None:
    """Return micro-euros by the exchange rate of the build (R-8.1); None if unknown."""
    if mikro is None:
        return None
    if waehrung in ("", "EUR"):
        return Fraction(mikro)
    if waehrung == "USD" and stand.eur_je_usd_mikro:
        return Fraction(mikro) * stand.eur_je_usd_mikro / 1_000_000
    return None


def run_adresse(run: RunStand) -> str:
    """Return the address of the answer page of a Run."""
    return adressen.antwort(run.teilnahme, run.testfall, run.run_index)


def laufdatum(lauf: LaufStand) -> str:
    from lexassay.public.formate import datum

    return datum(lauf.datum)


def exporte_zu(ausgabe: Ausgabe, *pfade: str) -> list[Export]:
    """Return those of the named export files that the build has."""
    return [ausgabe.dateien[pfad] for pfad in pfade if pfad in ausgabe.dateien]


def verfahren(satz: AufgabensatzStand) -> str:
    """Return how a set is graded, for a subtitle."""
    return {
        "kriterien": "gewichtete Kriterien, Zitatabzug und Hinweisabzug",
        "dreistufig": "richtig (1), teilweise (½), falsch (0)",
        "regel": "feste Regel je Aufgabe",
    }.get(satz.bewertungsverfahren, satz.bewertungsverfahren)


def satzname(satz: AufgabensatzStand) -> str:
    """Return the short name of a set.

    The Kennung is what people cite, the title says what it is.
    """
    return satz.kennung


def join_german(teile: Iterable[str]) -> str:
    """Join words as German prose does.

    >>> join_german(["a", "b", "c"])
    'a, b und c'
    """
    liste = list(teile)
    return " und ".join([", ".join(liste[:-1]), liste[-1]] if len(liste) > 1 else liste)
