"""Pure: no Django, no I/O.

One pattern for many words that tests each letter once.
"""

import re
from collections.abc import Iterable


def trie(words: Iterable[str]) -> str:
    """Return a pattern that matches any of the words and tests each letter once.

    >>> trie(["NJW", "NJW-RR", "NZA"])
    'N(?:JW(?:\\\\-RR)?|ZA)'
    """
    return _trie_from({word for word in words if word})


def trie_of(text: str) -> str:
    """Return the pattern of all words of a text."""
    return trie(text.split())


def _trie_from(words: set[str]) -> str:
    heads: dict[str, set[str]] = {}
    for word in words:
        if word:
            heads.setdefault(word[0], set()).add(word[1:])
    parts = [re.escape(head) + _trie_from(tails) for head, tails in sorted(heads.items())]
    body = parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"
    if not parts:
        return ""
    if "" not in words:
        return body
    return f"{body}?" if body.startswith("(?:") and body.endswith(")") else f"(?:{body})?"
