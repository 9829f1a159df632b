"""Pure: no Django, no I/O. How a result is cited: German style, BibTeX, CSL-JSON (R-15.13)."""

from __future__ import annotations

import datetime as dt
import json
import re
from dataclasses import dataclass

from lexassay.public.ausgabe import Ausgabe
from lexassay.public.formate import datum


@dataclass(frozen=True, slots=True)
class Zitierweise:
    """The same reference in three forms."""

    deutsch: str
    bibtex: str
    csl: str


def base_address(ausgabe: Ausgabe) -> str:
    """Return the address under which the site is cited, without a final slash."""
    adresse = ausgabe.stand.einstellung("adresse") or "https://lexassay.com"
    return adresse.rstrip("/")


def citation(
    ausgabe: Ausgabe,
    adresse: str,
    titel: str,
    tag: dt.date,
    fassung: str,
    datiert: str = "im Test am",
) -> Zitierweise:
    """Return the reference to a page; ``fassung`` pins its data (build or checksum)."""
    name = ausgabe.stand.einstellung("seitenname") or "LexAssay"
    link = f"{base_address(ausgabe)}/{adresse}"
    schluessel = re.sub(r"[^a-z0-9]+", "-", f"{name}-{adresse}".lower()).strip("-")
    felder = {
        "author": "{" + name + "}",
        "title": "{" + _latex(titel) + "}",
        "year": f"{tag.year}",
        "note": _latex(f"{datiert[:1].upper()}{datiert[1:]} {datum(tag)}, {fassung}"),
        "url": link,
    }
    bibtex = f"@misc{{{schluessel},\n" + ",\n".join(
        f"  {feld} = {{{wert}}}" for feld, wert in felder.items()
    )
    csl = {
        "id": schluessel,
        "type": "webpage",
        "title": titel,
        "author": [{"literal": name}],
        "issued": {"date-parts": [[tag.year, tag.month, tag.day]]},
        "URL": link,
        "note": fassung,
        "language": "de",
    }
    return Zitierweise(
        deutsch=f"{name}, {titel}, {datiert} {datum(tag)}, {fassung}, {link}",
        bibtex=bibtex + "\n}",
        csl=json.dumps(csl, ensure_ascii=False, indent=2),
    )


def _latex(text: str) -> str:
    """Escape what BibTeX would read as markup."""
    return re.sub(r"([&%$#_{}])", r"\\\1", text)
