"""A Lauf from start to end against the stand-in provider, through the real SDK and the database."""

from __future__ import annotations

import pytest

from runs_app.begriffe import LaufStatus, RunStatus
from runs_app.models import Rohdaten, Run, Versuch
from runs_app.status import TechnischerStatus
from tests.runs_app.bausteine import arbeite, lauf, modell

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_planned_run_ends_with_one_stored_answer(station, tmp_path):
    row = lauf([modell(station.base_url), modell(station.base_url)])
    arbeite(tmp_path)
    row.refresh_from_db()
    assert row.status == LaufStatus.ABGESCHLOSSEN
    assert row.beendet_am is not None
    runs = Run.objects.filter(teilnahme__lauf=row)
    assert {r.status for r in runs} == {RunStatus.BEENDET}
    assert runs.count() == 6
    assert all(r.technischer_status == TechnischerStatus.ERFOLGREICH for r in runs)
    assert all(r.zaehlender_versuch_id for r in runs)
    assert Versuch.objects.count() == Rohdaten.objects.count() == 6
