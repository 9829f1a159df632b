"""Pure: no Django, no I/O. Blind grading: anonymous ids, order, shares, self-naming (R-6.5).

Everything random comes from a stored seed by HMAC-SHA-256, so that a batch can be rebuilt and
nobody can guess an id without the seed.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b32encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

ERSATZ = "[Modellname entfernt]"

BEKANNTE_NAMEN = [
    "ChatGPT",
    "GPT",
    "OpenAI",
    "Claude",
    "Anthropic",
    "Gemini",
    "Bard",
    "Google",
    "Llama",
    "Meta",
    "Mistral",
    "Mixtral",
    "Qwen",
    "Alibaba",
    "DeepSeek",
    "Grok",
    "xAI",
    "Copilot",
    "Microsoft",
    "Phi",
    "Command",
    "Cohere",
    "Nova",
    "Amazon",
    "Kimi",
    "Moonshot",
    "GLM",
    "Zhipu",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Anonymisiert:
    """The answer as a grader sees it, and the words that were removed as self-naming."""

    text: str
    selbstnennungen: tuple[str, ...]


def _ziehung(seed: str, *teile: str) -> bytes:
    nachricht = "\x1f".join(teile).encode("utf-8", "surrogatepass")
    return hmac.new(seed.encode(), nachricht, hashlib.sha256).digest()


def anonym_id(seed: str, schluessel: str) -> str:
    """A random-looking id of 10 letters and digits, the same for the same seed and key.

    >>> anonym_id("s", "run-1") != anonym_id("t", "run-1")
    True
    """
    return b32encode(_ziehung(seed, "id", schluessel))[:10].decode("ascii")


def mische(seed: str, schluessel: Iterable[str]) -> list[str]:
    """The keys in an order that tells nothing; independent of the order in which they come.

    >>> mische("s", ["a", "b", "c"]) == mische("s", ["c", "a", "b"])
    True
    """
    return sorted(schluessel, key=lambda s: (_ziehung(seed, "folge", s), s))


def stichprobe(
    seed: str, schluessel: Collection[str], *, prozent: int = 10, mindestens: int = 20
) -> frozenset[str]:
    """R-6.9: a seeded share of the keys, rounded up, at least `mindestens`, all if fewer.

    >>> len(stichprobe("s", [str(i) for i in range(1000)])), len(stichprobe("s", ["a", "b"]))
    (100, 2)
    """
    anzahl = max(mindestens, -(-len(schluessel) * prozent // 100))
    return frozenset(mische(seed + "|stichprobe", schluessel)[:anzahl])


def verteile(
    seed: str,
    testfaelle: Collection[str],
    bewerter: Sequence[str],
    *,
    ueberlappung_prozent: int = 0,
) -> Mapping[str, tuple[str, ...]]:
    """R-6.5: which graders get which task; the first grades, the second (if any) overlaps.

    A whole task goes to one grader, so that one standard holds across all models. Shares differ
    by at most one task. The overlap is a seeded share of the tasks, rounded up.
    """
    if not bewerter:
        raise ValueError("Ohne Bewerter lässt sich nichts verteilen.")
    folge = mische(seed + "|aufgaben", testfaelle)
    reihe = mische(seed + "|bewerter", bewerter)
    doppelt = 0
    if len(reihe) > 1:
        doppelt = -(-len(folge) * ueberlappung_prozent // 100)
    return {
        testfall: (reihe[i % len(reihe)],) + ((reihe[(i + 1) % len(reihe)],) if i < doppelt else ())
        for i, testfall in enumerate(folge)
    }


def anonymisiere(antwort: str, namen: Collection[str] = ()) -> Anonymisiert:
    """The answer without words by which the model names itself, its family or its vendor.

    Removed is a name only where the answer speaks of itself (`Ich bin …`, `Als … kann ich`,
    `entwickelt von …`, a signature line); a party called like a vendor stays.

    >>> anonymisiere("Als Claude von Anthropic kann ich nur sagen: 2. März.").text
    'Als [Modellname entfernt] von [Modellname entfernt] kann ich nur sagen: 2. März.'
    """
    name = _namensmuster(namen)
    gefunden: list[str] = []

    def ersetze(treffer: re.Match[str]) -> str:
        gefunden.extend(m.group() for m in name.finditer(treffer.group()))
        return name.sub(ERSATZ, treffer.group())

    text = antwort
    for muster in _selbstmuster(name.pattern):
        text = muster.sub(ersetze, text)
    return Anonymisiert(text=text, selbstnennungen=tuple(gefunden))


def _namensmuster(namen: Collection[str]) -> re.Pattern[str]:
    alle = sorted(
        {n.strip() for n in [*BEKANNTE_NAMEN, *namen] if n.strip()}, key=lambda n: -len(n)
    )
    wahl = "|".join(re.escape(n) for n in alle)
    return re.compile(rf"(?<!\w)(?:{wahl})(?:[-\s]?\d+(?:\.\d+)*\w?)?(?!\w)", re.IGNORECASE)


def _selbstmuster(name: str) -> tuple[re.Pattern[str], ...]:
    rest = rf"[^.!?\n]{{0,60}}?{name}(?:[^.!?\n]{{0,40}}?{name})?"
    return (
        re.compile(
            r"\b(?:ich\s+bin|ich\s+hei(?:ß|ss)e|mein\s+name\s+ist|hier\s+ist|i\s+am|i['’]m"
            rf"|my\s+name\s+is|this\s+is|as)\b{rest}",
            re.IGNORECASE,
        ),
        re.compile(rf"(?:^|(?<=[.!?]\s)|(?<=\n))\s*als\b{rest}", re.IGNORECASE),
        re.compile(
            r"\b(?:entwickelt|trainiert|erstellt|bereitgestellt|developed|trained|created|made|built)"
            rf"\s+(?:von|durch|by)\s+(?:\w+\s+){{0,2}}?{name}",
            re.IGNORECASE,
        ),
        re.compile(
            r"\b(?:ki|sprachmodell|ki-modell|ki-assistent\w*|ai|assistant|language\s+model)"
            rf"\s+(?:von|by|from)\s+{name}",
            re.IGNORECASE,
        ),
        re.compile(rf"(?m)^\s*(?:[-–—~*]+\s*)?{name}\s*$", re.IGNORECASE),
    )


def verraet(nutzlast: str, namen: Collection[str]) -> tuple[str, ...]:
    """Names that a payload still holds as whole words: what the probe of R-15.7 reports."""
    return tuple(
        n
        for n in sorted(set(namen))
        if n.strip() and re.search(rf"(?<!\w){re.escape(n)}(?!\w)", nutzlast, re.IGNORECASE)
    )
