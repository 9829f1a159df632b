"""Pure: no Django, no I/O. What may stand in a stored answer, and what counts as usable text."""

from __future__ import annotations

import unicodedata

ERSATZ = "\ufffd"
UNSICHTBAR = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp", "Cn", "Co", "Cs"})
FUELLZEICHEN = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def clean_text(text: str) -> str:
    r"""Replace NUL and lone surrogates by U+FFFD; the raw record keeps the bytes (R-4.1).

    A surrogate pair that arrived in two pieces is joined to its character.

    >>> clean_text("a" + chr(0) + "b"), clean_text(chr(0xD83D) + chr(0xDE00)) == chr(0x1F600)
    ('a\ufffdb', True)
    """
    if text.isascii():
        return text.replace("\0", ERSATZ)
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return joined.replace("\0", ERSATZ)


def is_usable(text: str) -> bool:
    r"""Whether a text holds anything visible: no white space, zero-width or filler characters.

    >>> is_usable(" \u200b\u2060\ufeff\n"), is_usable("Ja.")
    (False, True)
    """
    return any(_visible(char) for char in text)


def _visible(char: str) -> bool:
    return unicodedata.category(char) not in UNSICHTBAR and char not in FUELLZEICHEN


def split_thinking(text: str) -> tuple[str, str]:
    """Split a leading `<think>` block off an answer: (answer, reasoning).

    Open models write their reasoning into the text; only what follows the block is the answer. A
    block that never closes is reasoning to its end (SPEC 5, "only reasoning").

    >>> split_thinking("<think>hm</think> Ein Monat.")
    ('Ein Monat.', 'hm')
    >>> split_thinking("<think>hm"), split_thinking("Ein <think>.")
    (('', 'hm'), ('Ein <think>.', ''))
    """
    stripped = text.lstrip()
    if not stripped.startswith("<think>"):
        return text, ""
    reasoning, closed, answer = stripped.removeprefix("<think>").partition("</think>")
    return (answer.lstrip() if closed else ""), reasoning
