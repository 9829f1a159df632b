"""DESIGN 9, grading: 20,000 stored Runs graded by rule and saved, against one bare bulk_create.

`python tests/benchmarks/bench_grading.py [--runs N]` prints one JSON line. The bare leg inserts the
very rows that grading made, built beforehand, into an empty table by one `bulk_create`; both legs
run in one process on one database file, alternating, and the medians of three rounds are compared.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

BAR = 2.5
ROUNDS = 3
TESTFAELLE = 200
JA = '{"kurzantwort": "Ja", "begruendung": "Die Frist ist gewahrt, § 193 BGB."}'
NEIN = '{"kurzantwort": "Nein.", "begruendung": "Die Frist ist versäumt, § 187 Abs. 1 BGB."}'
PROSA = "Ja, denn die Frist ist gewahrt."


def prepare(folder: Path) -> None:
    """Settings and an empty database in a folder of our own."""
    os.environ["LEXASSAY_ENV_DATEI"] = os.devnull
    os.environ["LEXASSAY_VAR"] = str(folder)
    os.environ["DATABASE_URL"] = f"sqlite:///{folder / 'bench.sqlite3'}"
    os.environ["DJANGO_SETTINGS_MODULE"] = "lexassay.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def store_runs(anzahl: int) -> list[int]:
    """Store final Runs of deterministic tasks with three kinds of answer; return their ids."""
    from grading_app.rules.kombination import BG1_JA_NEIN
    from runs_app.models import Run, Versuch
    from tests.grading_app import bausteine as b

    b.regel(kennung="bg1_ja_nein", form="kombination", konfiguration=BG1_JA_NEIN)
    faelle = [
        b.neuer_fall(f"f-{n}", "regel", sollwert="Ja", regel_kennung="bg1_ja_nein")
        for n in range(TESTFAELLE)
    ]
    b.run(faelle[0], JA, zitate=False)
    muster, versuch = Run.objects.get(), Versuch.objects.get()
    runs = Run.objects.bulk_create(
        [
            Run(
                testfall=faelle[n % TESTFAELLE],
                teilnahme_id=muster.teilnahme_id,
                run_index=2 + n // TESTFAELLE,
                faellig_ab=b.JETZT,
                prompt_fingerabdruck="0" * 64,
            )
            for n in range(anzahl)
        ],
        batch_size=1_000,
    )
    felder = {
        f.attname: getattr(versuch, f.attname)
        for f in Versuch._meta.concrete_fields
        if f.attname not in ("id", "run_id", "antwort")
    }
    versuche = Versuch.objects.bulk_create(
        [
            Versuch(run=run, antwort=(JA, NEIN, PROSA)[n % 3], **felder)
            for n, run in enumerate(runs)
        ],
        batch_size=1_000,
    )
    for run, neu in zip(runs, versuche, strict=True):
        run.zaehlender_versuch = neu
        run.status, run.gueltigkeit = muster.status, muster.gueltigkeit
        run.technischer_status = muster.technischer_status
    Run.objects.bulk_update(
        runs, ["zaehlender_versuch", "status", "gueltigkeit", "technischer_status"], batch_size=500
    )
    return [run.pk for run in runs]


def empty_table() -> None:
    """Delete all grades; append-only is for people, not for a benchmark."""
    from django.db import connection

    from grading_app.models import Bewertung

    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {connection.ops.quote_name(Bewertung._meta.db_table)}")


def measure_grading(ids: list[int]) -> float:
    from grading_app.services import grade_runs

    empty_table()
    start = time.perf_counter()
    bericht = grade_runs(ids=ids)
    seconds = time.perf_counter() - start
    assert bericht.neu == len(ids), bericht
    return seconds


def measure_bare() -> float:
    """Insert the rows of the last grading again, by one bare bulk_create."""
    from django.db import transaction

    from grading_app.models import Bewertung

    rows = list(Bewertung.objects.all())
    for row in rows:
        row.pk, row._state.adding = None, True
    empty_table()
    start = time.perf_counter()
    with transaction.atomic():
        Bewertung.objects.bulk_create(rows)
    return time.perf_counter() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20_000)
    anzahl = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        ids = store_runs(anzahl)
        rounds = [(measure_grading(ids), measure_bare()) for _ in range(ROUNDS)]
        from django.db import connection

        connection.close()
    graded = statistics.median(g for g, _ in rounds)
    bare = statistics.median(b for _, b in rounds)
    ratio = graded / bare
    result = {
        "bench": "grading",
        "runs": anzahl,
        "graded_s": round(graded, 3),
        "bare_s": round(bare, 3),
        "ratio": round(ratio, 2),
        "bar": BAR,
        "ok": ratio <= BAR,
    }
    sys.stdout.write(json.dumps(result) + "\n")
    return 0 if ratio <= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
