"""Pure: no Django, no I/O. Write Testfälle as YAML or JSON Lines, without loss (R-1.4)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import yaml

from lexassay.protokoll.kanon import plain

KOPFZEILE = "aufgabensatz"
"""The key of the first line of a JSON Lines file: the Aufgabensatz itself."""


class Blocktext(yaml.SafeDumper):
    """Writes a text of several lines as a block that a person can read."""


def _text(dumper: yaml.SafeDumper, wert: str) -> yaml.ScalarNode:
    """A block for several lines; quotes with escapes for what YAML would read otherwise."""
    stil = "|" if "\n" in wert else None
    if not all(zeichen == "\n" or zeichen.isprintable() for zeichen in wert):
        stil = '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", wert, style=stil)


Blocktext.add_representer(str, _text)


def to_yaml(werte: Mapping[str, Any]) -> str:
    """Return one YAML document in the order of the fields."""
    return str(
        yaml.dump(dict(werte), Dumper=Blocktext, allow_unicode=True, sort_keys=False, width=100)
    )


def to_jsonl(kopf: Mapping[str, Any], faelle: Iterable[Mapping[str, Any]]) -> str:
    """Return the Aufgabensatz in the first line and one Testfall in each further one."""
    zeilen = [{KOPFZEILE: kopf}, *faelle]
    return "".join(json.dumps(plain(zeile), ensure_ascii=False) + "\n" for zeile in zeilen)


def file_name(werte: Mapping[str, Any]) -> str:
    """Return the file of one version in a folder.

    >>> file_name({"kennung": "fall-1", "version": 2})
    'fall-1-f2.yaml'
    """
    zusatz = f"-f{werte['version']}" if werte["version"] > 1 else ""
    return f"{werte['kennung']}{zusatz}.yaml"
