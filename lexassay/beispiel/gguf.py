"""Writes a tiny GGUF model by hand that really runs in llama.cpp and says one scripted text.

One transformer block whose attention and feed-forward weights are all zero leaves the embedding of
the last token untouched; the rows of the output matrix are chosen so that each token predicts its
successor by a wide margin. Nothing was learned: the script is a table of successors, written as
weights. The same text gives the same bytes on every machine (standard library only).

    python -m lexassay.beispiel.gguf --aus modell.gguf --text "Ein Monat (§ 517 ZPO)."
"""

from __future__ import annotations

import argparse
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import shake_256
from pathlib import Path

MAGIC, VERSION, AUSRICHTUNG = b"GGUF", 3, 32
U32, I32, F32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
NORMAL, CONTROL, USER_DEFINED = 1, 3, 4
BREITE, VORWAERTS, KOEPFE = 64, 32, 2
ABSTAND = 8.0
VORLAGE = (
    "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
Tensor = tuple[str, tuple[int, ...], list[float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wortschatz:
    """Tokens with their types, and which token follows which."""

    tokens: tuple[str, ...]
    typen: tuple[int, ...]
    nachfolger: dict[int, int]
    textende: int
    zugende: int


def write_gguf(path: Path, text: str, *, endlos: bool = False, kontext: int = 2_048) -> int:
    """Write a model that answers everything with `text`; returns the number of tokens it takes.

    `endlos` makes it start over instead of stopping. Raises ValueError for an empty text.
    """
    wortschatz = vocabulary(text, endlos=endlos)
    path.write_bytes(b"".join(_file(wortschatz, kontext)))
    return len(wortschatz.nachfolger)


def vocabulary(text: str, *, endlos: bool) -> Wortschatz:
    """Return a byte vocabulary plus one token per piece of the text, and the chain of them."""
    if not text.strip():
        raise ValueError("Der Text des Modells darf nicht leer sein.")
    tokens = [*byte_alias(), "en", "<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    typen = [NORMAL] * 257 + [CONTROL] * 3
    first = len(tokens)
    tokens += unique_pieces(text, frozenset(tokens))
    typen += [USER_DEFINED] * (len(tokens) - first)
    chain = range(first, len(tokens))
    nachfolger = {ord("\n"): first} | dict(zip(chain, chain[1:], strict=False))
    nachfolger[chain[-1]] = first if endlos else 259
    return Wortschatz(
        tokens=tuple(tokens), typen=tuple(typen), nachfolger=nachfolger, textende=257, zugende=259
    )


def unique_pieces(text: str, used: frozenset[str]) -> list[str]:
    """Cut a text at its spaces so that no piece occurs twice: repeated words join the next one.

    >>> unique_pieces("der Hund der Herr der", frozenset())
    ['der', ' Hund', ' der', ' Herr der']
    """
    words = [word if i == 0 else " " + word for i, word in enumerate(text.split(" "))]
    pieces: list[str] = []
    current = ""
    for word in words:
        current += word
        if current not in used and current not in pieces:
            pieces.append(current)
            current = ""
    while current and pieces:
        current = pieces.pop() + current
        if current not in used and current not in pieces:
            pieces.append(current)
            current = ""
    if not pieces:
        raise ValueError("Der Text des Modells ist zu kurz für ein eigenes Token.")
    return pieces


def byte_alias() -> list[str]:
    """Return the printable stand-in for each byte that byte-level vocabularies use."""
    printable = {*range(33, 127), *range(161, 173), *range(174, 256)}
    others = iter(range(256, 512))
    return [chr(byte) if byte in printable else chr(next(others)) for byte in range(256)]


def _file(w: Wortschatz, kontext: int) -> Iterator[bytes]:
    """Yield header, metadata, tensor table and tensor data."""
    tensors = list(_tensors(w))
    metadata = list(_metadata(w, kontext))
    head = MAGIC + struct.pack("<IQQ", VERSION, len(tensors), len(metadata)) + b"".join(metadata)
    offset = 0
    for name, shape, values in tensors:
        head += _string(name) + struct.pack("<I", len(shape))
        head += struct.pack(f"<{len(shape)}Q", *reversed(shape)) + struct.pack("<IQ", 0, offset)
        offset += _padded(4 * len(values))
    yield head.ljust(_padded(len(head)), b"\0")
    for _, _, values in tensors:
        raw = struct.pack(f"<{len(values)}f", *values)
        yield raw.ljust(_padded(len(raw)), b"\0")


def _tensors(w: Wortschatz) -> Iterator[Tensor]:
    n, d, f = len(w.tokens), BREITE, VORWAERTS
    rows = [_embedding(i) for i in range(n)]
    output = [[0.0] * d for _ in range(n)]
    for token, successor in w.nachfolger.items():
        pairs = zip(output[successor], rows[token], strict=True)
        output[successor] = [before + ABSTAND * value for before, value in pairs]
    yield "token_embd.weight", (n, d), [value for row in rows for value in row]
    yield "output_norm.weight", (d,), [1.0] * d
    yield "output.weight", (n, d), [value for row in output for value in row]
    yield "blk.0.attn_norm.weight", (d,), [1.0] * d
    for name in ("q", "k", "v", "output"):
        yield f"blk.0.attn_{name}.weight", (d, d), [0.0] * (d * d)
    yield "blk.0.ffn_norm.weight", (d,), [1.0] * d
    yield "blk.0.ffn_gate.weight", (f, d), [0.0] * (f * d)
    yield "blk.0.ffn_up.weight", (f, d), [0.0] * (f * d)
    yield "blk.0.ffn_down.weight", (d, f), [0.0] * (d * f)


def _embedding(token: int) -> list[float]:
    """Return a vector of length 1 with pseudo-random signs; different tokens are far apart."""
    bits = int.from_bytes(shake_256(f"lexassay-token-{token}".encode()).digest(BREITE // 8))
    return [0.125 if bits >> i & 1 else -0.125 for i in range(BREITE)]


def _metadata(w: Wortschatz, kontext: int) -> Iterator[bytes]:
    yield _kv("general.architecture", STRING, _string("llama"))
    yield _kv("general.name", STRING, _string("lexassay-demonstration"))
    yield _kv("general.description", STRING, _string("Skript als Gewichte, nichts gelernt"))
    yield _kv("general.license", STRING, _string("CC0-1.0"))
    sizes = {
        "context_length": kontext,
        "embedding_length": BREITE,
        "block_count": 1,
        "feed_forward_length": VORWAERTS,
        "attention.head_count": KOEPFE,
        "attention.head_count_kv": KOEPFE,
        "rope.dimension_count": BREITE // KOEPFE,
        "vocab_size": len(w.tokens),
    }
    for name, size in sizes.items():
        yield _kv(f"llama.{name}", U32, struct.pack("<I", size))
    yield _kv("llama.attention.layer_norm_rms_epsilon", F32, struct.pack("<f", 1e-5))
    yield _kv("general.file_type", U32, struct.pack("<I", 0))
    yield _kv("tokenizer.ggml.model", STRING, _string("gpt2"))
    yield _kv("tokenizer.ggml.pre", STRING, _string("gpt-2"))
    yield _kv("tokenizer.ggml.tokens", ARRAY, _array(STRING, [_string(t) for t in w.tokens]))
    types = [struct.pack("<i", typ) for typ in w.typen]
    yield _kv("tokenizer.ggml.token_type", ARRAY, _array(I32, types))
    yield _kv("tokenizer.ggml.merges", ARRAY, _array(STRING, [_string("e n")]))
    yield _kv("tokenizer.ggml.bos_token_id", U32, struct.pack("<I", w.textende))
    yield _kv("tokenizer.ggml.eos_token_id", U32, struct.pack("<I", w.zugende))
    yield _kv("tokenizer.ggml.add_bos_token", BOOL, b"\0")
    yield _kv("tokenizer.chat_template", STRING, _string(VORLAGE))


def _kv(name: str, kind: int, value: bytes) -> bytes:
    return _string(name) + struct.pack("<I", kind) + value


def _array(kind: int, items: list[bytes]) -> bytes:
    return struct.pack("<IQ", kind, len(items)) + b"".join(items)


def _string(text: str) -> bytes:
    raw = text.encode()
    return struct.pack("<Q", len(raw)) + raw


def _padded(length: int) -> int:
    return -(-length // AUSRICHTUNG) * AUSRICHTUNG


def main(arguments: list[str] | None = None) -> int:
    """Write a model file; returns 2 for an unusable text."""
    parser = argparse.ArgumentParser(description="Schreibt ein Demonstrationsmodell (GGUF).")
    parser.add_argument("--aus", type=Path, required=True)
    parser.add_argument("--text", required=True)
    parser.add_argument("--endlos", action="store_true")
    parser.add_argument("--kontext", type=int, default=2_048)
    options = parser.parse_args(arguments)
    try:
        write_gguf(options.aus, options.text, endlos=options.endlos, kontext=options.kontext)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
