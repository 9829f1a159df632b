"""Editorial and legal pages: contact, Impressum, Datenschutz, accessibility, notes, not found."""

from __future__ import annotations

from collections.abc import Mapping

from lexassay.public import adressen
from lexassay.public.antworttext import editorial
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.pages.rahmen import page


def kontakt(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render how to report an error; the form itself belongs to ``lexassay.contact``."""
    return page(
        ausgabe,
        "kontakt.html",
        "kontakt/",
        titel="Einen Fehler melden",
        nav="kontakt",
        englisch="How vendors and readers report an error or reply to a result.",
    )


def impressum(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the Impressum as the Redaktion entered it."""
    return _legal(ausgabe, "impressum", "Impressum", "Legal notice of this website, in German.")


def datenschutz(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the privacy notice: the text of the Redaktion, then what the pages do."""
    return _legal(ausgabe, "datenschutz", "Datenschutz", "Privacy notice, in German.")


def _legal(ausgabe: Ausgabe, name: str, titel: str, englisch: str) -> bytes:
    return page(
        ausgabe,
        f"{name}.html",
        f"{name}/",
        titel=titel,
        englisch=englisch,
        text=editorial(_keep_lines(ausgabe.stand.einstellung(name))),
    )


def _keep_lines(text: str) -> str:
    """An address is written line by line: every line break of a setting is one on the page."""
    return "\n".join(zeile.rstrip() + "  " if zeile.strip() else "" for zeile in text.splitlines())


def barrierefreiheit(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render what was done for accessibility, and what was not."""
    return page(
        ausgabe,
        "barrierefreiheit.html",
        "barrierefreiheit/",
        titel="Barrierefreiheit",
        englisch="What was done for accessibility and what is not known yet.",
    )


def notizen(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render the list of Research Notes, newest first."""
    liste = ausgabe.sicht.texte.get("research_note", [])
    return page(
        ausgabe,
        "notizen.html",
        "notizen/",
        titel="Research Notes",
        englisch="Editorial notes on single findings, in German.",
        notizen=sorted(liste, key=lambda t: (t.datum, t.kennung), reverse=True),
    )


def notiz(ausgabe: Ausgabe, params: Mapping[str, str]) -> bytes:
    """Render one Research Note; KeyError if the build does not hold it."""
    for text in ausgabe.sicht.texte.get("research_note", []):
        if text.kennung == params["kennung"]:
            return page(
                ausgabe,
                "notiz.html",
                adressen.notiz(text.kennung),
                titel=text.titel,
                englisch="An editorial note on a single finding, in German.",
                text=text,
                inhalt=editorial(text.text),
            )
    raise KeyError(params["kennung"])


def fehlt(ausgabe: Ausgabe) -> bytes:
    """Render the page for unknown addresses; it is served anywhere, so its links start at /."""
    return page(
        ausgabe,
        "fehlt.html",
        "404.html",
        titel="Diese Seite gibt es nicht",
        englisch="This page does not exist.",
        wurzel="/",
    )
