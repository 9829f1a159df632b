"""Build the rows of an attempt and of a failed try from the common format."""

from __future__ import annotations

from runs_app.models import Run, Transportversuch, Versuch
from runs_app.normalise import Normalisat
from runs_app.run_work.values import Kopf, Listenpreis

UHR_GESTELLT = "Die Uhr wurde während des Aufrufs gestellt; die Dauer stammt aus der Stoppuhr."


def attempt_row(run: Run, nummer: int, kopf: Kopf, normal: Normalisat, waited_ms: int) -> Versuch:
    """Return the Versuch of a call (not saved); times never run backwards in it."""
    hinweise = list(normal.hinweise)
    if normal.ended_at < normal.started_at:
        hinweise.append(UHR_GESTELLT)
    return Versuch(
        run=run,
        nummer=nummer,
        art=kopf.anforderung.art,
        limit=kopf.anforderung.limit,
        gewaehrt=kopf.plan.gewaehrt,
        denklimit=kopf.anforderung.denklimit,
        started_at=normal.started_at,
        ended_at=max(normal.started_at, normal.ended_at),
        dauer_ms=normal.dauer_ms,
        wartezeit_ms=waited_ms,
        http_status=normal.http_status,
        exit_code=normal.exit_code,
        fehlerart=normal.fehlerart,
        fehlertext=normal.fehlertext,
        abschlussgrund=normal.abschlussgrund,
        abschlussgrund_original=normal.abschlussgrund_original,
        technischer_status=normal.status,
        gueltigkeit=normal.gueltigkeit,
        antwort=normal.antwort,
        prompt_zeichen=normal.prompt_zeichen,
        token_eingabe=normal.token_eingabe,
        token_eingabe_cache=normal.token_eingabe_cache,
        token_ausgabe=normal.token_ausgabe,
        token_denken=normal.token_denken,
        gemeldetes_modell=normal.gemeldetes_modell,
        antwort_id=normal.antwort_id,
        pruefprotokoll=normal.pruefprotokoll.to_dict(),
        abschottung=normal.pruefprotokoll.abschottung,
        hinweise=hinweise,
    )


def try_row(run: Run, nummer: int, normal: Normalisat, wait_ms: int) -> Transportversuch:
    """Return the row of a try that failed below the answer (not saved)."""
    return Transportversuch(
        run=run,
        versuch_nummer=nummer,
        zeitpunkt=normal.started_at,
        http_status=normal.http_status,
        fehlerart=normal.fehlerart,
        fehlertext=normal.fehlertext,
        dauer_ms=normal.dauer_ms,
        warten_ms=wait_ms,
    )


def call_cost(preis: Listenpreis | None, normal: Normalisat) -> int:
    """Return what a call cost at list price, in micro-units, rounded up; 0 where unknown."""
    if preis is None:
        return 0
    total = (normal.token_eingabe or 0) * preis.eingabe_mikro
    total += (normal.token_ausgabe or 0) * preis.ausgabe_mikro
    return -(-total // 1_000_000)
