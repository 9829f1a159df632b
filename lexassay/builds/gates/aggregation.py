"""Pure: no Django, no I/O. Gate Aggregation: sums and rates agree with the single Runs (R-11.1)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lexassay.builds.auswertung import Kennzahlen, Zeile
from lexassay.builds.gates.base import Befund, Pruefling, gate
from lexassay.builds.nachrechnung import recompute_points, recompute_score
from lexassay.protokoll.exakt import round_half_up


@gate("aggregation")
def check_points_follow_from_the_verdicts(p: Pruefling) -> Iterator[Befund]:
    """R-7.1–7.4: the stored points of each Run are those of its verdicts and deductions."""
    faelle = {fall.kennung: fall for fall in p.stand.testfaelle}
    for run in p.stand.runs:
        if not run.gueltig or run.bewertung is None or run.bewertung.effektiv is None:
            continue
        erwartet = recompute_points(run, faelle[run.testfall])
        if erwartet is not None and erwartet != run.bewertung.effektiv:
            yield Befund(
                "aggregation.E001",
                f"{run.testfall} · {run.teilnahme}: Die Punkte folgen nicht aus den Urteilen.",
                "Den Run erneut bewerten.",
                ("runs_app.teilnahme", run.teilnahme),
            )


@gate("aggregation")
def check_scores_are_recomputable(p: Pruefling) -> Iterator[Befund]:
    """R-11.1: an independent recomputation gives the same integer Score, total and parts."""
    laeufe = {lauf.kennung: lauf for lauf in p.stand.laeufe}
    geheime = {fall.kennung for fall in p.stand.testfaelle if fall.geheim}
    for zeile in p.auswertung.zeilen:
        alle = laeufe[zeile.lauf].testfaelle
        offen = tuple(k for k in alle if k not in geheime)
        geheim = tuple(k for k in alle if k in geheime)
        if zeile.score is None:
            continue
        gesamt = offen if zeile.score_geheim is None else alle
        for name, wert, kennungen in (
            ("Score", zeile.score, gesamt),
            ("Score öffentlicher Teil", zeile.score_oeffentlich, offen),
            ("Score geheimer Teil", zeile.score_geheim, geheim),
        ):
            if wert is None:
                continue
            neu = recompute_score(p.stand, zeile.teilnahme, kennungen)
            if neu != wert:
                yield Befund(
                    "aggregation.E002",
                    f"{zeile.teilnahme}: {name} {wert}, nachgerechnet {neu}.",
                    "Bewertungen des Laufs prüfen und den Build neu erstellen.",
                    ("runs_app.teilnahme", zeile.teilnahme),
                )


@gate("aggregation")
def check_six_classes_sum_to_the_valid_runs(p: Pruefling) -> Iterator[Befund]:
    """R-10.1, case 19: in every group the six classes sum to the valid Runs."""
    zellen: list[tuple[str, Kennzahlen]] = [
        (z.teilnahme, z.kennzahlen) for z in p.auswertung.zeilen
    ]
    zellen += [(f"{g.ebene} {'/'.join(g.schluessel)}", g.kennzahlen) for g in p.auswertung.gruppen]
    for name, k in zellen:
        summe = (
            k.erfolgreich
            + k.timeouts
            + k.leere_ausgaben
            + k.provider_fehler
            + k.nicht_erfolgreiche_abschluesse
            + k.besondere_abschlussgruende
        )
        if summe != k.runs:
            yield Befund(
                "aggregation.E003", f"{name}: {summe} klassifiziert, {k.runs} gültige Runs."
            )


@gate("aggregation")
def check_score_equals_the_effective_mean(p: Pruefling) -> Iterator[Befund]:
    """R-7.8: Score = round(100 × mean effektiver Score), on the public part of complete rows."""
    for zeile in p.auswertung.zeilen:
        if _comparable(zeile) and zeile.kennzahlen.mittlerer_effektiver_score is not None:
            mittel = zeile.kennzahlen.mittlerer_effektiver_score
            if int(round_half_up(mittel * Fraction(100))) != zeile.score_oeffentlich:
                yield Befund(
                    "aggregation.E004",
                    f"{zeile.teilnahme}: Der Score des öffentlichen Teils ist nicht das Mittel der"
                    " effektiven Scores.",
                )


def _comparable(zeile: Zeile) -> bool:
    k = zeile.kennzahlen
    return zeile.score_oeffentlich is not None and k.runs == k.erwartet and not k.ungueltig
