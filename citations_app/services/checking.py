"""Ask the sources about a Zitat, one after the other, until its status is known (R-9.2, R-9.4)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from citations_app.befund import Einzelbefund
from citations_app.begriffe import Befundart
from citations_app.grammar.types import Fundstelle
from citations_app.models import Befund, Beleg, Zitat, Zitatquelle
from citations_app.services.belege import known_beleg, save_beleg
from citations_app.services.concluding import conclude_zitat, entscheidung_of
from citations_app.services.nachschlagen import look_up
from citations_app.services.wege import reserve_slot, sources_for
from citations_app.sources.registry import adapter
from citations_app.verdict import Entscheidung, retry_after

CLAIM_S = 180


def check_zitat(*, zitat: Zitat) -> Entscheidung | None:
    """Ask whoever is due until nobody is, or until a source makes us wait.

    Returns the resulting Entscheidung; None if another worker has the Zitat in hand.
    """
    if not _claim(zitat):
        return None
    f = zitat.fundstelle()
    quellen = sources_for(zitat)
    stand = entscheidung_of(zitat, quellen)
    warten: datetime | None = None
    while stand.naechste_quelle and warten is None:
        warten = _ask(zitat, f, stand.naechste_quelle)
        stand = entscheidung_of(zitat, quellen)
    return conclude_zitat(zitat=zitat, pruefen_ab=warten)


def _claim(zitat: Zitat) -> bool:
    """Take the Zitat for a while by moving its due time; a killed worker's claim runs out."""
    now = timezone.now()
    offen = Zitat.objects.faellig(at=now).filter(pk=zitat.pk)
    return offen.update(pruefen_ab=now + timedelta(seconds=CLAIM_S)) == 1


def _ask(zitat: Zitat, f: Fundstelle, kennung: str) -> datetime | None:
    """Put the question to one source and store its finding; return when to come back, if at all."""
    quelle = Zitatquelle.objects.get(kennung=kennung)
    anfrage = adapter(kennung).anfrage(f)[:400]
    beleg = known_beleg(quelle, anfrage)
    if beleg is None:
        besetzt_bis = reserve_slot(quelle)
        if besetzt_bis is not None:
            return besetzt_bis
        beleg = save_beleg(quelle, anfrage, look_up(quelle, anfrage))
    befund = _judge(quelle, f, beleg)
    _save_befund(zitat, quelle, beleg, befund)
    if not beleg.ausfall:
        return None
    fehlschlaege = zitat.befunde.filter(quelle=kennung).count()
    return timezone.now() + timedelta(seconds=retry_after(fehlschlaege))


def _judge(quelle: Zitatquelle, f: Fundstelle, beleg: Beleg) -> Einzelbefund:
    if beleg.ausfall:
        return Einzelbefund(art=Befundart(beleg.ausfall), hinweise=(beleg.grund,))
    heute = timezone.localdate()
    return adapter(quelle.kennung).judge(f, beleg.felder, heute=heute)


@transaction.atomic
def _save_befund(zitat: Zitat, quelle: Zitatquelle, beleg: Beleg, befund: Einzelbefund) -> Befund:
    Zitat.objects.select_for_update().get(pk=zitat.pk)
    letzte = zitat.befunde.aggregate(n=Max("nummer"))["n"] or 0
    return Befund.objects.create(
        zitat=zitat,
        nummer=letzte + 1,
        quelle=quelle.kennung,
        betreiber=quelle.betreiber,
        art=befund.art,
        maengel=sorted(m.value for m in befund.maengel),
        hinweise=list(befund.hinweise),
        beleg=beleg,
        erhoben_am=timezone.now(),
    )
