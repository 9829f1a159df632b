"""Runs inside the closed child: loads a GGUF file and generates one answer, token by token.

Yields `beginn` (prompt tokens and the limit that the loaded context leaves), `text` and `ende`.
The prompt is never shortened: one that does not fit is an error (fault case 5).
"""

from __future__ import annotations

import codecs
import time
from collections.abc import Iterator, Mapping
from typing import Any

STICHPROBE = {
    "temperature": "temp",
    "top_k": "top_k",
    "top_p": "top_p",
    "min_p": "min_p",
    "repeat_penalty": "repeat_penalty",
    "frequency_penalty": "frequency_penalty",
    "presence_penalty": "presence_penalty",
}


def generate(auftrag: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the events of one answer; `auftrag` is the request body of the llama.cpp dialect."""
    from llama_cpp import Llama

    parameter = auftrag["parameter"]
    model = Llama(
        model_path=auftrag["datei"],
        n_ctx=auftrag["kontext"],
        seed=parameter.get("seed", 0),
        verbose=False,
    )
    prompt = _prompt_tokens(model, auftrag)
    limit = min(auftrag["limit"], auftrag["kontext"] - len(prompt))
    if limit < 1:
        yield {
            "art": "fehler",
            "text": f"Der Prompt ({len(prompt)} Token) passt nicht in den geladenen Kontext"
            f" ({auftrag['kontext']} Token).",
        }
        return
    yield {
        "art": "beginn",
        "model": auftrag["model"],
        "prompt_token": len(prompt),
        "limit": limit,
    }
    yield from _answer(model, prompt, limit, _sampling(parameter))


def _answer(
    model: Any, prompt: list[int], limit: int, sampling: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Generate until the model ends its turn or the limit is reached; characters stay whole."""
    from llama_cpp import llama_model_get_vocab, llama_vocab_is_eog

    vocab = llama_model_get_vocab(model.model)
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    start, count, grund, last = time.monotonic_ns(), 0, "length", prompt[-1:]
    for token in model.generate(prompt, **sampling):
        if llama_vocab_is_eog(vocab, token):
            grund = "stop"
            break
        count += 1
        text = decoder.decode(model.detokenize([token], prev_tokens=last))
        last = [token]
        if text:
            yield {"art": "text", "text": text}
        if count >= limit:
            break
    rest = decoder.decode(b"", final=True)
    if rest:
        yield {"art": "text", "text": rest}
    yield {
        "art": "ende",
        "grund": grund,
        "ausgabe_token": count,
        "dauer_ns": time.monotonic_ns() - start,
    }


def _prompt_tokens(model: Any, auftrag: Mapping[str, Any]) -> list[int]:
    from llama_cpp.llama_chat_format import Jinja2ChatFormatter

    template = model.metadata.get("tokenizer.chat_template")
    if not template:
        raise ValueError("Die Modelldatei enthält keine Chat-Vorlage.")
    formatter = Jinja2ChatFormatter(
        template=template,
        eos_token=_special(model, model.token_eos()),
        bos_token=_special(model, model.token_bos()),
    )
    system = [{"role": "system", "content": auftrag["system"]}] if auftrag["system"] else []
    messages: Any = [*system, {"role": "user", "content": auftrag["prompt"]}]
    extra = auftrag["parameter"].get("chat_template_kwargs", {})
    rendered = formatter(messages=messages, **extra)
    raw = rendered.prompt.encode("utf-8")
    return list(model.tokenize(raw, add_bos=not rendered.added_special, special=True))


def _special(model: Any, token: int) -> str:
    if token < 0:
        return ""
    return str(model.detokenize([token], special=True).decode("utf-8", "replace"))


def _sampling(parameter: Mapping[str, Any]) -> dict[str, Any]:
    return {STICHPROBE[name]: parameter[name] for name in STICHPROBE if name in parameter}
