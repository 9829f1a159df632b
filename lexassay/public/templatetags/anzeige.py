"""Filters and tags of the public templates; all numbers come from ``lexassay.public.formate``."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from lexassay.public import bezeichnungen, formate

register = template.Library()

for _name in (
    "zahl",
    "vorzeichen",
    "prozent",
    "hundert",
    "hundertstel",
    "bruch",
    "datum",
    "zeitpunkt",
    "dauer",
    "euro",
    "euro_kurs",
    "dateigroesse",
    "pruefsumme",
    "zahlwort",
):
    register.filter(_name, getattr(formate, _name))
register.filter("bezeichnung", bezeichnungen.bezeichnung)


@register.filter
def wert(zahl: Any) -> str:
    """Return an integer for a ``data-wert`` attribute, "" for None: exactly as CSV and JSON."""
    return "" if zahl is None else str(zahl)


@register.filter
def oder_strich(text: Any) -> Any:
    """Return a text, or the dash that says "nothing here"."""
    return formate.UNBEKANNT if text in (None, "") else text


@register.filter
def recht(slug: str) -> str:
    """Return the heading of a Rechtsordnung."""
    return bezeichnungen.RECHT.get(slug) or bezeichnungen.bezeichnung(slug)


@register.filter
def anzahl(zahl: int, formen: str) -> str:
    """Return a count with its noun: ``{{ n|anzahl:"Aufgabe,Aufgaben" }}``."""
    einzahl, _, mehrzahl = formen.partition(",")
    return formate.anzahl(zahl, einzahl, mehrzahl)


@register.simple_tag
def zeichen(name: str) -> SafeString:
    """Return the glyph of a name from the sprite of the page; it is never read aloud."""
    return format_html(
        '<svg class="zeichen" viewBox="0 0 16 16" aria-hidden="true"><use href="#{}"/></svg>',
        name,
    )


@register.simple_tag
def zitatstatus(status: str) -> SafeString:
    """Return glyph and word of a citation status."""
    return format_html(
        '<span class="status status--{}">{}{}</span>',
        bezeichnungen.WIRKUNG.get(status, "offen"),
        zeichen(bezeichnungen.ZEICHEN.get(status, "ungeprueft")),
        bezeichnungen.bezeichnung(status),
    )


@register.simple_tag(takes_context=True)
def rn(context: template.Context) -> SafeString:
    """Return the next margin number of a page, with an address of its own."""
    nummer = int(context.render_context.get("rn") or 0) + 1
    context.render_context["rn"] = nummer
    return format_html(
        '<a class="rn" id="rn-{0}" href="#rn-{0}">'
        '<span class="nur-vorlesen">Randnummer </span>{0}</a>',
        nummer,
    )
