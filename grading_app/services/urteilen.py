"""Record verdicts: of a person at the desk, of a judge, of a person who decides between them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from grading_app.begriffe import AuftragStatus, BewerterArt, Rubrikmodus, Zweck
from grading_app.blind import anonym_id
from grading_app.judge.parse import Richterspruch, Urteilswert, steht_in
from grading_app.judge.prompt import nutzlast_json, nutzlast_sha256
from grading_app.massstab import massstab
from grading_app.models import Bewerter, Bewertungsauftrag, Stapel, Urteil
from grading_app.services.fehler import NichtBewertbar
from grading_app.urteilsstand import urteilsstand
from grading_app.vorlagen import judgebasis, modellnamen, vorlage_zu_run
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import log_ereignis, require_role
from runs_app.models import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Eingabe:
    """One verdict as a person enters it: on a Kriterium, or (Kennung "") a label."""

    begruendung: str
    kriterium: str = ""
    erfuellt: bool | None = None
    label: str = ""
    passage: str = ""


@transaction.atomic
def record_urteil(
    *, auftrag: Bewertungsauftrag, eingaben: Sequence[Eingabe], user: Any
) -> list[Urteil]:
    """Store the verdicts of a person for one order and close it.

    The Stapel must be open, the order must belong to the person, every Kriterium must be decided
    with a reason. Raises NichtBewertbar or NichtErlaubt (German); nothing is stored then.
    """
    require_role(user=user, rolle=Rolle.BEWERTUNG)
    auftrag = Bewertungsauftrag.objects.select_for_update().get(pk=auftrag.pk)
    _check_auftrag(auftrag, user)
    _check_eingaben(auftrag, eingaben)
    antwort = gezeigte_antwort(auftrag)
    urteile = [_urteil(auftrag, eingabe, antwort) for eingabe in eingaben]
    Urteil.objects.bulk_create(urteile)
    close_auftrag(auftrag)
    log_ereignis(aktion="urteil_abgegeben", objekt=auftrag, user=user)
    return urteile


def _check_auftrag(auftrag: Bewertungsauftrag, user: Any) -> None:
    if auftrag.bewerter.art != BewerterArt.MENSCH or auftrag.bewerter.user_id != user.pk:
        raise NichtBewertbar("Dieser Auftrag gehört einem anderen Bewerter.")
    if auftrag.stapel.gesperrt:
        raise NichtBewertbar("Der Stapel ist gesperrt; Urteile sind nicht mehr möglich.")
    if auftrag.status == AuftragStatus.ZURUECKGEZOGEN:
        raise NichtBewertbar("Der Auftrag wurde zurückgezogen.")


def _check_eingaben(auftrag: Bewertungsauftrag, eingaben: Sequence[Eingabe]) -> None:
    if any(not e.begruendung.strip() for e in eingaben):
        raise NichtBewertbar("Jedes Urteil braucht eine Begründung.")
    verlangt = verlangte_kriterien(auftrag)
    if sorted(e.kriterium for e in eingaben) != sorted(verlangt):
        raise NichtBewertbar("Jedes Kriterium braucht genau ein Urteil.")
    skala = auftrag.rubrik.werte()
    for eingabe in eingaben:
        if eingabe.kriterium and eingabe.erfuellt is None:
            raise NichtBewertbar(f"Kriterium {eingabe.kriterium}: erfüllt oder nicht erfüllt?")
        if not eingabe.kriterium and eingabe.label not in skala:
            raise NichtBewertbar(f"Das Label muss eines von {', '.join(skala)} sein.")


def verlangte_kriterien(auftrag: Bewertungsauftrag) -> list[str]:
    """The Kennungen that need a verdict; one empty Kennung in label mode."""
    if auftrag.rubrik.modus == Rubrikmodus.STUFEN:
        return [""]
    return [k["kennung"] for k in gezeigte_daten(auftrag)["kriterien"]]


def gezeigte_daten(auftrag: Bewertungsauftrag) -> dict[str, Any]:
    """The payload that the grader sees, as stored."""
    daten: dict[str, Any] = json.loads(auftrag.nutzlast)
    return daten


def gezeigte_antwort(auftrag: Bewertungsauftrag) -> str:
    """The anonymised answer that the grader sees."""
    return str(gezeigte_daten(auftrag)["antwort"])


def _urteil(auftrag: Bewertungsauftrag, eingabe: Eingabe, antwort: str) -> Urteil:
    return Urteil(
        auftrag=auftrag,
        kriterium_kennung=eingabe.kriterium,
        nummer=naechste_nummer(auftrag),
        erfuellt=eingabe.erfuellt if eingabe.kriterium else None,
        label="" if eingabe.kriterium else eingabe.label,
        begruendung=eingabe.begruendung.strip(),
        passage=eingabe.passage,
        passage_belegt=steht_in(eingabe.passage, antwort),
        erstellt_am=timezone.now(),
    )


def naechste_nummer(auftrag: Bewertungsauftrag) -> int:
    """The next round of verdicts of an order; a person may correct until the Stapel is locked."""
    bisher = auftrag.urteile.aggregate(n=Max("nummer"))["n"]
    return (bisher or 0) + 1


def store_spruch(auftrag: Bewertungsauftrag, spruch: Richterspruch, antwort: str) -> list[Urteil]:
    """Store a judge's parsed verdict and close the order; the caller holds the transaction."""
    nummer, jetzt = naechste_nummer(auftrag), timezone.now()
    gemeinsam: Mapping[str, Any] = {
        "auftrag": auftrag,
        "nummer": nummer,
        "manipulationsversuch": spruch.manipulationsversuch,
        "erstellt_am": jetzt,
    }
    if spruch.label:
        urteile = [
            Urteil(
                label=spruch.label,
                begruendung=spruch.begruendung,
                treffer=list(spruch.treffer),
                fehlend=list(spruch.fehlende_punkte),
                **gemeinsam,
            )
        ]
    else:
        urteile = [_aus_spruch(u, gemeinsam) for u in spruch.urteile]
    Urteil.objects.bulk_create(urteile)
    close_auftrag(auftrag)
    return urteile


