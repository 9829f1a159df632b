"""Pure: no Django, no I/O. What machines read: Atom feed, sitemap, robots.txt."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from lexassay.public import adressen
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.zitierweise import base_address

KOPF = '<?xml version="1.0" encoding="utf-8"?>'


def atom(ausgabe: Ausgabe) -> bytes:
    """Return the feed of builds and corrections (R-12.2), newest first.

    Times are days of the data, so that the same data give the same bytes.
    """
    basis = base_address(ausgabe)
    name = escape(ausgabe.stand.einstellung("seitenname") or "LexAssay")
    zeilen = [
        KOPF,
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">',
        f"<title>{name}: Builds und Korrekturen</title>",
        f"<id>{escape(basis)}/feed.xml</id>",
        f'<link rel="self" href={quoteattr(basis + "/feed.xml")}/>',
        f"<link href={quoteattr(basis + '/')}/>",
        f"<updated>{_moment(ausgabe.datum)}</updated>",
        f"<author><name>{name}</name></author>",
        _build_entry(ausgabe, basis),
        *_correction_entries(ausgabe, basis),
        "</feed>",
    ]
    return ("\n".join(zeilen) + "\n").encode()


def _build_entry(ausgabe: Ausgabe, basis: str) -> str:
    marke = ", Beispieldaten" if ausgabe.stand.beispieldaten else ""
    return _entry(
        f"{basis}/{adressen.build(ausgabe.kennung)}",
        f"Build {ausgabe.kennung}{marke}",
        ausgabe.datum,
        f"Neuer Build, Methode {ausgabe.stand.methodenfassung}.",
    )


def _correction_entries(ausgabe: Ausgabe, basis: str) -> list[str]:
    vermerke = sorted(ausgabe.stand.korrekturen, key=lambda k: (k.datum, k.kennung), reverse=True)
    return [
        _entry(
            f"{basis}/korrekturen/#{k.kennung}",
            f"Korrektur {k.kennung}",
            k.datum,
            f"{k.grund} Vorher: {k.vorher}. Nachher: {k.nachher}.",
        )
        for k in vermerke
    ]


def _entry(adresse: str, titel: str, tag: dt.date, text: str) -> str:
    return (
        f"<entry><title>{escape(titel)}</title><id>{escape(adresse)}</id>"
        f"<link href={quoteattr(adresse)}/><updated>{_moment(tag)}</updated>"
        f'<content type="text">{escape(text)}</content></entry>'
    )


def _moment(tag: dt.date) -> str:
    return f"{tag.isoformat()}T00:00:00Z"


def sitemap(ausgabe: Ausgabe, seiten: Iterable[str]) -> bytes:
    """Return the sitemap of the given page addresses (relative to the site)."""
    basis = base_address(ausgabe)
    zeilen = [
        KOPF,
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        *(f"<url><loc>{escape(basis)}/{escape(seite)}</loc></url>" for seite in sorted(seiten)),
        "</urlset>",
    ]
    return ("\n".join(zeilen) + "\n").encode()


def robots(ausgabe: Ausgabe) -> bytes:
    """Return robots.txt: sample data stay out of search engines, released results do not."""
    regel = "Disallow: /" if ausgabe.stand.beispieldaten else "Disallow: /admin/"
    return f"User-agent: *\n{regel}\nSitemap: {base_address(ausgabe)}/sitemap.xml\n".encode()
