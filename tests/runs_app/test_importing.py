"""Recorded raw runs: all or nothing, unaudited, and graded by the same rules afterwards."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command

from runs_app.begriffe import Ausfuehrungsweg, Dialekt, LaufStatus, RunStatus, VersuchArt
from runs_app.importing import ImportAbgelehnt, import_recorded
from runs_app.models import Lauf, Rohdaten, Run, Versuch
from runs_app.planning import start_problems
from tests.runs_app.bausteine import katalog, lauf, modell, system_prompt, technik

pytestmark = pytest.mark.django_db
TEXT = "Die Frist beträgt einen Monat."


@pytest.fixture
def aufgezeichnet():
    return modell("", "alt", ausfuehrungsweg=Ausfuehrungsweg.IMPORT, dialekt=Dialekt.AUFGEZEICHNET)


def record(testfall, model, /, **werte) -> dict:
    ende = werte.pop("ende", "stop")
    return {
        "testfall": testfall.kennung,
        "testfall_version": testfall.version,
        "modell": model.kennung,
        "run_index": 1,
        "dialekt": "aufgezeichnet",
        "anfrage": {
            "system": system_prompt().text,
            "prompt": testfall.gesendeter_text,
            "limit": werte.pop("limit", 16_000),
        },
        "antwort": {
            "text": TEXT,
            "finish_reason": ende,
            "usage": {"input_tokens": 20, "output_tokens": werte.pop("ausgabe", 12)},
        },
        "started_at": "2026-01-02T10:00:00+00:00",
        "ended_at": "2026-01-02T10:00:09+00:00",
        "dauer_ms": 9_000,
        **werte,
    }


def lines(*records: dict) -> bytes:
    return "\n".join(json.dumps(r) for r in records).encode()


def importiere(version, raw: bytes) -> Lauf:
    return import_recorded(
        user=technik(),
        kennung="import-1",
        titel="Import",
        katalogversion=version,
        system_prompt=system_prompt(),
        raw=raw,
    )


def test_recorded_runs_become_a_finished_lauf_that_says_it_was_not_audited(aufgezeichnet):
    version = katalog(2)
    raw = lines(*(record(t, aufgezeichnet) for t in version.testfaelle.all()))
    row = importiere(version, raw)
    assert row.status == LaufStatus.ABGESCHLOSSEN
    assert not row.teilweise
    assert set(Run.objects.values_list("status", flat=True)) == {RunStatus.BEENDET}
    assert Versuch.objects.count() == Rohdaten.objects.count() == 2
    assert Versuch.objects.first().pruefprotokoll["geprueft"] is False
    assert Run.objects.first().zaehlender_versuch.antwort == TEXT


def test_an_early_cut_and_its_nachlauf_are_one_run_of_which_the_nachlauf_counts(aufgezeichnet):
    version = katalog(1)
    testfall = version.testfaelle.get()
    raw = lines(
        record(testfall, aufgezeichnet, ende="length", ausgabe=16_000),
        record(
            testfall,
            aufgezeichnet,
            art="nachlauf",
            limit=64_000,
            started_at="2026-01-03T10:00:00+00:00",
            ended_at="2026-01-03T10:00:09+00:00",
        ),
    )
    importiere(version, raw)
    run = Run.objects.get()
    assert run.versuche.count() == 2
    assert run.zaehlender_versuch.art == VersuchArt.NACHLAUF


def test_a_part_of_the_catalogue_is_a_partial_lauf(aufgezeichnet):
    version = katalog(3)
    row = importiere(version, lines(record(version.testfaelle.first(), aufgezeichnet)))
    assert row.teilweise


@pytest.mark.parametrize(
    ("werte", "satz"),
    [
        ({"testfall": "fremd"}, r"Zeile 1 \(testfall\)"),
        ({"modell": "fremd"}, "Das Modell „fremd“ gibt es nicht"),
        ({"effort": "hoch"}, "kennt den Effort „hoch“ nicht"),
        (
            {"anfrage": {"system": "Antworte knapp.", "prompt": "anders", "limit": 5}},
            "nicht Byte für Byte",
        ),
        ({"started_at": "gestern"}, "ISO 8601"),
    ],
)
def test_one_fault_imports_nothing_and_names_line_and_field(aufgezeichnet, werte, satz):
    version = katalog(2)
    good, bad = version.testfaelle.all()
    raw = lines(record(bad, aufgezeichnet, **werte), record(good, aufgezeichnet))
    with pytest.raises(ImportAbgelehnt, match=satz):
        importiere(version, raw)
    assert not Lauf.objects.exists()
    assert not Run.objects.exists()


def test_a_model_of_a_real_access_path_takes_no_recorded_runs():
    version = katalog(1)
    fremd = modell("http://127.0.0.1:9/v1")
    with pytest.raises(ImportAbgelehnt, match="nicht für den Import"):
        importiere(version, lines(record(version.testfaelle.get(), fremd)))


def test_a_model_of_recorded_runs_is_imported_not_started(aufgezeichnet):
    row = lauf([aufgezeichnet], start=False)
    assert any("werden importiert" in problem for problem in start_problems(row))


def test_the_command_reports_faults_in_german(tmp_path, aufgezeichnet):
    version = katalog(1)
    technik()
    system_prompt()
    datei = tmp_path / "laeufe.jsonl"
    datei.write_bytes(b"")
    arguments = {
        "kennung": "import-1",
        "titel": "Import",
        "katalog": version.kennung,
        "system_prompt": "fest/1",
        "konto": "technik",
    }
    with pytest.raises(CommandError, match="Die Datei ist leer"):
        call_command("laeufe_importieren", str(datei), **arguments)
    datei.write_bytes(lines(record(version.testfaelle.get(), aufgezeichnet)))
    call_command("laeufe_importieren", str(datei), **arguments)
    assert Lauf.objects.get().kennung == "import-1"
