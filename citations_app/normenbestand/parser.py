"""Pure: no Django, no I/O. Official law XML (gii-norm 1.01) → `Gesetz`.

The document names an external DTD; nothing of it is loaded, no entity is resolved, and no
network is used, so that a hostile file can neither read nor fetch anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType

from lxml import etree

from citations_app.normenbestand.nummern import Bezeichnung, read_bezeichnung
from citations_app.normenbestand.types import Gesetz, Vorschrift
from citations_app.normenbestand.wortlaut import read_absaetze, read_text

REPEALED = re.compile(r"\(?(?:weggefallen|aufgehoben|gegenstandslos)\)?\.?", re.IGNORECASE)
MAX_BYTES = 64 * 1024 * 1024


class KeinGesetz(ValueError):
    """The bytes are no law of the official site; the message says why, in German."""


def read_law(xml_bytes: bytes) -> Gesetz:
    """Return the law of one official XML document.

    Raises `KeinGesetz` if the bytes are no well-formed gii-norm document.
    """
    root = _parse(xml_bytes)
    norms = root.findall("norm")
    if root.tag != "dokumente" or not norms:
        raise KeinGesetz("Das XML ist keines von gesetze-im-internet.de: keine Normen gefunden.")
    kopf = norms[0].find("metadaten")
    if kopf is None:
        raise KeinGesetz("Dem XML fehlt der Kopf mit Abkürzung und Titel.")
    return Gesetz(
        jurabk=_text(kopf, "jurabk"),
        amtabk=_text(kopf, "amtabk"),
        titel=_text(kopf, "langue"),
        builddate=(root.get("builddate") or "")[:8],
        doknr=root.get("doknr") or "",
        normen=MappingProxyType(_collect(norms)),
    )


def _parse(xml_bytes: bytes) -> etree._Element:
    if len(xml_bytes) > MAX_BYTES:
        raise KeinGesetz("Das XML ist größer als 64 MB.")
    parser = etree.XMLParser(
        load_dtd=False,
        resolve_entities=False,
        no_network=True,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(xml_bytes, parser)
    except etree.XMLSyntaxError as error:
        raise KeinGesetz(f"Das XML ist nicht wohlgeformt: {error}") from error


def _collect(norms: list[etree._Element]) -> dict[str, Vorschrift]:
    """Return all sections by key; the text of a section wins over a gap of the same name."""
    found: dict[str, Vorschrift] = {}
    artikel = Artikelspur()
    for norm in norms:
        for vorschrift in _read_norm(norm, artikel):
            known = found.get(vorschrift.schluessel)
            if known is None or (known.weggefallen and not vorschrift.weggefallen):
                found[vorschrift.schluessel] = vorschrift
    return found


class Artikelspur:
    """Remembers under which article the § entries stand (EGBGB: Art 229 § 6)."""

    def __init__(self) -> None:
        self.artikel = ""
        self.kennzahl = ""

    def follow(self, einheit: etree._Element | None) -> Bezeichnung | None:
        """Take note of a heading; return its name if it is an article."""
        if einheit is None:
            return None
        kennzahl = _text(einheit, "gliederungskennzahl")
        name = read_bezeichnung(_text(einheit, "gliederungsbez"))
        if name is not None and name.einheit == "Art":
            self.artikel, self.kennzahl = name.nummern[0], kennzahl
            return name
        if not (self.kennzahl and kennzahl.startswith(self.kennzahl)):
            self.artikel, self.kennzahl = "", ""
        return None

    def key(self, einheit: str, nummer: str) -> str:
        """Return the key of an entry that stands under the article of the moment."""
        if einheit == "§" and self.artikel:
            return f"Art {self.artikel} § {nummer}"
        return f"{einheit} {nummer}"


def _read_norm(norm: etree._Element, spur: Artikelspur) -> Iterator[Vorschrift]:
    meta = norm.find("metadaten")
    if meta is None:
        return
    einheit = meta.find("gliederungseinheit")
    heading = spur.follow(einheit)
    name = read_bezeichnung(_text(meta, "enbez"))
    if name is not None:
        yield from _build(norm, name, spur, titel=_text(meta, "titel"))
    elif heading is not None and einheit is not None and meta.find("enbez") is None:
        yield from _build(norm, heading, None, titel=_text(einheit, "gliederungstitel"))


def _build(
    norm: etree._Element, name: Bezeichnung, spur: Artikelspur | None, *, titel: str
) -> Iterator[Vorschrift]:
    content = norm.find("textdaten/text/Content")
    wortlaut = read_text(content)
    gezaehlt, absaetze = read_absaetze(content)
    gap = name.als_luecke or bool(REPEALED.fullmatch(titel)) or bool(REPEALED.fullmatch(wortlaut))
    for nummer in name.nummern:
        yield Vorschrift(
            schluessel=spur.key(name.einheit, nummer) if spur else f"{name.einheit} {nummer}",
            titel=titel,
            weggefallen=gap,
            gezaehlt=gezaehlt and not gap,
            absaetze=() if gap else absaetze,
            wortlaut=wortlaut,
        )


def _text(parent: etree._Element, tag: str) -> str:
    """Return the text of a child in one line, "" if it is missing."""
    child = parent.find(tag)
    return "" if child is None else " ".join("".join(map(str, child.itertext())).split())
