"""Pure: no Django, no I/O. Fingerprints of a prompt and the hash of a whole Testfall (R-1.2)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from lexassay.protokoll.kanon import canonical_hash, sha256_hex

_LEERRAUM = re.compile(r"\s+")
_VERDAECHTIG = {
    "\u00a0": "geschütztes Leerzeichen",
    "\u202f": "schmales geschütztes Leerzeichen",
    "\u200b": "Leerzeichen der Breite null",
    "\u200c": "Bindehemmer",
    "\u200d": "Breitenloser Verbinder",
    "\ufeff": "Byte-Order-Mark",
    "\u202a": "Richtungszeichen",
    "\u202b": "Richtungszeichen",
    "\u202d": "Richtungszeichen",
    "\u202e": "Richtungszeichen",
    "\u2066": "Richtungszeichen",
    "\u2067": "Richtungszeichen",
    "\u2069": "Richtungszeichen",
}


def prompt_fingerprint(text: str) -> str:
    """Return the SHA-256 over the exact UTF-8 bytes that are sent; nothing is normalised.

    >>> prompt_fingerprint("Frist?") == prompt_fingerprint("Frist? ")
    False
    """
    return sha256_hex(text)


def normal_fingerprint(text: str) -> str:
    """Return a fingerprint that ignores white space and Unicode composition (NFC).

    Beside the exact one it tells „nur Abstände geändert“ from „Text geändert“.

    >>> normal_fingerprint("a  b") == normal_fingerprint("a b ")
    True
    """
    return sha256_hex(_LEERRAUM.sub(" ", unicodedata.normalize("NFC", text)).strip())


def content_hash(inhalt: Mapping[str, Any]) -> str:
    """Return the hash over every content field, criteria and sources included."""
    return canonical_hash(inhalt)


def commitment(salz: str, inhalts_hash: str) -> str:
    """Return the promise that is published when a secret Testfall is frozen (R-15.6).

    Once the salt is published, anyone who has the content can compute it again.
    """
    return sha256_hex(salz + inhalts_hash)


def odd_characters(text: str) -> list[str]:
    """Name what an editor cannot see in a prompt: invisible characters, a form other than NFC."""
    funde = {name for zeichen, name in _VERDAECHTIG.items() if zeichen in text}
    if unicodedata.normalize("NFC", text) != text:
        funde.add("zerlegte Umlaute oder Akzente (nicht NFC)")
    return sorted(funde)


def clean_newlines(text: str) -> str:
    """Return the text with ``\\n`` as the only line break; a browser sends ``\\r\\n`` (case 3)."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
