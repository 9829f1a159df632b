"""Costs of Runs and Teilnahmen as the snapshot needs them, in euro (R-8.1, R-8.2)."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from lexassay.protokoll.einstellungen import set_since, setting
from runs_app.costs import (
    Kosten,
    Kostenart,
    Listenpreis,
    Promptmessung,
    estimate_teile,
    participation_costs,
    price_at,
    prompt_tokens_without_frame,
    to_euro,
    to_mikro,
)
from runs_app.models import Preis, Run, Teilnahme

if TYPE_CHECKING:
    from lexassay.builds.snapshot_runs import Runblick


@dataclass(frozen=True, slots=True, kw_only=True)
class Betrag:
    """Micro-euro, or None if unknown; whether it is an estimate."""

    mikro: int | None
    waehrung: str
    geschaetzt: bool


@dataclass(slots=True)
class Kostenblick:
    """Prices and measured prompt tokens, read once."""

    preise: dict[int, list[Listenpreis]]
    messungen: dict[int, list[Promptmessung]]
    runs: dict[int, list[Run]]
    kurse: dict[str, Fraction]

    @classmethod
    def of(cls, teilnahmen: Iterable[Teilnahme], blick: Runblick) -> Kostenblick:
        preise: dict[int, list[Listenpreis]] = defaultdict(list)
        for preis in Preis.objects.filter(modell__in={t.modell_id for t in teilnahmen}):
            preise[preis.modell_id].append(
                Listenpreis(
                    eingabe_mikro=preis.eingabe_mikro,
                    ausgabe_mikro=preis.ausgabe_mikro,
                    waehrung=preis.waehrung,
                    gueltig_ab=preis.gueltig_ab,
                    gueltig_bis=preis.gueltig_bis,
                )
            )
        messungen: dict[int, list[Promptmessung]] = defaultdict(list)
        for run in blick.rows:
            modell, versuch = run.teilnahme.modell, run.zaehlender_versuch
            if versuch and versuch.token_eingabe and not modell.rahmen_prompt:
                messungen[run.testfall_id].append(
                    Promptmessung(
                        modell=modell.kennung,
                        anbieter=modell.anbieter.kennung,
                        token=versuch.token_eingabe,
                    )
                )
        return cls(dict(preise), dict(messungen), blick.by_teilnahme(), _rates())

    def teile(self, run: Run) -> tuple[int | None, str]:
        """Return the estimate of one Run in Teile and its currency."""
        versuch = run.zaehlender_versuch
        if versuch is None:
            return None, ""
        preis = self._price(run, versuch.started_at)
        if preis is None:
            return None, ""
        teile = estimate_teile(
            preis, token_eingabe=self._prompt_tokens(run), token_ausgabe=versuch.token_ausgabe
        )
        return teile, preis.waehrung

    def _price(self, run: Run, begonnen: dt.datetime) -> Listenpreis | None:
        tag = begonnen.astimezone(dt.UTC).date()
        return price_at(self.preise.get(run.teilnahme.modell_id, []), tag)

    def _prompt_tokens(self, run: Run) -> int | None:
        modell, versuch = run.teilnahme.modell, run.zaehlender_versuch
        if not modell.rahmen_prompt:
            return versuch.token_eingabe if versuch else None
        return prompt_tokens_without_frame(
            self.messungen.get(run.testfall_id, []),
            modell=modell.kennung,
            anbieter=modell.anbieter.kennung,
        )[0]

    def run(self, run: Run) -> int | None:
        """Return the cost of one Run in micro-euro; None if unknown or local."""
        if run.teilnahme.modell.lokal:
            return None
        teile, waehrung = self.teile(run)
        if teile is None:
            return None
        kosten = Kosten(art=Kostenart.GESCHAETZT, mikro=to_mikro(teile), waehrung=waehrung)
        return to_euro(kosten, self.kurse).mikro

    def teilnahme(self, t: Teilnahme) -> Betrag:
        """Return the cost of a Teilnahme: the billed amount, else the sum of its estimates.

        A Run that brought no tokens (a timeout, say) has no cost that could be estimated; the sum
        covers the others.
        """
        paare = [self.teile(run) for run in self.runs.get(t.pk, []) if _has_tokens(run)]
        kosten = participation_costs(
            lokal=t.modell.lokal,
            abgerechnet_mikro=t.abgerechnet_mikro,
            abgerechnet_waehrung=t.abgerechnet_waehrung,
            teile=[teile for teile, _ in paare],
            waehrung=next((waehrung for _, waehrung in paare if waehrung), ""),
        )
        euro = to_euro(kosten, self.kurse)
        return Betrag(
            mikro=euro.mikro,
            waehrung=euro.waehrung,
            geschaetzt=euro.art is Kostenart.GESCHAETZT,
        )


def _rates() -> dict[str, Fraction]:
    """Euro per unit; a rate that nobody dated is none, and the amount is unknown (R-8.1)."""
    if set_since("eur_je_usd_mikro") is None:
        return {}
    return {"USD": Fraction(int(setting("eur_je_usd_mikro")), 1_000_000)}


def _has_tokens(run: Run) -> bool:
    versuch = run.zaehlender_versuch
    return versuch is not None and versuch.token_ausgabe is not None
