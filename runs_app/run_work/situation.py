"""Which Teilnahmen have work now: read once a second, from the frozen configurations."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from runs_app.begriffe import Ausfuehrungsweg, Dialekt, LaufStatus
from runs_app.folge import Regeln
from runs_app.models import Lauf, Teilnahme
from runs_app.planning import rules_of
from runs_app.run_work.values import Listenpreis
from runs_app.selectors import price_of

FRESH_S = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Teilnehmer:
    """A Teilnahme of a running Lauf, with everything that its calls need."""

    id: int
    lauf_id: int
    anbieter_id: int
    weg: Ausfuehrungsweg
    dialekt: Dialekt
    eintrag: dict[str, Any]
    key_env: str
    datei_pfad: str
    system: str
    budget: int
    zeitlimit_s: int
    regeln: Regeln
    preis: Listenpreis | None

    @property
    def lokal(self) -> bool:
        return self.weg in (Ausfuehrungsweg.LOKAL_GGUF, Ausfuehrungsweg.LOKAL_SERVER)


@dataclass(slots=True)
class Situation:
    """The Teilnahmen of running Läufe by provider, for the access paths of this worker."""

    wege: frozenset[Ausfuehrungsweg]
    lanes: dict[int, list[Teilnehmer]] = field(default_factory=dict)
    known: dict[int, Teilnehmer] = field(default_factory=dict)
    read_at: float = float("-inf")

    def refresh(self) -> None:
        """Read again if the last reading is older than a second."""
        if time.monotonic() - self.read_at < FRESH_S:
            return
        running = Teilnahme.objects.filter(
            lauf__status=LaufStatus.LAEUFT, modell__ausfuehrungsweg__in=self.wege
        )
        ids = list(running.values_list("pk", flat=True).order_by("pk"))
        if missing := [pk for pk in ids if pk not in self.known]:
            self.known |= {t.id: t for t in _read(missing)}
        self.known = {pk: self.known[pk] for pk in ids if pk in self.known}
        self.lanes = {}
        for teilnehmer in self.known.values():
            self.lanes.setdefault(teilnehmer.anbieter_id, []).append(teilnehmer)
        self.read_at = time.monotonic()


def _read(ids: Iterable[int]) -> list[Teilnehmer]:
    rows = Teilnahme.objects.filter(pk__in=ids).select_related("modell__anbieter")
    laeufe = Lauf.objects.select_related("system_prompt").in_bulk({row.lauf_id for row in rows})
    return [_participant(row, laeufe[row.lauf_id]) for row in rows]


def _participant(row: Teilnahme, lauf: Lauf) -> Teilnehmer:
    """Take what is sent from the frozen configuration; keys and paths from where they live now."""
    eintrag = next(
        e
        for e in lauf.konfiguration["teilnahmen"]
        if (e["modell"], e["effort"]) == (row.modell.kennung, row.effort)
    )
    preis = price_of(row.modell, am=lauf.gestartet_am.date() if lauf.gestartet_am else None)
    return Teilnehmer(
        id=row.pk,
        lauf_id=lauf.pk,
        anbieter_id=row.modell.anbieter_id,
        weg=Ausfuehrungsweg(eintrag["ausfuehrungsweg"]),
        dialekt=Dialekt(eintrag["dialekt"]),
        eintrag=eintrag,
        key_env=row.modell.anbieter.schluessel_variable,
        datei_pfad=row.modell.datei_pfad,
        system=lauf.system_prompt.text,
        budget=lauf.budget,
        zeitlimit_s=lauf.zeitlimit_s,
        regeln=rules_of(lauf.konfiguration),
        preis=Listenpreis(eingabe_mikro=preis.eingabe_mikro, ausgabe_mikro=preis.ausgabe_mikro)
        if preis and not row.modell.lokal
        else None,
    )
