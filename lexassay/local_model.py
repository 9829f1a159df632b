"""The optional local model: compiled in the background, politely, once the site is up."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from django.conf import settings

from lexassay.supervision import Child, Household

COMPILE_FLAGS = " ".join(
    f"-D{name}=OFF"
    for name in (
        "GGML_NATIVE",
        "GGML_OPENMP",
        "LLAMA_CURL",
        "LLAVA_BUILD",
        "LLAMA_BUILD_TOOLS",
        "LLAMA_BUILD_SERVER",
        "LLAMA_BUILD_EXAMPLES",
        "LLAMA_BUILD_TESTS",
    )
)
OFF_SWITCH = "LEXASSAY_OHNE_LOKALES_MODELL"
BUILT = "Lokale Modelle: bereit."
NO_COMPILER = "Lokale Modelle: nicht verfügbar, es fehlt ein C-Compiler (etwa das Paket g++)."
BUILDING = "Lokale Modelle: werden im Hintergrund übersetzt (einmalig, einige Minuten)."
SWITCHED_OFF = f"Lokale Modelle: abgeschaltet ({OFF_SWITCH})."
FAILED = (
    "Lokale Modelle: nicht verfügbar, das Übersetzen ist fehlgeschlagen "
    "(var/log/lokales-modell.log)."
)


def is_installed() -> bool:
    importlib.invalidate_caches()
    return importlib.util.find_spec("llama_cpp") is not None


def may_run_local() -> bool:
    """Whether the example may use a local model: installed, and not switched off."""
    return is_installed() and not os.environ.get(OFF_SWITCH)


def has_compiler() -> bool:
    return bool(shutil.which("c++") or shutil.which("g++") or shutil.which("clang++"))


def state_of(var: Path) -> str:
    """Return one German sentence for the Redaktion: ready, being built, or why not."""
    if is_installed():
        return BUILT
    if os.environ.get(OFF_SWITCH):
        return SWITCHED_OFF
    if not has_compiler():
        return NO_COMPILER
    return FAILED if (var / "lokales-modell.fehler").exists() else BUILDING


def prepare_local_model(household: Household, var: Path, say: Callable[[str], None]) -> None:
    """Start the compilation if it is possible, wanted and not done; say what happens."""
    if is_installed() or os.environ.get(OFF_SWITCH):
        return
    (var / "lokales-modell.fehler").unlink(missing_ok=True)
    say(state_of(var))
    if has_compiler():
        household.add(_installer(var))


def _installer(var: Path) -> Child:
    """pip at a low priority; a failed build leaves a mark and is not repeated in this start."""
    lock = settings.BASE_DIR / "requirements" / "local.lock"
    script = '"$1" -m pip install --require-hashes --no-deps -r "$2" || : > "$3"'
    arguments = [sys.executable, str(lock), str(var / "lokales-modell.fehler")]
    env = {**os.environ, "CMAKE_ARGS": COMPILE_FLAGS, "CMAKE_BUILD_PARALLEL_LEVEL": "2"}
    return Child(
        name="lokales-modell",
        command=["nice", "-n", "15", "sh", "-c", script, "sh", *arguments],
        log=var / "log" / "lokales-modell.log",
        env=env,
        stop_timeout=5.0,
        once=True,
    )


def local_sample(var: Path, env: dict[str, str]) -> Child:
    """The example's Lauf with the packaged model: politely, once, in a build of its own."""
    manage = str(settings.BASE_DIR / "manage.py")
    return Child(
        name="beispiel-lokal",
        command=["nice", "-n", "15", sys.executable, manage, "beispiel_lokal"],
        log=var / "log" / "beispiel-lokal.log",
        env=env,
        stop_timeout=5.0,
        once=True,
    )
