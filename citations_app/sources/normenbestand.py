"""The packaged and imported laws as a source: no network, always on (R-9.2)."""

from __future__ import annotations

from datetime import date
from typing import Any

from citations_app.befund import Abruf, Einzelbefund
from citations_app.begriffe import Abrufweg, Befundart
from citations_app.bestand import GII, current_bestand, herkunft_of
from citations_app.grammar.types import Fundstelle, Norm, Rechtsordnung
from citations_app.normenbestand.pruefung import check_norm, key_of, resolve_slug
from citations_app.sources.base import Netz


class NormenbestandQuelle:
    """Checks German federal norms against the official XML at hand."""

    kennung = "normenbestand"
    leser_version = "1"
    braucht_netz = False

    def zustaendig(self, fundstelle: Fundstelle) -> bool:
        """German federal norms with a known law only: "EUV" must not meet the railway ordinance."""
        teile = fundstelle.teile
        if fundstelle.rechtsordnung is not Rechtsordnung.DE or not isinstance(teile, Norm):
            return False
        bestand = current_bestand()
        return any(bestand.gesetz(slug) for slug in teile.slug.split("|") if slug)

    def anfrage(self, fundstelle: Fundstelle) -> str:
        teile = fundstelle.teile
        if not isinstance(teile, Norm):
            raise TypeError("Der Normenbestand kennt nur Normen.")
        slug = resolve_slug(teile, current_bestand())
        return f"{slug or teile.slug} {key_of(teile)}"

    def fetch(self, anfrage: str, netz: Netz | None) -> Abruf:
        """Return what the stored XML says about the section; nothing is retrieved."""
        slug, _, key = anfrage.partition(" ")
        bestand = current_bestand()
        gesetz, vorschrift = bestand.gesetz(slug), bestand.vorschrift(slug, key)
        builddate, digest = herkunft_of(slug)
        felder = {
            "gesetz": (gesetz.amtabk or gesetz.jurabk) if gesetz else "",
            "vorhanden": vorschrift is not None,
            "weggefallen": bool(vorschrift and vorschrift.weggefallen),
            "absaetze": [a.nummer for a in vorschrift.absaetze] if vorschrift else [],
        }
        return Abruf(
            url=public_url(slug, key) if vorschrift else f"{GII}/{slug}/index.html",
            weg=Abrufweg.MITGELIEFERT,
            inhalt_sha256=digest,
            auszug=bestand.wortlaut(slug, key)[:2_000],
            stand=f"{builddate[:4]}-{builddate[4:6]}-{builddate[6:8]}",
            felder=felder,
        )

    def judge(self, fundstelle: Fundstelle, felder: dict[str, Any], *, heute: date) -> Einzelbefund:
        teile = fundstelle.teile
        if not isinstance(teile, Norm):
            return Einzelbefund(art=Befundart.KEINE_QUELLE)
        return check_norm(teile, current_bestand())


def public_url(slug: str, key: str) -> str:
    """Return the public page of a section.

    >>> public_url("bgb", "§ 312g")
    'https://www.gesetze-im-internet.de/bgb/__312g.html'
    >>> public_url("bgbeg", "Art 229 § 6")
    'https://www.gesetze-im-internet.de/bgbeg/art_229__6.html'
    """
    match key.split():
        case ["§", nummer]:
            page = f"__{nummer}"
        case ["Art", artikel, "§", nummer]:
            page = f"art_{artikel}__{nummer}"
        case ["Art", artikel]:
            page = f"art_{artikel}"
        case _:
            page = "index"
    return f"{GII}/{slug}/{page}.html"
