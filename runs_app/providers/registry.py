"""Which adapter serves which access path and dialect; the only list of them."""

from __future__ import annotations

from importlib import import_module

from runs_app.begriffe import Ausfuehrungsweg as Weg
from runs_app.begriffe import Dialekt
from runs_app.providers.base import Adapter, KonfigurationsFehler

_OPENAI = "runs_app.providers.openai_api:OpenAIAdapter"
_KOMPATIBEL = "runs_app.providers.compatible:KompatiblerAdapter"

ADAPTER: dict[tuple[Weg, Dialekt], str] = {
    (Weg.OPENAI_API, Dialekt.RESPONSES): _OPENAI,
    (Weg.OPENAI_API, Dialekt.CHAT): _OPENAI,
    (Weg.ANTHROPIC_API, Dialekt.MESSAGES): "runs_app.providers.anthropic_api:AnthropicAdapter",
    (Weg.KOMPATIBEL, Dialekt.CHAT): _KOMPATIBEL,
    (Weg.KOMPATIBEL, Dialekt.RESPONSES): _KOMPATIBEL,
    (Weg.LOKAL_SERVER, Dialekt.CHAT): _KOMPATIBEL,
    (Weg.LOKAL_SERVER, Dialekt.RESPONSES): _KOMPATIBEL,
    (Weg.LOKAL_GGUF, Dialekt.LLAMA_CPP): "runs_app.providers.llama_cpp:LlamaAdapter",
}


def open_adapter(weg: Weg, dialekt: Dialekt) -> Adapter:
    """Return a new adapter; raises KonfigurationsFehler (German) where there is none.

    Imports the SDK's module only when first needed. Recorded runs are read, not asked, see
    `recorded`.
    """
    try:
        address = ADAPTER[weg, dialekt]
    except KeyError:
        raise KonfigurationsFehler(
            f"Der Ausführungsweg „{weg.label}“ kennt den Dialekt „{dialekt.label}“ nicht."
        ) from None
    module, _, name = address.partition(":")
    adapter: Adapter = getattr(import_module(module), name)()
    return adapter
