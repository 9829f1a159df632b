"""Pure: no Django, no I/O. XML without DTD, entities, network or includes; its validators (R-6.1).

A DOCTYPE is refused by a linear scan of the prolog before any parser sees the text. Schemas that
import, include or redefine others, and Schematron that reads documents, are refused when saved;
the compiled Schematron runs with every file and network access denied.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import lxml.isoschematron as isoschematron
from lxml import etree

MAX_ZEICHEN = 1_000_000

_lxml: Any = etree  # its stubs lack what the access control takes

_PROLOG_TEIL = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->", re.DOTALL)
_NACHLADEN = frozenset({"import", "include", "redefine", "override", "externalRef", "extends"})
_XML_MODELL = re.compile(r"\b(?:document|doc|unparsed-text|collection)\s*\(")
_KEIN_ZUGRIFF = _lxml.XSLTAccessControl(
    read_file=False, write_file=False, create_dir=False, read_network=False, write_network=False
)
_SVRL = "{http://purl.oclc.org/dsdl/svrl}"


class XmlFehler(ValueError):
    """The text is not acceptable XML; German reason."""


def lies_xml(text: str) -> Any:
    """The root element of a well-formed document; raises XmlFehler."""
    if len(text) > MAX_ZEICHEN:
        raise XmlFehler(f"Der Text ist länger als {MAX_ZEICHEN} Zeichen.")
    if _hat_doctype(text):
        raise XmlFehler("Eine Dokumenttyp-Deklaration (DOCTYPE) ist nicht zulässig.")
    ohne_deklaration = re.sub(r"\A\s*<\?xml\b[^>]*\?>", "", text, count=1)
    try:
        return etree.fromstring(ohne_deklaration.strip().encode("utf-8"), _parser())
    except UnicodeEncodeError as exc:
        raise XmlFehler("Der Text enthält ein halbes Ersatzzeichen (Surrogat).") from exc
    except etree.XMLSyntaxError as exc:
        zeile = exc.position[0] if exc.position else 0
        raise XmlFehler(f"Kein wohlgeformtes XML (Zeile {zeile}).") from exc


def _parser() -> Any:
    return etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=False,
        recover=False,
    )


def _hat_doctype(text: str) -> bool:
    """DOCTYPE can only stand before the root element: skip what else may stand there."""
    stelle = 0
    while treffer := _PROLOG_TEIL.match(text, stelle):
        stelle = treffer.end()
    return text.startswith("<!DOCTYPE", stelle) or text[stelle : stelle + 9].upper() == "<!DOCTYPE"


def pruefe_schema_quelle(quelle: str) -> None:
    """Raises ValueError if a schema would load something else."""
    wurzel = lies_xml(quelle)
    for element in wurzel.iter():
        if not isinstance(element.tag, str):
            continue
        name = etree.QName(element).localname
        if name in _NACHLADEN and (set(element.attrib) & {"href", "schemaLocation"}):
            raise ValueError(f"Das Schema lädt andere Dateien nach („{name}“).")
        if any(_XML_MODELL.search(wert) for wert in element.attrib.values()):
            raise ValueError("Das Schema liest fremde Dokumente (document() oder doc()).")


@lru_cache(maxsize=32)
def xsd(quelle: str) -> Any:
    """The compiled XSD; raises ValueError with a German reason."""
    pruefe_schema_quelle(quelle)
    try:
        return etree.XMLSchema(lies_xml(quelle))
    except etree.XMLSchemaParseError as exc:
        raise ValueError("Das XML-Schema (XSD) ist nicht gültig.") from exc


@lru_cache(maxsize=32)
def relaxng(quelle: str) -> Any:
    """The compiled RELAX NG; raises ValueError with a German reason."""
    pruefe_schema_quelle(quelle)
    try:
        return etree.RelaxNG(lies_xml(quelle))
    except etree.RelaxNGParseError as exc:
        raise ValueError("Das RELAX-NG-Schema ist nicht gültig.") from exc


@lru_cache(maxsize=32)
def schematron(quelle: str) -> Any:
    """The Schematron as a transformation that may touch no file and no host."""
    pruefe_schema_quelle(quelle)
    try:
        regeln = isoschematron.Schematron(lies_xml(quelle), store_xslt=True)
        return etree.XSLT(regeln.validator_xslt.getroot(), access_control=_KEIN_ZUGRIFF)
    except (etree.LxmlError, ValueError) as exc:
        raise ValueError("Das Schematron-Schema ist nicht gültig.") from exc


def schematron_fehler(quelle: str, wurzel: Any) -> list[str]:
    """The texts of failed assertions and of successful reports."""
    bericht = schematron(quelle)(wurzel)
    namen = {f"{_SVRL}failed-assert", f"{_SVRL}successful-report"}
    return [
        " ".join("".join(element.itertext()).split())
        for element in bericht.getroot().iter()
        if element.tag in namen
    ]


def grammatikfehler(schema: Any, wurzel: Any) -> list[str]:
    """The places where a document breaks an XSD or RELAX NG; empty if it is valid."""
    if schema.validate(wurzel):
        return []
    return [f"Zeile {eintrag.line}: {eintrag.message}" for eintrag in schema.error_log] or [
        "nicht gültig"
    ]
