"""What the Zitatprüfung says about a Testfall: the law it rests on has changed (R-9.6)."""

from __future__ import annotations

from collections.abc import Iterator

from citations_app.begriffe import Quellenstand
from citations_app.selectors import geaenderte_quellen
from tasks_app.definition import Definitionsbefund, definition_check
from tasks_app.models import Aufgabensatz, Testfall


@definition_check
def law_has_changed(
    aufgabensatz: Aufgabensatz, faelle: list[Testfall]
) -> Iterator[Definitionsbefund]:
    """A changed wording asks for a review; a recorded ruling closes it until the next change."""
    names = {fall.pk: fall for fall in faelle}
    for pruefung in geaenderte_quellen(list(names)):
        fall = names[pruefung.quelle.testfall_id]
        what = "weggefallen" if pruefung.ergebnis == Quellenstand.WEGGEFALLEN else "geändert"
        where = "eine Primärquelle" if fall.geheim else pruefung.quelle.fundstelle
        text = pruefung.text_hash[:12] or pruefung.stand
        yield Definitionsbefund(
            id="rechtsstand.geaendert",
            gegenstand=f"{fall.kennung}/{fall.version}/{pruefung.quelle.position}/{text}",
            meldung=f"{fall}: {where} ist {what} (Stand {pruefung.stand}).",
        )
