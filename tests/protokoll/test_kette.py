"""The audit trail is gap-free, and a forged, deleted or cut row is named."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from lexassay.protokoll.appendonly import NurAnfuegbar
from lexassay.protokoll.models import Ereignis, Siegel
from lexassay.protokoll.services import chain_head, log_ereignis, seal_ereignisse, verify_chain

pytestmark = pytest.mark.django_db


@pytest.fixture
def kette(django_user_model: Any) -> list[Ereignis]:
    person = django_user_model.objects.create_user("redaktion")
    rows = [
        log_ereignis(aktion=f"schritt_{i}", objekt=person, user=person, nach={"i": i, "f": 0.5})
        for i in range(5)
    ]
    seal_ereignisse()
    return rows


def tamper(sql: str, *werte: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, werte)


def test_a_sealed_chain_holds(kette: list[Ereignis]) -> None:
    assert list(verify_chain()) == []
    assert chain_head()[0] == len(kette)
    assert list(Siegel.objects.values_list("nummer", flat=True)) == [1, 2, 3, 4, 5]


def test_sealing_again_adds_nothing(kette: list[Ereignis]) -> None:
    assert seal_ereignisse() == 0


def test_a_forged_row_is_named(kette: list[Ereignis]) -> None:
    tamper("UPDATE protokoll_ereignis SET aktion = 'anders' WHERE id = %s", kette[2].pk)
    assert list(verify_chain()) == ["Nr. 3: Das Ereignis wurde nachträglich verändert."]


def test_a_deleted_row_leaves_a_gap(kette: list[Ereignis]) -> None:
    tamper("DELETE FROM protokoll_siegel WHERE nummer = 3")
    meldungen = list(verify_chain())
    assert "Nr. 3: Lücke in der Kette, es folgt Nr. 4." in meldungen
    assert "Nr. 4: Der Hash des Vorgängers stimmt nicht." in meldungen


def test_rows_refuse_change_and_deletion(kette: list[Ereignis]) -> None:
    with pytest.raises(NurAnfuegbar):
        kette[0].save()
    with pytest.raises(NurAnfuegbar):
        Ereignis.objects.all().delete()
    with pytest.raises(NurAnfuegbar):
        Ereignis.objects.update(aktion="x")


def test_the_command_names_the_number_of_faults(kette: list[Ereignis], capsys: Any) -> None:
    call_command("verify_ereignisse")
    assert "5 Ereignisse geprüft" in capsys.readouterr().out
    tamper("UPDATE protokoll_ereignis SET begruendung = 'x' WHERE id = %s", kette[0].pk)
    with pytest.raises(CommandError, match="1 Fehler"):
        call_command("verify_ereignisse")
