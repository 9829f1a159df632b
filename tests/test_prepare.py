"""bin/prepare: which Python it takes, what it says when none will do, what it does half-way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ("sh", "cat", "tr", "mkdir", "rm", "mv", "sleep", "env")


@pytest.fixture
def machine(tmp_path):
    """A folder as PATH with few tools, and a copy of what bin/prepare reads."""
    path = tmp_path / "path"
    path.mkdir()
    for tool in TOOLS:
        (path / tool).symlink_to(shutil.which(tool))
    checkout = tmp_path / "checkout"
    (checkout / "requirements").mkdir(parents=True)
    (checkout / "requirements" / "base.lock").write_text("# empty\n")
    shutil.copytree(ROOT / "bin", checkout / "bin")
    return path, checkout


def python_of_age(path: Path, name: str, *, usable: bool = True, complete: bool = True) -> None:
    """A Python that says it is too old, or that it lacks ensurepip; else the real one."""
    real = sys.executable
    lines = ["#!/bin/sh"]
    if not usable:
        lines.append("exit 1")
    if not complete:
        lines.append('case "$*" in *ensurepip*) exit 1 ;; esac')
    lines.append(f'exec "{real}" "$@"')
    (path / name).write_text("\n".join(lines) + "\n")
    (path / name).chmod(0o755)


def run(machine, script: str) -> subprocess.CompletedProcess[str]:
    path, checkout = machine
    environment = {"PATH": str(path), "HOME": str(checkout)}
    return subprocess.run(
        ["sh", "-euc", f". bin/prepare; {script}"],
        cwd=checkout, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


FIND = 'find_python; echo "$PYTHON"'


def test_the_first_usable_python_is_taken(machine):
    python_of_age(machine[0], "python3", usable=False)
    python_of_age(machine[0], "python3.12")
    assert run(machine, FIND).stdout.strip() == "python3.12"


def test_a_complete_python_goes_before_an_incomplete_one(machine):
    python_of_age(machine[0], "python3", complete=False)
    python_of_age(machine[0], "python3.11")
    assert run(machine, FIND).stdout.strip() == "python3.11"


def test_without_ensurepip_one_german_line_names_the_package(machine):
    python_of_age(machine[0], "python3", complete=False)
    result = run(machine, FIND)
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1
    assert f"Paket python{version}-venv installieren" in result.stderr


def test_without_any_python_one_german_line_says_which(machine):
    result = run(machine, FIND)
    assert result.returncode == 1
    assert result.stderr.strip() == "Es fehlt Python 3.11, 3.12, 3.13 oder 3.14."


def test_a_matching_stamp_needs_neither_pip_nor_network(machine):
    checkout = machine[1]
    python = checkout / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    stamp = run(machine, "stamp_of .venv/bin/python base").stdout
    (checkout / ".venv" / "stamp-base").write_text(stamp)
    result = run(machine, "install() { echo INSTALL; exit 9; }; prepare_venv base; echo done")
    assert result.stdout == "done\n"


@pytest.mark.parametrize("change", ["lock", "no stamp"])
def test_another_lock_or_a_half_made_environment_is_completed(machine, change):
    checkout = machine[1]
    python = checkout / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    if change == "lock":
        stamp = run(machine, "stamp_of .venv/bin/python base").stdout
        (checkout / ".venv" / "stamp-base").write_text(stamp)
        (checkout / "requirements" / "base.lock").write_text("# another\n")
    result = run(machine, 'install() { echo "install $*"; }; prepare_venv base')
    assert "install --only-binary :all: -r requirements/base.lock" in result.stdout
    stamp = (checkout / ".venv" / "stamp-base").read_text()
    assert stamp == run(machine, "stamp_of .venv/bin/python base").stdout
    assert not (checkout / ".venv.lock").exists()


def test_a_failed_installation_leaves_no_stamp(machine):
    checkout = machine[1]
    python = checkout / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    result = run(machine, "install() { return 1; }; prepare_venv base")
    assert result.returncode == 1
    assert "Die Installation ist fehlgeschlagen" in result.stderr
    assert not (checkout / ".venv" / "stamp-base").exists()
    assert not (checkout / ".venv.lock").exists()


def test_the_turn_of_a_start_that_is_gone_is_taken_over(machine):
    checkout = machine[1]
    (checkout / ".venv.lock").mkdir()
    (checkout / ".venv.lock" / "pid").write_text("999999999")
    result = run(machine, 'take_turn; [ "$(cat .venv.lock/pid)" = "$$" ] && echo mine')
    assert result.stdout == "mine\n"


def test_reset_asks_first(tmp_path):
    shutil.copytree(ROOT / "bin", tmp_path / "bin")
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "lexassay.sqlite3").write_text("x")
    command = [str(tmp_path / "bin" / "reset")]
    environment = {**os.environ, "PATH": os.environ["PATH"]}
    for answer in ("", "n\n", "nein\n"):
        subprocess.run(command, input=answer, text=True, env=environment, check=True)
        assert (tmp_path / "var" / "lexassay.sqlite3").exists()
    subprocess.run(command, input="j\n", text=True, env=environment, check=True)
    assert list((tmp_path / "var").iterdir()) == []
