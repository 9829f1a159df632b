"""What is committed: no address of a registry, no path of a machine, nothing unfinished or huge."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LARGEST_FILE = 2 * 1024 * 1024
# Written in two parts, so that this file does not find itself.
FORBIDDEN = {
    "address of a registry": "|".join(
        (r"py" r"pi\.org", r"python" r"hosted\.org", r"npm" r"js\.org", r"deb\.deb" r"ian\.org")
    ),
    "path of a machine": "|".join(
        (
            r"(?<![\w.])/(?:ro" r"ot|wo" r"rk|fa" r"rm)/[a-z.]",
            r"/ho" r"me/[a-z]+/",
            r"/tmp/" r"brief",
        )
    ),
    "unfinished place": r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b|raise NotImplemented" r"Error",
    "test that cannot fail": r"\bassert " r"True\b|pytest\.mark\.sk" r"ip\b",
    "conflict mark": r"^(?:<{7}|>{7}) ",
    "private key": r"-----BEGIN [A-Z ]*PRIVATE" r" KEY-----",
}
TEXT = {
    ".py",
    ".html",
    ".css",
    ".js",
    ".md",
    ".toml",
    ".yaml",
    ".yml",
    ".json",
    ".jsonl",
    ".txt",
    ".sh",
    ".in",
    ".lock",
    ".svg",
    ".xml",
    ".service",
    ".timer",
    ".conf",
} | {""}


def committed() -> list[Path]:
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    return [ROOT / name for name in listing.split("\0") if name and (ROOT / name).is_file()]


def texts() -> list[tuple[str, str]]:
    return [
        (str(path.relative_to(ROOT)), path.read_text("utf-8", errors="replace"))
        for path in committed()
        if path.suffix in TEXT and path.stat().st_size < LARGEST_FILE
    ]


@pytest.fixture(scope="module")
def contents():
    return texts()


@pytest.mark.parametrize("kind", FORBIDDEN)
def test_no_committed_file_holds(kind, contents):
    pattern = re.compile(FORBIDDEN[kind], re.MULTILINE)
    hits = [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]}"
        for name, text in contents
        if (match := pattern.search(text)) and not exempt(kind, name)
    ]
    assert not hits, "\n".join(hits)


def exempt(kind: str, name: str) -> bool:
    """Data of others is quoted as it is; a page's placeholder is not an unfinished place."""
    return name.startswith("tests/data/") and kind in ("unfinished place", "path of a machine")


def test_no_committed_file_is_huge():
    huge = [path.name for path in committed() if path.stat().st_size > LARGEST_FILE]
    assert not huge


def test_nothing_of_a_running_site_is_committed():
    names = {str(path.relative_to(ROOT)) for path in committed()}
    assert not [
        n for n in names if n.startswith(("var/", ".venv/")) or n.endswith((".sqlite3", ".env"))
    ]
    assert "uv.lock" not in names


def test_no_symbolic_link_leaves_the_repository():
    for path in committed():
        assert path.resolve().is_relative_to(ROOT), path


@pytest.mark.parametrize("name", ["base", "us", "local", "dev"])
def test_every_locked_package_has_hashes(name):
    text = (ROOT / "requirements" / f"{name}.lock").read_text("utf-8")
    packages = re.findall(r"^[A-Za-z0-9][^\n]*", text, re.MULTILINE)
    assert packages
    assert all("==" in line and line.endswith("\\") for line in packages)
    assert text.count("--hash=sha256:") >= len(packages)


def test_locks_agree_with_each_other():
    """A package of the test lock that base has too is the same version."""
    versions: dict[str, set[str]] = {}
    for name in ("base", "us", "local", "dev"):
        text = (ROOT / "requirements" / f"{name}.lock").read_text("utf-8")
        for package, version, marker in re.findall(r"^([\w.-]+)==([\w.]+)([^\\\n]*)", text, re.M):
            if not marker.strip():
                versions.setdefault(package, set()).add(version)
    assert not {package: found for package, found in versions.items() if len(found) > 1}


def test_the_readme_names_both_commands():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "make start" in readme
    assert "make test" in readme


def test_scripts_are_executable_and_posix():
    for path in sorted((ROOT / "bin").iterdir()) + [ROOT / ".ci" / "run"]:
        text = path.read_text("utf-8")
        if text.startswith("#!"):
            assert text.startswith("#!/bin/sh\n"), path.name
            assert path.stat().st_mode & 0o111, path.name
        result = subprocess.run(
            ["sh", "-n", str(path)], capture_output=True, text=True, check=False
        )
        assert result.returncode == 0, result.stderr