def _aus_spruch(urteil: Urteilswert, gemeinsam: Mapping[str, Any]) -> Urteil:
    return Urteil(
        kriterium_kennung=urteil.kennung,
        erfuellt=urteil.erfuellt,
        begruendung=urteil.begruendung,
        passage=urteil.passage,
        passage_belegt=urteil.passage_belegt,
        **gemeinsam,
    )


def close_auftrag(auftrag: Bewertungsauftrag) -> None:
    """Mark an order as done and give its lease back."""
    auftrag.status = AuftragStatus.ERLEDIGT
    auftrag.erledigt_am = timezone.now()
    auftrag.lease_token, auftrag.lease_bis, auftrag.fehlertext = "", None, ""
    auftrag.save(update_fields=["status", "erledigt_am", "lease_token", "lease_bis", "fehlertext"])


@transaction.atomic
def settle_disagreement(
    *, run: Run, bewerter: Bewerter, eingaben: Sequence[Eingabe], user: Any
) -> Bewertungsauftrag:
    """A person decides the Kriterien on which graders differ (R-6.5); only those may be given."""
    require_role(user=user, rolle=Rolle.BEWERTUNG)
    if bewerter.art != BewerterArt.MENSCH or bewerter.user_id != user.pk:
        raise NichtBewertbar("Eine Abweichung entscheidet eine Person mit eigenem Konto.")
    run = Run.objects.select_related("testfall", "teilnahme__lauf", "zaehlender_versuch").get(
        pk=run.pk
    )
    mass = massstab(run.testfall)
    offen = urteilsstand(run, mass).bildung.abweichungen
    if sorted(e.kriterium for e in eingaben) != sorted(offen) or mass.rubrik is None:
        raise NichtBewertbar(f"Zu entscheiden ist: {', '.join(offen) or 'nichts'}.")
    if any(not e.begruendung.strip() for e in eingaben):
        raise NichtBewertbar("Jedes Urteil braucht eine Begründung.")
    auftrag = _schlichtungsauftrag(run, bewerter, mass.rubrik, mass.entscheidungen)
    antwort = gezeigte_antwort(auftrag)
    Urteil.objects.bulk_create([_urteil(auftrag, eingabe, antwort) for eingabe in eingaben])
    close_auftrag(auftrag)
    log_ereignis(aktion="abweichung_entschieden", objekt=auftrag, user=user)
    return auftrag


def _schlichtungsauftrag(
    run: Run, bewerter: Bewerter, rubrik: Any, entscheidungen: tuple[str, ...]
) -> Bewertungsauftrag:
    lauf = run.teilnahme.lauf
    stapel, _ = Stapel.objects.get_or_create(
        lauf=lauf,
        bewerter=bewerter,
        zweck=Zweck.SCHLICHTUNG,
        nummer=_schlichtungsnummer(lauf, bewerter, rubrik),
        defaults={
            "rubrik": rubrik,
            "seed": f"schlichtung-{lauf.kennung}",
            "angelegt_am": timezone.now(),
        },
    )
    vorlage, anonym = vorlage_zu_run(run, rubrik, modellnamen(lauf))
    basis = judgebasis(vorlage, bewerter=bewerter, rubrik=rubrik, entscheidungen=entscheidungen)
    return Bewertungsauftrag.objects.create(
        stapel=stapel,
        anonym_id=anonym_id(stapel.seed, f"{run.pk}-{stapel.auftraege.count()}"),
        position=stapel.auftraege.count() + 1,
        run=run,
        bewerter=bewerter,
        rubrik=rubrik,
        schluessel=basis.schluessel(),
        nutzlast=nutzlast_json(vorlage),
        nutzlast_sha256=nutzlast_sha256(vorlage),
        selbstnennungen=list(anonym.selbstnennungen),
    )


def _schlichtungsnummer(lauf: Any, bewerter: Bewerter, rubrik: Any) -> int:
    """The open Stapel of this Rubrik, else the next number."""
    bisher = Stapel.objects.filter(lauf=lauf, bewerter=bewerter, zweck=Zweck.SCHLICHTUNG)
    offen = bisher.filter(rubrik=rubrik, gesperrt_am__isnull=True).order_by("-nummer").first()
    if offen:
        return offen.nummer
    return (bisher.aggregate(n=Max("nummer"))["n"] or 0) + 1
