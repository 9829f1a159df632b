"""Two stand-in sources on loopback: `python -m lexassay.beispiel.standin.quellenserver --port N`.

Beispielquelle A listens on the given port, Beispielquelle B on `--port-b` (default: the next one).
Both answer from one YAML list of entries `schluessel`, `a`, `b` (`--daten`); each side has exactly
one of these forms:

    a: {norm: {zustand: vorhanden, absaetze: ["1", "2"]}}     # or fehlt, weggefallen
    a: {treffer: [{gericht: BGH, datum: "2020-05-06", aktenzeichen: "VIII ZR 1/20"}]}
    a: {kein_treffer: true}
    a: {fehler: 503}

A key that the list does not hold is answered by 404 and "unbekannt": no evidence of anything. Every
answer names its source and says that the source is an example.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import yaml

HINWEIS = "Beispielquelle für die Vorführung; keine amtliche und keine echte Quelle."
SEITEN = {"a": "Beispielquelle A", "b": "Beispielquelle B"}
FORMEN = ({"treffer"}, {"norm"}, {"kein_treffer"}, {"fehler"})
ZUSTAENDE = {"vorhanden", "fehlt", "weggefallen"}


class UngueltigeDaten(ValueError):
    """The YAML file is not what the stand-in needs; the message names the entry."""


@dataclass(frozen=True, slots=True)
class Auskunft:
    """One HTTP answer of a stand-in source."""

    status: int
    inhalt: Mapping[str, Any]


def read_daten(text: str) -> dict[str, dict[str, Any]]:
    """Return the entries by key; raises `UngueltigeDaten` with a German reason."""
    rows = yaml.safe_load(text) or []
    if not isinstance(rows, list):
        raise UngueltigeDaten("Die Datei muss eine Liste von Einträgen enthalten.")
    found: dict[str, dict[str, Any]] = {}
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict) or not isinstance(row.get("schluessel"), str):
            raise UngueltigeDaten(f"Eintrag {number}: Es fehlt „schluessel“.")
        if row["schluessel"] in found:
            raise UngueltigeDaten(f"Eintrag {number}: „{row['schluessel']}“ steht zweimal da.")
        for seite in SEITEN:
            _check_side(row.get(seite), f"Eintrag {number}, Seite {seite}")
        found[row["schluessel"]] = row
    return found


def _check_side(side: Any, where: str) -> None:
    if side is None:
        return
    if not isinstance(side, dict) or set(side) not in FORMEN:
        raise UngueltigeDaten(
            f"{where}: erwartet wird genau eines von treffer, norm, kein_treffer, fehler."
        )
    if "norm" in side and (side["norm"] or {}).get("zustand") not in ZUSTAENDE:
        raise UngueltigeDaten(f"{where}: „zustand“ ist vorhanden, fehlt oder weggefallen.")
    if "fehler" in side and not 400 <= int(side["fehler"]) <= 599:
        raise UngueltigeDaten(f"{where}: „fehler“ ist ein HTTP-Status von 400 bis 599.")


def answer(daten: Mapping[str, Mapping[str, Any]], seite: str, schluessel: str) -> Auskunft:
    """Return what a side says about a key."""
    head = {"quelle": SEITEN[seite], "hinweis": HINWEIS, "schluessel": schluessel}
    side = daten.get(schluessel, {}).get(seite)
    match side:
        case None:
            return Auskunft(404, {**head, "fehler": "unbekannt"})
        case {"fehler": status}:
            return Auskunft(int(status), {**head, "fehler": "gestört"})
        case {"norm": norm}:
            return Auskunft(200, {**head, "norm": norm})
        case {"treffer": treffer}:
            return Auskunft(200, {**head, "treffer": treffer})
    return Auskunft(200, {**head, "treffer": []})


def _handler(daten: Mapping[str, Mapping[str, Any]], seite: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server_version = "Beispielquelle"
        sys_version = ""

        def do_GET(self) -> None:  # the name is given by the base class
            url = urlsplit(self.path)
            if url.path == "/robots.txt":
                self._send(200, b"User-agent: *\nAllow: /\n", "text/plain; charset=utf-8")
                return
            schluessel = parse_qs(url.query).get("schluessel", [""])[0]
            if url.path != "/nachschlagen" or not schluessel:
                auskunft = Auskunft(404, {"quelle": SEITEN[seite], "fehler": "keine_adresse"})
            else:
                auskunft = answer(daten, seite, schluessel)
            body = json.dumps(auskunft.inhalt, ensure_ascii=False, default=str).encode()
            self._send(auskunft.status, body, "application/json; charset=utf-8")

        def _send(self, status: int, body: bytes, kind: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Stay silent: the stand-in runs beside the site's own log."""

    return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True


@contextmanager
def serve(daten: Mapping[str, Mapping[str, Any]], *, port: int = 0, port_b: int = 0):
    """Run both sources until the block ends; yields their base addresses by kennung."""
    servers = [
        _Server(("127.0.0.1", number), _handler(daten, seite))
        for seite, number in (("a", port), ("b", port_b))
    ]
    threads = [threading.Thread(target=s.serve_forever, args=(0.02,), daemon=True) for s in servers]
    for thread in threads:
        thread.start()
    try:
        yield {
            f"beispielquelle_{seite}": f"http://127.0.0.1:{server.server_address[1]}"
            for seite, server in zip(SEITEN, servers, strict=True)
        }
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()
        for thread in threads:
            thread.join()


def main(arguments: list[str] | None = None) -> int:
    """Serve until the process is told to stop; the first line of output names the addresses."""
    parser = argparse.ArgumentParser(description="Beispielquellen A und B auf dem eigenen Rechner")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--port-b", type=int, default=None)
    parser.add_argument("--daten", type=Path, required=True)
    options = parser.parse_args(arguments)
    port_b = options.port_b if options.port_b is not None else options.port and options.port + 1
    try:
        daten = read_daten(options.daten.read_text("utf-8"))
    except (OSError, UngueltigeDaten, yaml.YAMLError) as error:
        sys.stderr.write(f"Die Beispielquellen starten nicht: {error}\n")
        return 2
    with serve(daten, port=options.port, port_b=port_b) as adressen:
        sys.stdout.write(json.dumps(adressen) + "\n")
        sys.stdout.flush()
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
