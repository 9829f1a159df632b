"""Pure: no Django, no I/O. Does a recorded wording still stand in the law of today? (R-9.6)

A source may quote a section in parts, joined by "…" or "[…]". It is unchanged while all parts occur
in the current text in their order; spacing, hyphens and quotation marks do not matter.
"""

from __future__ import annotations

import difflib
import re
import unicodedata

_AUSLASSUNG = re.compile(r"\s*(?:\[\s*(?:…|\.\.\.)\s*\]|…|\.\.\.)\s*")
_ZEICHEN = str.maketrans(dict.fromkeys("‐‑‒–—−", "-") | dict.fromkeys("„“”«»", '"') | {"’": "'"})


def plain(text: str) -> str:
    """Return a text in the form in which wordings are compared.

    >>> plain("Die\\u00a0Frist –  „drei“ Jahre")
    'Die Frist - "drei" Jahre'
    """
    text = unicodedata.normalize("NFC", text).replace("\u00ad", "").translate(_ZEICHEN)
    return " ".join(text.split())


def still_stands(wortlaut: str, heute: str) -> bool:
    """Tell whether a recorded wording occurs in today's text.

    >>> still_stands("Die Frist … drei Jahre.", "Die regelmäßige Frist: Die Frist sind drei Jahre.")
    True
    >>> still_stands("drei Jahre", "Die Frist beträgt vier Jahre.")
    False
    """
    text, position = plain(heute), 0
    for part in _AUSLASSUNG.split(wortlaut):
        wanted = plain(part)
        found = text.find(wanted, position)
        if found < 0:
            return False
        position = found + len(wanted)
    return True


def unterschied(wortlaut: str, heute: str) -> str:
    """Return the recorded wording and today's text as a line diff for the Redaktion."""
    lines = difflib.unified_diff(
        _sentences(wortlaut),
        _sentences(heute),
        "festgehaltener Wortlaut",
        "heutiger Text",
        lineterm="",
        n=1,
    )
    return "\n".join(lines)


def _sentences(text: str) -> list[str]:
    return [s for s in re.split(r"(?<=[.;:])\s+|\n", plain(text)) if s]
