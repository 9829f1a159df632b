"""Import is all or nothing, names file, line and field, and may be repeated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lexassay.protokoll.services import NichtErlaubt
from tasks_app.models import Testfall
from tasks_app.services import Eingefroren, ImportAbgelehnt, freeze_testfall, import_folder
from tasks_app.transfer.yaml_lesen import read_yaml
from tests.tasks_app.conftest import FALL

pytestmark = pytest.mark.django_db


def rewrite(ordner: Path, alt: str, neu: str) -> None:
    assert alt in FALL
    (ordner / "fall-1.yaml").write_text(FALL.replace(alt, neu), "utf-8")


def test_a_folder_is_imported_with_everything(ordner: Path, redaktion: Any) -> None:
    satz, neu, gleich = import_folder(ordner=ordner, user=redaktion)
    fall = Testfall.objects.get()
    assert (satz.kennung, neu, gleich) == ("satz", 1, 0)
    assert fall.prompt == "Wann endet die Frist?\nRechnen Sie.\n"
    assert [k.gewicht for k in fall.kriterien.all()] == [2, 1, 1]
    assert fall.angelegt_von == redaktion


def test_a_second_import_changes_nothing(ordner: Path, redaktion: Any) -> None:
    import_folder(ordner=ordner, user=redaktion)
    vorher = list(Testfall.objects.get().kriterien.values_list("pk", flat=True))
    assert import_folder(ordner=ordner, user=redaktion)[1:] == (0, 1)
    assert list(Testfall.objects.get().kriterien.values_list("pk", flat=True)) == vorher


@pytest.mark.parametrize(
    ("alt", "neu", "meldung"),
    [
        ("rechtsordnung: de", "rechtsordnung: fr", "fall-1.yaml, Zeile 5, Feld „rechtsordnung“"),
        ("gewicht: 2", "gewicht: 0", "kriterien[1].gewicht"),
        ("titel: Berufungsfrist\n", "", "Feld „titel“: Das Feld ist Pflicht"),
        ("rechtsstand: 2026-04-01", "rechtsstand: April", "„April“ ist kein Datum"),
        ("hypothese: ", "hypothesse: ", "Feld „hypothesse“: Dieses Feld gibt es nicht."),
        ("titel: Berufungsfrist", "titel: [1", "Das YAML ist nicht lesbar"),
        ("titel: Berufungsfrist", "titel: a\ntitel: b", "„titel“ steht zweimal"),
        ("abruf: nicht_abgerufen", "abruf: gelesen", "Zulässig: abgerufen"),
    ],
)
def test_a_fault_is_named_and_nothing_is_imported(
    ordner: Path, redaktion: Any, alt: str, neu: str, meldung: str
) -> None:
    rewrite(ordner, alt, neu)
    with pytest.raises(ImportAbgelehnt) as fehler:
        import_folder(ordner=ordner, user=redaktion)
    assert meldung in str(fehler.value)
    assert not Testfall.objects.exists()


def test_one_broken_file_keeps_the_others_out_too(ordner: Path, redaktion: Any) -> None:
    (ordner / "fall-2.yaml").write_bytes(FALL.replace("fall-1", "fall-2").encode("cp1252"))
    with pytest.raises(ImportAbgelehnt, match=r"fall-2.yaml, Zeile 12: Byte \d+ \(0xA7\)"):
        import_folder(ordner=ordner, user=redaktion)
    assert not Testfall.objects.exists()


def test_a_byte_order_mark_is_no_fault() -> None:
    daten, zeilen, maengel = read_yaml("x.yaml", b"\xef\xbb\xbf" + FALL.encode())
    assert not maengel
    assert (daten["kennung"], zeilen["titel"]) == ("fall-1", 2)


@pytest.mark.parametrize(
    "text",
    [
        "[a, b]: c",
        "{{ platzhalter }}: c",
        "a: !!bool vielleicht",
        "a: !!timestamp bald",
        "a: 2026-13-45",
        "a: &a [*a]",
        "a: !!python/name:os.system",
        "a: " + "[" * 3_000,
    ],
)
def test_yaml_that_contradicts_itself_is_a_fault_and_no_crash(text: str) -> None:
    daten, _, maengel = read_yaml("x.yaml", text.encode())
    assert daten == {}
    assert "x.yaml" in str(maengel[0])
    assert "Das YAML ist nicht lesbar" in str(maengel[0])


def test_a_folder_that_is_named_like_a_file_is_a_fault(ordner: Path, redaktion: Any) -> None:
    (ordner / "fall-2.yaml").mkdir()
    with pytest.raises(ImportAbgelehnt, match=r"fall-2.yaml: Das ist keine Datei"):
        import_folder(ordner=ordner, user=redaktion)


def test_a_frozen_testfall_refuses_other_content(ordner: Path, redaktion: Any) -> None:
    import_folder(ordner=ordner, user=redaktion)
    freeze_testfall(testfall=Testfall.objects.get(), user=redaktion)
    rewrite(ordner, "Wann endet die Frist?", "Wann endet die Frist genau?")
    with pytest.raises(ImportAbgelehnt, match="eingefroren"):
        import_folder(ordner=ordner, user=redaktion)
    assert Testfall.objects.get().prompt.startswith("Wann endet die Frist?")


def test_only_the_redaktion_imports(ordner: Path, django_user_model: Any) -> None:
    fremd = django_user_model.objects.create_user("fremd")
    with pytest.raises(NichtErlaubt, match="Redaktion"):
        import_folder(ordner=ordner, user=fremd)


def test_the_message_of_a_frozen_testfall_names_the_next_version() -> None:
    assert "Fassung 2" in str(Eingefroren(Testfall(kennung="x", version=1)))
