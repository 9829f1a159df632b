"""Pure: no Django, no I/O.

German norms, and articles of EU acts cited in the German way, as `Fundstelle` objects (R-9.1).
"""

from collections.abc import Iterator

from citations_app.grammar.norm_chain import Glied, lies_kette
from citations_app.grammar.norm_tokens import KOPF_SUCHE
from citations_app.grammar.types import Fundstelle, Norm, Rechtsordnung, Zitatart


def finde_normen(text: str) -> Iterator[Fundstelle]:
    """Yield the norms of a normalised text in order; spans do not overlap."""
    pos = 0
    while (match := KOPF_SUCHE.search(text, pos)) is not None:
        start = match.start()
        pos = match.end()
        if start and match[0][0] != "§" and (text[start - 1].isalnum() or text[start - 1] in "-_"):
            continue
        kette = lies_kette(text, start, match[0])
        pos = max(pos, kette.end)
        for glied in kette.glieder:
            yield als_fundstelle(text, glied)


def als_fundstelle(text: str, glied: Glied) -> Fundstelle:
    """Return the finished citation of one item; its law must be known by now."""
    gesetz = glied.gesetz
    assert gesetz is not None
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
    return Fundstelle(
        start=glied.start,
        end=glied.end,
        text=text[glied.start : glied.end],
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
            unterabsatz=tuple(glied.unterabsatz),
            satz=tuple(glied.satz),
            halbsatz=tuple(glied.halbsatz),
            nummern=tuple(glied.nummern),
            buchstabe=tuple(glied.buchstabe),
            alternative=tuple(glied.alternative),
            alte_fassung=glied.alt,
            fassung=glied.fassung,
        ),
    )
