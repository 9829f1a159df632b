"""Pure: no Django, no I/O. Datenstand and Auswertung to canonical JSON and back."""

from __future__ import annotations

import datetime as dt
import json
import types
import typing
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

from lexassay.protokoll.kanon import canonical_json

T = TypeVar("T")


def dump(value: Any) -> bytes:
    """Return the canonical UTF-8 JSON of a frozen dataclass."""
    return canonical_json(value).encode()


def load(cls: type[T], data: bytes) -> T:
    """Return the dataclass that ``dump`` wrote; TypeError or KeyError if the shape differs."""
    result: T = _read(cls, json.loads(data))
    return result


@cache
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _read(hint: Any, value: Any) -> Any:
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return None if value is None else _read(_only(typing.get_args(hint)), value)
    if origin is tuple:
        return _read_tuple(typing.get_args(hint), value)
    if is_dataclass(hint) and isinstance(hint, type):
        hints = _hints(hint)
        return hint(**{f.name: _read(hints[f.name], value[f.name]) for f in fields(hint)})
    return _read_scalar(hint, value)


def _only(args: tuple[Any, ...]) -> Any:
    return next(arg for arg in args if arg is not type(None))


def _read_tuple(args: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_read(args[0], item) for item in value)
    if len(args) != len(value):
        raise TypeError(f"expected {len(args)} items, got {len(value)}")
    return tuple(_read(arg, item) for arg, item in zip(args, value, strict=True))


def _read_scalar(hint: Any, value: Any) -> Any:
    if hint is Fraction:
        zaehler, nenner = value.split("/")
        return Fraction(int(zaehler), int(nenner))
    if hint is dt.datetime:
        return dt.datetime.fromisoformat(value)
    if hint is dt.date:
        return dt.date.fromisoformat(value)
    if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise TypeError(f"expected {hint.__name__}, got {type(value).__name__}")
    return value
