"""The ranking of one Aufgabensatz, filtered and sorted by address (R-15.15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from lexassay.builds.auswertung import Rangliste, Zeile
from lexassay.builds.datenstand import AufgabensatzStand
from lexassay.protokoll.exakt import round_half_up
from lexassay.public import adressen
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.bezeichnungen import RECHTSORDNUNG
from lexassay.public.formate import anzahl, zahl
from lexassay.public.pages.befunde import findings
from lexassay.public.pages.rahmen import exporte_zu, page
from lexassay.public.pages.streuung import scatter_values
from lexassay.public.pages.zeilen import Reihe, at_the_limit, row

FILTER = ("rechtsordnung", "anbieter", "weg", "effort")


@dataclass(frozen=True, slots=True)
class Spalte:
    """A sortable column: its key, heading, what it sorts by, if high comes first."""

    name: str
    titel: str
    lies: Callable[[Reihe], Any]
    fallend: bool = False


def _cost(reihe: Reihe) -> Fraction | None:
    return Fraction(0) if reihe.modell.lokal else reihe.euro


def _errors(reihe: Reihe) -> Fraction | None:
    zitate = reihe.z.zitate
    if not zitate.gesamt:
        return None
    return Fraction(zitate.falsch_zugeordnet + zitate.erfunden, zitate.gesamt)


SPALTEN = {
    s.name: s
    for s in (
        Spalte("rang", "Rang", lambda r: r.z.rang),
        Spalte("modell", "Modell", lambda r: r.name.casefold()),
        Spalte("score", "Score", lambda r: r.score, fallend=True),
        Spalte("oeffentlich", "Öffentlich", lambda r: r.z.score_oeffentlich, fallend=True),
        Spalte("geheim", "Geheim", lambda r: r.z.score_geheim, fallend=True),
        Spalte("alle", "Alle Kriterien", lambda r: complete(r.z), fallend=True),
        Spalte("zitate", "Zitate", _errors),
        Spalte("kosten", "Kosten", _cost),
        Spalte("median", "Median", lambda r: r.z.kennzahlen.median_ms),
        Spalte("p95", "P95", lambda r: r.z.kennzahlen.p95_ms),
    )
}


def complete(zeile: Zeile) -> int:
    """Return how many tasks are fully right: „Alle Kriterien“, else Runs with the highest value."""
    if zeile.alle_kriterien is not None:
        return zeile.alle_kriterien
    return zeile.kennzahlen.vollstaendig_korrekt


@dataclass(frozen=True, slots=True, kw_only=True)
class Auswahl:
    """What the address asks for; unknown values are ignored, they cannot be an error."""

    filter: Mapping[str, str]
    sort: str
    ab: bool
    fremd: bool

    @property
    def leer(self) -> bool:
        """Whether the page is the unfiltered one that lies in the build as a file."""
        return not self.filter and not self.sort


def read_choice(params: Mapping[str, str]) -> Auswahl:
    """Return the filters and the order that a query names."""
    gewaehlt = {name: params[name] for name in FILTER if params.get(name)}
    sort = params.get("sort", "")
    sort = sort if sort in SPALTEN else ""
    richtung = params.get("richtung", "")
    ab = richtung == "ab" if richtung in ("ab", "auf") else bool(sort and SPALTEN[sort].fallend)
    return Auswahl(filter=gewaehlt, sort=sort, ab=ab, fremd=False)


def rangliste(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the ranking of ``params["satz"]``; KeyError if the build has no such set."""
    satz = ausgabe.sicht.saetze[params["satz"]]
    return _render(ausgabe, satz, params, adressen.rangliste(satz.kennung))


