"""Corrections and vendors' statements, newest first (R-13.2, R-15.17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lexassay.public.ausgabe import Ausgabe
from lexassay.public.pages.inhalt import addresses
from lexassay.public.pages.rahmen import page
from lexassay.public.sicht import page_key


def korrekturen(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render all corrections and Stellungnahmen."""
    bekannt = {page_key(adresse): adresse for adresse in addresses(ausgabe)}
    vermerke = sorted(ausgabe.stand.korrekturen, key=lambda k: (k.datum, k.kennung), reverse=True)
    texte = ausgabe.sicht.texte.get("stellungnahme", [])
    return page(
        ausgabe,
        "korrekturen.html",
        "korrekturen/",
        titel="Korrekturen und Gegendarstellungen",
        nav="kontakt-",
        englisch="All corrections with the old and the new value, and the replies of vendors.",
        vermerke=[(k, _links(k.seiten, bekannt)) for k in vermerke],
        texte=[
            (text, _links([text.fassung], bekannt))
            for text in sorted(texte, key=lambda t: (t.datum, t.kennung), reverse=True)
        ],
    )


def _links(seiten: Iterable[str], bekannt: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return (text, address); a page that this build no longer has is named without a link."""
    return [(page_key(seite), bekannt.get(page_key(seite), "")) for seite in seiten]
