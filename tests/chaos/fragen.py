"""Questions of the chaos tests to the site's database: a JSON line in, a JSON line out."""

from __future__ import annotations

import json
import sys
from typing import Any

import django


def new_lauf(port: str, tasks: str, width: str, scenario: str) -> dict[str, Any]:
    """Start a Lauf over one model and return its key."""
    from runs_app.models import Modellmetadaten
    from tests.runs_app import bausteine

    number = Modellmetadaten.objects.count()
    provider = bausteine.anbieter(f"station-{number}", max_gleichzeitig=int(width))
    model = bausteine.modell(f"http://127.0.0.1:{port}/v1", scenario, anbieter=provider)
    lauf = bausteine.lauf([model], katalogversion=bausteine.katalog(int(tasks)))
    return {"lauf": lauf.pk}


def state(lauf: str) -> dict[str, Any]:
    """Return what is stored of a Lauf."""
    from django.db.models import Count

    from runs_app.models import Lauf, Rohdaten, Run, Versuch

    status = Lauf.objects.get(pk=lauf).status  # first: what is read later is not older
    runs = Run.objects.filter(teilnahme__lauf_id=lauf)
    counts = dict(runs.values_list("status").annotate(n=Count("id")))
    versuche = Versuch.objects.filter(run__teilnahme__lauf_id=lauf)
    return {
        "status": status,
        "runs": counts,
        "versuche": versuche.count(),
        "zaehlende": runs.filter(zaehlender_versuch__isnull=False).count(),
        "rohdaten": Rohdaten.objects.filter(versuch__in=versuche).count(),
        "vergleichsbild": list(
            runs.order_by("testfall__kennung").values_list(
                "testfall__titel",
                "run_index",
                "technischer_status",
                "gueltigkeit",
                "zaehlender_versuch__antwort",
                "zaehlender_versuch__art",
                "zaehlender_versuch__token_ausgabe",
            )
        ),
        "verdacht": runs.filter(verlorene_leases__gt=0).count(),
        "geparkt": list(runs.filter(status="geparkt").values_list("park_grund", flat=True)),
    }


def answer(question: str, arguments: list[str]) -> dict[str, Any]:
    """Answer one question; a database that was restarted is asked once more."""
    from django.db import DatabaseError, InterfaceError, connection

    function = {"new_lauf": new_lauf, "state": state}[question]
    try:
        return function(*arguments)
    except (DatabaseError, InterfaceError):
        connection.close()
        return function(*arguments)


if __name__ == "__main__":
    django.setup()
    for line in sys.stdin:
        question, *rest = json.loads(line)
        sys.stdout.write(json.dumps(answer(question, rest)) + "\n")
        sys.stdout.flush()
