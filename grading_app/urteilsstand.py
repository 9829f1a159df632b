"""Reads what graders have said about Runs, and whether it is still about what they saw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from grading_app.begriffe import AuftragStatus, Zweck
from grading_app.judge.kontrolle import verfehlte_kriterien
from grading_app.massstab import Massstab
from grading_app.models import Bewerter, Bewertungsauftrag, Stapel, Urteil
from grading_app.urteilsbildung import ENTSCHEIDEND, Bildung, Einzelurteil, bilde, erfuellt_wert
from grading_app.vorlagen import judgebasis, modellnamen, vorlage_zu_run
from runs_app.models import Run

GEZAEHLT = frozenset({*ENTSCHEIDEND, Zweck.SCHLICHTUNG})


@dataclass(frozen=True, slots=True, kw_only=True)
class Urteilsstand:
    """Where the judgement of one Run stands.

    `vorlage` names the payload keys as of now, `urteile` what was said: both enter the basis of
    the grade. `wartet` is the German reason why there is no grade yet, "" if there can be one.
    """

    vorlage: str = ""
    urteile: str = ""
    bildung: Bildung = Bildung(urteile=(), abweichungen=())
    auftrag: Bewertungsauftrag | None = None
    bewerter: tuple[Bewerter, ...] = ()
    judge_fehler: str = ""
    wartet: str = ""


def urteilsstand(
    run: Run, massstab: Massstab, *, blockiert: Collection[int] = (), namen: Collection[str] = ()
) -> Urteilsstand:
    """The state of one Run; `blockiert` are the Stapel that missed a control (R-15.8)."""
    auftraege = [a for a in _auftraege(run) if Zweck(a.stapel.zweck) in GEZAEHLT]
    if not auftraege or massstab.rubrik is None:
        return Urteilsstand(wartet=massstab.grund or "Noch kein Bewerter ist beauftragt.")
    schluessel = _schluessel_jetzt(auftraege, run, massstab, namen)
    gueltig = [a for a in auftraege if a.schluessel == schluessel[a.pk]]
    fertig = [a for a in gueltig if a.status == AuftragStatus.ERLEDIGT]
    bildung = bilde(urteil for a in fertig for urteil in _einzelurteile(a))
    erste = [a for a in gueltig if a.stapel.zweck == Zweck.BEWERTUNG]
    massgeblich = erste or gueltig
    return Urteilsstand(
        vorlage=",".join(sorted({*schluessel.values()})),
        urteile="|".join(f"{u.bewerter}:{u.kriterium}={u.wert}" for u in bildung.urteile),
        bildung=bildung,
        auftrag=massgeblich[0] if massgeblich else None,
        bewerter=tuple(a.bewerter for a in fertig),
        judge_fehler=_judge_fehler(erste, bildung),
        wartet=_wartet(gueltig, bildung, blockiert),
    )


def _auftraege(run: Run) -> list[Bewertungsauftrag]:
    rows = run.auftraege.exclude(status=AuftragStatus.ZURUECKGEZOGEN)
    rows = rows.select_related("bewerter__modell__anbieter", "rubrik", "stapel")
    return list(rows.prefetch_related("urteile").order_by("stapel__zweck", "pk"))


def _schluessel_jetzt(
    auftraege: Iterable[Bewertungsauftrag], run: Run, massstab: Massstab, namen: Collection[str]
) -> dict[int, str]:
    """The key that each order would have if it were given now."""
    rubrik = massstab.rubrik
    assert rubrik is not None, "the caller has checked it"
    vorlage, _ = vorlage_zu_run(run, rubrik, namen or modellnamen(run.teilnahme.lauf))
    return {
        auftrag.pk: judgebasis(
            vorlage,
            bewerter=auftrag.bewerter,
            rubrik=rubrik,
            entscheidungen=massstab.entscheidungen,
        ).schluessel()
        for auftrag in auftraege
    }


def _einzelurteile(auftrag: Bewertungsauftrag) -> Iterable[Einzelurteil]:
    for urteil in letzte_urteile(auftrag).values():
        yield Einzelurteil(
            kriterium=urteil.kriterium_kennung,
            wert=urteil.label or erfuellt_wert(bool(urteil.erfuellt)),
            zweck=Zweck(auftrag.stapel.zweck),
            bewerter=auftrag.bewerter.kennung,
            begruendung=urteil.begruendung,
            passage=urteil.passage,
            treffer=tuple(urteil.treffer),
            fehlend=tuple(urteil.fehlend),
        )


def letzte_urteile(auftrag: Bewertungsauftrag) -> dict[str, Urteil]:
    """The newest verdict per Kriterium of an order (Kennung "" for a label)."""
    je_kriterium: dict[str, Urteil] = {}
    for urteil in sorted(auftrag.urteile.all(), key=lambda u: u.nummer):
        je_kriterium[urteil.kriterium_kennung] = urteil
    return je_kriterium


def _judge_fehler(erste: list[Bewertungsauftrag], bildung: Bildung) -> str:
    if bildung.urteile or not erste:
        return ""
    gescheitert = [a for a in erste if a.status == AuftragStatus.JUDGE_FEHLER]
    if len(gescheitert) < len(erste):
        return ""
    return f"Kein lesbares Urteil nach {gescheitert[0].versuche_zahl} Aufrufen."


def _wartet(gueltig: list[Bewertungsauftrag], bildung: Bildung, blockiert: Collection[int]) -> str:
    if not gueltig:
        return "Was die Bewerter sahen, hat sich geändert; eine neue Bewertung ist nötig."
    if any(a.status in (AuftragStatus.OFFEN, AuftragStatus.LAEUFT) for a in gueltig):
        return "Ein Urteil steht noch aus."
    if any(a.stapel_id in blockiert for a in gueltig):
        return "Der Stapel hat eine Kontrollantwort verfehlt."
    if bildung.abweichungen:
        return "Die Bewerter weichen voneinander ab; eine Person muss entscheiden."
    return ""


def blockierte_stapel(stapel_ids: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """Stapel with a control that is open or missed, and why (R-15.8)."""
    gruende: dict[int, list[str]] = defaultdict(list)
    rows = Bewertungsauftrag.objects.filter(stapel__in=list(stapel_ids), kontrolle__isnull=False)
    rows = rows.exclude(status=AuftragStatus.ZURUECKGEZOGEN)
    for auftrag in rows.select_related("kontrolle").prefetch_related("urteile"):
        if grund := kontrollbefund(auftrag):
            gruende[auftrag.stapel_id].append(grund)
    return {stapel: tuple(liste) for stapel, liste in gruende.items()}


def kontrollbefund(auftrag: Bewertungsauftrag) -> str:
    """Why a control answer does not clear its Stapel; "" if it was graded as known."""
    if auftrag.status == AuftragStatus.JUDGE_FEHLER:
        return f"{auftrag.anonym_id}: Judge-Fehler"
    if auftrag.status != AuftragStatus.ERLEDIGT:
        return f"{auftrag.anonym_id}: noch offen"
    urteile, beispiel = letzte_urteile(auftrag), auftrag.kontrolle
    assert beispiel is not None
    if "" in urteile:
        if urteile[""].label == beispiel.erwartetes_label:
            return ""
        return f"{auftrag.anonym_id}: {urteile[''].label} statt {beispiel.erwartetes_label}"
    verfehlt = verfehlte_kriterien(
        beispiel.erfuellt, {k: bool(u.erfuellt) for k, u in urteile.items()}
    )
    return f"{auftrag.anonym_id}: {', '.join(verfehlt)}" if verfehlt else ""


def stapel_frei(stapel: Stapel) -> bool:
    """Whether every control answer of a Stapel was graded as known."""
    return not blockierte_stapel([stapel.pk])
