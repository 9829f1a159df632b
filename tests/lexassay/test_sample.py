"""The example of a local site: its ports, its servers, and what happens when it fails."""

from __future__ import annotations

import json
import os
import socket
import time
import urllib.request

import pytest

from lexassay import sample
from lexassay.supervision import Household


def test_ports_are_kept_over_starts(tmp_path):
    first = sample.choose_ports(tmp_path)
    assert sample.choose_ports(tmp_path) == first
    assert len({first.anbieter, first.quelle_a, first.quelle_b}) == 3


def test_only_a_taken_port_changes(tmp_path):
    first = sample.choose_ports(tmp_path)
    with socket.socket() as stranger:
        stranger.bind(("127.0.0.1", first.quelle_a))
        stranger.listen()
        second = sample.choose_ports(tmp_path)
    assert second.quelle_a != first.quelle_a
    assert (second.anbieter, second.quelle_b) == (first.anbieter, first.quelle_b)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"anbieter": "x", "quelle_a": 70000, "quelle_b": -1}']
)
def test_a_broken_file_of_ports_is_written_anew(content, tmp_path):
    (tmp_path / sample.PORTS_FILE).write_text(content)
    ports = sample.choose_ports(tmp_path)
    assert json.loads((tmp_path / sample.PORTS_FILE).read_text())["anbieter"] == ports.anbieter


def test_the_servers_answer_where_the_site_is_told(tmp_path, monkeypatch, settings):
    monkeypatch.delenv("ZITATQUELLEN_BASIS", raising=False)
    monkeypatch.setenv("ZITATQUELLEN_BASIS", "{}")
    settings.ZITATQUELLEN_BASIS = {}
    household = Household(say=lambda line: None)
    ports = sample.choose_ports(tmp_path)
    env = dict(os.environ)
    try:
        sample.start_servers(household, tmp_path, env, ports)
        for port in (ports.anbieter, ports.quelle_a, ports.quelle_b):
            assert is_answered(port), (tmp_path / "log" / "beispielanbieter.log").read_text()
        assert json.loads(env["ZITATQUELLEN_BASIS"]) == settings.ZITATQUELLEN_BASIS == ports.quellen
    finally:
        household.stop()


def is_answered(port: int, seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
        except urllib.error.HTTPError as error:
            error.close()
        except OSError:
            time.sleep(0.1)
            continue
        return True
    return False


@pytest.fixture
def ports() -> sample.Ports:
    return sample.Ports(anbieter=1, quelle_a=2, quelle_b=3)


def script(tmp_path, settings, text: str) -> None:
    """A stand-in for manage.py: the outcome of a command is what is tested here."""
    (tmp_path / "manage.py").write_text(text)
    settings.BASE_DIR = tmp_path


def load(tmp_path, ports, lines, meanwhile=lambda: None) -> str:
    return sample.load(tmp_path, dict(os.environ), ports, lines.append, meanwhile)


def test_the_lines_of_the_example_are_shown_as_they_come(tmp_path, settings, ports):
    script(tmp_path, settings, "import sys\nprint('v2: Frist läuft')\nprint(sys.argv[1:])\n")
    lines: list[str] = []
    assert load(tmp_path, ports, lines) == "geladen"
    assert lines[0] == "      v2: Frist läuft"
    assert "['beispiel', '--anbieter', 'http://127.0.0.1:1']" in lines[1]


def test_a_failed_example_is_one_line_and_its_log(tmp_path, settings, ports):
    script(tmp_path, settings, "raise ValueError('kaputt')\n")
    lines: list[str] = []
    outcome = load(tmp_path, ports, lines)
    assert outcome.startswith("nicht vollständig geladen: ValueError: kaputt (Protokoll: ")
    assert lines == []


class Interrupted(BaseException):
    """Stands for the signal that a person sends."""


def test_a_signal_ends_the_example_at_once(tmp_path, settings, ports):
    pid_file = tmp_path / "pid"
    text = (
        f"import os, time\nopen({str(pid_file)!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)\n"
    )
    script(tmp_path, settings, text)

    def meanwhile() -> None:
        if pid_file.exists() and pid_file.read_text():
            raise Interrupted

    with pytest.raises(Interrupted):
        load(tmp_path, ports, [], meanwhile)
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), 0)


@pytest.mark.django_db
def test_the_example_does_not_mix_with_own_data(monkeypatch):
    from django.contrib.auth.models import User

    monkeypatch.delenv(sample.OFF_SWITCH, raising=False)
    User.objects.create_user("redaktion")
    assert sample.is_wanted() == ""
    monkeypatch.setenv(sample.OFF_SWITCH, "1")
    assert sample.is_wanted() == "abgeschaltet"
