"""The sources are there after every migration and after a flush."""

from __future__ import annotations

import pytest

from citations_app.models import Zitatquelle
from citations_app.sources.registry import ADAPTER
from citations_app.startbestand import QUELLEN, ensure_quellen


@pytest.mark.django_db
def test_every_source_has_an_adapter_and_a_row():
    assert {row[0] for row in QUELLEN} == set(ADAPTER)
    assert set(Zitatquelle.objects.values_list("kennung", flat=True)) == set(ADAPTER)


@pytest.mark.django_db
def test_making_them_again_keeps_what_editors_changed():
    Zitatquelle.objects.filter(kennung="dejure").update(mindestabstand_ms=9_000)
    Zitatquelle.objects.filter(kennung="cornell").delete()
    ensure_quellen(using="default")
    assert Zitatquelle.objects.get(kennung="dejure").mindestabstand_ms == 9_000
    assert not Zitatquelle.objects.get(kennung="cornell").aktiv


@pytest.mark.django_db
def test_no_two_sources_of_one_operator_can_confirm_each_other():
    operators = dict(Zitatquelle.objects.values_list("kennung", "betreiber"))
    assert operators["normenbestand"] == operators["gesetze_im_internet"]
    others = [operators[k] for k in operators if k != "gesetze_im_internet"]
    assert len(set(others)) == len(others)
