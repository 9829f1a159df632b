"""``manage.py aufgaben``: import with preview, export, checks; the real BenGER file."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from lexassay.protokoll.models import Ereignis
from lexassay.protokoll.services import NichtErlaubt
from tasks_app.ausfuhr import export_set
from tasks_app.fingerprint import content_hash
from tasks_app.inhalt import content
from tasks_app.models import Aufgabensatz, Testfall
from tasks_app.services import import_file, import_folder
from tests.tasks_app.conftest import geheimer_fall

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
BENGER = ROOT / "tests" / "data" / "benger" / "grundprinzipien.jsonl"
BEISPIEL = ROOT / "lexassay" / "beispiel" / "daten"


def run(*args: Any) -> str:
    out = io.StringIO()
    call_command("aufgaben", *map(str, args), stdout=out, stderr=out)
    return out.getvalue()


def hashes() -> dict[str, str]:
    return {fall.adresse: content_hash(content(fall)) for fall in Testfall.objects.all()}


def test_the_preview_of_benger_finds_the_inconsistent_labels_by_itself() -> None:
    text = run("import", "--vorschau", BENGER)
    assert "„Ja“ (238×), „Ja.“ (36×)" in text
    assert "„Nein“ (243×), „Nein.“ (14×)" in text
    assert "50 Sollwerte sind anders geschrieben" in text
    assert "benger: 531 neu oder geändert, 0 unverändert, 0 Mängel" in text
    assert not Testfall.objects.exists()
    assert not Ereignis.objects.exists()


def test_all_of_benger_is_imported_and_only_once(redaktion: Any) -> None:
    satz, neu, gleich = import_file(pfad=BENGER, user=redaktion)
    assert (neu, gleich, satz.testfaelle.count()) == (531, 0, 531)
    fall = satz.testfaelle.get(kennung="benger-gp-049")
    assert fall.sollwert == "Ja"
    assert "§ 263 StGB" in fall.prompt
    assert "Elly Breu" in fall.namensnennung
    assert import_file(pfad=BENGER, user=redaktion)[1:] == (0, 531)


@pytest.mark.parametrize("name", ["bg1", "v1", "v2"])
@pytest.mark.parametrize("ziel", ["ordner", "datei.jsonl"])
def test_the_sample_survives_export_and_import(
    tmp_path: Path, redaktion: Any, name: str, ziel: str
) -> None:
    redaktion.is_superuser = True
    satz, _, _ = import_folder(ordner=BEISPIEL / name, user=redaktion)
    vorher = hashes()
    export_set(aufgabensatz=satz, ziel=tmp_path / ziel, mit_geheimen=True, user=redaktion)
    assert import_file(pfad=tmp_path / ziel, user=redaktion)[1:] == (0, len(vorher))
    Testfall.objects.all().delete()
    Aufgabensatz.objects.all().delete()
    import_file(pfad=tmp_path / ziel, user=redaktion)
    assert hashes() == vorher


def test_secret_testfaelle_are_exported_by_people_with_the_right_only(
    ordner: Path, tmp_path: Path, redaktion: Any, django_user_model: Any
) -> None:
    geheim = geheimer_fall(ordner, redaktion)
    text = run("export", "satz", tmp_path / "a.jsonl")
    assert "1 Testfälle" in text
    assert "nachtfall" not in (tmp_path / "a.jsonl").read_text("utf-8")
    fremd = django_user_model.objects.create_user("fremd")
    with pytest.raises(NichtErlaubt, match="wer sie sehen darf"):
        export_set(
            aufgabensatz=geheim.aufgabensatz, ziel=tmp_path / "b", mit_geheimen=True, user=fremd
        )
    run("export", "satz", tmp_path / "c.jsonl", "--mit-geheimen", "--konto", "redaktion")
    assert "nachtfall" in (tmp_path / "c.jsonl").read_text("utf-8")
    (blick,) = Ereignis.objects.filter(aktion="geheim_angesehen")
    assert blick.nach == {"weg": "Export"}


def test_an_export_overwrites_nothing(ordner: Path, tmp_path: Path, redaktion: Any) -> None:
    import_folder(ordner=ordner, user=redaktion)
    (tmp_path / "da.csv").write_text("x")
    for ziel in ("da.csv", ""):
        with pytest.raises(CommandError, match=r"gibt es schon|ist nicht leer"):
            run("export", "satz", tmp_path / ziel)
    assert (tmp_path / "da.csv").read_text() == "x"


def test_a_table_changes_its_columns_and_nothing_else(
    ordner: Path, tmp_path: Path, redaktion: Any
) -> None:
    import_folder(ordner=ordner, user=redaktion)
    tabelle = tmp_path / "t.csv"
    run("export", "satz", tabelle)
    assert run("import", tabelle, "--konto", "redaktion").endswith(
        "0 neu oder geändert, 1 unverändert.\n"
    )
    tabelle.write_text(tabelle.read_text("utf-8").replace("Berufungsfrist", "Frist"), "utf-8")
    run("import", tabelle, "--konto", "redaktion")
    fall = Testfall.objects.get()
    assert (fall.titel, fall.kriterien.count(), fall.quellen.count()) == ("Frist", 3, 1)


def test_a_table_of_an_unknown_aufgabensatz_is_refused(tmp_path: Path, redaktion: Any) -> None:
    tabelle = tmp_path / "t.csv"
    tabelle.write_text(
        "aufgabensatz,kennung,titel,rechtsordnung,aufgabentyp,prompt,bewertungsmodus\n"
        "nirgends,a,T,de,fangfrage,P,regel\n"
    )
    with pytest.raises(CommandError, match="„nirgends“ gibt es nicht"):
        run("import", tabelle, "--konto", "redaktion")


def test_what_the_database_would_refuse_is_named_with_its_line(tmp_path: Path) -> None:
    zeile = BENGER.read_text("utf-8").splitlines()[0].replace("GP-001", "GP 001")
    (tmp_path / "x.jsonl").write_text(zeile, "utf-8")
    text = run("import", "--vorschau", tmp_path / "x.jsonl")
    assert "x.jsonl, Zeile 1, Feld „kennung“" in text


@pytest.mark.parametrize(
    ("args", "meldung"),
    [
        (("import", "gibtesnicht"), "„gibtesnicht“ gibt es nicht"),
        (("import", __file__, "--konto", "redaktion"), r"\.jsonl und \.csv"),
        (("import", BENGER), "Bitte mit --konto"),
        (("export", "fehlt", "ziel"), "Aufgabensatz „fehlt“ gibt es nicht"),
        (("pruefen", "fehlt"), "Aufgabensatz „fehlt“ gibt es nicht"),
    ],
)
@pytest.mark.usefixtures("redaktion")
def test_a_wrong_call_is_explained_in_german(args: tuple, meldung: str) -> None:
    with pytest.raises(CommandError, match=meldung):
        run(*args)


def test_the_checks_list_an_old_rechtsstand(ordner: Path, redaktion: Any) -> None:
    import_folder(ordner=ordner, user=redaktion)
    assert "0 offene Befunde." in run("pruefen", "satz")
    Testfall.objects.update(rechtsstand="2001-02-03")
    assert "fall-1: Der Rechtsstand 03.02.2001 ist älter als 365 Tage." in run("pruefen")
