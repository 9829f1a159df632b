"""Importing official archives: newer states win, bad ones are named, twice is harmless."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from citations_app.begriffe import Zitatstatus
from citations_app.bestand import current_bestand, forget_bestand, herkunft_of
from citations_app.models import Normenbestand
from tests.citations_app.bausteine import checked, law_archive

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_bestand(monkeypatch):
    """The process-wide state must not outlive the rolled-back rows; commits count at once."""
    monkeypatch.setattr("citations_app.services.quellen.transaction.on_commit", lambda f: f())
    forget_bestand()
    yield
    forget_bestand()


def write_law(folder, slug: str, builddate: str, *sections: str) -> None:
    pairs = [part for section in sections for part in (section, "(1) Text.")]
    (folder / slug).mkdir(parents=True, exist_ok=True)
    (folder / slug / "xml.zip").write_bytes(law_archive(builddate, *pairs))


def test_an_imported_law_can_be_looked_up_and_a_second_import_adds_nothing(tmp_path, capsys):
    write_law(tmp_path, "tkg_2021", "20261001", "§ 1", "§ 2")
    call_command("normenbestand_import", tmp_path)
    call_command("normenbestand_import", tmp_path)
    assert Normenbestand.objects.count() == 1
    assert "0 neu" in capsys.readouterr().out.splitlines()[-1]
    assert current_bestand().vorschrift("tkg_2021", "§ 2") is not None
    (zitat,) = checked("Siehe § 1 TKG.")
    assert zitat.status == Zitatstatus.ECHT


def test_a_newer_state_replaces_the_packaged_one_an_older_does_not(tmp_path):
    write_law(tmp_path, "bgb", "19990101", "§ 1")
    call_command("normenbestand_import", tmp_path)
    assert current_bestand().vorschrift("bgb", "§ 823") is not None
    write_law(tmp_path, "bgb", "20991231", "§ 1", "§ 823z")
    call_command("normenbestand_import", tmp_path)
    assert current_bestand().vorschrift("bgb", "§ 823z") is not None
    assert current_bestand().vorschrift("bgb", "§ 823") is None
    assert herkunft_of("bgb")[0] == "20991231"
    assert Normenbestand.objects.count() == 2


def test_a_bad_archive_is_named_and_the_others_are_kept(tmp_path, capsys):
    write_law(tmp_path, "tkg_2021", "20261001", "§ 1")
    (tmp_path / "kaputt").mkdir()
    (tmp_path / "kaputt" / "xml.zip").write_bytes(b"<html>404</html>")
    with pytest.raises(CommandError, match="übrigen sind eingelesen"):
        call_command("normenbestand_import", tmp_path)
    assert "kaputt" in capsys.readouterr().err
    assert Normenbestand.objects.count() == 1


def test_an_empty_folder_is_said_to_be_empty(tmp_path):
    with pytest.raises(CommandError, match="kein Archiv"):
        call_command("normenbestand_import", tmp_path)
