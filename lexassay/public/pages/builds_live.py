"""Pages about builds that are made when asked for: the list with today's status, tombstones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lexassay.public.ausgabe import Ausgabe
from lexassay.public.pages.rahmen import page
from lexassay.public.vorlagen import render

STATUS = {
    "freigegeben": "veröffentlicht",
    "abgeloest": "abgelöst",
    "zurueckgezogen": "zurückgezogen",
}


def build_list(ausgabe: Ausgabe | None, builds: Sequence[Any]) -> bytes:
    """Render all builds that were ever public, newest first, with what became of them."""
    zeilen = [
        {
            "kennung": build.kennung,
            "status": STATUS[build.status],
            "freigegeben_am": build.freigegeben_am,
            "baum": build.baum_hash,
            "zurueckgezogen_am": build.zurueckgezogen_am,
            "grund": build.zurueckgezogen_grund,
            "lesbar": build.status != "zurueckgezogen",
        }
        for build in builds
    ]
    if ausgabe is None:
        return render("schlicht.html", {"titel": "Builds", "text": "", "zeilen": zeilen})
    return page(
        ausgabe,
        "builds_live.html",
        "builds/",
        titel="Builds",
        nav="builds",
        englisch="All published builds with their status today.",
        zeilen=zeilen,
    )


def no_build(text: str) -> bytes:
    """Render a plain page for a site without a released build."""
    return render("schlicht.html", {"titel": "LexAssay", "text": text, "zeilen": []})


def tombstone(ausgabe: Ausgabe | None, build: Any) -> bytes:
    """Render the dated tombstone of a withdrawn build (R-12.8)."""
    text = (
        f"Der Build {build.kennung} wurde am {build.zurueckgezogen_am:%d.%m.%Y} zurückgezogen."
        f" Grund: {build.zurueckgezogen_grund}"
    )
    return render("schlicht.html", {"titel": f"Build {build.kennung}", "text": text, "zeilen": []})
