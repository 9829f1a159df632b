"""The findings above a ranking: one sentence each, computed from the build alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from lexassay.builds.datenstand import AufgabensatzStand
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.formate import euro, prozent, zahl, zahlwort
from lexassay.public.pages.zeilen import Reihe


@dataclass(frozen=True, slots=True)
class Befund:
    """A finding: what stands out, the sentence around it, the figures that carry it."""

    vor: str
    stark: str
    nach: str
    klein: str


def findings(ausgabe: Ausgabe, satz: AufgabensatzStand, reihen: Sequence[Reihe]) -> list[Befund]:
    """Return at most three findings; none if nothing is ranked."""
    if not reihen:
        return []
    kandidaten = (
        _lead(reihen),
        _citations(reihen),
        _cost(reihen),
        _limit(reihen),
        _complete(satz, reihen),
    )
    return [befund for befund in kandidaten if befund][:3]


def _lead(reihen: Sequence[Reihe]) -> Befund:
    spitze = [r for r in reihen if r.z.gruppe == "A"]
    scores = [r.z.score or 0 for r in spitze]
    spanne = (
        f"Score {min(scores)} bis {max(scores)}" if len(set(scores)) > 1 else f"Score {scores[0]}"
    )
    if len(spitze) == 1:
        return Befund(
            "",
            spitze[0].name,
            f" (Effort {spitze[0].teilnahme.effort}) steht im Test gesichert vor allen anderen.",
            f"Gruppe A, {spanne}",
        )
    return Befund(
        "",
        f"{zahlwort(len(spitze)).capitalize()} Teilnahmen",
        " teilen sich die Spitze. Ihr Abstand zum ersten Platz ist nicht gesichert.",
        f"Gruppe A, {spanne}",
    )


def _citations(reihen: Sequence[Reihe]) -> Befund | None:
    gesamt = sum(r.z.zitate.gesamt for r in reihen)
    if not gesamt:
        return None
    erfunden = sum(r.z.zitate.erfunden for r in reihen)
    falsch = sum(r.z.zitate.falsch_zugeordnet for r in reihen)
    if not erfunden and not falsch:
        offen = sum(r.z.zitate.nicht_auffindbar + r.z.zitate.ungeprueft for r in reihen)
        return Befund(
            "",
            "Keines",
            f" der {zahl(gesamt)} stützenden Zitate ist erfunden oder falsch zugeordnet.",
            f"{zahl(offen)} nicht auffindbar oder ungeprüft",
        )
    anteile = [
        Fraction(r.z.zitate.erfunden, r.z.zitate.gesamt) for r in reihen if r.z.zitate.gesamt
    ]
    return Befund(
        "",
        prozent(Fraction(erfunden, gesamt)),
        f" der {zahl(gesamt)} stützenden Zitate sind erfunden, weitere "
        f"{prozent(Fraction(falsch, gesamt))} falsch zugeordnet.",
        f"Spanne der erfundenen: {prozent(min(anteile))} bis {prozent(max(anteile))}",
    )


def _cost(reihen: Sequence[Reihe]) -> Befund | None:
    spitze = [r for r in reihen if r.z.gruppe == "A" and r.euro]
    if len(spitze) < 2:
        return None
    guenstig = min(spitze, key=lambda r: (r.euro or 0, r.name))
    teuer = max(spitze, key=lambda r: (r.euro or 0, r.name))
    if not guenstig.euro or not teuer.euro or guenstig.euro * 2 > teuer.euro:
        return None
    return Befund(
        "",
        euro(guenstig.euro) + ("*" if guenstig.geschaetzt else ""),
        f" statt {euro(teuer.euro)}{'*' if teuer.geschaetzt else ''}: {guenstig.name} ist von der "
        "teuersten Teilnahme der Spitzengruppe nicht gesichert zu unterscheiden.",
        f"Score {guenstig.z.score} gegen {teuer.z.score}",
    )


def _limit(reihen: Sequence[Reihe]) -> Befund | None:
    betroffen = sum(r.grenze for r in reihen)
    antworten = sum(r.z.kennzahlen.runs for r in reihen)
    if not betroffen:
        return None
    if betroffen == 1:
        return Befund(
            "",
            "Eine Antwort",
            " brach auch im letzten Versuch an der Token-Grenze ab und zählt 0 Punkte.",
            f"1 von {zahl(antworten)} öffentlichen Antworten",
        )
    return Befund(
        "",
        f"{zahlwort(betroffen).capitalize()} Antworten",
        " brachen auch im letzten Versuch an der Token-Grenze ab und zählen 0 Punkte.",
        f"{betroffen} von {zahl(antworten)} öffentlichen Antworten",
    )


def _complete(satz: AufgabensatzStand, reihen: Sequence[Reihe]) -> Befund | None:
    if satz.bewertungsverfahren == "kriterien":
        return None
    quoten = [r.z.kennzahlen.korrektrate for r in reihen if r.z.kennzahlen.korrektrate is not None]
    if not quoten:
        return None
    return Befund(
        "Vollständig korrekt sind je Teilnahme ",
        f"{prozent(min(quoten))} bis {prozent(max(quoten))}",
        " der bewerteten Antworten.",
        f"Korrektrate über {len(quoten)} Teilnahmen",
    )
