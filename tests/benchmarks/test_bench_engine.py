"""Runs the engine's benchmark and prints its line; asserts what must hold on any machine."""

from __future__ import annotations

import json
import sys

import pytest

from tests.benchmarks.bench_engine import main

pytestmark = pytest.mark.bench


def test_engine_bench(capsys: pytest.CaptureFixture[str]) -> None:
    line = main(rounds=1)
    with capsys.disabled():
        sys.stdout.write(json.dumps(line) + "\n")
    assert line["C50_50ms"]["gleichzeitig"] <= 50
    assert line["C200_50ms"]["gleichzeitig"] <= 200
    assert line["start_20000_s"] <= 2.0  # the bar is 1 s on a quiet machine
