"""What is due, what counts, what is stale and why, and how far graders agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Exists, OuterRef, Q, QuerySet

from grading_app.agreement import Einheit, Intervall, krippendorff, mit_intervall, prozent
from grading_app.basis import abweichungen
from grading_app.begriffe import AuftragStatus, BewerterArt, Zweck
from grading_app.bewertbar import runzeilen, staende, teile
from grading_app.faelle import faelle
from grading_app.massstab import Massstab
from grading_app.models import Bewertung, Bewertungsauftrag
from grading_app.register import BEURTEILT
from grading_app.stufen import EvaluationsStatus
from grading_app.urteilsbildung import ENTSCHEIDEND, erfuellt_wert
from grading_app.urteilsstand import blockierte_stapel, kontrollbefund, letzte_urteile
from grading_app.vorlagen import judge_version
from runs_app.begriffe import Gueltigkeit, LaufStatus, RunStatus
from runs_app.models import Lauf, Run
from runs_app.status import TechnischerStatus
from tasks_app.begriffe import Bewertungsmodus


def runs_zu_bewerten(lauf: Lauf | None = None) -> QuerySet[Run]:
    """Final, valid Runs without a Bewertung, or whose Judge-Fehler has been answered since."""
    noten = Bewertung.objects.filter(run=OuterRef("pk"))
    beantwortet = Bewertungsauftrag.objects.filter(
        run=OuterRef("pk"), status=AuftragStatus.ERLEDIGT, stapel__zweck__in=ENTSCHEIDEND
    )
    fehler = EvaluationsStatus.JUDGE_FEHLER
    behoben = ~Exists(noten.exclude(evaluations_status=fehler)) & Exists(beantwortet)
    rows = Run.objects.filter(status=RunStatus.BEENDET, gueltigkeit=Gueltigkeit.GUELTIG)
    rows = rows.filter(~Exists(noten) | behoben)
    if lauf is not None:
        rows = rows.filter(teilnahme__lauf=lauf)
    return rows.order_by("pk")


def runs_bewertbar() -> QuerySet[Run]:
    """Those for which grading can do something now: by rule, or with every order answered."""
    offen = Bewertungsauftrag.objects.offen().filter(
        run=OuterRef("pk"), stapel__zweck__in=ENTSCHEIDEND
    )
    beantwortet = Bewertungsauftrag.objects.filter(
        run=OuterRef("pk"), status__in=[AuftragStatus.ERLEDIGT, AuftragStatus.JUDGE_FEHLER]
    )
    beurteilt = Exists(beantwortet) & ~Exists(offen)
    gescheitert = ~Q(technischer_status=TechnischerStatus.ERFOLGREICH)
    return runs_zu_bewerten().filter(
        gescheitert | Q(testfall__bewertungsmodus=Bewertungsmodus.REGEL) | beurteilt
    )


def laeufe_zu_bewerten() -> QuerySet[Lauf]:
    """Läufe that have such Runs."""
    return Lauf.objects.filter(
        pk__in=runs_zu_bewerten().order_by().values("teilnahme__lauf")
    ).exclude(status=LaufStatus.ENTWURF)


def beurteilbare_runs(lauf: Lauf) -> list[Run]:
    """Successful, valid Runs of a Lauf that graders must judge."""
    rows = Run.objects.filter(
        teilnahme__lauf=lauf,
        status=RunStatus.BEENDET,
        gueltigkeit=Gueltigkeit.GUELTIG,
        technischer_status=TechnischerStatus.ERFOLGREICH,
        testfall__bewertungsmodus__in=BEURTEILT,
    )
    rows = rows.select_related(
        "testfall", "teilnahme__lauf", "teilnahme__modell", "zaehlender_versuch"
    )
    return list(rows.prefetch_related("testfall__kriterien").order_by("testfall__kennung", "pk"))


def aktuelle_bewertungen(lauf: Lauf) -> QuerySet[Bewertung]:
    """The grade in force of every Run of a Lauf."""
    return (
        Bewertung.objects.aktuell()
        .filter(run__teilnahme__lauf=lauf)
        .select_related("run__testfall", "run__teilnahme__modell", "bewerter__modell")
        .order_by("run")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Veraltet:
    """A stale grade, why, and how many judge calls grading again would take (R-15.11)."""

    bewertung: Bewertung
    gruende: tuple[str, ...]
    aufrufe: int


def veraltete_bewertungen(lauf: Lauf | None = None) -> list[Veraltet]:
    """Grades in force whose basis has changed since."""
    rows = Bewertung.objects.aktuell()
    if lauf is not None:
        rows = rows.filter(run__teilnahme__lauf=lauf)
    je_run = {b.run_id: b for b in rows.select_related("run__testfall", "run__teilnahme")}
    return [v for ids in teile(je_run) for v in _veraltet(ids, je_run)]


def _veraltet(ids: Sequence[int], je_run: dict[int, Bewertung]) -> Iterable[Veraltet]:
    for fall in faelle(runzeilen(ids)):
        bewertung, basis = je_run[fall.zeile.id], fall.basis()
        if bewertung.basis_fingerabdruck == basis.fingerabdruck():
            continue
        neu = fall.urteile.auftrag is None and fall.massstab.braucht_urteile
        yield Veraltet(
            bewertung=bewertung,
            gruende=abweichungen(bewertung.basis, basis.teile()),
            aufrufe=int(neu and fall.zeile.erfolgreich),
        )


def veraltete_run_ids(lauf: Lauf | None = None) -> frozenset[int]:
    """Ids of the Runs whose grade is stale; for the snapshot of a build."""
    runs = Run.objects.filter(bewertungen__isnull=False).order_by()
    if lauf is not None:
        runs = runs.filter(teilnahme__lauf=lauf)
    masse: dict[int, Massstab] = {}
    return frozenset(
        fall.zeile.id
        for ids in teile(sorted(set(runs.values_list("pk", flat=True))))
        for stand in [staende(ids)]
        for fall in faelle(runzeilen(ids), masse)
        if stand[fall.zeile.id].fingerabdruck != fall.basis().fingerabdruck()
    )


def offene_auftraege(user: object | None = None) -> QuerySet[Bewertungsauftrag]:
    """Open orders, those of one person if given, in the order of their batches."""
    rows = Bewertungsauftrag.objects.offen().select_related("stapel", "bewerter", "rubrik")
    if user is not None:
        rows = rows.filter(bewerter__user=user, bewerter__art=BewerterArt.MENSCH)
    return rows.order_by("stapel", "position")


def verteilung(lauf: Lauf) -> dict[str, tuple[str, ...]]:
    """Which grader has which task of a Lauf: the first one, and the second of the overlap."""
    rows = Bewertungsauftrag.objects.filter(
        stapel__lauf=lauf, stapel__zweck__in=ENTSCHEIDEND, run__isnull=False
    ).exclude(status=AuftragStatus.ZURUECKGEZOGEN)
    plan: dict[str, dict[str, str]] = {}
    for aufgabe, zweck, wer in rows.values_list(
        "run__testfall__kennung", "stapel__zweck", "bewerter__kennung"
    ).order_by("pk"):
        plan.setdefault(aufgabe, {})[zweck] = wer
    return {
        aufgabe: tuple(wer[z] for z in (Zweck.BEWERTUNG, Zweck.UEBERLAPPUNG) if z in wer)
        for aufgabe, wer in plan.items()
        if Zweck.BEWERTUNG in wer
    }


def kontrollbefunde(lauf: Lauf) -> dict[int, tuple[str, ...]]:
    """Batches of a Lauf that are blocked by a control answer, and why (R-15.8)."""
    return blockierte_stapel(lauf.stapel.values_list("pk", flat=True))


def offene_abweichungen(lauf: Lauf) -> list[tuple[Run, tuple[str, ...]]]:
    """Runs on which graders differ and no person has decided yet, with the Kriterien."""
    ids = [run.pk for run in beurteilbare_runs(lauf)]
    return [
        (fall.run, fall.urteile.bildung.abweichungen)
        for teil in teile(ids)
        for fall in faelle(runzeilen(teil))
        if fall.run is not None and fall.urteile.bildung.abweichungen
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Uebereinstimmung:
    """Agreement of graders over verdicts: share of agreeing pairs, alpha with interval."""

    einheiten: int
    prozent: Fraction | None
    alpha: Intervall


def uebereinstimmung(lauf: Lauf, *, stichprobe: bool = False) -> Uebereinstimmung:
    """Agreement between graders (R-6.5), or between judges and the person of the sample (R-6.9)."""
    einheiten = _einheiten(lauf, stichprobe=stichprobe)
    return Uebereinstimmung(
        einheiten=len(einheiten),
        prozent=prozent(einheiten),
        alpha=mit_intervall(krippendorff, einheiten, seed=f"alpha|{lauf.kennung}"),
    )


def _einheiten(lauf: Lauf, *, stichprobe: bool) -> list[Einheit]:
    """One unit per Run and Kriterium that at least two graders of the two kinds judged."""
    rows = Bewertungsauftrag.objects.filter(
        stapel__lauf=lauf, run__isnull=False, status=AuftragStatus.ERLEDIGT
    ).exclude(stapel__zweck=Zweck.SCHLICHTUNG)
    rows = (
        rows.select_related("stapel", "bewerter").prefetch_related("urteile").order_by("run", "pk")
    )
    einheiten: dict[tuple[int, str], dict[str, str]] = {}
    probe: set[tuple[int, str]] = set()
    for auftrag in rows:
        ist_probe = auftrag.stapel.zweck == Zweck.STICHPROBE
        if ist_probe and not stichprobe:
            continue
        for kennung, urteil in letzte_urteile(auftrag).items():
            ort = (auftrag.run_id or 0, kennung)
            wert = urteil.label or erfuellt_wert(bool(urteil.erfuellt))
            einheiten.setdefault(ort, {})[auftrag.bewerter.kennung] = wert
            if ist_probe:
                probe.add(ort)
    return [
        tuple(werte.values())
        for ort, werte in sorted(einheiten.items())
        if len(werte) >= 2 and (not stichprobe or ort in probe)
    ]


def stichprobe_mangelhaft(lauf: Lauf) -> bool:
    """R-6.9: below 90 % agreement in the sample the Bewertungs-Tor blocks."""
    anteil = uebereinstimmung(lauf, stichprobe=True).prozent
    return anteil is not None and anteil < Fraction(9, 10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kontrollstand:
    """How a judge version did on control answers over all its batches (R-15.8: drift)."""

    judge_version: str
    monat: str
    geprueft: int
    verfehlt: int


def kontrollstaende() -> list[Kontrollstand]:
    """Control answers graded and missed per judge version and month, oldest first."""
    rows = Bewertungsauftrag.objects.filter(
        kontrolle__isnull=False, status__in=[AuftragStatus.ERLEDIGT, AuftragStatus.JUDGE_FEHLER]
    ).select_related("bewerter__modell", "rubrik", "stapel", "kontrolle")
    zahlen: dict[tuple[str, str], list[bool]] = {}
    for auftrag in rows.prefetch_related("urteile").order_by("pk"):
        version = judge_version(auftrag.bewerter, auftrag.rubrik)
        monat = f"{auftrag.stapel.angelegt_am:%Y-%m}"
        zahlen.setdefault((monat, version), []).append(bool(kontrollbefund(auftrag)))
    return [
        Kontrollstand(judge_version=version, monat=monat, geprueft=len(werte), verfehlt=sum(werte))
        for (monat, version), werte in sorted(zahlen.items())
    ]
