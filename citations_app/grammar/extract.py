"""Pure: no Django, no I/O.

Text in, citations out. German and EU law are read first; US law only sees what they leave over.
"""

from citations_app.grammar.german_norms import finde_normen
from citations_app.grammar.normalform import Normalform, normalise
from citations_app.grammar.types import Fundstelle

GRAMMAR_VERSION = "1"
"""Raised with every change that can alter a span or a key; stored with each extraction."""


def extract(text: str) -> list[Fundstelle]:
    """Return all citations of `text` in order of their start; offsets refer to `text` itself.

    >>> [f.schluessel for f in extract("Nach § 823 Abs. 1 BGB ...")]
    ['de:norm:BGB:§ 823:1']
    """
    form = normalise(text)
    fundstellen = list(finde_normen(form.text))
    fundstellen.sort(key=lambda fundstelle: fundstelle.start)
    if form.text is text:
        return fundstellen
    return [_zurueck(fundstelle, form, text) for fundstelle in fundstellen]


def _zurueck(fundstelle: Fundstelle, form: Normalform, text: str) -> Fundstelle:
    start = form.original(fundstelle.start)
    end = form.original_end(fundstelle.end)
    return Fundstelle(
        start=start,
        end=end,
        text=text[start:end],
        rechtsordnung=fundstelle.rechtsordnung,
        art=fundstelle.art,
        schluessel=fundstelle.schluessel,
        abzugsschluessel=fundstelle.abzugsschluessel,
        anzeige=fundstelle.anzeige,
        teile=fundstelle.teile,
        kurzform=fundstelle.kurzform,
    )
