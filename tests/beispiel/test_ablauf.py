"""Loading the sample waits for all that judging needs."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from citations_app.begriffe import Quellenstand
from citations_app.models import Quellenpruefung, Zitat
from citations_app.selectors import zitate_faellig
from citations_app.services import extract_zitate
from lexassay.beispiel.ablauf import citations_open
from lexassay.beispiel.aufgaben import import_sets
from lexassay.beispiel.konten import accounts
from tasks_app.models import Quelle
from tests.citations_app.bausteine import run_with

pytestmark = pytest.mark.django_db


def test_an_interrupted_start_imports_nothing_twice() -> None:
    """A look at a primary source protects its row; the next start must still go on."""
    personen = accounts()
    erste = import_sets(personen)
    quelle = Quelle.objects.filter(testfall__aufgabensatz=erste[0]).earliest("id")
    Quellenpruefung.objects.create(
        quelle=quelle, ergebnis=Quellenstand.UNVERAENDERT, geprueft_am=timezone.now()
    )
    assert import_sets(personen) == erste
    assert Quelle.objects.filter(pk=quelle.pk).exists()


def test_a_lookup_that_is_due_in_a_moment_is_waited_for() -> None:
    run = run_with("Der Anspruch verjährt in drei Jahren (§ 195 BGB).")
    assert citations_open() == 1, "the answer is not read yet"
    extract_zitate(run=run)
    spaeter = timezone.now() + dt.timedelta(seconds=5)
    Zitat.objects.update(naechste_quelle="beispielquelle_b", pruefen_ab=spaeter)
    assert zitate_faellig().count() == 0
    assert citations_open() == 1
    Zitat.objects.update(pruefen_ab=timezone.now() + dt.timedelta(hours=1))
    assert citations_open() == 0, "a source that is away for long does not hold the sample up"
    Zitat.objects.update(naechste_quelle="", pruefen_ab=None)
    assert citations_open() == 0
