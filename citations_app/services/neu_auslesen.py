"""Read stored answers again with a newer grammar; what people decided is carried over."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Max

from citations_app.begriffe import Befundart
from citations_app.grammar import GRAMMAR_VERSION
from citations_app.models import Befund, Zitat, Zitatauszug
from citations_app.services.concluding import conclude_zitat
from citations_app.services.extraction import counting_answer, store_zitate
from lexassay.protokoll.services import log_ereignis
from runs_app.models import Run


@transaction.atomic
def reextract_zitate(*, run: Run, user: Any, begruendung: str) -> Zitatauszug:
    """Replace the Zitate of an answer by those of the present grammar; the old rows are kept.

    Does nothing if the present grammar has read the answer already. Decisions by hand go to the
    Zitat at the same place with the same Fundstelle; those without such a Zitat are logged.
    """
    versuch = counting_answer(run)
    known = versuch.zitatauszuege.filter(grammatik_version=GRAMMAR_VERSION).first()
    if known is not None:
        return known
    old = list(versuch.zitate.select_for_update().filter(ueberholt=False))
    Zitat.objects.filter(pk__in=[z.pk for z in old]).update(ueberholt=True, naechste_quelle="")
    auszug = store_zitate(run, versuch)
    new = {(z.start, z.schluessel): z for z in versuch.zitate.filter(ueberholt=False)}
    decided = [z for z in old if z.von_hand or z.verwendung_von_hand]
    for zitat in decided:
        if (zitat.start, zitat.schluessel) in new:
            _carry_over(zitat, new[zitat.start, zitat.schluessel])
    lost = [str(z) for z in decided if (z.start, z.schluessel) not in new]
    log_ereignis(
        aktion="zitate_neu_ausgelesen",
        objekt=auszug,
        user=user,
        von={"zitate": len(old), "grammatik": sorted({z.grammatik_version for z in old})},
        nach={"zitate": auszug.anzahl, "grammatik": GRAMMAR_VERSION, "ohne_nachfolger": lost},
        begruendung=begruendung,
    )
    return auszug


def _carry_over(old: Zitat, new: Zitat) -> None:
    """Give a Zitat the use and the Handbefund of its predecessor, with their author and date."""
    if old.verwendung_von_hand:
        new.verwendung, new.verwendung_von_hand = old.verwendung, True
        new.save(update_fields=["verwendung", "verwendung_von_hand"])
    hand = old.befunde.filter(art=Befundart.VON_HAND).order_by("-nummer").first()
    if not old.von_hand or hand is None:
        return
    letzte = new.befunde.aggregate(n=Max("nummer"))["n"] or 0
    Befund.objects.create(
        zitat=new,
        nummer=letzte + 1,
        quelle=hand.quelle,
        betreiber=hand.betreiber,
        art=hand.art,
        beleg=hand.beleg,
        hand_status=hand.hand_status,
        begruendung=hand.begruendung,
        erhoben_von=hand.erhoben_von,
        erhoben_am=hand.erhoben_am,
    )
    conclude_zitat(zitat=new)
