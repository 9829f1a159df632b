"""Public page: Brotli size of the ranking, and requests against plain WhiteNoise (DESIGN 9).

Run: ``python -m tests.benchmarks.bench_public``; prints one JSON line.
"""

from __future__ import annotations

import gc
import io
import json
import os
import sys
import tempfile
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lexassay.settings")
os.environ.setdefault("DATABASE_URL", "sqlite://:memory:")

import brotli
import django

RUNDEN = 7
ANFRAGEN = 3000
PFAD = "/rangliste/v2/"


def ranking_of(zeilen: int) -> bytes:
    """Render the ranking of a made-up field of ``zeilen`` rows over the tasks of the fixture."""
    from lexassay.builds.aggregation import evaluate
    from lexassay.builds.auswertung import Zitatzahlen
    from lexassay.builds.redaction import redact
    from lexassay.public.pages.rangliste import rangliste
    from tests.public import stand_fixture as s

    grund = s.full_ausgabe()
    modelle, teilnahmen, runs = [], [], []
    for i in range(zeilen):
        kennung = f"demo-{WINDE[i % len(WINDE)]}-{i // len(WINDE) + 1}"
        name = f"demo-{WINDE[i % len(WINDE)]} {i // len(WINDE) + 1}"
        modelle.append(s.modell(kennung, name, anbieter=ANBIETER[i % 5]))
        reihe = f"l1-{kennung}-standard"
        teilnahmen.append(
            s.teilnahme(reihe, "l1", kennung, kosten_mikro=137_000 * (i * 7 % 90 + 1))
        )
        for j, fall in enumerate((*s.OFFEN, *s.GEHEIME)):
            wert = Fraction((i * 13 + j * 29) % 101, 100)
            runs.append(
                s.run(
                    fall,
                    reihe,
                    bewertung=s.note(correctness=wert, effektiv=wert, anteil=wert),
                    dauer_ms=1000 * (3 + (i * 17 + j * 5) % 200),
                )
            )
    stand = replace(
        s.full_stand(),
        modelle=(*grund.stand.modelle, *modelle),
        laeufe=tuple(k for k in s.full_stand().laeufe if k.kennung == "l1"),
        aufgabensaetze=tuple(a for a in s.full_stand().aufgabensaetze if a.kennung == "v2"),
        teilnahmen=tuple(teilnahmen),
        runs=tuple(runs),
        korrekturen=(),
    )
    auswertung = evaluate(stand)
    liste = auswertung.rangliste("v2")
    gezaehlt = [
        replace(z, zitate=Zitatzahlen(echt=120 + i * 7 % 80, falsch_zugeordnet=i * 5 % 17,
                erfunden=i * 3 % 23, nicht_auffindbar=i * 11 % 29, ungeprueft=i * 2 % 31,
                abgelehnt=0, aus_der_aufgabe=0))
        for i, z in enumerate(liste.zeilen)
    ]  # fmt: skip
    auswertung = replace(auswertung, ranglisten=(replace(liste, zeilen=tuple(gezaehlt)),))
    ausgabe = replace(grund, stand=redact(stand), auswertung=auswertung)
    return rangliste(ausgabe, {"satz": "v2"})


WINDE = (
    *("foehn", "tramontana", "aquila", "zonda", "levante", "gregal", "bora", "halny", "cierzo"),
    *("etesia", "ostro", "passat", "bise", "kumulus", "mistral", "scirocco", "libeccio"),
)
ANBIETER = ("Beispiel Systems", "Fiktiv Labs", "Musterwerk KI", "Platzhalter AG", "Probe GmbH")


def environ() -> dict[str, Any]:
    """A GET of the ranking, as gunicorn hands it over."""
    return {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": PFAD,
        "QUERY_STRING": "",
        "HTTP_ACCEPT_ENCODING": "br, gzip",
        "wsgi.input": io.BytesIO(),
        "wsgi.url_scheme": "http",
    }


def rate(app: Any) -> float:
    """Return requests per second of one WSGI application, body read to its end."""
    umgebung = environ()
    start = time.perf_counter()
    for _ in range(ANFRAGEN):
        antwort = app(dict(umgebung), lambda status, headers: None)
        for _teil in antwort:
            pass
        close = getattr(antwort, "close", None)
        if close:
            close()
    return ANFRAGEN / (time.perf_counter() - start)


def main() -> None:
    django.setup()
    from django.core.management import call_command
    from django.utils import timezone
    from whitenoise import WhiteNoise

    from lexassay.builds import store
    from lexassay.builds.checksums import file_sums, tree_hash
    from lexassay.builds.models import BuildManifest, Freigabezeiger
    from lexassay.public.serving import Veroeffentlichung

    call_command("migrate", verbosity=0)
    groessen = {n: len(brotli.compress(ranking_of(n), quality=11)) for n in (20, 100)}
    dateien = {"rangliste/v2/index.html": ranking_of(20)}
    summen = file_sums(dateien)
    with tempfile.TemporaryDirectory() as ordner:
        build = BuildManifest.objects.create(
            kennung="bench", angelegt_am=timezone.now(), baum_hash=tree_hash(summen),
            stand_hash="0" * 64, manifest={"pruefsummen": summen},
        )  # fmt: skip
        store.put_all(build, dateien)
        Freigabezeiger.objects.create(build=build, gewechselt_am=timezone.now())
        unser = Veroeffentlichung(_must_not_be_asked, Path(ordner))
        b"".join(unser(environ(), lambda status, headers: None))  # takes the build over
        nackt = WhiteNoise(_must_not_be_asked, root=str(Path(ordner) / build.baum_hash),
                           index_file=True)  # fmt: skip
        gc.collect()
        paare = [(rate(unser), rate(nackt)) for _ in range(RUNDEN)]
    verhaeltnisse = sorted(a / b for a, b in paare)
    ergebnis = {
        "bench": "public",
        "rangliste_20_brotli": groessen[20],
        "rangliste_je_weitere_zeile": round((groessen[100] - groessen[20]) / 80, 1),
        "anfragen_je_s": round(max(a for a, _ in paare)),
        "whitenoise_je_s": round(max(b for _, b in paare)),
        "verhaeltnis": round(verhaeltnisse[RUNDEN // 2], 3),
        "erfuellt": groessen[20] <= 10_000
        and (groessen[100] - groessen[20]) / 80 <= 150
        and verhaeltnisse[RUNDEN // 2] >= 0.9,
    }
    sys.stdout.write(json.dumps(ergebnis) + "\n")


def _must_not_be_asked(environ: dict[str, Any], start_response: Any) -> Any:
    raise AssertionError("a released page must not reach Django")


if __name__ == "__main__":
    main()
