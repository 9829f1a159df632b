"""Pure: no Django, no I/O. One logical answer of the stand-in provider, in no dialect yet.

The stand-in provider says the same thing in every dialect, plain and streamed, so that adapters
and normalisation can be compared record by record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Ereignis = tuple[str, dict[str, Any]]
KREATION = 1_767_225_600


class Ende(StrEnum):
    """How an answer ends."""

    STOP = "stop"
    LENGTH = "length"
    FILTER = "filter"
    REFUSAL = "refusal"
    WERKZEUG = "werkzeug_geschrieben"


@dataclass(frozen=True, slots=True, kw_only=True)
class Antwort:
    """What the stand-in says once. `text` None means that the field is null or absent.

    `ausgefuehrt` adds a web search that the provider ran, `denken` a reasoning text before the
    answer. Token counts follow OpenAI's convention (reasoning inside output); None leaves the
    usage out.
    """

    kennung: str
    modell: str
    text: str | None
    ende: Ende = Ende.STOP
    denken: str = ""
    ausgefuehrt: bool = False
    eingabe: int | None = 20
    ausgabe: int = 12
    denk_token: int = 0


def pieces(text: str, size: int = 7) -> Iterator[str]:
    """Yield a text in small pieces, as a stream does."""
    for start in range(0, len(text), size):
        yield text[start : start + size]
