"""A person overrides a grade or single criteria, with a reason; it wins from then on (R-6.8)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from citations_app.selectors import abzugsschluessel_final
from grading_app import noten
from grading_app.begriffe import Verfahren
from grading_app.bewertbar import basis_jetzt, runzeilen
from grading_app.massstab import Massstab, massstab
from grading_app.models import Bewertung
from grading_app.noten import Note, Urteilszeile
from grading_app.services.ablage import neue_zeile
from grading_app.services.erhalten import note_aus
from grading_app.services.fehler import Konflikt, NichtBewertbar
from grading_app.stufen import EvaluationsStatus, stufe_aus_wert
from grading_app.urteilsstand import Urteilsstand, urteilsstand
from lexassay.protokoll.rollen import Rolle
from lexassay.protokoll.services import log_ereignis, require_role
from runs_app.models import Run


@transaction.atomic
def override_bewertung(
    *,
    bewertung: Bewertung,
    begruendung: str,
    user: Any,
    erwartete_version: int,
    kriterien: Mapping[str, bool] | None = None,
    label: str = "",
    wert: Fraction | None = None,
) -> Bewertung:
    """Store a new Bewertung that replaces `bewertung`; return it.

    Criteria mode: `kriterien` names the verdicts that change. Otherwise `label` and, where the
    Rubrik does not give it, `wert`. Raises NichtBewertbar, Konflikt, NichtErlaubt (German).
    """
    require_role(user=user, rolle=Rolle.REDAKTION)
    if not begruendung.strip():
        raise NichtBewertbar("Eine Überschreibung braucht eine Begründung.")
    run = Run.objects.select_related("testfall", "teilnahme__lauf").get(pk=bewertung.run_id)
    aktuell = Bewertung.objects.aktuell().get(run=run)
    mass = massstab(run.testfall)
    schluessel = abzugsschluessel_final(run) if kriterien else frozenset()
    note = _neue_note(aktuell, mass, run, schluessel, kriterien or {}, label, wert)
    if aktuell.nummer != erwartete_version:
        raise Konflikt(
            "Die Bewertung wurde inzwischen geändert.",
            gespeichert=f"Fassung {aktuell.nummer}: {_anzeige(note_aus(aktuell))}",
            eigene=_anzeige(note),
        )
    return _store(run, aktuell, note, mass, begruendung=begruendung.strip(), user=user)


def _store(
    run: Run, alt: Bewertung, note: Note, mass: Massstab, *, begruendung: str, user: Any
) -> Bewertung:
    zeile = runzeilen([run.pk])[0]
    urteile = urteilsstand(run, mass) if mass.braucht_urteile else Urteilsstand()
    schluessel = (
        abzugsschluessel_final(run) if mass.verfahren is Verfahren.KRITERIEN else frozenset()
    )
    neu = neue_zeile(
        run.pk,
        alt.nummer + 1,
        note,
        basis_jetzt(zeile, mass, urteile, schluessel),
        timezone.now(),
        bewerter=alt.bewerter,
        konflikt=alt.interessenkonflikt,
        ueberschrieben=True,
        ueberschrieben_von=user,
        ueberschreibung_grund=begruendung,
        nach_entblindung=ist_entblindet(run),
    )
    try:
        with transaction.atomic():
            neu.save()
    except IntegrityError as exc:
        raise Konflikt(
            "Die Bewertung wurde im selben Augenblick geändert.",
            gespeichert="eine neuere Fassung",
            eigene=_anzeige(note),
        ) from exc
    log_ereignis(
        aktion="bewertung_ueberschrieben",
        objekt=neu,
        user=user,
        von={"label": alt.label, "correctness": str(alt.correctness)},
        nach={"label": neu.label, "correctness": str(neu.correctness)},
        begruendung=begruendung,
    )
    return neu


def ist_entblindet(run: Run) -> bool:
    """Whether a batch with this Run is locked, so that its origin may be known (R-6.8)."""
    return run.auftraege.filter(stapel__gesperrt_am__isnull=False).exists()


def _neue_note(
    alt: Bewertung,
    mass: Massstab,
    run: Run,
    schluessel: Collection[str],
    kriterien: Mapping[str, bool],
    label: str,
    wert: Fraction | None,
) -> Note:
    if alt.evaluations_status == EvaluationsStatus.TECHNISCHER_FEHLER:
        raise NichtBewertbar("Ein technisch gescheiterter Run hat keine fachliche Bewertung.")
    if mass.verfahren is Verfahren.KRITERIEN:
        return _kriteriennote(alt, mass, run, schluessel, kriterien)
    if kriterien:
        raise NichtBewertbar("Dieser Testfall wird nicht nach Kriterien bewertet.")
    return _wertnote(alt, mass, label, wert)


def _kriteriennote(
    alt: Bewertung,
    mass: Massstab,
    run: Run,
    schluessel: Collection[str],
    kriterien: Mapping[str, bool],
) -> Note:
    bisher = {u["kennung"]: u for u in alt.urteile}
    gewichte = dict(mass.kriterien)
    if unbekannt := sorted(set(kriterien) - set(gewichte)):
        raise NichtBewertbar(f"Diese Kriterien gibt es nicht: {', '.join(unbekannt)}.")
    if fehlend := sorted(set(gewichte) - set(bisher) - set(kriterien)):
        raise NichtBewertbar(f"Es fehlt ein Urteil zu: {', '.join(fehlend)}.")
    if not kriterien:
        raise NichtBewertbar("Es ist kein Kriterium angegeben, das sich ändert.")
    zeilen = []
    for kennung, gewicht in mass.kriterien:
        zeile = Urteilszeile(
            **(bisher.get(kennung, {"kennung": kennung, "erfuellt": False}) | {"gewicht": gewicht})
        )
        if kennung in kriterien:
            zeile = replace(zeile, erfuellt=kriterien[kennung], ueberschrieben=True)
        zeilen.append(zeile)
    antwort = run.zaehlender_versuch.antwort if run.zaehlender_versuch else ""
    return noten.note_nach_kriterien(
        zeilen,
        schluessel=schluessel,
        antwort=antwort,
        referenz=mass.referenz,
        judge_version=alt.judge_version,
    )


def _wertnote(alt: Bewertung, mass: Massstab, label: str, wert: Fraction | None) -> Note:
    if mass.rubrik is not None:
        skala = mass.rubrik.werte()
        if label not in skala:
            raise NichtBewertbar(f"Das Label muss eines von {', '.join(skala)} sein.")
        if wert is not None and wert != skala[label]:
            raise NichtBewertbar("Den Wert eines Labels bestimmt die Rubrik.")
        wert = skala[label]
    if wert is None or not 0 <= wert <= 1:
        raise NichtBewertbar("Der Wert muss zwischen 0 und 1 liegen.")
    return replace(
        note_aus(alt),
        evaluations_status=EvaluationsStatus.BEWERTET,
        label=label or str(stufe_aus_wert(wert)),
        correctness=wert,
        effektiv=wert,
        regelreferenz=mass.referenz or alt.regelreferenz,
        begruendung=f"Von Hand gesetzt (bisher: {_anzeige(note_aus(alt))}).",
    )


def _anzeige(note: Note) -> str:
    if note.correctness is None:
        return note.evaluations_status.label
    return f"{note.label} ({note.correctness})"
