"""Pure: no Django, no I/O. JSON Schema without network and without slow patterns (R-6.1).

Refused when a rule is saved: `$ref` to anything but `#…`, patterns that RE2 does not know,
`patternProperties` (its reader uses back-tracking patterns), schemas that are not valid themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import SchemaError, ValidationError
from referencing import Registry

from grading_app.rules.pattern import kompiliere

_VERWEISE = ("$ref", "$dynamicRef", "$recursiveRef")


def _linear_pattern(
    validator: Any, muster: str, wert: Any, schema: Any
) -> Iterator[ValidationError]:
    """The keyword `pattern` by RE2, in linear time."""
    if isinstance(wert, str) and kompiliere(muster, False).search(wert) is None:
        yield ValidationError(f"passt nicht zum Muster {muster}")


_validators: Any = validators  # extend() is untyped in some releases
_Pruefer: Any = _validators.extend(Draft202012Validator, {"pattern": _linear_pattern})


def pruefe_schema(schema: Any) -> None:
    """Raises ValueError with a German reason if the schema may not be used."""
    _pruefe_stellen(schema)
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as exc:
        raise ValueError(f"Das JSON-Schema ist nicht gültig: {exc.json_path}.") from exc


def _pruefe_stellen(knoten: Any) -> None:
    if isinstance(knoten, list):
        for kind in knoten:
            _pruefe_stellen(kind)
    if not isinstance(knoten, dict):
        return
    for name in _VERWEISE:
        ziel = knoten.get(name)
        if isinstance(ziel, str) and not ziel.startswith("#"):
            raise ValueError(f"Das JSON-Schema verweist nach außen: {name} {ziel!r}.")
    if "patternProperties" in knoten:
        raise ValueError("„patternProperties“ ist im JSON-Schema nicht zulässig.")
    if isinstance(knoten.get("pattern"), str):
        kompiliere(knoten["pattern"], False)
    for kind in knoten.values():
        _pruefe_stellen(kind)


def schemafehler(schema: dict[str, Any], wert: Any) -> list[str]:
    """German notes on where the value breaks the schema, in the order of the document."""
    pruefer = _Pruefer(schema, registry=Registry())
    return [
        f"{fehler.json_path}: verletzt „{fehler.validator}“"
        for fehler in sorted(pruefer.iter_errors(wert), key=lambda f: f.json_path)
    ]
