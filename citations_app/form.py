"""Pure: no Django, no I/O. A Fundstelle as plain JSON values and back, for storage."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from citations_app.grammar.types import (
    Entscheidung,
    EuAkt,
    Fundstelle,
    Norm,
    Rechtsordnung,
    Teile,
    UsFall,
    UsNorm,
    Zitatart,
)

_TYPEN: dict[str, type[Teile]] = {
    "norm": Norm,
    "entscheidung": Entscheidung,
    "eu_akt": EuAkt,
    "us_fall": UsFall,
    "us_norm": UsNorm,
}
_NAMEN = {typ: name for name, typ in _TYPEN.items()}


def teile_to_json(teile: Teile) -> dict[str, Any]:
    """Return the parts of an authority as JSON values, empty ones left out.

    >>> teile_to_json(Norm(gesetz="BGB", nummer="823"))
    {'klasse': 'norm', 'gesetz': 'BGB', 'einheit': '§', 'nummer': '823'}
    """
    rows = {f.name: getattr(teile, f.name) for f in dataclasses.fields(teile)}
    full = {k: list(v) if isinstance(v, tuple) else v for k, v in rows.items()}
    kept = {k: v for k, v in full.items() if v or k == "abfrage"}
    return {"klasse": _NAMEN[type(teile)], **kept}


def teile_from_json(row: Mapping[str, Any]) -> Teile:
    """Return the parts of an authority; fields that the grammar no longer has are dropped.

    >>> teile_from_json({"klasse": "norm", "gesetz": "BGB", "satz": ["1"]}).satz
    ('1',)
    """
    typ = _TYPEN[row["klasse"]]
    names = {f.name for f in dataclasses.fields(typ)}
    values: dict[str, Any] = {
        k: tuple(v) if isinstance(v, list) else v for k, v in row.items() if k in names
    }
    return typ(**values)


def fundstelle(
    *,
    start: int,
    ende: int,
    text: str,
    rechtsordnung: str,
    art: str,
    schluessel: str,
    abzugsschluessel: str,
    anzeige: str,
    teile: Mapping[str, Any],
    kurzform: bool,
) -> Fundstelle:
    """Return the Fundstelle that stored values describe."""
    return Fundstelle(
        start=start,
        end=ende,
        text=text,
        rechtsordnung=Rechtsordnung(rechtsordnung),
        art=Zitatart(art),
        schluessel=schluessel,
        abzugsschluessel=abzugsschluessel,
        anzeige=anzeige,
        teile=teile_from_json(teile),
        kurzform=kurzform,
    )
