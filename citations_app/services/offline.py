"""What the sources without network say about new Zitate: all of an answer in a few queries.

Most citations are German norms, and the packaged law settles them at once; only the rest waits for
a look-up of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from citations_app.befund import Abruf, Einzelbefund
from citations_app.begriffe import FEHLERSTATUS
from citations_app.grammar.types import Fundstelle
from citations_app.models import Befund, Beleg, Zitat, Zitatquelle
from citations_app.services.belege import beleg_of
from citations_app.services.concluding import fields_of
from citations_app.services.wege import competent_sources
from citations_app.sources.registry import adapter
from citations_app.verdict import Entscheidung, Quellenbefund, decide


@dataclass(frozen=True, slots=True, kw_only=True)
class Vorbefund:
    """A finding without network that is not yet stored."""

    quelle: Zitatquelle
    anfrage: str
    abruf: Abruf
    befund: Einzelbefund

    @property
    def beleg_schluessel(self) -> tuple[str, str, str]:
        return self.quelle.kennung, self.anfrage, self.abruf.inhalt_sha256


@dataclass(frozen=True, slots=True, kw_only=True)
class Vorpruefung:
    """Where a new Zitat stands after the sources without network have spoken."""

    stand: Entscheidung
    befunde: tuple[Vorbefund, ...]

    def felder(self, *, now: datetime) -> dict[str, Any]:
        """Return the fields of the Zitat that follow."""
        notes = [h for nr in self.stand.belege for h in self.befunde[nr - 1].befund.hinweise]
        return fields_of(self.stand, notes, pruefen_ab=now)


def check_offline(
    f: Fundstelle, eingeschaltet: Sequence[Zitatquelle], *, heute: date
) -> Vorpruefung:
    """Ask the sources that need no network, as long as one of them is next."""
    by_kennung = {quelle.kennung: quelle for quelle in eingeschaltet}
    zustaendig = competent_sources(f, eingeschaltet)
    known: list[Vorbefund] = []
    while True:
        stand = decide([_quellenbefund(b, nr) for nr, b in enumerate(known, 1)], zustaendig)
        quelle = by_kennung.get(stand.naechste_quelle)
        if quelle is None or not quelle.mitgeliefert:
            break
        known.append(_ask(f, quelle, heute=heute))
    if stand.status in FEHLERSTATUS:
        raise AssertionError("sources without network alone never make an error status")
    return Vorpruefung(stand=stand, befunde=tuple(known))


def _ask(f: Fundstelle, quelle: Zitatquelle, *, heute: date) -> Vorbefund:
    source = adapter(quelle.kennung)
    anfrage = source.anfrage(f)[:400]
    abruf = source.fetch(anfrage, None)
    befund = source.judge(f, abruf.felder, heute=heute)
    return Vorbefund(quelle=quelle, anfrage=anfrage, abruf=abruf, befund=befund)


def _quellenbefund(b: Vorbefund, nr: int) -> Quellenbefund:
    return Quellenbefund(
        quelle=b.quelle.kennung,
        betreiber=b.quelle.betreiber,
        art=b.befund.art,
        maengel=b.befund.maengel,
        nr=nr,
    )


def save_vorbefunde(pairs: Iterable[tuple[Zitat, Vorpruefung]], *, now: datetime) -> None:
    """Store the findings of saved Zitate; Belege that are known are used again."""
    rows = [(zitat, nr, b) for zitat, v in pairs for nr, b in enumerate(v.befunde, start=1)]
    belege = _belege([b for _, _, b in rows])
    Befund.objects.bulk_create(
        (
            Befund(
                zitat=zitat,
                nummer=nr,
                quelle=b.quelle.kennung,
                betreiber=b.quelle.betreiber,
                art=b.befund.art,
                maengel=sorted(m.value for m in b.befund.maengel),
                hinweise=list(b.befund.hinweise),
                beleg_id=belege[b.beleg_schluessel],
                erhoben_am=now,
            )
            for zitat, nr, b in rows
        ),
        batch_size=200,
    )


def _belege(vorbefunde: list[Vorbefund]) -> dict[tuple[str, str, str], int]:
    """Return the Beleg of each finding by its key, creating those that are missing."""
    wanted = {b.beleg_schluessel: b for b in vorbefunde}
    rows = Beleg.objects.filter(
        quelle__in={key[0] for key in wanted}, anfrage__in={key[1] for key in wanted}
    )
    found = {
        (quelle, anfrage, digest): pk
        for quelle, anfrage, digest, version, pk in rows.values_list(
            "quelle", "anfrage", "inhalt_sha256", "leser_version", "pk"
        )
        if adapter(quelle).leser_version == version
    }
    missing = [b for key, b in wanted.items() if key not in found]
    created = Beleg.objects.bulk_create([beleg_of(b.quelle, b.anfrage, b.abruf) for b in missing])
    found.update(zip((b.beleg_schluessel for b in missing), (r.pk for r in created), strict=True))
    return found