def startseite(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the default ranking: v2 if present, else the first set that is not archived."""
    satz = ausgabe.sicht.standardsatz
    if satz is None:
        return page(
            ausgabe,
            "leer.html",
            "",
            titel="Rangliste",
            nav="rangliste",
            englisch="This build holds no task set yet.",
        )
    return _render(ausgabe, satz, params, "")


def _render(
    ausgabe: Ausgabe, satz: AufgabensatzStand, params: Mapping[str, str], adresse: str
) -> bytes:
    liste = ausgabe.sicht.ranglisten[satz.kennung]
    wahl = read_choice(params)
    gezeigt = [_row(ausgabe, zeile, wahl) for zeile in liste.zeilen]
    ohne = [_row(ausgabe, zeile, wahl) for zeile in liste.ohne_rang]
    alle = [*gezeigt, *ohne]
    gezeigt = [r for r in gezeigt if _matches(r, wahl)]
    ohne = [r for r in ohne if _matches(r, wahl)]
    grundlage = [row(ausgabe, zeile) for zeile in liste.zeilen]
    geheim = any(r.z.score_geheim is not None for r in alle)
    zitate = any(r.z.zitate.gesamt for r in alle)
    return page(
        ausgabe,
        "rangliste.html",
        adresse,
        titel=f"Rangliste {satz.kennung}",
        nav="rangliste" if adresse == "" else "rangliste-",
        quer=True,
        beschreibung=f"{satz.titel}: {len(liste.zeilen)} Teilnahmen im Vergleich",
        englisch=english(satz, liste),
        satz=satz,
        liste=liste,
        saetze=ausgabe.sicht.laufende,
        adresse_satz=adressen.rangliste(satz.kennung),
        tabellen=_groups(gezeigt, wahl, liste),
        ohne=_reasons(ohne),
        anzahl_zeilen=len(gezeigt) + len(ohne),
        anzahl_alle=len(alle),
        umfang=_extent(ausgabe, alle),
        befunde=findings(ausgabe, satz, grundlage),
        filter=_filter_fields(ausgabe, satz, alle, wahl),
        wahl=wahl,
        sortiert=_sorted_columns(wahl),
        geheim=geheim,
        zitate=zitate,
        kriterien=satz.bewertungsverfahren == "kriterien",
        breite=6 + geheim * 2 + zitate + 1,
        teilansicht=RECHTSORDNUNG.get(wahl.filter.get("rechtsordnung", ""), ""),
        grenzen=[(r, at_the_limit(r)) for r in gezeigt if r.grenze],
        streuung=scatter_values(grundlage) if wahl.leer else None,
        exporte=exporte_zu(
            ausgabe,
            f"daten/rangliste-{satz.kennung}.csv",
            f"daten/rangliste-{satz.kennung}.json",
        ),
        folge=_consequence(satz),
        interne_frage=question(satz),
    )


def question(satz: AufgabensatzStand) -> str:
    """Return the headline of a ranking."""
    if satz.bewertungsverfahren == "kriterien":
        return "Welche Sprachmodelle halten der juristischen Prüfung stand?"
    return satz.titel


def english(satz: AufgabensatzStand, liste: Rangliste) -> str:
    """Return the English summary of a ranking."""
    return (
        f"Leaderboard of language models on German, US and EU law, task set {satz.kennung}: "
        f"{len(liste.zeilen)} ranked entries over {liste.testfaelle} tasks, score 0–100 with "
        "95 % intervals. Measurements, not legal advice."
    )


def _row(ausgabe: Ausgabe, zeile: Zeile, wahl: Auswahl) -> Reihe:
    ordnung = wahl.filter.get("rechtsordnung")
    teil = None
    if ordnung:
        exakt = next((wert for slug, wert, _ in zeile.je_rechtsordnung if slug == ordnung), None)
        teil = None if exakt is None else int(round_half_up(exakt))
    return row(ausgabe, zeile, score_teil=teil)


def _matches(reihe: Reihe, wahl: Auswahl) -> bool:
    eigen = {
        "anbieter": reihe.modell.anbieter,
        "weg": reihe.zugang,
        "effort": reihe.teilnahme.effort,
    }
    return all(eigen.get(name, wert) == wert for name, wert in wahl.filter.items())


def _groups(
    reihen: Sequence[Reihe], wahl: Auswahl, liste: Rangliste
) -> list[tuple[str, str, list[Reihe]]]:
    """Return (group, sentence, rows): the groups of the ranking, or one sorted list."""
    if wahl.leer or (not wahl.sort and "rechtsordnung" not in wahl.filter):
        gruppen = groupby(reihen, key=lambda r: r.z.gruppe)
        return [(g, group_text(g), list(teil)) for g, teil in gruppen]
    spalte = SPALTEN[wahl.sort or "score"]
    ab = wahl.ab if wahl.sort else True
    mit = [r for r in reihen if spalte.lies(r) is not None]
    ohne = [r for r in reihen if spalte.lies(r) is None]
    mit.sort(key=lambda r: r.name.casefold())
    mit.sort(key=spalte.lies, reverse=ab)
    return [("", "", [*mit, *ohne])] if reihen else []


def group_text(gruppe: str) -> str:
    """Return what belonging to a group means."""
    if gruppe == "A":
        return "Abstand zum ersten Platz statistisch nicht gesichert"
    vorige = chr(ord(gruppe[0]) - 1) if gruppe else ""
    return f"gesichert schwächer als der Kopf von Gruppe {vorige}"


def _reasons(reihen: Iterable[Reihe]) -> list[tuple[str, list[Reihe]]]:
    """Rows without a rank stand apart, each under its reason (R-15.2)."""
    geordnet = sorted(reihen, key=lambda r: r.z.grund)
    return [(grund, list(teil)) for grund, teil in groupby(geordnet, key=lambda r: r.z.grund)]


def _extent(ausgabe: Ausgabe, reihen: Sequence[Reihe]) -> str:
    antworten = sum(r.z.kennzahlen.runs for r in reihen)
    zitate = sum(r.z.zitate.gesamt for r in reihen)
    teile = [
        anzahl(len(reihen), "Teilnahme", "Teilnahmen"),
        anzahl(antworten, "öffentliche Antwort", "öffentliche Antworten"),
    ]
    if zitate:
        teile.append(f"{zahl(zitate)} Zitate")
    return ", ".join(teile)


def _filter_fields(
    ausgabe: Ausgabe, satz: AufgabensatzStand, reihen: Sequence[Reihe], wahl: Auswahl
) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
    """Return (name, label, options) of each filter that has something to choose."""
    ordnungen = {slug for r in reihen for slug, _, _ in r.z.je_rechtsordnung}
    felder = (
        (
            "rechtsordnung",
            "Rechtsordnung",
            [(slug, text) for slug, text in RECHTSORDNUNG.items() if slug in ordnungen],
        ),
        ("anbieter", "Anbieter", _pairs(r.modell.anbieter for r in reihen)),
        ("weg", "Zugangsweg", _pairs(r.zugang for r in reihen)),
        ("effort", "Effort", _pairs(r.teilnahme.effort for r in reihen)),
    )
    return [
        (name, titel, [(wert, text, wahl.filter.get(name) == wert) for wert, text in werte])
        for name, titel, werte in felder
        if len(werte) > 1
    ]


def _pairs(werte: Iterable[str]) -> list[tuple[str, str]]:
    return [(wert, wert) for wert in sorted({w for w in werte if w}, key=str.casefold)]


def _sorted_columns(wahl: Auswahl) -> dict[str, dict[str, str]]:
    """Return for each column its link and, if the table is sorted by it, the direction."""
    behalten = "".join(f"&{name}={_quoted(wert)}" for name, wert in wahl.filter.items())
    ergebnis = {}
    for spalte in SPALTEN.values():
        aktiv = wahl.sort == spalte.name
        ab = not wahl.ab if aktiv else spalte.fallend
        richtung = "" if ab == spalte.fallend else "&richtung=" + ("ab" if ab else "auf")
        richtung_jetzt = "descending" if wahl.ab else "ascending"
        if not wahl.sort and spalte.name == "rang" and "rechtsordnung" not in wahl.filter:
            aktiv, richtung_jetzt = True, "ascending"
        ergebnis[spalte.name] = {
            "adresse": f"?sort={spalte.name}{richtung}{behalten}",
            "aria": richtung_jetzt if aktiv else "",
        }
    return ergebnis


def _quoted(wert: str) -> str:
    from urllib.parse import quote

    return quote(wert, safe="")


def _consequence(satz: AufgabensatzStand) -> dict[str, str]:
    """Only the criteria method deducts points for citations (SPEC 7)."""
    if satz.bewertungsverfahren == "kriterien":
        return {"mit": ", mit Abzug", "ohne": ", ohne Abzug"}
    return {"mit": "", "ohne": ""}
