"""The Redaktion reads whether local models work here, and why not."""

from __future__ import annotations

import os

import pytest

from lexassay import local_model
from lexassay.supervision import Household


@pytest.fixture
def machine(monkeypatch):
    def is_like(*, installed: bool, compiler: bool) -> None:
        monkeypatch.setattr(local_model, "is_installed", lambda: installed)
        monkeypatch.setattr(local_model, "has_compiler", lambda: compiler)
        monkeypatch.delenv("LEXASSAY_OHNE_LOKALES_MODELL", raising=False)

    return is_like


@pytest.mark.parametrize(
    ("installed", "compiler", "failed", "words"),
    [
        (True, False, False, "bereit"),
        (False, False, False, "es fehlt ein C-Compiler"),
        (False, True, False, "im Hintergrund übersetzt"),
        (False, True, True, "fehlgeschlagen"),
    ],
)
def test_the_state_is_one_german_sentence(installed, compiler, failed, words, machine, tmp_path):
    machine(installed=installed, compiler=compiler)
    if failed:
        (tmp_path / "lokales-modell.fehler").touch()
    assert words in local_model.state_of(tmp_path)


def test_without_a_compiler_nothing_is_started_and_it_is_said(machine, tmp_path):
    machine(installed=False, compiler=False)
    lines: list[str] = []
    household = Household(say=lines.append)
    local_model.prepare_local_model(household, tmp_path, lines.append)
    assert lines == [local_model.NO_COMPILER]
    assert household.children == []


def test_a_failed_compilation_leaves_its_mark(machine, tmp_path, monkeypatch, settings):
    machine(installed=False, compiler=True)
    monkeypatch.setattr(local_model.sys, "executable", "/bin/false")
    household = Household(say=lambda line: None)
    local_model.prepare_local_model(household, tmp_path, lambda line: None)
    household.children[0].process.wait(20)
    assert (tmp_path / "lokales-modell.fehler").exists()
    assert local_model.state_of(tmp_path) == local_model.FAILED


def test_who_wants_no_local_model_gets_none(machine, tmp_path, monkeypatch):
    machine(installed=False, compiler=True)
    monkeypatch.setitem(os.environ, "LEXASSAY_OHNE_LOKALES_MODELL", "1")
    lines: list[str] = []
    local_model.prepare_local_model(Household(say=lines.append), tmp_path, lines.append)
    assert lines == []
    assert local_model.state_of(tmp_path) == local_model.SWITCHED_OFF


@pytest.mark.django_db
def test_the_first_page_of_the_admin_says_it(admin_client, machine):
    machine(installed=False, compiler=False)
    assert local_model.NO_COMPILER in admin_client.get("/admin/").content.decode()
    machine(installed=True, compiler=False)
    assert "Lokale Modelle" not in admin_client.get("/admin/").content.decode()


@pytest.mark.parametrize(
    ("installed", "off", "may"), [(True, "", True), (True, "1", False), (False, "", False)]
)
def test_the_switch_also_stops_an_installed_model(installed, off, may, machine, monkeypatch):
    machine(installed=installed, compiler=True)
    monkeypatch.setenv("LEXASSAY_OHNE_LOKALES_MODELL", off)
    assert local_model.may_run_local() is may
