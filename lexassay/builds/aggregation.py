"""Pure: no Django, no I/O. From graded Runs to rows, rankings, levels (R-7.5, R-10.1 to R-10.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from lexassay.builds.auswertung import Auswertung, Gruppe, Rangliste, Zeile
from lexassay.builds.datenstand import (
    AufgabensatzStand,
    Datenstand,
    LaufStand,
    RunStand,
    TeilnahmeStand,
    TestfallStand,
)
from lexassay.builds.metrics import budgetzahlen, kennzahlen, zitatzahlen
from lexassay.builds.uncertainty import (
    compare_rows,
    competition_ranks,
    groups,
    rank_spans,
    smallest_detectable,
)
from lexassay.protokoll.exakt import round_half_up

KLEINE_STICHPROBE = 30
"""R-10.4: a score over fewer tasks than this says „kleine Stichprobe“."""
EINMALIG = ("kriterien", "dreistufig")
"""R-7.5: these methods rank only Teilnahmen with exactly one repetition."""


@dataclass(frozen=True, slots=True)
class Sicht:
    """A Datenstand with its indexes; built once, read by everything below."""

    stand: Datenstand
    saetze: dict[str, AufgabensatzStand]
    faelle: dict[str, TestfallStand]
    laeufe: dict[str, LaufStand]
    modellnamen: dict[str, str]
    runs: dict[str, list[RunStand]]
    geheime_mindestens: int

    @classmethod
    def of(cls, stand: Datenstand) -> Sicht:
        runs: dict[str, list[RunStand]] = defaultdict(list)
        for run in stand.runs:
            runs[run.teilnahme].append(run)
        return cls(
            stand=stand,
            saetze={satz.kennung: satz for satz in stand.aufgabensaetze},
            faelle={fall.kennung: fall for fall in stand.testfaelle},
            laeufe={lauf.kennung: lauf for lauf in stand.laeufe},
            modellnamen={m.kennung: f"{m.name} {m.variante}" for m in stand.modelle},
            runs=dict(runs),
            geheime_mindestens=int(stand.einstellung("geheime_testfaelle_mindestens") or 5),
        )

    def satz(self, teilnahme: TeilnahmeStand) -> AufgabensatzStand:
        return self.saetze[self.laeufe[teilnahme.lauf].aufgabensatz]


def evaluate(stand: Datenstand) -> Auswertung:
    """Compute every number of a build from its full Datenstand."""
    sicht = Sicht.of(stand)
    zeilen = {t.kennung: _row(sicht, t) for t in stand.teilnahmen}
    ranglisten = []
    for satz in stand.aufgabensaetze:
        liste = _ranking(sicht, satz, zeilen)
        ranglisten.append(liste)
        zeilen |= {zeile.teilnahme: zeile for zeile in liste.zeilen}
    gruppen = tuple(gruppe for liste in ranglisten for gruppe in _levels(sicht, liste))
    return Auswertung(
        ranglisten=tuple(ranglisten),
        zeilen=tuple(zeilen[key] for key in sorted(zeilen)),
        gruppen=gruppen,
    )


# One row ------------------------------------------------------------------------------------------


def _row(sicht: Sicht, teilnahme: TeilnahmeStand) -> Zeile:
    satz = sicht.satz(teilnahme)
    lauf = sicht.laeufe[teilnahme.lauf]
    runs = sicht.runs.get(teilnahme.kennung, [])
    oeffentliche = [run for run in runs if not sicht.faelle[run.testfall].geheim]
    kennungen = lauf.testfaelle
    offen = [k for k in kennungen if not sicht.faelle[k].geheim]
    geheim = [k for k in kennungen if sicht.faelle[k].geheim]
    grund = _unranked_reason(sicht, teilnahme, satz, runs)
    punkte = task_points(runs)
    exakt = _exact_score(punkte, offen)
    mit_geheim = len(geheim) >= sicht.geheime_mindestens
    ohne_score = bool(_missing(lauf, runs)) or lauf.teilweise or not kennungen
    return Zeile(
        teilnahme=teilnahme.kennung,
        lauf=teilnahme.lauf,
        modell=teilnahme.modell,
        effort=teilnahme.effort,
        gewertet=not grund,
        grund=grund,
        score=None
        if ohne_score
        else _rounded(_exact_score(punkte, kennungen if mit_geheim else offen)),
        score_unten=None,
        score_oben=None,
        score_oeffentlich=None if ohne_score else _rounded(exakt),
        score_oeffentlich_exakt=None if ohne_score else exakt,
        score_geheim=None
        if ohne_score or not mit_geheim
        else _rounded(_exact_score(punkte, geheim)),
        rang=None,
        rang_von=None,
        rang_bis=None,
        gruppe="",
        alle_kriterien=_all_criteria(satz, oeffentliche),
        testfaelle=len(kennungen) if mit_geheim else len(offen),
        testfaelle_oeffentlich=len(offen),
        kennzahlen=kennzahlen(oeffentliche, erwartet=len(offen) * lauf.wiederholungen),
        zitate=zitatzahlen(oeffentliche),
        budget=budgetzahlen(oeffentliche),
        kosten_mikro=teilnahme.kosten_mikro,
        kosten_geschaetzt=teilnahme.kosten_geschaetzt,
        je_rechtsordnung=_by_order(sicht, punkte, offen),
    )


def task_points(runs: Iterable[RunStand]) -> dict[str, Fraction]:
    """Return the Aufgabenpunkte per Testfall: the mean of its repetitions (R-7.5)."""
    werte: dict[str, list[Fraction]] = defaultdict(list)
    for run in runs:
        werte[run.testfall].append(run_points(run))
    return {kennung: sum(liste, Fraction(0)) / len(liste) for kennung, liste in werte.items()}


def run_points(run: RunStand) -> Fraction:
    """Return what a Run contributes: its effektiver Score; 0 if it failed technically."""
    if run.bewertung is None or run.bewertung.effektiv is None:
        return Fraction(0)
    return run.bewertung.effektiv


def _exact_score(punkte: dict[str, Fraction], kennungen: Sequence[str]) -> Fraction | None:
    if not kennungen:
        return None
    summe = sum((punkte.get(kennung, Fraction(0)) for kennung in kennungen), Fraction(0))
    return summe / len(kennungen) * 100


def _rounded(exakt: Fraction | None) -> int | None:
    return None if exakt is None else int(round_half_up(exakt))


def _missing(lauf: LaufStand, runs: Sequence[RunStand]) -> str:
    """R-7.5: a missing or invalid Run leaves a Teilnahme without Score."""
    erwartet = len(lauf.testfaelle) * lauf.wiederholungen
    if len(runs) < erwartet:
        return f"{erwartet - len(runs)} von {erwartet} Runs fehlen"
    ungueltig = sum(1 for run in runs if not run.gueltig)
    if ungueltig:
        return f"{ungueltig} von {erwartet} Runs sind ungültig"
    offen = sum(
        1
        for run in runs
        if run.bewertung is None
        or run.bewertung.evaluations_status in ("ohne_regel", "judge_fehler")
    )
    return f"{offen} von {erwartet} Runs sind nicht bewertet" if offen else ""


def _unranked_reason(
    sicht: Sicht, teilnahme: TeilnahmeStand, satz: AufgabensatzStand, runs: Sequence[RunStand]
) -> str:
    """Return why a row has no rank, "" if it has one (R-7.5, R-10.2, R-10.3, R-15.2)."""
    lauf = sicht.laeufe[teilnahme.lauf]
    gruende = (
        (bool(teilnahme.ausgelassen_grund), teilnahme.ausgelassen_grund),
        (not teilnahme.vergleichbar, f"nicht vergleichbar: {teilnahme.unvergleichbar_grund}"),
        (not teilnahme.aufrufe_geprueft, "Aufrufe nicht geprüft"),
        (lauf.teilweise, "Teil-Lauf: nicht der ganze Katalog"),
        (lauf.katalogversion != satz.katalogversion, "ältere Fassung des Katalogs"),
        (
            satz.bewertungsverfahren in EINMALIG and lauf.wiederholungen != 1,
            "mehrere Wiederholungen",
        ),
    )
    return next((grund for gilt, grund in gruende if gilt), "") or _missing(lauf, runs)


def _all_criteria(satz: AufgabensatzStand, runs: Sequence[RunStand]) -> int | None:
    """R-7.6: Testfälle with all criteria met in every repetition and no Zitatabzug."""
    if satz.bewertungsverfahren != "kriterien":
        return None
    erfuellt: dict[str, bool] = {}
    for run in runs:
        note = run.bewertung
        voll = note is not None and note.anteil == 1 and not note.zitatabzuege
        erfuellt[run.testfall] = erfuellt.get(run.testfall, True) and voll
    return sum(erfuellt.values())


def _by_order(
    sicht: Sicht, punkte: dict[str, Fraction], offen: Sequence[str]
) -> tuple[tuple[str, Fraction, int], ...]:
    """Score of the public part per Rechtsordnung: (slug, exact 0–100, number of Testfälle)."""
    je: dict[str, list[str]] = defaultdict(list)
    for kennung in offen:
        je[sicht.faelle[kennung].rechtsordnung].append(kennung)
    return tuple(
        (ordnung, _exact_score(punkte, kennungen) or Fraction(0), len(kennungen))
        for ordnung, kennungen in sorted(je.items())
    )


# The ranking --------------------------------------------------------------------------------------


def _ranking(sicht: Sicht, satz: AufgabensatzStand, zeilen: dict[str, Zeile]) -> Rangliste:
    neueste = newest_rows(sicht, satz)
    gewertet = sorted(
        (zeilen[k] for k in neueste if zeilen[k].gewertet), key=lambda z: _order(sicht, z)
    )
    ohne = sorted(
        (zeilen[k] for k in neueste if not zeilen[k].gewertet),
        key=lambda z: (sicht.modellnamen[z.modell], z.effort),
    )
    mit_geheim = satz.anzahl_geheim >= sicht.geheime_mindestens
    faelle = [k for k in satz.testfaelle if mit_geheim or not sicht.faelle[k].geheim]
    platziert, abstand = _placed(sicht, satz, gewertet, faelle)
    return Rangliste(
        aufgabensatz=satz.kennung,
        katalogversion=satz.katalogversion,
        testfaelle=len(faelle),
        testfaelle_oeffentlich=satz.anzahl_oeffentlich,
        kleine_stichprobe=len(faelle) < KLEINE_STICHPROBE,
        kleinster_nachweisbarer_abstand=abstand,
        zeilen=tuple(platziert),
        ohne_rang=tuple(ohne),
    )


def newest_rows(sicht: Sicht, satz: AufgabensatzStand) -> list[str]:
    """Return the newest Teilnahme per Modell + Effort: latest start, then kennung (R-10.2).

    An older complete row gives way to a newer one only if the newer one can be ranked; a row that
    cannot be ranked is shown when there is none that can.
    """
    je: dict[tuple[str, str], list[TeilnahmeStand]] = defaultdict(list)
    for teilnahme in sicht.stand.teilnahmen:
        if sicht.laeufe[teilnahme.lauf].aufgabensatz == satz.kennung:
            je[teilnahme.modell, teilnahme.effort].append(teilnahme)
    ergebnis = []
    for kandidaten in je.values():
        ergebnis.append(
            max(
                kandidaten,
                key=lambda t: (
                    not _unranked_reason(sicht, t, satz, sicht.runs.get(t.kennung, [])),
                    sicht.laeufe[t.lauf].datum,
                    t.kennung,
                ),
            ).kennung
        )
    return sorted(ergebnis)


def _order(sicht: Sicht, zeile: Zeile) -> tuple[int, str, str]:
    """Integer Score descending, name, effort (R-10.4)."""
    return (-(zeile.score or 0), sicht.modellnamen[zeile.modell], zeile.effort)


def _placed(
    sicht: Sicht, satz: AufgabensatzStand, gewertet: Sequence[Zeile], faelle: Sequence[str]
) -> tuple[Iterator[Zeile], int | None]:
    matrix = []
    for zeile in gewertet:
        punkte = task_points(sicht.runs[zeile.teilnahme])
        matrix.append([punkte.get(kennung, Fraction(0)) for kennung in faelle])
    vergleich = compare_rows(f"{satz.kennung}|{satz.katalogversion}", matrix)
    raenge = competition_ranks([zeile.score or 0 for zeile in gewertet])
    spannen = rank_spans(vergleich.besser)
    buchstaben = groups(vergleich.besser)
    platziert = (
        replace(
            zeile,
            score_unten=vergleich.intervalle[i].unten,
            score_oben=vergleich.intervalle[i].oben,
            rang=raenge[i],
            rang_von=spannen[i][0],
            rang_bis=spannen[i][1],
            gruppe=buchstaben[i],
        )
        for i, zeile in enumerate(gewertet)
    )
    return platziert, smallest_detectable(vergleich.halbe_breiten)


# The levels ---------------------------------------------------------------------------------------


def _levels(sicht: Sicht, liste: Rangliste) -> Iterator[Gruppe]:
    """The six levels and Lauf, over public Testfälle (R-10.2, R-12.3).

    Rows without a rank enter only their own cells: Modell and Modell × Testfall.
    """
    zellen: dict[tuple[str, tuple[str, ...]], list[RunStand]] = defaultdict(list)
    erwartet: dict[tuple[str, tuple[str, ...]], int] = defaultdict(int)
    for zeile in (*liste.zeilen, *liste.ohne_rang):
        plan = _planned(sicht, zeile)
        for ebene, schluessel, fall in _cells(sicht, zeile, plan):
            erwartet[ebene, schluessel] += plan[fall]
        for run in sicht.runs.get(zeile.teilnahme, []):
            if run.testfall in plan:
                for ebene, schluessel, _ in _cells(sicht, zeile, [run.testfall]):
                    zellen[ebene, schluessel].append(run)
    for key in sorted(erwartet):
        ebene, schluessel = key
        yield Gruppe(
            ebene=ebene,
            aufgabensatz=liste.aufgabensatz,
            schluessel=schluessel,
            kennzahlen=kennzahlen(zellen[key], erwartet=erwartet[key]),
        )


def _planned(sicht: Sicht, zeile: Zeile) -> dict[str, int]:
    lauf = sicht.laeufe[zeile.lauf]
    return {k: lauf.wiederholungen for k in lauf.testfaelle if not sicht.faelle[k].geheim}


def _cells(
    sicht: Sicht, zeile: Zeile, faelle: Iterable[str]
) -> Iterator[tuple[str, tuple[str, ...], str]]:
    modell = (zeile.modell, zeile.effort)
    zugang = next(m.zugangsweg for m in sicht.stand.modelle if m.kennung == zeile.modell)
    for kennung in faelle:
        fall = sicht.faelle[kennung]
        yield "modell", modell, kennung
        yield "modell_testfall", (*modell, kennung), kennung
        yield "lauf", (zeile.lauf,), kennung
        if not zeile.gewertet:
            continue
        yield "testfall", (kennung,), kennung
        yield "zugangsweg", (zugang,), kennung
        yield "bewertungsverfahren", (fall.bewertungsmodus,), kennung
        for kategorie in fall.kategorien:
            yield "kategorie", (kategorie.art, kategorie.name), kennung
