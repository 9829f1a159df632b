"""The house keeps its form: layers, pure modules, names, sizes (DESIGN 1 and 2)."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("lexassay", "tasks_app", "runs_app", "citations_app", "grading_app")
FIRST_LINE = "Pure: no Django, no I/O"
IMPURE = {
    "django",
    "django_rq",
    "rq",
    "redis",
    "httpx",
    "httpx2",
    "aiohttp",
    "requests",
    "urllib.request",
    "openai",
    "anthropic",
    "llama_cpp",
    "psycopg",
    "socket",
    "subprocess",
    "sqlite3",
    "asyncio",
}
VAGUE_NAMES = {"utils", "helpers", "common", "manager", "managers", "misc", "tasks"}
LONGEST_MODULE = 400
LONGEST_MODELS = 600  # a list of tables is read entry by entry


def modules() -> list[Path]:
    found = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return sorted(path for path in found if "migrations" not in path.parts)


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


PURE = [path for path in modules() if (ast.get_docstring(tree_of(path)) or "").startswith("Pure")]
PURE_NAMES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in PURE
}


def imports_of(path: Path) -> set[str]:
    """Return the dotted names that a module imports anywhere."""
    names: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def test_there_are_pure_modules():
    assert "lexassay.job_policy" in PURE_NAMES


@pytest.mark.parametrize("path", PURE, ids=name_of)
def test_a_pure_module_says_so_in_the_same_words(path):
    assert ast.get_docstring(tree_of(path)).startswith(FIRST_LINE)


@pytest.mark.parametrize("path", PURE, ids=name_of)
def test_a_pure_module_imports_nothing_that_reaches_out(path):
    for name in imports_of(path):
        parts = name.split(".")
        prefixes = {".".join(parts[: n + 1]) for n in range(len(parts))}
        assert not prefixes & IMPURE, f"{name_of(path)} imports {name}"


@pytest.mark.parametrize("path", PURE, ids=name_of)
def test_a_pure_module_of_ours_stands_on_pure_modules_only(path):
    ours = {name for name in imports_of(path) if name.split(".")[0] in PACKAGES}
    modules_imported = {name for name in ours if is_module(name)}
    packages = {name for name in modules_imported if (ROOT / name.replace(".", "/")).is_dir()}
    impure = modules_imported - PURE_NAMES - packages
    assert not impure, f"{name_of(path)} imports {sorted(impure)}"


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").is_file() or path.is_dir()


def test_pure_modules_are_imported_without_django():
    """Importing all of them in a bare process loads neither Django nor any client."""
    code = (
        "import importlib, sys\n"
        f"for name in {sorted(PURE_NAMES)!r}: importlib.import_module(name)\n"
        "loaded = {name.split('.')[0] for name in sys.modules}\n"
        "print(sorted(loaded & {'django', 'httpx', 'openai', 'anthropic', 'llama_cpp', 'rq'}))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout.strip()) == (0, "[]"), result.stderr[-2000:]


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_no_module_has_a_vague_name(path):
    assert path.stem not in VAGUE_NAMES


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_no_module_holds_more_than_one_can_read(path):
    lines = len(path.read_text("utf-8").splitlines())
    limit = LONGEST_MODELS if path.name == "models.py" else LONGEST_MODULE
    assert lines <= limit, f"{name_of(path)} has {lines} lines"


def test_the_import_contracts_hold():
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-1000:]


def test_every_app_keeps_its_label():
    from django.apps import apps

    labels = {config.name: config.label for config in apps.get_app_configs()}
    for name in ("tasks_app", "runs_app", "citations_app", "grading_app"):
        assert labels[name] == name
    for label in ("protokoll", "builds", "public", "contact"):
        assert labels[f"lexassay.{label}"] == label


def test_every_model_has_german_names():
    from django.apps import apps

    for model in apps.get_models():
        if model.__module__.split(".")[0] in PACKAGES and "Historical" not in model.__name__:
            options = model._meta.original_attrs
            assert {"verbose_name", "verbose_name_plural"} <= set(options), model.__name__


def test_no_view_or_model_has_a_name_outside_ascii():
    for path in modules():
        for node in ast.walk(tree_of(path)):
            for name in (getattr(node, "name", None), getattr(node, "id", None)):
                assert not isinstance(name, str) or name.isascii(), f"{name_of(path)}: {name}"
