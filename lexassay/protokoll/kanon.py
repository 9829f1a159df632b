"""Pure: no Django, no I/O. Canonical JSON and SHA-256 for every hash of the house (DESIGN 8)."""

from __future__ import annotations

import dataclasses
import datetime as dt
import enum
import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any


def plain(value: Any) -> Any:
    """Turn a Python value into what canonical JSON may hold.

    Fractions become "p/q" strings, dates ISO strings, enums their value, dataclasses objects.
    Floats are refused: they have no canonical form that every reader shares.

    >>> plain(Fraction(3, 4))
    '3/4'
    """
    match value:
        case None | bool():
            return value
        case enum.Enum():
            return plain(value.value)
        case int() | str():
            return value
        case Fraction():
            return f"{value.numerator}/{value.denominator}"
        case dt.datetime():
            return _utc(value)
        case dt.date():
            return value.isoformat()
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
        case set() | frozenset():
            return sorted(plain(item) for item in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    raise TypeError(f"{type(value).__name__} has no canonical form")


def _utc(moment: dt.datetime) -> str:
    if moment.tzinfo is None:
        raise TypeError("a naive datetime has no canonical form")
    return moment.astimezone(dt.UTC).isoformat(timespec="microseconds")


def canonical_json(value: Any) -> str:
    """Return the one JSON text of a value: sorted keys, no spaces, no escapes beyond need.

    >>> canonical_json({"b": 1, "a": [Fraction(1, 2)]})
    '{"a":["1/2"],"b":1}'
    """
    return json.dumps(
        plain(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def sha256_hex(data: bytes | str) -> str:
    """Return the SHA-256 of bytes, or of the UTF-8 bytes of a text, as 64 hex digits."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def canonical_hash(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON of a value."""
    return sha256_hex(canonical_json(value))
