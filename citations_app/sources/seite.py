"""Pure: no Django, no I/O. Reading the pages of a source: elements by path, text in one line."""

from __future__ import annotations

from lxml import html
from lxml.html import HtmlElement

_BLOCKS = ("p", "div", "br", "li", "tr")


def read_page(inhalt: bytes) -> HtmlElement:
    """Return the page; an empty body is an empty page. Nothing is fetched or executed."""
    return html.fromstring(inhalt if inhalt.strip() else b"<html><body></body></html>")


def find(node: HtmlElement, path: str) -> list[HtmlElement]:
    """Return the elements of an XPath in document order."""
    found = node.xpath(path)
    return [n for n in found if isinstance(n, HtmlElement)] if isinstance(found, list) else []


def values(node: HtmlElement, path: str) -> list[str]:
    """Return the attribute values of an XPath."""
    found = node.xpath(path)
    return [str(value) for value in found] if isinstance(found, list) else []


def text_of(node: HtmlElement) -> str:
    """Return the text of an element in one line."""
    return " ".join(str(node.text_content()).split())


def lines_of(node: HtmlElement) -> str:
    """Return the text of an element with one line per block."""
    for block in node.iter(*_BLOCKS):
        block.tail = "\n" + (block.tail or "")
        if block.tag != "br":
            block.text = "\n" + (block.text or "")
    lines = (" ".join(line.split()) for line in str(node.text_content()).splitlines())
    return "\n".join(line for line in lines if line)


def has_class(name: str) -> str:
    """Return the XPath condition for a CSS class.

    >>> has_class("section")
    'contains(concat(" ", @class, " "), " section ")'
    """
    return f'contains(concat(" ", @class, " "), " {name} ")'
