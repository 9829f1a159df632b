"""Serves the released build before Django: files of a checked local copy, swapped at once.

Each web host keeps a copy of the released build in ``var/site/<tree hash>/``: every file checked
against its sum, written to a folder beside and renamed when whole. Requests are answered from an
in-memory table of that folder (WhiteNoise); a release replaces the table by one assignment. The
release pointer is one row, read again at most every two seconds; nothing else asks the database.
"""

from __future__ import annotations

import gzip
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterable
from http import HTTPStatus
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers
from wsgiref.util import FileWrapper

import brotli
import structlog
from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from whitenoise import WhiteNoise

from lexassay.builds.models import BuildManifest
from lexassay.builds.selectors import all_artefacts, release_pointer

log = structlog.get_logger(__name__)
POINTER_S = 2.0
"""Seconds between two looks at the release pointer: hosts switch within this time (R-11.2)."""
SEITE_S = 60
"""Seconds a browser may keep a page without asking again."""
KOMPRIMIERBAR = (".html", ".css", ".js", ".svg", ".json", ".csv", ".xml", ".txt", ".jsonld")
ALTE_KOPIEN = 2
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
KOPFZEILEN = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
LESEND = frozenset({"GET", "HEAD"})
STATUSZEILEN = {status: f"{status.value} {status.phrase}" for status in HTTPStatus}
App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Auslieferung(WhiteNoise):
    """The table of one build's files, with all headers; the ETag is the checksum."""

    def __init__(self, root: Path, summen: dict[str, str], build: str, baum: str) -> None:
        self.summen, self.build, self.baum = summen, build, baum
        self.wurzel = str(root).rstrip(os.sep) + os.sep
        super().__init__(
            None,
            root=str(root),
            max_age=SEITE_S,
            allow_all_origins=False,
            index_file=True,
            add_headers_function=self._add_headers,
        )

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Assets carry their checksum in their name: they never change."""
        return url.startswith("/assets/")

    def _add_headers(self, headers: Headers, path: str, url: str) -> None:
        for name, wert in KOPFZEILEN.items():
            headers[name] = wert
        if settings.SECURE_HSTS_SECONDS:
            headers["Strict-Transport-Security"] = _hsts()
        headers["ETag"] = f'"{self.summen[path[len(self.wurzel) :]]}"'
        headers["X-LexAssay-Build"] = self.build
        headers["X-LexAssay-Baum"] = self.baum


def _hsts() -> str:
    """Return the value that Django's SecurityMiddleware sends, from the same settings."""
    teile = [f"max-age={settings.SECURE_HSTS_SECONDS}"]
    teile += ["includeSubDomains"] if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else []
    teile += ["preload"] if settings.SECURE_HSTS_PRELOAD else []
    return "; ".join(teile)


class Veroeffentlichung:
    """WSGI: answers released addresses without a query itself, hands everything else to Django."""

    def __init__(self, application: App, ordner: Path) -> None:
        self.application, self.ordner = application, ordner
        self._tabelle: Auslieferung | None = None
        self._dateien: dict[str, Any] = {}
        self._zuletzt = float("-inf")
        self._sperre = threading.Lock()

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        if time.monotonic() - self._zuletzt >= POINTER_S:
            self._look()
        datei = self._dateien.get(environ["PATH_INFO"])
        methode = environ["REQUEST_METHOD"]
        if datei is None or methode not in LESEND or environ.get("QUERY_STRING"):
            return self.application(environ, start_response)
        antwort = datei.get_response(methode, environ)
        start_response(STATUSZEILEN[antwort.status], list(antwort.headers))
        if antwort.file is None:
            return []
        inhalt: Iterable[bytes] = environ.get("wsgi.file_wrapper", FileWrapper)(antwort.file)
        return inhalt

    def _look(self) -> None:
        """Read the pointer if it is time; one thread does, the others go on with what they have."""
        if not self._sperre.acquire(blocking=False):
            return
        try:
            self._follow_pointer()
        except (DatabaseError, OSError, ValueError) as fehler:
            log.error("released build not taken over", reason=str(fehler))
        finally:
            # The time of the end: a copy may take longer to make than the pointer keeps.
            self._zuletzt = time.monotonic()
            if not connection.in_atomic_block:  # within a transaction it is not ours to close
                close_old_connections()
            self._sperre.release()

    def _follow_pointer(self) -> None:
        zeiger = release_pointer()
        if zeiger is None:
            self._tabelle, self._dateien = None, {}
        elif self._tabelle is None or self._tabelle.baum != zeiger[1]:
            self._tabelle = load_table(self.ordner, *zeiger)
            self._dateien = {_wsgi_path(url): datei for url, datei in self._tabelle.files.items()}
            log.info("released build taken over", build=zeiger[0])


def _wsgi_path(url: str) -> str:
    """Return a path as WSGI hands it over (PEP 3333), so that no request has to decode its own."""
    return url.encode().decode("latin-1")


def load_table(ordner: Path, kennung: str, baum: str) -> Auslieferung:
    """Return the table of a build; its local copy is made first if this host has none."""
    build = BuildManifest.objects.get(kennung=kennung)
    ziel = ordner / baum
    if not ziel.is_dir():
        _materialise(build, ziel)
        _forget_old(ordner, keep=ziel)
    return Auslieferung(ziel, dict(build.manifest["pruefsummen"]), kennung, baum)


def _materialise(build: BuildManifest, ziel: Path) -> None:
    """Write all files, checked, with their compressed forms, and rename the folder when whole."""
    vorlaeufig = ziel.with_name(f".{ziel.name}.{os.getpid()}")
    shutil.rmtree(vorlaeufig, ignore_errors=True)
    for pfad, inhalt in all_artefacts(build).items():
        datei = vorlaeufig / pfad
        datei.parent.mkdir(parents=True, exist_ok=True)
        datei.write_bytes(inhalt)
        if datei.suffix in KOMPRIMIERBAR and len(inhalt) > 500:
            datei.with_name(datei.name + ".br").write_bytes(brotli.compress(inhalt, quality=9))
            datei.with_name(datei.name + ".gz").write_bytes(gzip.compress(inhalt, 9, mtime=0))
    try:
        vorlaeufig.rename(ziel)
    except OSError:
        if not ziel.is_dir():
            raise
        shutil.rmtree(vorlaeufig, ignore_errors=True)  # another process was faster


def _forget_old(ordner: Path, *, keep: Path) -> None:
    """Delete local copies of earlier builds but the newest few."""
    alte = [p for p in ordner.iterdir() if p.is_dir() and p != keep and p.name[0] != "."]
    alte.sort(key=lambda p: p.stat().st_mtime, reverse=True)
    for kopie in alte[ALTE_KOPIEN:]:
        shutil.rmtree(kopie, ignore_errors=True)
