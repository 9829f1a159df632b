"""Local GGUF files through llama-cpp-python, each call in a closed child process of its own."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from runs_app.begriffe import Fehlerart
from runs_app.providers.aufruf import check_parameters, refused
from runs_app.providers.base import Anfrage, KonfigurationsFehler, Rohergebnis
from runs_app.sandbox.zelle import Zellenbericht, run_closed

ZIEL = "runs_app.providers.llama_generate:generate"
PARAMETER = frozenset(
    {
        "temperature",
        "top_k",
        "top_p",
        "min_p",
        "repeat_penalty",
        "frequency_penalty",
        "presence_penalty",
        "seed",
        "chat_template_kwargs",
    }
)


class LlamaAdapter:
    """Runs a model file whose SHA-256 is the one recorded with the model."""

    def __init__(self) -> None:
        self._geprueft: dict[tuple[str, int, int], str] = {}

    async def ask(self, anfrage: Anfrage) -> Rohergebnis:
        """Make one call; see `base.Adapter.ask`."""
        try:
            auftrag = self.body(anfrage)
            await asyncio.to_thread(self._check_file, anfrage)
        except KonfigurationsFehler as error:
            return refused(anfrage, error)
        started_at, start = datetime.now(UTC), time.monotonic_ns()
        bericht = await run_closed(ZIEL, auftrag, deadline_s=anfrage.deadline_s)
        dauer = time.monotonic_ns() - start
        art, text = _failure(bericht, anfrage)
        gesendet = {name: value for name, value in auftrag.items() if name != "datei"}
        return Rohergebnis(
            ausfuehrungsweg=anfrage.ausfuehrungsweg,
            dialekt=anfrage.dialekt,
            model_id=anfrage.model_id,
            gestreamt=True,
            anfrage=json.dumps(gesendet, ensure_ascii=False, sort_keys=True).encode(),
            antwort="".join(f"{zeile}\n" for zeile in bericht.zeilen).encode(),
            exit_code=None if bericht.abgelaufen else bericht.exit_code,
            started_at=started_at,
            ended_at=datetime.now(UTC),
            dauer_ns=_generation_time(bericht) or dauer,
            fehlerart=art,
            fehlertext=text,
            kontakte=tuple(bericht.kontakte),
            abschottung=bericht.abschottung,
        )

    async def close(self) -> None:
        """Nothing stays open between calls."""

    def body(self, anfrage: Anfrage) -> dict[str, Any]:
        """Return the order for the child; raises KonfigurationsFehler."""
        check_parameters(anfrage)
        if unknown := sorted(set(anfrage.effort_parameter) - PARAMETER):
            raise KonfigurationsFehler(f"llama.cpp kennt nicht: {', '.join(unknown)}.")
        if anfrage.thinking_limit is not None:
            raise KonfigurationsFehler("Dieser Zugang kann das Denken nicht begrenzen.")
        if not anfrage.geladener_kontext:
            raise KonfigurationsFehler("Der geladene Kontext des lokalen Modells fehlt.")
        return {
            "model": anfrage.model_id,
            "datei": anfrage.datei_pfad,
            "datei_sha256": anfrage.datei_sha256,
            "system": anfrage.system,
            "prompt": anfrage.prompt,
            "limit": anfrage.limit,
            "kontext": anfrage.geladener_kontext,
            "parameter": dict(anfrage.effort_parameter),
        }

    def _check_file(self, anfrage: Anfrage) -> None:
        """Compare the file with its recorded hash, once per unchanged file."""
        path = Path(anfrage.datei_pfad)
        if not path.is_file():
            raise KonfigurationsFehler(f"Die Modelldatei {path.name} fehlt.")
        state = path.stat()
        key = (str(path), state.st_size, state.st_mtime_ns)
        if key not in self._geprueft:
            with path.open("rb") as file:
                self._geprueft[key] = hashlib.file_digest(file, "sha256").hexdigest()
        if self._geprueft[key] != anfrage.datei_sha256:
            raise KonfigurationsFehler(
                f"Die Modelldatei {path.name} ist nicht die eingetragene (SHA-256 weicht ab)."
            )


def _failure(bericht: Zellenbericht, anfrage: Anfrage) -> tuple[Fehlerart, str]:
    if bericht.abgelaufen:
        return Fehlerart.ZEITLIMIT, f"Keine Antwort in {anfrage.deadline_s:g} s."
    if bericht.exit_code:
        signal_text = f"Signal {-bericht.exit_code}" if bericht.exit_code < 0 else ""
        text = bericht.fehler or signal_text or f"Rückgabestatus {bericht.exit_code}"
        return Fehlerart.PROZESS, f"Der Modellprozess endete mit Fehler ({text})."
    return Fehlerart.KEIN_FEHLER, ""


def _generation_time(bericht: Zellenbericht) -> int | None:
    """Return the duration that the child measured without loading the model, if it got there."""
    if not bericht.zeilen:
        return None
    last = json.loads(bericht.zeilen[-1])
    found = last.get("dauer_ns") if last.get("art") == "ende" else None
    return int(found) if found is not None else None
