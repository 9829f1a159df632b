"""A published table is recomputed by the code of our own ranking, or refused with its line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from lexassay.builds.fremdtabelle import TabelleUnlesbar, read_table, recompute

TABELLE = "system,task,score\n" + "".join(
    f"{system},t{i},{score}\n"
    for system, score in (("alpha", "100"), ("beta", "62.5"), ("gamma", "0"))
    for i in range(8)
)


def test_means_ranks_and_groups_are_recomputed() -> None:
    zeilen = recompute(read_table(TABELLE), "x")
    assert [(z.system, z.score, z.rang, z.gruppe, z.n) for z in zeilen] == [
        ("alpha", 100, 1, "A", 8),
        ("beta", 63, 2, "B", 8),
        ("gamma", 0, 3, "C", 8),
    ]


def test_german_spelling_of_table_and_numbers_is_read() -> None:
    tabelle = read_table("\ufeffsystem;task;score\nalpha;t1;62,5\n")
    assert tabelle == {"alpha": {"t1": Fraction(5, 8)}}


@pytest.mark.parametrize(
    ("text", "meldung"),
    [
        ("system,task\na,b\n", "Spalten system, task, score"),
        ("system,task,score\na,t,viel\n", "Zeile 2: „viel“ ist keine Zahl"),
        ("system,task,score\na,t,101\n", "liegt nicht zwischen 0 und 100"),
        ("system,task,score\na,t,1\na,t,2\n", "Zeile 3: a, t steht zweimal"),
        ("system,task,score\na,t,1\nb,u,2\n", "nicht dieselben Aufgaben"),
        ("system,task,score\n", "leer"),
    ],
)
def test_a_table_that_cannot_be_recomputed_is_refused(text: str, meldung: str) -> None:
    with pytest.raises(TabelleUnlesbar, match=meldung):
        recompute(read_table(text), "x")


def test_the_command_prints_csv(tmp_path: Path, capsys: Any) -> None:
    datei = tmp_path / "t.csv"
    datei.write_text(TABELLE, "utf-8")
    call_command("aggregiere_tabelle", str(datei))
    assert capsys.readouterr().out.splitlines()[1] == "alpha;8;100;100;100;1;1;1;A"
    with pytest.raises(CommandError, match="nicht lesbar"):
        call_command("aggregiere_tabelle", str(tmp_path / "fehlt.csv"))
