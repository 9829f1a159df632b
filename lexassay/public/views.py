"""What no file answers: filters and sorting, the live list of builds, older builds, errors.

Every view calls the same page function as the build; nothing here computes or styles anything.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Callable, Mapping
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect

from lexassay.builds.models import BuildManifest
from lexassay.builds.selectors import artefact_bytes, published_build
from lexassay.protokoll.kanon import sha256_hex
from lexassay.public import adressen
from lexassay.public.assets import load_assets
from lexassay.public.ausgabe import Ausgabe
from lexassay.public.live import released_ausgabe
from lexassay.public.pages.builds_live import build_list, no_build, tombstone
from lexassay.public.pages.rangliste import FILTER, rangliste, startseite
from lexassay.public.serving import CSP, SEITE_S

Seite = Callable[[Ausgabe, Mapping[str, str]], bytes]
ASSET_S = 365 * 24 * 3600
"""Seconds an asset may be kept: its name is its checksum."""
FRAGEN = (*FILTER, "sort", "richtung")
"""The names that a ranking answers to; others change nothing, and no entry of the memory."""
GEMERKT = 256
"""Filtered pages kept in memory per process; their key holds the build."""


def ranking(request: HttpRequest, satz: str | None = None) -> HttpResponse:
    """Answer a ranking with filters or an order in its address (R-15.15)."""
    ausgabe = released_ausgabe()
    if ausgabe is None:
        return _nothing_released()
    wahl = tuple((name, request.GET[name]) for name in FRAGEN if name in request.GET)
    try:
        inhalt = _filtered(ausgabe.kennung, satz, wahl)
    except KeyError:
        raise Http404 from None
    return _page(request, inhalt)


@lru_cache(maxsize=GEMERKT)
def _filtered(kennung: str, satz: str | None, wahl: tuple[tuple[str, str], ...]) -> bytes:
    ausgabe = released_ausgabe()
    if ausgabe is None:
        raise KeyError(kennung)
    if satz is None:
        return startseite(ausgabe, dict(wahl))
    return rangliste(ausgabe, {**dict(wahl), "satz": satz})


def builds(request: HttpRequest) -> HttpResponse:
    """Show every build that was ever public, with its status today (R-12.8)."""
    ausgabe = released_ausgabe()
    zeilen = list(BuildManifest.objects.veroeffentlicht())
    if ausgabe is None and not zeilen:
        return _nothing_released()
    return _page(request, build_list(ausgabe, zeilen), seconds=0)


def older_build(request: HttpRequest, kennung: str, pfad: str = "") -> HttpResponse:
    """Serve a page of a build under its permanent address; a withdrawn one says so (410)."""
    build = BuildManifest.objects.veroeffentlicht().filter(kennung=kennung).first()
    if build is None:
        raise Http404
    if build.status == "zurueckgezogen":
        return _page(request, tombstone(released_ausgabe(), build), status=410, seconds=0)
    if pfad == adressen.LEBEND:  # an old page asks for the status of today
        return HttpResponseRedirect("/builds/")
    datei = adressen.datei(pfad)
    inhalt = artefact_bytes(build, datei)
    if inhalt is None:
        raise Http404
    typ = mimetypes.guess_type(datei)[0] or "application/octet-stream"
    if typ.startswith("text/"):
        typ += "; charset=utf-8"
    return _page(request, inhalt, typ=typ)


def any_file(request: HttpRequest, pfad: str) -> HttpResponse:
    """Serve a released file where the table before Django did not (a query, a cold start).

    The assets of this code are served too: a live page refers to them, and after a deployment
    they may be newer than those of the released build.
    """
    eigenes = load_assets().dateien.get(pfad)
    if eigenes is not None:
        typ = mimetypes.guess_type(pfad)[0] or "application/octet-stream"
        return _page(request, eigenes, typ=typ, seconds=ASSET_S)
    build = published_build()
    if build is None:
        return _nothing_released()
    inhalt = artefact_bytes(build, adressen.datei(pfad))
    if inhalt is None:
        if pfad and not pfad.endswith("/") and artefact_bytes(build, f"{pfad}/index.html"):
            return HttpResponseRedirect(f"/{pfad}/")
        raise Http404
    typ = mimetypes.guess_type(adressen.datei(pfad))[0] or "application/octet-stream"
    return _page(request, inhalt, typ=f"{typ}; charset=utf-8" if "text/" in typ else typ)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Show the build's own page for unknown addresses."""
    build = published_build()
    inhalt = artefact_bytes(build, "404.html") if build else None
    if inhalt is None:
        inhalt = no_build("Diese Seite gibt es nicht.")
    return _page(request, inhalt, status=404, seconds=0)


def _nothing_released() -> HttpResponse:
    """Before the first release, and after a withdrawal without a successor."""
    letzter = BuildManifest.objects.filter(status="zurueckgezogen").order_by("-id").first()
    if letzter is not None:
        antwort = HttpResponse(tombstone(None, letzter), status=410)
    else:
        antwort = HttpResponse(no_build("Noch ist kein Build freigegeben."), status=503)
        antwort["Retry-After"] = "30"
    antwort["Cache-Control"] = "no-store"
    return antwort


def _page(
    request: HttpRequest,
    inhalt: bytes,
    *,
    status: int = 200,
    seconds: int = SEITE_S,
    typ: str = "text/html; charset=utf-8",
) -> HttpResponse:
    etag = f'"{sha256_hex(inhalt)}"'
    if status == 200 and request.headers.get("If-None-Match") == etag:
        antwort = HttpResponse(status=304)
    else:
        antwort = HttpResponse(inhalt, status=status, content_type=typ)
    antwort["ETag"] = etag
    antwort["Cache-Control"] = f"max-age={seconds}, public" if seconds else "no-cache"
    antwort["Content-Security-Policy"] = CSP
    return antwort
