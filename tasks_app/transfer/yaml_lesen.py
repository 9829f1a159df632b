"""Pure: no Django, no I/O. Read YAML strictly: UTF-8, no duplicate keys, lines kept."""

from __future__ import annotations

from typing import Any

import yaml

from tasks_app.transfer.daten import Mangel

BOM = b"\xef\xbb\xbf"
UNLESBAR = (yaml.YAMLError, ValueError, RecursionError, AttributeError, LookupError, TypeError)
"""PyYAML fails in its own code on a value that contradicts its tag (``!!bool vielleicht``)."""


class StrictLoader(yaml.SafeLoader):
    """A SafeLoader that refuses a key that stands twice; the last one would win silently."""


def _mapping(loader: StrictLoader, node: yaml.MappingNode) -> dict[Any, Any]:
    ergebnis: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if isinstance(key, list | dict):
            raise yaml.constructor.ConstructorError(
                problem="Eine Liste kann kein Schlüssel sein", problem_mark=key_node.start_mark
            )
        if key in ergebnis:
            raise yaml.constructor.ConstructorError(
                problem=f"Der Schlüssel „{key}“ steht zweimal", problem_mark=key_node.start_mark
            )
        ergebnis[key] = loader.construct_object(value_node, deep=True)
    return ergebnis


StrictLoader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def read_yaml(datei: str, inhalt: bytes) -> tuple[dict[str, Any], dict[str, int], list[Mangel]]:
    """Return the top-level mapping, the line of each key, and what is wrong with the file.

    A byte-order mark is accepted; bytes that are not UTF-8 are refused with line and byte, never
    guessed (case 1).
    """
    text, mangel = decode(datei, inhalt.removeprefix(BOM))
    if mangel:
        return {}, {}, [mangel]
    try:
        knoten = yaml.compose(text, Loader=StrictLoader)
        daten = yaml.load(text, Loader=StrictLoader)
    except yaml.MarkedYAMLError as fehler:
        zeile = fehler.problem_mark.line + 1 if fehler.problem_mark else 0
        return {}, {}, [Mangel(datei, zeile, "", f"Das YAML ist nicht lesbar: {fehler.problem}.")]
    except UNLESBAR as fehler:
        return {}, {}, [Mangel(datei, 0, "", f"Das YAML ist nicht lesbar: {fehler}")]
    if not isinstance(daten, dict) or not isinstance(knoten, yaml.MappingNode):
        return {}, {}, [Mangel(datei, 1, "", "Die Datei enthält keine Felder.")]
    zeilen = {str(key.value): key.start_mark.line + 1 for key, _ in knoten.value}
    return {str(key): wert for key, wert in daten.items()}, zeilen, []


def decode(datei: str, inhalt: bytes) -> tuple[str, Mangel | None]:
    """Return UTF-8 text, or the line and byte that is none (CP1252 is never guessed, case 1)."""
    try:
        return inhalt.decode("utf-8"), None
    except UnicodeDecodeError as fehler:
        zeile = inhalt[: fehler.start].count(b"\n") + 1
        grund = (
            f"Byte {fehler.start + 1} (0x{inhalt[fehler.start]:02X}) ist kein UTF-8. Die Datei"
            " bitte als UTF-8 speichern."
        )
        return "", Mangel(datei, zeile, "", grund)
