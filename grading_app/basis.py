"""Pure: no Django, no I/O. What a grade rests on: cache key (R-6.6) and staleness (R-15.11).

Both are hashes of canonical JSON over frozen dataclasses. A test enumerates the fields, so that a
new input cannot be forgotten; a changed field is a miss and a reason.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from grading_app.judge.prompt import Bewertungsvorlage, nutzlast
from lexassay.protokoll.kanon import canonical_hash, sha256_hex

PUNKTEREGEL = "r7-1"
"""Version of the rules of R-7.1 to R-7.4 as `scoring` computes them; a change regrades."""

HINWEISREGEL = "h1"
"""Version of the notice detection of R-7.3 (`hinweis`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgebasis:
    """Every input of one judgement (R-6.6). `parameter` is the request configuration that is sent.

    `vorlage` holds answer as shown, prompt, gold solution, criteria or scale, exclusion criteria
    and Zitattabelle as shown. `entscheidungen` are the lines of the register that the grader reads.
    """

    vorlage: Bewertungsvorlage
    judge_modell: str
    parameter: Mapping[str, Any]
    judge_prompt_version: str
    rubrik: str
    rubrik_text: str
    entscheidungen: tuple[str, ...]
    bewerter: str

    def schluessel(self) -> str:
        """The cache key, 64 hex digits."""
        teile = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        return canonical_hash(teile | {"vorlage": _ascii(nutzlast(self.vorlage))})


def _ascii(wert: Any) -> Any:
    """Half surrogates have no UTF-8: they enter a hash escaped."""
    match wert:
        case str():
            return wert.encode("utf-8", "backslashreplace").decode("utf-8")
        case dict():
            return {k: _ascii(v) for k, v in wert.items()}
        case list():
            return [_ascii(v) for v in wert]
    return wert


@dataclass(frozen=True, slots=True, kw_only=True)
class Bewertungsbasis:
    """Everything that a stored Bewertung rested on, each part as a short text or a hash."""

    technik: str
    antwort: str
    prompt: str
    erwartung: str
    kriterien: str
    verfahren: str
    regel: str
    rubrik: str
    entscheidungen: str
    zitate: str
    vorlage: str
    urteile: str
    hinweisregel: str
    punkteregel: str

    def teile(self) -> dict[str, str]:
        """The parts by name, as they are stored beside the Bewertung."""
        return {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}

    def fingerabdruck(self) -> str:
        """The staleness fingerprint, 64 hex digits."""
        return fingerabdruck(self.teile())


GRUENDE: Mapping[str, str] = MappingProxyType(
    {
        "technik": "Der technische Status oder der zählende Versuch hat sich geändert.",
        "antwort": "Die Antwort hat sich geändert.",
        "prompt": "Der Prompt hat sich geändert.",
        "erwartung": "Goldlösung oder Sollwert hat sich geändert.",
        "kriterien": "Die Kriterien haben sich geändert.",
        "verfahren": "Das Bewertungsverfahren hat sich geändert.",
        "regel": "Die Bewertungsregel hat eine neue Fassung.",
        "rubrik": "Die Rubrik hat eine neue Fassung.",
        "entscheidungen": "Das Register der Entscheidungen hat sich geändert.",
        "zitate": "Die Zitatabzüge haben sich geändert.",
        "vorlage": "Was die Bewerter sahen, hat sich geändert (etwa die Zitattabelle).",
        "urteile": "Es gibt neue Urteile der Bewerter.",
        "hinweisregel": "Die Hinweisregel hat eine neue Fassung.",
        "punkteregel": "Die Punkteregel hat eine neue Fassung.",
    }
)


def fingerabdruck(teile: Mapping[str, str]) -> str:
    """The hash of named parts; equal parts in any order give the same hash."""
    return sha256_hex("\n".join(f"{name}={teile[name]}" for name in sorted(teile)))


def abweichungen(alt: Mapping[str, str], neu: Mapping[str, str]) -> tuple[str, ...]:
    """German reasons why a grade on `alt` is stale now, in the order of the fields.

    >>> abweichungen({"regel": "a"}, {"regel": "b"})
    ('Die Bewertungsregel hat eine neue Fassung.',)
    """
    return tuple(
        GRUENDE.get(name, f"„{name}“ hat sich geändert.")
        for name in [*GRUENDE, *sorted((set(alt) | set(neu)) - set(GRUENDE))]
        if alt.get(name) != neu.get(name)
    )
