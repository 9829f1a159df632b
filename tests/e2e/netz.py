"""Plain HTTP as a browser without JavaScript sees it: no redirect followed, nothing decoded."""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit


@dataclass(frozen=True, slots=True)
class Antwort:
    """One response; header names are in lower case."""

    status: int
    kopf: dict[str, str]
    inhalt: bytes

    @property
    def text(self) -> str:
        return self.inhalt.decode("utf-8")

    @property
    def json(self) -> Any:
        return json.loads(self.inhalt)


def get(url: str, *, methode: str = "GET", **kopfzeilen: str) -> Antwort:
    """Ask for a URL; ``if_none_match="…"`` becomes the header ``If-None-Match``."""
    teile = urlsplit(url)
    assert teile.hostname == "127.0.0.1", url
    pfad = quote(teile.path, safe="/%:") + (f"?{teile.query}" if teile.query else "")
    verbindung = http.client.HTTPConnection(teile.hostname, teile.port, timeout=60)
    try:
        namen = {name.replace("_", "-"): wert for name, wert in kopfzeilen.items()}
        verbindung.request(methode, pfad, headers=namen)
        antwort = verbindung.getresponse()
        kopf = {name.lower(): wert for name, wert in antwort.getheaders()}
        return Antwort(antwort.status, kopf, antwort.read())
    finally:
        verbindung.close()
