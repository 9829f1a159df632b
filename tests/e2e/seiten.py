"""Which addresses the released site has, and one of each kind."""

from __future__ import annotations

import re

from tests.e2e.betrieb import Betrieb

V2 = "beispiel-v2-demo-{}-standard"


def antwort(modell: str, testfall: str) -> str:
    """Return the address of an answer of the sample.

    >>> antwort("birke", "v2-07")
    'antwort/beispiel-v2-demo-birke-standard/v2-07/1/'
    """
    return f"antwort/{V2.format(modell)}/{testfall}/1/"


def all_paths(site: Betrieb) -> list[str]:
    """Return every page that the sitemap names, relative to the site."""
    text = site.get("sitemap.xml").text
    orte = re.findall(r"<loc>([^<]+)</loc>", text)
    assert orte, text[:500]
    return [re.sub(r"^https?://[^/]+/", "", ort) for ort in orte]


def kinds(site: Betrieb) -> list[str]:
    """Return one address of each kind of page: a kind is the first word of the address."""
    je: dict[str, str] = {}
    for pfad in all_paths(site):
        je.setdefault(pfad.split("/")[0], pfad)
    je |= {
        "rangliste": "rangliste/v2/",
        "antwort": antwort("cassia", "v2-05"),
        "teilnahme": f"teilnahme/{V2.format('cassia')}/",
        "aufgabe": "aufgabe/v2-05/",
        "matrix": "matrix/v2/",
        "lauf": "lauf/beispiel-v2/",
    }
    return sorted({*je.values(), "builds/"})
