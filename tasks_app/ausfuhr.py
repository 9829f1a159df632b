"""Export of an Aufgabensatz: a YAML folder, JSON Lines or a table (R-1.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lexassay.protokoll.services import NichtErlaubt
from tasks_app.holdout import record_view
from tasks_app.inhalt import content
from tasks_app.models import Aufgabensatz
from tasks_app.transfer.daten import AUFGABENSATZ_FELDER
from tasks_app.transfer.ordner import KOPFDATEI
from tasks_app.transfer.schreiben import file_name, to_jsonl, to_yaml
from tasks_app.transfer.tabelle import to_table
from tasks_app.transfer.werte import values_of_content

SIEHT_GEHEIMES = "tasks_app.view_geheim"


def export_set(
    *, aufgabensatz: Aufgabensatz, ziel: Path, mit_geheimen: bool = False, user: Any = None
) -> int:
    """Write all versions of a set; return how many Testfälle.

    ``ziel`` is a folder, or a file whose name ends in .jsonl or .csv (flat fields only). Secret
    Testfälle are left out unless a person with the right asks for them; the ledger names them.
    """
    faelle = _values(aufgabensatz, mit_geheimen, user)
    kopf = {name: getattr(aufgabensatz, name) for name in AUFGABENSATZ_FELDER}
    match ziel.suffix.lower():
        case ".jsonl":
            _new_file(ziel, to_jsonl(kopf, faelle).encode())
        case ".csv":
            _new_file(ziel, to_table(aufgabensatz.kennung, faelle))
        case _:
            _new_folder(ziel, kopf, faelle)
    return len(faelle)


def _values(satz: Aufgabensatz, mit_geheimen: bool, user: Any) -> list[dict[str, Any]]:
    if mit_geheimen and not (user and user.has_perm(SIEHT_GEHEIMES)):
        raise NichtErlaubt("Geheime Testfälle exportiert nur, wer sie sehen darf.")
    rows = satz.testfaelle.all() if mit_geheimen else satz.testfaelle.oeffentlich()
    rows = rows.prefetch_related("kategorien", "kriterien", "quellen", "beispielantworten")
    faelle = list(rows.order_by("kennung", "version"))
    for fall in faelle:
        record_view(testfall=fall, user=user, weg="Export")
    return [values_of_content(content(fall)) for fall in faelle]


def _new_folder(ziel: Path, kopf: Mapping[str, Any], faelle: Sequence[Mapping[str, Any]]) -> None:
    if ziel.exists() and any(ziel.iterdir()):
        raise FileExistsError(f"Der Ordner „{ziel.name}“ ist nicht leer.")
    ziel.mkdir(parents=True, exist_ok=True)
    (ziel / KOPFDATEI).write_bytes(to_yaml(kopf).encode())
    for fall in faelle:
        (ziel / file_name(fall)).write_bytes(to_yaml(fall).encode())


def _new_file(ziel: Path, inhalt: bytes) -> None:
    if ziel.exists():
        raise FileExistsError(f"Die Datei „{ziel.name}“ gibt es schon.")
    ziel.write_bytes(inhalt)
