"""Pure: no Django, no I/O.

German norms, and articles of EU acts cited in the German way, as `Fundstelle` objects (R-9.1).
"""

from collections.abc import Iterator

from citations_app.grammar.norm_chain import lies_kette
from citations_app.grammar.norm_item import Glied
from citations_app.grammar.norm_tokens import KOPF_SUCHEN
from citations_app.grammar.quelle import Belegt, Quelle
from citations_app.grammar.types import Fundstelle, Norm, Rechtsordnung, Zitatart


def finde_normen(quelle: Quelle, belegt: Belegt) -> Iterator[tuple[tuple[int, int], Fundstelle]]:
    """Yield the norms of a text in order with their normalised spans; none overlap.

    A norm inside a span of `belegt` is part of a decision's citation ("SozR 4-2500 § 31 Nr. 20").
    """
    text, pos = quelle.text, 0
    for start, wort in _koepfe(text):
        if start < pos:
            continue
        if wort[0] != "§" and start and (text[start - 1].isalnum() or text[start - 1] in "-_"):
            continue
        if belegt.enthaelt(start):
            continue
        kette = lies_kette(text, start, wort)
        pos = kette.end
        for glied in kette.glieder:
            if not belegt.enthaelt(glied.start):
                yield (glied.start, glied.end), als_fundstelle(quelle, glied)


def _koepfe(text: str) -> list[tuple[int, str]]:
    """Return where chains can start and the head word that stands there, in order."""
    koepfe = [
        (match.start(), match[0])
        for anfang, muster in KOPF_SUCHEN
        if anfang in text
        for match in muster.finditer(text)
    ]
    koepfe.sort()
    return koepfe


def als_fundstelle(quelle: Quelle, glied: Glied) -> Fundstelle:
    """Return the finished citation of one item; its law must be known by now."""
    gesetz = glied.gesetz
    if gesetz is None:
        raise ValueError("a citation needs a law")
    nummer = f"{glied.einheit} {glied.nummer}"
    if glied.artikel:
        nummer = f"Art. {glied.artikel} {nummer}"
    absatz = glied.absatz
    basis = f"{gesetz.ordnung}:norm:{gesetz.kuerzel}:{nummer}"
    schluessel = f"{basis}-{glied.bis}" if glied.bis else basis
    anzeige = f"§{nummer} bis {glied.bis}" if glied.bis and glied.einheit == "§" else nummer
    if glied.offen:
        anzeige = f"{anzeige} {glied.offen}"
    if absatz:
        schluessel = f"{schluessel}:{absatz}"
        anzeige = f"{anzeige} Abs. {absatz}"
    if glied.absatz_bis:
        schluessel = f"{schluessel}-{glied.absatz_bis}"
        anzeige = f"{anzeige} bis {glied.absatz_bis}"
    anzeige = f"{anzeige} {gesetz.kuerzel}"
    if glied.alt:
        schluessel = f"{schluessel}:{glied.fassung}"
        anzeige = f"{anzeige} {glied.fassung}"
    start, end, wortlaut = quelle.spanne(glied.start, glied.end)
    return Fundstelle(
        start=start,
        end=end,
        text=wortlaut,
        rechtsordnung=gesetz.ordnung,
        art=Zitatart.NORM if gesetz.ordnung is Rechtsordnung.DE else Zitatart.EU_AKT,
        schluessel=schluessel,
        abzugsschluessel=basis,
        anzeige=anzeige,
        teile=Norm(
            gesetz=gesetz.kuerzel,
            slug=gesetz.slug,
            einheit=glied.einheit,
            nummer=glied.nummer,
            artikel=glied.artikel,
            bis=glied.bis,
            offen=glied.offen,
            absatz=absatz,
            absatz_bis=glied.absatz_bis,
            unterabsatz=glied.unterabsatz,
            satz=glied.satz,
            halbsatz=glied.halbsatz,
            nummern=glied.nummern,
            buchstabe=glied.buchstabe,
            alternative=glied.alternative,
            alte_fassung=glied.alt,
            fassung=glied.fassung,
        ),
    )
